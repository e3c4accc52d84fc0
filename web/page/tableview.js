// A table at which games are played: the board, what the person can do, and what happened.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { Choice, useKeys, useTicks } from "./controls.js";
import { Words } from "./events.js";
import { OwnHand, groupsOf } from "./hand.js";
import { classes, html } from "./html.js";
import { Hint, Sheet } from "./sheet.js";
import { ALL, watch } from "./table.js";
import { sentence } from "./words.js";

/** Milliseconds between moves of agents. */
const paces = [[1600, "Slow"], [700, "Normal"], [200, "Fast"], [0, "At once"]];

const upper = (s) => s[0].toUpperCase() + s.slice(1);

/** The seat as people call it. */
const caller = (names, seat, you) => (seat === you ? "You" : names[seat]);

/** What happened, the newest last. */
function Log({ events, names, you }) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    ref.current.scrollTop = ref.current.scrollHeight;
  }, [events]);
  return html`<section class="events log" aria-label="What happened"><ol ref=${ref} tabindex="0">
    ${events.map((e, i) => html`<li key=${i} class=${classes("turn", e.seat === undefined && "table", `is-${e.type}`)}>
      ${e.seat !== undefined && html`<span class=${classes("who", e.seat === you && "you")}>${caller(names, e.seat, you)}</span>`}
      <span class="event"><${Words} event=${e} yours=${e.seat !== undefined && e.seat === you} /></span></li>`)}
  </ol></section>`;
}

/** Who is to move, in a sentence. */
function turnText(state, busy) {
  if (state.mover === undefined) return "The game is over.";
  if (state.turn) return "Your move";
  return `${state.names[state.mover]} ${busy ? "thinks" : "is to move"} …`;
}

/**
 * The table. state is what the engine told last, events all events of the game, and ask(request) asks the engine and takes
 * its answer. problem is an error to show.
 */
export function TableView({ state, events, ask, busy, hint, problem, pace, setPace, leave, save, replay, aside }) {
  const you = state.seat;
  const watching = you === undefined;
  const [at, setAt] = useState(undefined);
  const [line, setLine] = useState(0);
  const [bySuit, setBySuit] = useState(false);
  const [paused, setPaused] = useState(false);
  const [help, setHelp] = useState(false);

  const record = useMemo(() => ({ seats: state.names.map((n, p) => (p === you ? "You" : n)), events }), [events, state]);
  const table = useMemo(() => {
    const { tables } = watch(record, watching ? ALL : you);
    return { ...tables.at(-1), toMove: state.mover };
  }, [record]);
  const drawn = !watching && table.moved?.seat === you ? table.moved.card : undefined;
  const groups = useMemo(() => groupsOf(state.hand, bySuit), [state, bySuit]);
  const cards = groups.flatMap((g) => g.cards);
  const choices = state.choices ?? [];
  const others = choices.filter((c) => !c.plays);
  const ofCard = (i) => choices.filter((c) => c.plays && c.card === cards[i]);
  const playable = cards.findIndex((c) => choices.some((x) => x.plays && x.card === c)) >= 0;
  // The chosen card, or what is proposed: the card just drawn, or else the last that can be played.
  const proposed = () => {
    const fits = (i) => ofCard(i).length > 0;
    const just = cards.lastIndexOf(drawn);
    return just >= 0 && fits(just) ? just : cards.findLastIndex((_, i) => fits(i));
  };
  const chosen = !playable ? undefined : at !== undefined && at < cards.length ? at : proposed();
  const offered = [...(chosen === undefined ? [] : ofCard(chosen)), ...others];
  const now = Math.min(line, Math.max(0, offered.length - 1));

  useEffect(() => {
    setAt(undefined);
    setLine(0);
  }, [state]);

  const over = state.mover === undefined;
  const play = (action) => !busy && state.turn && ask({ do: "play", action });
  const next = () => !busy && over && ask({ do: "next" });
  const enter = () => (over ? next() : offered[now] && play(offered[now].action));
  const choose = (i) => {
    setAt(i);
    setLine(0);
  };
  const step = (n) => playable && choose((chosen + n + cards.length) % cards.length);
  const showHint = () => !busy && state.turn && ask({ do: "hint" });
  const undo = () => !busy && state.can_undo && ask({ do: "undo" });

  useTicks(!busy && !over && !state.turn && !paused && !problem, pace, () => ask({ do: "advance" }));
  const keys = watching
    ? { " ": () => setPaused(!paused), ArrowRight: () => paused && !busy && !over && ask({ do: "advance" }), n: next }
    : { ArrowLeft: () => step(-1), ArrowRight: () => step(1), h: showHint, u: undo, s: () => setBySuit(!bySuit), n: next };
  Object.assign(keys, {
    ArrowUp: () => setLine(Math.max(0, now - 1)),
    ArrowDown: () => setLine(Math.min(offered.length - 1, now + 1)),
    "?": () => setHelp(!help),
  });
  for (let i = 1; i <= Math.min(9, offered.length); i++) keys[i] = () => play(offered[i - 1].action);
  useKeys(keys);
  useLayoutEffect(() => {
    const press = (e) => {
      if (e.key !== "Enter" || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || e.repeat) return;
      const on = e.target.closest?.("a, button, input, select, summary, textarea");
      if (on && !on.classList.contains("pick")) return;
      e.preventDefault();
      enter();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  // A click on the stock or the pile draws from it.
  const ref = useRef(null);
  useLayoutEffect(() => {
    const press = (e) => {
      const place = e.target.closest('[data-place="stock"], [data-place="pile"]')?.dataset.place;
      const draw = place && choices.find((c) => c.type === "draw" && c.source === place);
      if (draw) play(draw.action);
    };
    const box = ref.current;
    box.addEventListener("click", press);
    return () => box.removeEventListener("click", press);
  });

  const points = state.hand && `${state.hand.points} ${state.hand.distance === undefined ? "deadwood" : "points"}${state.hand.distance === undefined ? "" : `, MinDist ${state.hand.distance}`}`;
  const own = watching || over ? undefined : html`<section class=${classes("seat own", state.turn && "moving")} aria-label=${`Seat ${you}, you`} data-place=${`seat-${you}`}>
    <header>
      <h2><span class="number">${you}</span> <span class="name">You</span></h2>
      ${state.turn && html`<span class="badge move">to move</span>`}
      ${table.seats[you].status && html`<span class="badge">${table.seats[you].status}</span>`}
      <span class="facts"><span>${points}</span>${table.scores && html`<span>score ${table.scores[you]}</span>`}</span>
    </header>
    <${OwnHand} groups=${groups} wild=${table.wild} at=${chosen} drawn=${drawn} turn=${state.turn && playable} choose=${choose} play=${() => offered[0]?.plays && play(offered[0].action)} />
    ${table.seats[you].melds.length > 0 && html`<p class="laid">On the table: ${table.seats[you].melds.map((m) => html`<${Words} event=${{ type: "meld", cards: m }} /> `)}</p>`}
  </section>`;
  const said = events.length > 0 ? events.slice(-2).map((e) => (e.seat === undefined ? sentence(e) : `${caller(state.names, e.seat, you)}: ${sentence(e).replace(/^Seat \d+ /, "")}`)).join(". ") : "";
  return html`
    <header class="top">
      <div><h1>${state.title}</h1><p class="players">game ${state.number + 1}, rules ${state.rules}${state.practice ? ", practice" : ""}</p></div>
      <${Choice} label="Agents move" value=${pace} options=${paces} choose=${(v) => setPace(Number(v))} />
      ${aside}
      <button type="button" onClick=${leave}>New table</button>
    </header>
    <main ref=${ref} aria-busy=${busy} class=${classes("playing", state.turn && choices.some((c) => c.type === "draw") && "drawing")}>
      <${Board} table=${table} viewer=${watching ? ALL : you} animate=${pace > 0} own=${own} />
      <div class="player moves" role="group" aria-label="Moves">
        <p class="say">${problem ? html`<span role="alert">${problem}</span>` : turnText(state, busy)}</p>
        <div class="buttons">
          ${offered.map((c, i) => html`<button key=${c.action} type="button" class=${classes("choose", i === now && "main")} disabled=${busy} onClick=${() => play(c.action)}>
            <span class="digit" aria-hidden="true">${i + 1}</span> ${upper(c.text)}</button>`)}
          ${over && html`<button type="button" class="main" disabled=${busy} onClick=${next}>Next game</button><button type="button" onClick=${() => replay(true)}>Review</button>
            <button type="button" onClick=${() => replay(false)}>Look at the game</button>`}
          ${watching && !over && html`<button type="button" onClick=${() => setPaused(!paused)}>${paused ? "Go on" : "Pause"}</button>
            ${paused && html`<button type="button" disabled=${busy} onClick=${() => ask({ do: "advance" })}>Next move</button>`}
            <button type="button" disabled=${busy} onClick=${() => ask({ do: "advance", moves: 1000000 })}>To the end</button>`}
          ${problem && !state.turn && !over && html`<button type="button" onClick=${() => ask({ do: "advance" })}>Try again</button>`}
        </div>
        <div class="buttons tools">
          ${!watching && !over && html`<button type="button" disabled=${busy || !state.turn} onClick=${showHint}>Hint</button>
            ${state.practice && html`<button type="button" disabled=${busy || !state.can_undo} onClick=${undo}>Take back</button>`}
            <button type="button" onClick=${() => setBySuit(!bySuit)}>${bySuit ? "By melds" : "By suit"}</button>`}
          <button type="button" onClick=${save}>Save records</button>
          <button type="button" aria-expanded=${help} onClick=${() => setHelp(!help)}>Keys</button>
        </div>
        ${help && html`<dl class="keys">${(watching ? watchKeys : playKeys).map(([k, v]) => html`<div key=${k}><dt>${k}</dt><dd>${v}</dd></div>`)}</dl>`}
      </div>
    </main>
    <aside>
      ${hint && html`<${Hint} hint=${hint} play=${play} text=${(a) => choices.find((c) => c.action === a)?.text ?? ""} />`}
      <${Sheet} players=${state.players} results=${state.results} />
      <${Log} events=${events} names=${state.names} you=${you} />
    </aside>
    <p class="unseen" aria-live="polite">${said}. ${turnText(state, false)}</p>`;
}

const playKeys = [
  ["← →", "choose a card"],
  ["↑ ↓", "choose a move"],
  ["Enter, 1 to 9", "make it; the next game"],
  ["h", "hint"],
  ["u", "take back, in practice"],
  ["s", "by suit, by melds"],
  ["?", "keys"],
];
const watchKeys = [
  ["Space", "pause, go on"],
  ["→", "next move, in a pause"],
  ["Enter, n", "next game"],
];
