// A table at which games are played: the board, what the person can do, and what happened.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { arranged, put, split, step } from "./arrange.js";
import { Board } from "./board.js";
import { Choice, useKeys, useTicks } from "./controls.js";
import { Log, Words } from "./events.js";
import { OwnHand, cardsOf, groupsOf } from "./hand.js";
import { classes, html } from "./html.js";
import { HowTo } from "./howto.js";
import { Lessons, useLessons } from "./learn.js";
import { Lesson, partsOf } from "./lesson.js";
import { Hint, Sheet } from "./sheet.js";
import { ALL, watch } from "./table.js";
import { nameOf, pointsText, sentence, upper } from "./words.js";

/** Milliseconds between moves of agents. */
const paces = [[1600, "Slow"], [700, "Normal"], [200, "Fast"], [0, "At once"]];

/** What the table says of the hand: a name, and what it is. */
export const helps = [
  ["full", "Full help", "shows melds, points and hints"],
  ["learn", "Learn", "shows melds, points and hints, and after each turn what it missed"],
  ["none", "No help", "shows your cards alone"],
];

/** How a hand is sorted. */
const sorts = [["melds", "By melds"], ["suit", "By suit"], ["rank", "By rank"]];

/** The indices of the last events of the hands of a match after which another hand was dealt. */
export const handEnds = (events) => events.flatMap((e, i) => (i > 0 && e.type === "deal" ? [i - 1] : []));

/** What players answered after the last hand was scored. */
const answersOf = (events) => events.slice(events.findLastIndex((e) => e.type === "score") + 1).filter((e) => e.seat !== undefined);

/** Who is to move, in a sentence. result: the hand is over, and its result is shown. */
function turnText(state, result, busy) {
  if (result) return "The hand is over.";
  if (state.mover === undefined) return "The game is over.";
  if (state.turn) return state.question ?? "Your move";
  return `${nameOf(state.mover)} ${busy ? "thinks" : "is to move"} …`;
}

/**
 * The table. state is what the engine told last, told all events of the game, and ask(request) asks the engine and takes
 * its answer. passed is the number of hands whose result was shown and passed: what follows the next one is not shown
 * until the reader passes it too, which setPassed notes. consult(request) asks the engine what changes nothing. problem is an error to show.
 * help is what the table says of the hand, and order how it is sorted: {by, own}, where own is {deal, groups} if the reader has
 * arranged the hand of a deal. teach(game, number) begins a lesson. origin is the seed of the cards, with the results of who shared them, and link the address that shares them.
 */
export function TableView({ state: latest, events: told, passed, setPassed, ask, consult, busy, hint, problem, pace, setPace, help: chosenHelp, setHelp, order, setOrder, leave, teach, save, replay, origin, link, aside }) {
  const { lesson } = latest;
  const help = lesson ? "full" : chosenHelp;
  const you = latest.seat;
  const watching = you === undefined;
  const end = handEnds(told)[passed];
  const result = end !== undefined;
  const events = useMemo(() => (result ? told.slice(0, end + 1) : told), [told, end]);
  const scored = result || events.findLastIndex((e) => e.type === "score") > events.findLastIndex((e) => e.type === "deal"); // the hand is
  const state = useMemo(
    () => ({ ...latest, ...(scored && { hand: undefined, facts: [] }), ...(result && { turn: false, mover: undefined, choices: [], question: undefined }) }),
    [latest, result, scored],
  );
  const standing = scored && (!result || end === handEnds(told).at(-1)) ? latest.standing && [...answersOf(events).map(sentence), ...latest.standing] : undefined;
  const [at, setAt] = useState(undefined);
  const [line, setLine] = useState(0);
  const [paused, setPaused] = useState(false);
  const [guide, setGuide] = useState(false);
  const [more, setMore] = useState(false); // a narrow window shows all buttons
  const [sharing, setSharing] = useState(""); // the link and what became of it
  const [asked, setAsked] = useState(undefined); // the choice of which the table asks whether it is meant

  const record = useMemo(() => ({ seats: state.names.map((n, p) => (p === you ? "You" : n)), events }), [events, state]);
  const table = useMemo(() => {
    const { tables } = watch(record, watching ? ALL : you);
    return { ...tables.at(-1), toMove: scored ? undefined : state.mover };
  }, [record]);
  const drawn = !watching && table.moved?.seat === you ? table.moved.card : undefined;
  const handOrders = help === "none" ? sorts.slice(1) : sorts;
  const by = handOrders.some(([v]) => v === order.by) ? order.by : "suit";
  const deal = `${origin?.seed} ${state.number} ${table.hand}`;
  const mine = order.own?.deal === deal;
  const groups = useMemo(
    () => (mine ? arranged(order.own.groups, cardsOf(state.hand)).map((cards) => ({ name: "", counts: true, cards })) : groupsOf(state.hand, by, table.wild)),
    [state, by, mine, order],
  );
  // Cards that come keep the places that they have had.
  useEffect(() => {
    if (mine && state.turn) setOrder({ ...order, own: { deal, groups: groups.map((g) => g.cards) } });
  }, [state]);
  const { lessons, learn } = useLessons({ on: help === "learn" && !watching, state, you, events: told });
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
  const chosen = at !== undefined && at < cards.length ? at : playable ? proposed() : undefined;
  const parts = partsOf(lesson);
  const [part, setPart] = useState(0);
  const reading = part < parts.length - 1;
  const offered = reading ? [{ text: "go on", on: true }] : asked
    ? [{ text: "no, keep playing", no: true }, { ...asked, text: `yes, ${asked.text}` }]
    : [...(chosen === undefined ? [] : ofCard(chosen)), ...others];
  const now = Math.min(line, Math.max(0, offered.length - 1));

  useEffect(() => {
    setAt(undefined);
    setLine(0);
    setAsked(undefined);
    setPart(0);
  }, [state]);

  const over = state.mover === undefined; // of the hand
  const play = (action) => {
    if (busy || !state.turn) return;
    learn(ask({ do: "play", action, learn: help === "learn" }));
  };
  /** What is asked before a choice is made. Without help it says of no declaration whether it is right. */
  const question = (choice) => (help === "none" && choice.type === "declare" ? "You then show your hand. Declare?" : choice.asks);
  /** Does what the reader chose. What cannot be meant, or costs the game, is asked once. */
  const make = (choice) => {
    setLine(0);
    if (choice.on) setPart(part + 1);
    else if (choice.no) setAsked(undefined);
    else if (question(choice) && !asked) setAsked({ ...choice, asks: question(choice) });
    else play(choice.action);
  };
  const onward = () => (lesson.number < lesson.of ? teach(state.game, lesson.number + 1) : leave());
  const next = () => {
    if (result) setPassed(passed + 1);
    else if (!busy && over && lesson) onward();
    else if (!busy && over) ask({ do: "next" });
  };
  // Enter passes no result, so that who presses it again and again sees them all.
  // Enter, pressed again and again, must not pay for another entry.
  const enter = () => !state.question && offered[now] && (!playable || asked || reading || ofCard(chosen).length > 0) && make(offered[now]);
  const choose = (i) => {
    setAt(i);
    setLine(0);
  };
  const go = (n) => cards.length > 0 && !asked && choose(chosen === undefined ? (n > 0 ? 0 : cards.length - 1) : (chosen + n + cards.length) % cards.length);
  const arrange = (now) => setOrder({ ...order, own: { deal, groups: now } });
  /** Moves the chosen card in the hand. */
  const shift = (n) => {
    if (!cards.length || asked) return;
    const moved = step(groups.map((g) => g.cards), chosen ?? cards.length - 1, n);
    arrange(moved.groups);
    setAt(moved.i);
  };
  const cut = () => chosen !== undefined && !asked && arrange(split(groups.map((g) => g.cards), chosen));
  const sort = (by) => setOrder({ by });
  const sortNext = () => sort(handOrders[(mine ? 0 : handOrders.findIndex(([v]) => v === by) + 1) % handOrders.length][0]);
  const showHint = () => help !== "none" && !lesson && !busy && state.turn && ask({ do: "hint" });
  const undo = () => !busy && state.can_undo && ask({ do: "undo" });

  useTicks(!busy && !over && !state.turn && !paused && !problem, pace, () => ask({ do: "advance" }));
  useTicks(result && watching && !paused, 4 * pace, next);
  const toTheEnd = () => {
    setPassed(Infinity);
    ask({ do: "advance", moves: 1000000 });
  };
  // A player who is out of the match, and is not asked to join again.
  const out = !watching && !over && !state.turn && table.hand > 1 && !cards.length && !scored;
  const keys = watching
    ? { " ": () => setPaused(!paused), ArrowRight: () => paused && (result ? next() : !busy && !over && ask({ do: "advance" })), n: next }
    : { ArrowLeft: () => go(-1), ArrowRight: () => go(1), "Shift+ArrowLeft": () => shift(-1), "Shift+ArrowRight": () => shift(1), g: cut, h: showHint, u: undo, s: sortNext, n: next };
  Object.assign(keys, {
    ArrowUp: () => setLine(Math.max(0, now - 1)),
    ArrowDown: () => setLine(Math.min(offered.length - 1, now + 1)),
    "?": () => setGuide(!guide),
  });
  for (let i = 1; i <= Math.min(9, offered.length); i++) keys[i] = () => make(offered[i - 1]);
  useKeys(guide ? { "?": keys["?"] } : keys);
  useLayoutEffect(() => {
    const press = (e) => {
      if (e.key !== "Enter" || guide || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || e.repeat) return;
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
      const draw = place && !reading && choices.find((c) => c.type === "draw" && c.source === place);
      if (draw) make(draw);
    };
    const box = ref.current;
    box.addEventListener("click", press);
    return () => box.removeEventListener("click", press);
  });

  const onDrop = (i, target) => {
    if (target !== "pile") {
      const moved = put(groups.map((g) => g.cards), i, target.i, target.after);
      arrange(moved.groups);
      setAt(moved.i);
      return;
    }
    const choice = state.turn && !asked && ofCard(i).find((c) => c.type === "discard" || c.type === "knock");
    if (choice) make(choice);
  };
  const share = async () => {
    if (sharing) return setSharing("");
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    return setSharing(copied ? "The link to these cards was copied:" : "The link to these cards:");
  };
  const points = help !== "none" && cards.length > 0 && `${pointsText(state.hand.points)}${state.hand.distance === undefined ? "" : `, MinDist ${state.hand.distance}`}`;
  const own = watching || over || scored ? undefined : html`<section class=${classes("seat own", state.turn && "moving")} aria-label=${`Seat ${you}, you`} data-place=${`seat-${you}`}>
    <header>
      <h2><span class="name">You</span></h2>
      ${state.turn && html`<span class="badge move">to move</span>`}
      ${table.seats[you].status && html`<span class="badge">${table.seats[you].status}</span>`}
      <span class="facts"><span>${points}</span>${table.scores && html`<span>score ${table.scores[you]}</span>`}</span>
    </header>
    <${OwnHand} ...${{ groups, wild: table.wild, at: chosen, picked: at !== undefined, drawn, onDrop }} choose=${(i) => (!playable || ofCard(i).length > 0) && choose(i)} turn=${Boolean(state.turn && playable && !asked && !reading)} play=${() => offered[0]?.plays && make(offered[0])} />
    ${table.seats[you].melds.length > 0 && html`<p class="laid">On the table: ${table.seats[you].melds.map((m) => html`<${Words} event=${{ type: "meld", cards: m }} /> `)}</p>`}
  </section>`;
  const said = events.slice(-2).flatMap((e) => [sentence(e), ...(e.why ?? [])]).join(". ");
  // The tab says whose turn it is, for who looks at another one.
  useEffect(() => {
    document.title = [state.turn && (state.question ? "Your answer?" : "Your move"), over && !result && "Game over", state.title].filter(Boolean).join(" – ");
  }, [state]);
  useEffect(() => () => (document.title = "rummygym"), []);
  return html`
    <header class="top">
      <div><h1>${state.title}</h1><p class="players">${lesson ? "lessons" : html`game ${state.number + 1}, rules ${state.rules}${origin ? `, seed ${origin.seed}` : ""}${state.practice ? ", practice" : ""}`}</p></div>
      ${!lesson && html`<${Choice} label="Agents move" value=${pace} options=${paces} choose=${(v) => setPace(Number(v))} />`}
      ${aside}
      <button type="button" onClick=${leave}>${lesson ? "Leave" : "New table"}</button>
    </header>
    <main ref=${ref} aria-busy=${busy} class=${classes("playing", ...choices.filter((c) => c.type === "draw").map((c) => `draws-${c.source}`))}>
      <${Board} table=${table} viewer=${watching ? ALL : you} animate=${pace > 0} own=${own} facts=${state.facts} target=${state.target} standing=${standing} />
      <div class=${classes("player moves", over && "over")} role="group" aria-label="Moves">
        <p class="say">${problem ? html`<span role="alert">${problem}</span>` : (asked?.asks ?? turnText(state, result, busy))}</p>
        <div class="buttons">
          ${offered.map((c, i) => html`<button key=${c.on || c.no ? c.text : c.action} type="button" class=${classes("choose", i === now && "main")} disabled=${busy} onClick=${() => make(c)}>
            <span class="digit" aria-hidden="true">${i + 1}</span> ${upper(c.text)}</button>`)}
          ${over && html`<button key="next" type="button" class="main" disabled=${busy} onClick=${(e) => e.detail < 2 && next()}>${result ? "Next hand" : !lesson ? "Next game" : lesson.number < lesson.of ? "Next lesson" : "Play"}</button>`}
          ${over && !result && !lesson && html`<button type="button" onClick=${() => replay({ atOnce: true })}>Review</button>
            <button type="button" onClick=${() => replay({})}>Look at the game</button>`}
          ${watching && (!over || result) && html`<button type="button" onClick=${() => setPaused(!paused)}>${paused ? "Continue" : "Pause"}</button>
            ${paused && !over && html`<button type="button" disabled=${busy} onClick=${() => ask({ do: "advance" })}>Next move</button>`}
`}
          ${(out || (watching && (!over || result))) && html`<button type="button" disabled=${busy} onClick=${toTheEnd}>To the end</button>`}
          ${problem && !state.turn && !over && html`<button type="button" onClick=${() => ask({ do: "advance" })}>Try again</button>`}
        </div>
        <div class="buttons tools">
          ${!watching && !over && html`${help !== "none" && !lesson && html`<button type="button" disabled=${busy || !state.turn} onClick=${showHint}>Hint</button>`}
            ${state.practice && html`<button type="button" disabled=${busy || !state.can_undo} onClick=${undo}>Take back</button>`}
            ${!scored && html`<${Choice} label="Hand" value=${mine ? "own" : by} options=${[...(mine ? [["own", "My order"]] : []), ...handOrders]} choose=${(v) => v !== "own" && sort(v)} />`}
            ${lesson ? html`<button type="button" disabled=${busy} onClick=${onward}>Skip lesson</button>` : html`<button type="button" class="more" aria-expanded=${more} onClick=${() => setMore(!more)}>More</button>`}`}
          ${!lesson && html`<span class=${classes("buttons extra", (more || watching || over) && "open")}>
            ${!watching && !over && html`<${Choice} label="Help" value=${help} options=${helps} choose=${setHelp} />`}
            <button type="button" onClick=${save}>Save records</button>
            ${link && html`<button type="button" aria-expanded=${Boolean(sharing)} onClick=${share}>Share</button>`}
          </span>`}
          <button type="button" aria-label="How to play" title="How to play" onClick=${() => setGuide(true)}>?</button>
        </div>
        ${sharing && html`<label class="share">${sharing} <input readonly value=${link} onFocus=${(e) => e.currentTarget.select()} /></label>`}
        ${guide && html`<${HowTo} ask=${consult} request=${{ game: state.game, rules: state.rules }} title=${state.title} keys=${watching ? watchKeys : playKeys} close=${() => setGuide(false)} />`}
      </div>
    </main>
    <aside>
      ${lesson && html`<${Lesson} lesson=${lesson} text=${parts[Math.min(part, parts.length - 1)]} />`}
      ${lessons && html`<${Lessons} lessons=${lessons} />`}
      ${hint && html`<${Hint} hint=${hint} play=${play} text=${(a) => choices.find((c) => c.action === a)?.text ?? ""} />`}
      ${!lesson && html`<${Sheet} players=${state.players} results=${state.results} hands=${state.hands?.slice(0, result ? passed + 1 : undefined)} open=${replay} shared=${origin?.results} />`}
      <${Log} events=${events} you=${you} />
    </aside>
    <p class="unseen" aria-live="polite">${said}. ${turnText(state, result, false)}</p>`;
}

const playKeys = [
  ["← →", "choose a card"],
  ["↑ ↓", "choose a move"],
  ["Enter, 1 to 9", "make the move"],
  ["n", "next hand, next game"],
  ["h", "hint"],
  ["u", "take back, in practice"],
  ["s", "sort by suit, rank, melds"],
  ["Shift ← →, or drag", "move a card in the hand"],
  ["g", "begin a group with the card, or join it to the one before"],
  ["?", "how to play, keys"],
];
const watchKeys = [["Space", "pause, continue"], ["→", "next move, while paused"], ["n", "next hand, next game"]];
