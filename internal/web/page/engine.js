// The engine behind the play page (package internal/web/engine): in a worker as WebAssembly, or in "rummygym serve"
// behind requests and a stream of events. Both are {ask, close}: ask(request, progress) takes a request object and promises its
// answer; before it progress gets what answers say of how far a review is. close() ends the engine.

/** Answers by the number of their request. */
class Answers {
  waiting = new Map();
  last = 0;

  /** Promises the answer to a request that send(text) sends. */
  ask(request, progress, send) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress });
      Promise.resolve(send(JSON.stringify({ ...request, id }))).catch((error) => this.fail(id, error));
    });
  }

  fail(id, error) {
    this.waiting.get(id)?.reject(error);
    this.waiting.delete(id);
  }

  failAll(error) {
    for (const id of [...this.waiting.keys()]) this.fail(id, error);
  }

  /** Takes the text of an answer. */
  take(text) {
    const answer = JSON.parse(text);
    const { resolve, reject, progress } = this.waiting.get(answer.id) ?? {};
    if (answer.progress) {
      progress?.(answer.progress);
      return;
    }
    this.waiting.delete(answer.id);
    if (answer.error) reject?.(new Error(answer.error));
    else resolve?.(answer);
  }
}

/** Starts the worker. Promises its engine. */
export function startWorker() {
  const answers = new Answers();
  const worker = new Worker("worker.js");
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.failed) {
        const error = new Error(data.failed);
        worker.terminate();
        reject(error);
        answers.failAll(error);
      } else if (data.ready) {
        const ask = (request, progress) => answers.ask(request, progress, (text) => worker.postMessage(text));
        resolve({ ask, close: () => worker.terminate() });
      } else answers.take(data.answer);
    };
    worker.onerror = (e) => reject(new Error(e.message || "worker.js cannot be loaded: are you online? Reload the page to try again"));
  });
}

/** Why the program refused a stream, or undefined if it does not answer, or refuses none any more. */
async function refusal() {
  const response = await fetch("stream").catch(() => {});
  if (response && !response.ok) return (await response.text()).trim();
  response?.body.cancel();
  return undefined;
}

/** Opens a stream of the program. Promises its engine. lost(error) is called when the program has ended. */
export function openStream(lost) {
  const answers = new Answers();
  const stream = new EventSource("stream");
  let opened = false;
  return new Promise((resolve, reject) => {
    stream.addEventListener("table", ({ data: table }) => {
      opened = true;
      const send = async (text) => {
        const response = await fetch(`ask?table=${table}`, { method: "POST", body: text, headers: { "Content-Type": "application/json" } });
        if (!response.ok) throw new Error(`${response.status}: ${(await response.text()).trim()}`);
      };
      resolve({ ask: (request, progress) => answers.ask(request, progress, send), close: () => stream.close() });
    });
    stream.onmessage = ({ data }) => answers.take(data);
    stream.onerror = async () => {
      stream.close(); // another stream would be another table
      const error = new Error((!opened && (await refusal())) || "the program has ended, or the connection was lost: start it again with rummygym serve");
      reject(error);
      answers.failAll(error);
      lost?.(error);
    };
  });
}

/** Promises the replay page without a game. */
export async function emptyReplay() {
  const response = await fetch("replay.html");
  if (!response.ok) throw new Error(`replay.html: ${response.status} ${response.statusText}`);
  return response.text();
}

/** Promises the answer of the program to a question about what it was given to look at. */
export async function get(name, query) {
  const response = await fetch(`${name}?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}
