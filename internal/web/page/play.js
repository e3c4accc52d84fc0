// The play page: a form that begins a table, the table, and the replay of its games.

import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { orderOf } from "./arrange.js";
import { Shapes } from "./card.js";
import { emptyReplay, openStream, startWorker } from "./engine.js";
import { GameList, isOver } from "./gamelist.js";
import { html } from "./html.js";
import { LessonOffer } from "./lesson.js";
import { linkTo, originOf, randomSeed, sharedBy } from "./link.js";
import { Offer } from "./offer.js";
import { gamesOf, linesOf } from "./records.js";
import { Replay, checkRecord } from "./replay.js";
import { Reviewing } from "./reviewing.js";
import { pageOf } from "./savedpage.js";
import { SchemeChoice } from "./scheme.js";
import { Setup } from "./setup.js";
import { TableView, handEnds } from "./tableview.js";
import { tell } from "./words.js";

/** What the browser keeps of the page, where it lets a page keep something. Each tab has its own; a new one has the last of all. */
const kept = {
  get(key, otherwise) {
    try {
      const name = `rummygym-${key}`;
      return JSON.parse(sessionStorage.getItem(name) ?? localStorage.getItem(name)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      for (const store of [sessionStorage, localStorage]) store.setItem(`rummygym-${key}`, JSON.stringify(value));
    } catch {
      // it holds for this visit
    }
  },
};

/** Gives the reader a file. */
function download(name, text, type = "application/x-ndjson") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The page. engine asks the engine, openEngine opens another one, native tells whether they are those of the program. */
function Play({ engine, openEngine, catalog, native, more, lost }) {
  const [picked, setPicked] = useState(() => ({ ...kept.get("table", {}), native }));
  const [pace, setPace] = useState(() => kept.get("pace", 700));
  const [help, setHelp] = useState(() => kept.get("help", "full"));
  const [order, setOrder] = useState(() => ({ by: kept.get("sort", "melds"), own: orderOf(kept.get("order")) }));
  const [state, setState] = useState(null);
  const [events, setEvents] = useState([]);
  const [passed, setPassed] = useState(0); // hands of the match whose result the reader has passed
  const [hint, setHint] = useState(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [shown, setShown] = useState(null); // the replay of a game: {title, record, review}, atOnce: a review is asked for
  const [origin, setOrigin] = useState(null); // of the table: {agents, seed}, and results, those of who shared the deal
  const [offer, setOffer] = useState(() => sharedBy(location.hash, catalog));
  const [file, setFile] = useState(null); // {games, text} of an open file of several games
  const [last, setLast] = useState(() => kept.get("records", ""));

  const left = useRef(0); // the number of tables that were left
  /** Asks the engine, shows what it answers, and returns the answer, or undefined after an error or if the table was left meanwhile. */
  const ask = async (request) => {
    const before = left.current;
    setBusy(true);
    setProblem("");
    try {
      const answer = await engine(request);
      if (left.current !== before) return undefined;
      if (answer.state) {
        const now = answer.state;
        setState(now);
        setEvents((before) => [...before.slice(0, now.from), ...now.events]);
        if (now.from === 0) setPassed(handEnds(now.events).length);
        setHint(null);
        if (now.seat !== undefined && !now.lesson && (now.turn || now.mover === undefined)) {
          const { records } = await engine({ do: "records" });
          kept.set("records", records);
          setLast(records);
        }
      }
      if (answer.hint) setHint(answer.hint);
      return answer;
    } catch (error) {
      if (left.current === before) setProblem(error.message);
      return undefined;
    } finally {
      if (left.current === before) setBusy(false);
    }
  };
  useEffect(() => {
    const moved = () => setOffer(sharedBy(location.hash, catalog));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  // The table and a replay are entries of the browser's history: Back goes from the replay to the table, and from that to the form.
  useEffect(() => {
    history.replaceState(null, "", location.href); // after a reload no table is open
    const back = ({ state: entry }) => {
      if (entry?.view === "replay" || location.hash.startsWith("#event=")) return;
      setShown(null);
      if (entry?.view) return;
      left.current++;
      setBusy(false);
      setEvents([]);
      setState((table) => {
        if (table) engine({ do: "leave" });
        return null;
      });
    };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  const enter = (view, fragment = "") => history.pushState({ view }, "", location.pathname + location.search + fragment);
  const home = () => {
    history.replaceState(null, "", location.pathname + location.search);
    setOffer(null);
  };
  useLayoutEffect(() => { // before a click on the table can ask for what is behind it
    if (!state) return;
    home();
    enter("table");
  }, [!state]);
  /** Begins a table. results are those of who shared its deal. */
  const start = async (request, results) => {
    const dealt = { ...request, seed: request.seed || randomSeed() };
    if (!(await ask(dealt))) return;
    setOrigin({ agents: dealt.agents, seed: dealt.seed, results });
    setOrder({ by: order.by });
    pick({ seed: "" }); // it is used once
  };
  /** Begins a lesson of a game. */
  const teach = async (game, lesson) => {
    if (!(await ask({ do: "new", game, lesson }))) return;
    setOrigin(null);
  };
  /** Goes on with the table of records. */
  const resume = async (records, practice) => {
    if (!(await ask({ do: "resume", records, practice }))) return false;
    setOrigin(originOf(records));
    return true;
  };
  const gameOf = (name) => catalog.games.find((g) => g.name === name);
  const phrasesOf = (name) => gameOf(name)?.phrases;
  /** Shows a game from an event on. atOnce: its review is asked for. whole: the record of which it is the beginning. */
  const show = (title, record, { atOnce, at, whole = record } = {}) => {
    try {
      checkRecord(record);
      enter("replay", at ? `#event=${at + 1}` : "");
      setShown({ title, record, atOnce });
      setProblem("");
      engine({ do: "why", records: linesOf(whole) }).then(({ why }) => setShown((now) => now?.record === record ? { ...now, why } : now), () => {});
    } catch (error) {
      setProblem(error.message);
    }
  };
  /** Opens a game of a file of records: goes on with the last one if it is not over, or shows the game. */
  const openGame = async ({ games, text }, i) => {
    const game = games[i];
    if (i === games.length - 1 && !isOver(game) && game.view === undefined && (await resume(text))) setFile(null);
    else show(gameOf(game.game)?.title ?? game.game, game);
  };
  /** Opens a file of records: its game, or a list if it has several. */
  const open = (text) => {
    try {
      const games = gamesOf(text);
      setProblem("");
      if (games.length > 1) setFile({ games, text });
      else openGame({ games, text }, 0);
    } catch (error) {
      setProblem(error.message);
    }
  };
  const records = async () => (await ask({ do: "records" }))?.records;
  /** Shows a game of the table, by default the last, from the deal of a hand. Of a game in progress it shows that hand alone. */
  const replay = async ({ game, hand, atOnce }) => {
    const text = await records();
    if (!text) return;
    const record = gamesOf(text).at(game ?? -1);
    const all = (type) => record.events.flatMap((e, i) => (e.type === type ? [i] : []));
    const events = isOver(record) ? record.events : record.events.slice(0, all("score")[hand] + 1);
    show(state.title, { ...record, events }, { atOnce, at: hand && all("deal")[hand], whole: record });
  };

  const pick = (changes) => {
    const now = { ...picked, ...changes };
    setPicked(now);
    kept.set("table", now);
  };
  useEffect(() => kept.set("pace", pace), [pace]);
  useEffect(() => kept.set("help", help), [help]);
  useEffect(() => {
    kept.set("sort", order.by ?? "melds");
    kept.set("order", order.own ?? null);
  }, [order]);
  const scheme = html`<${SchemeChoice} />`;
  if (lost) return html`<main class="message"><p role="alert">${lost} Reload the page to begin again.</p></main>`;
  if (shown) {
    const { record, atOnce } = shown;
    const reviewing = record.view === undefined && isOver(record) && html`<${Reviewing} ...${{ record, atOnce }} open=${openEngine} done=${(review) => setShown({ ...shown, review })} />`;
    const data = { title: shown.title, phrases: phrasesOf(record.game), levels: gameOf(record.game)?.levels, record, why: shown.why, review: shown.review };
    const savePage = () => emptyReplay().then((empty) => pageOf(empty, data)).then((page) => download("rummygym.html", page, "text/html"), (error) => setProblem(error.message));
    const aside = html`<button type="button" onClick=${savePage}>Save page</button><button type="button" onClick=${() => history.back()}>Back</button>`;
    return html`<${Replay} ...${{ data, aside, reviewing }} />`;
  }
  if (state) {
    tell(phrasesOf(state.game), state.names, state.seat);
    return html`<${Shapes} /><${TableView}
      ...${{ state, events, passed, setPassed, ask, consult: engine, busy, hint, problem, pace, setPace, help, setHelp, order, setOrder, aside: scheme }}
      leave=${() => history.back()}
      save=${async () => { const text = await records(); if (text) download("rummygym.jsonl", text); }}
      teach=${teach} replay=${replay} origin=${origin}
      link=${origin && linkTo({ ...origin, game: state.game, rules: state.rules }, (state.seat === undefined ? [] : (state.results ?? [])).map((r) => r.gains[0]))}
    />`;
  }
  const goOn = last && (() => resume(last, picked.practice));
  return html`<${Shapes} />
    <header class="top"><div><h1>rummygym</h1><p class="players">Play ${catalog.games.filter((g) => !g.match).map((g) => g.title).join(" and ")} with agents</p></div>${scheme}</header>
    <main class="begin-page">
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${offer && !file && html`<${Offer} ...${{ offer, busy, native, close: home }} start=${(request) => start(request, offer.results)} />`}
      ${!offer && !file && html`<${LessonOffer} games=${catalog.games} busy=${busy} begin=${(g) => teach(g.name, 1)} />`}
      ${file ? html`<${GameList} games=${file.games} gameOf=${gameOf} open=${(i) => openGame(file, i)} close=${() => setFile(null)} />` : html`<${Setup} ...${{ catalog, picked, pick, help, setHelp, open, goOn, busy, consult: engine }} start=${start} />
      ${more?.(show)}`}
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
