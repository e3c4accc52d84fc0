// The engine is a WebAssembly program of Go (cmd/rummygym-npm); engine/ holds it with the networks of the bots. Go's own
// wasm_exec.js starts it, and works with globalThis.
let engine; // promise of the function that takes a request

/** The content of a file of the package. */
async function read(name) {
  const url = new URL(`./engine/${name}`, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return new Uint8Array(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function start(more) {
  await import("./engine/wasm_exec.js");
  const { default: names } = await import("./engine/files.js");
  const [program, ...contents] = await Promise.all(["rummygym.wasm", ...names].map(read));
  const files = new Map([...names.map((name, i) => [name, contents[i]]), ...Object.entries(more)]);
  const go = new globalThis.Go();
  const { instance } = await WebAssembly.instantiate(program, go.importObject);
  const host = { files };
  await new Promise((ready, failed) => {
    globalThis.rummygym = Object.assign(host, { ready });
    go.run(instance).then(() => failed(new Error("the engine has ended")), failed);
  });
  delete globalThis.rummygym; // the engine has host
  return (request) => {
    const [answer, message, illegal] = host.call(JSON.stringify(request));
    if (message !== undefined) throw Object.assign(new Error(message), illegal && { name: "IllegalMoveError" });
    return JSON.parse(answer);
  };
}

/** Promises the engine, which is started once. */
export async function load({ files = {} } = {}) {
  if (engine && Object.keys(files).length) throw new Error("the engine has started: give files to the first load");
  engine ??= start(files);
  const call = await engine.catch((error) => {
    engine = undefined;
    throw error;
  });

  class Game {
    #saved;

    constructor(saved) {
      this.#keep(call(saved));
    }

    #keep({ saved, player }) {
      this.#saved = saved;
      this.player = player;
    }

    #ask(what, members) {
      return call({ do: what, game: this.#saved, ...members });
    }

    legal() {
      return this.#ask("legal").legal;
    }

    apply(action) {
      this.#keep(this.#ask("apply", { action }));
    }

    view(seat) {
      return this.#ask("view", { seat }).view;
    }

    result() {
      return this.#ask("result").result;
    }

    bot(agent = "") {
      return this.#ask("bot", { agent }).move;
    }

    hint() {
      return this.#ask("hint").hint;
    }

    save() {
      return this.#saved;
    }
  }

  return {
    newGame: (game, rules, seed) => new Game({ do: "new", game, rules, seed: String(seed) }),
    loadGame: (text) => new Game({ do: "load", game: text }),
    hand: (game, hand) => call({ do: "hand", game, hand }).hand,
  };
}
