// The play page: a form that begins a table, the table, and the replay of its games.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Shapes } from "./card.js";
import { openStream, startWorker } from "./engine.js";
import { html } from "./html.js";
import { gamesOf } from "./records.js";
import { Replay, checkRecord } from "./replay.js";
import { Reviewing } from "./reviewing.js";
import { SchemeChoice } from "./scheme.js";
import { Setup } from "./setup.js";
import { TableView, handEnds } from "./tableview.js";
import { tell } from "./words.js";

/** What the browser keeps of the page, where it lets a page keep something. */
const kept = {
  get(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`rummygym-${key}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`rummygym-${key}`, JSON.stringify(value));
    } catch {
      // it holds for this visit
    }
  },
};

/** Gives the reader a file. */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The page. engine asks the engine, openEngine opens another one, native tells whether they are those of the program. */
function Play({ engine, openEngine, catalog, native, more, lost }) {
  const [picked, setPicked] = useState(() => ({ ...kept.get("table", {}), native }));
  const [pace, setPace] = useState(() => kept.get("pace", 700));
  const [state, setState] = useState(null);
  const [events, setEvents] = useState([]);
  const [passed, setPassed] = useState(0); // hands of the match whose result the reader has passed
  const [hint, setHint] = useState(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [shown, setShown] = useState(null); // the replay of a game: {title, record, review}, atOnce: a review is asked for
  const [last, setLast] = useState(() => kept.get("records", ""));

  /** Asks the engine, shows what it answers, and returns the answer, or undefined after an error. */
  const ask = async (request) => {
    setBusy(true);
    setProblem("");
    try {
      const answer = await engine(request);
      if (answer.state) {
        const now = answer.state;
        setState(now);
        setEvents((before) => [...before.slice(0, now.from), ...now.events]);
        if (now.from === 0) setPassed(handEnds(now.events).length);
        setHint(null);
        if (now.seat !== undefined && (now.turn || now.mover === undefined)) {
          const { records } = await engine({ do: "records" });
          kept.set("records", records);
          setLast(records);
        }
      }
      if (answer.hint) setHint(answer.hint);
      return answer;
    } catch (error) {
      setProblem(error.message);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const phrasesOf = (game) => catalog.games.find((g) => g.name === game)?.phrases;
  const show = (title, record, atOnce) => {
    try {
      checkRecord(record);
      setShown({ title, record, atOnce });
      history.replaceState(null, "", location.pathname + location.search);
    } catch (error) {
      setProblem(error.message);
    }
  };
  /** Opens a file of records: goes on with its last game, or shows it if it is over or nobody can go on. */
  const open = async (text) => {
    let games;
    try {
      games = gamesOf(text);
    } catch (error) {
      setProblem(error.message);
      return;
    }
    const game = games.at(-1);
    if (game.events.at(-1)?.type !== "end" && game.view === undefined && (await ask({ do: "resume", records: text }))) return;
    const title = catalog.games.find((g) => g.name === game.game)?.title ?? game.game;
    show(title, game);
  };
  const records = async () => (await ask({ do: "records" }))?.records;

  const pick = (changes) => {
    const now = { ...picked, ...changes };
    setPicked(now);
    kept.set("table", now);
  };
  useEffect(() => kept.set("pace", pace), [pace]);
  const scheme = html`<${SchemeChoice} />`;
  if (lost) return html`<main class="message"><p role="alert">${lost} Reload the page to begin again.</p></main>`;
  if (shown) {
    const back = () => {
      setShown(null);
      history.replaceState(null, "", location.pathname + location.search);
    };
    const { record, atOnce } = shown;
    const reviewing = record.view === undefined && html`<${Reviewing} ...${{ record, atOnce }} open=${openEngine} done=${(review) => setShown({ ...shown, review })} />`;
    return html`<${Replay} data=${{ ...shown, phrases: phrasesOf(record.game) }} aside=${html`<button type="button" onClick=${back}>Back</button>`} ...${{ reviewing }} />`;
  }
  if (state) {
    tell(phrasesOf(state.game), state.names, state.seat);
    return html`<${Shapes} /><${TableView}
      ...${{ state, events, passed, setPassed, ask, consult: engine, busy, hint, problem, pace, setPace, aside: scheme }}
      leave=${() => { setState(null); setEvents([]); engine({ do: "leave" }); }}
      save=${async () => { const text = await records(); if (text) download("rummygym.jsonl", text); }}
      replay=${async (atOnce) => { const text = await records(); if (text) show(state.title, gamesOf(text).at(-1), atOnce); }}
    />`;
  }
  const goOn = last && (() => ask({ do: "resume", records: last, practice: picked.practice }));
  return html`<${Shapes} />
    <header class="top"><div><h1>rummygym</h1><p class="players">Play ${catalog.games.map((g) => g.title).join(" and ")} with agents</p></div>${scheme}</header>
    <main class="begin-page">
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <${Setup} ...${{ catalog, picked, pick, open, goOn, busy, consult: engine }} start=${ask} />
      ${more?.(show)}
    </main>`;
}

/** Draws the page in an element. more(show) returns further parts of the first page. */
export async function run(root, more) {
  const native = root.dataset.engine === "stream";
  let draw = () => {};
  try {
    const { ask } = await (native ? openStream((error) => draw(`${error.message}.`)) : startWorker());
    const { catalog } = await ask({ do: "catalog" });
    const openEngine = native ? openStream : startWorker;
    draw = (lost) => render(html`<${Play} engine=${ask} ...${{ openEngine, catalog, native, more, lost }} />`, root);
    root.textContent = "";
    draw();
  } catch (error) {
    root.textContent = `The page cannot start: ${error.message}`;
  }
}
