// The replay page: a game from its record, event by event.

import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "./board.js";
import { Shapes } from "./card.js";
import { Choice, Player, useKeys, useTicks } from "./controls.js";
import { Curve, Mistakes, mistakeAfter } from "./curve.js";
import { Events } from "./events.js";
import { html } from "./html.js";
import { fragmentOf, placeOf, writeFragment } from "./place.js";
import { Results } from "./results.js";
import { Decision, Question, costly, decisionAt } from "./review.js";
import { SchemeChoice } from "./scheme.js";
import { ALL, BLIND, emptyTable, follow, viewersOf, watch } from "./table.js";
import { beside, dealBeside, turnBeside, turnsOf } from "./turns.js";
import { callersOf, nameOf, namesOf, personOf, sentence, tell, viewerText, whyText } from "./words.js";

/** The viewer of a record when it opens: the person who played, or else who sees most. */
function usualOf(record) {
  const viewers = viewersOf(record);
  const person = personOf(record.seats);
  return viewers.includes(person) ? person : viewers[0];
}

/** A place that the record has, nearest to the one given. */
function nearest(record, review, { at = 0, viewer, line, step }) {
  const viewers = viewersOf(record);
  const last = record.events.length - 1;
  const place = { at: Math.min(at, last), viewer: viewers.includes(viewer) ? viewer : usualOf(record) };
  const alternative = decisionAt(review, place.at)?.alternatives?.[line];
  return alternative ? { ...place, line, step: Math.min(step, alternative.line.length - 1) } : place;
}

/** The page of a record. aside is an element of the header, reviewing one that asks for a review. */
export function Replay({ data: { title, phrases, record: plain, why, review, levels }, aside, reviewing }) {
  const names = namesOf(plain.seats, levels);
  tell(phrases, names, personOf(plain.seats));
  const record = useMemo(() => ({ ...plain, events: plain.events.map((e, i) => (why?.[i] ? { ...e, why: why[i].map(whyText) } : e)) }), [plain, why]);
  const [place, setPlace] = useState(() => nearest(record, review, placeOf(location.hash)));
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const [byRank, setByRank] = useState(false);
  const [animate, setAnimate] = useState(false);
  const [picks, setPicks] = useState(() => new Map()); // by event of a mistake: the reader's move, null for the answer alone
  const { viewer, line, step } = place;
  const usual = usualOf(record);

  const { events, tables } = useMemo(() => watch(record, viewer), [record, viewer]);
  const turns = useMemo(() => turnsOf(events), [events]);
  const costs = useMemo(() => costly(review), [review]);
  // What the viewer does not see has changed nothing: the event before it stands for it.
  const at = events[place.at] ? place.at : beside(events, place.at, -1);
  const last = beside(events, events.length, -1);
  const decision = decisionAt(review, at);
  const asked = decision?.mistake && decision.alternatives?.length > 0 && line === undefined && !picks.has(at) && !playing;
  // What the player that is asked for knew, up to its move.
  const puzzle = useMemo(() => {
    if (!asked) return null;
    const seen = watch(record, events[at].seat);
    const before = seen.events.slice(0, at);
    return { table: seen.tables[at - 1], events: before, turns: turnsOf(before) };
  }, [asked, at, events]);
  const tried = useMemo(() => {
    const followed = line !== undefined && follow(tables[at - 1] ?? emptyTable(record), decision.alternatives[line].line, viewer);
    return followed?.events?.length > 0 && followed;
  }, [at, line, tables]);

  const link = useMemo(() => (i) => fragmentOf({ at: i, viewer }, usual), [viewer]);
  useEffect(() => writeFragment(fragmentOf(place, usual)), [place]);
  useEffect(() => {
    const moved = () => {
      setPlace(nearest(record, review, placeOf(location.hash)));
      setPlaying(false);
    };
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);

  const go = (to, keepPlaying) => {
    setAnimate(to === beside(events, at, 1) && line === undefined);
    setPlace({ at: to, viewer });
    if (!keepPlaying) setPlaying(false);
  };
  const stepBy = (n) => {
    if (!tried) return go(beside(events, at, n));
    const to = step + n;
    setAnimate(n > 0);
    return setPlace({ ...place, step: Math.max(0, Math.min(tried.events.length - 1, to)) });
  };
  const actions = {
    first: () => go(0),
    back: () => stepBy(-1),
    forward: () => stepBy(1),
    end: () => go(last),
    toggle: () => {
      if (!playing && at >= last) go(0);
      setPlaying(!playing);
    },
  };
  useKeys({
    ArrowLeft: actions.back,
    ArrowRight: actions.forward,
    ArrowUp: () => go(turnBeside(turns, at, -1)),
    ArrowDown: () => go(turnBeside(turns, at, 1)),
    PageUp: () => go(dealBeside(events, at, -1)),
    PageDown: () => go(dealBeside(events, at, 1)),
    Home: actions.first,
    End: actions.end,
    " ": actions.toggle,
    Escape: () => line !== undefined && go(at),
    m: () => mistakeAfter(review, at) !== undefined && go(mistakeAfter(review, at)),
  });
  useTicks(playing, 1000 / speed, () => (at < last ? go(beside(events, at, 1), true) : setPlaying(false)));

  const shown = tried ? Math.min(step, tried.events.length - 1) : at;
  const event = tried ? tried.events[shown] : events[at];
  const table = tried ? tried.tables[shown] : (puzzle?.table ?? tables[at]);
  const pick = (move) => setPicks(new Map(picks).set(at, move ?? null));
  const again = () => setPicks(new Map([...picks].filter(([i]) => i !== at)));
  const text = asked ? `What would ${nameOf(event.seat)} play?` : sentence(event);
  return html`<${Shapes} />
    <header class="top">
      <div><h1>${title}</h1><p class="players">${callersOf(names)}</p></div>
      <${Choice}
        label="View"
        value=${viewer}
        options=${viewersOf(record).map((v) => [v, viewerText(v)])}
        choose=${(v) => setPlace({ at, viewer: v === ALL || v === BLIND ? v : Number(v) })}
      />
      <${Choice} label="Order" value=${byRank ? "rank" : "suit"} options=${[["suit", "By suit"], ["rank", "By rank"]]} choose=${(v) => setByRank(v === "rank")} />
      <${SchemeChoice} />
      ${aside}
    </header>
    <main>
      ${tried && html`<p class="what-if">What if: ${text} <button type="button" onClick=${() => go(at)}>Back to the game</button></p>`}
      <${Board} table=${table} viewer=${asked ? event.seat : viewer} byRank=${byRank} animate=${animate} />
      <${Player} ...${{ at, last: events.length - 1, text, playing, speed, go, setSpeed, ...actions }} />
    </main>
    <aside>
      ${review && html`<div class="overview"><${Curve} ...${{ review, record, at, go }} /><${Mistakes} ...${{ review, record, at, go }} /></div>`}
      ${!review && reviewing}
      ${asked && html`<${Question} ...${{ decision, event: events[at], pick }} />`}
      ${decision && !asked && html`<${Decision}
        ...${{ decision, event: events[at], line, picked: picks.get(at) }}
        again=${picks.has(at) && line === undefined && again}
        tryLine=${(i) => setPlace({ at, viewer, line: i, step: 0 })}
      />`}
      <${Events} ...${{ events, turns, at, costs, link, go, ...(puzzle && { events: puzzle.events, turns: puzzle.turns, at: at - 1 }) }} />
      <${About} record=${record} review=${review} />
    </aside>
    <p class="unseen" aria-live=${playing ? "off" : "polite"}>${text}</p>`;
}

const keys = [
  ["← →", "event"],
  ["↑ ↓", "turn"],
  ["Page ↑ ↓", "hand"],
  ["Home End", "first, last"],
  ["Space", "play, pause"],
];

/** Keys, rules, and where the deal came from. */
const About = ({ record, review }) => html`<details class="about">
  <summary>Keys and rules</summary>
  <dl class="keys">${[...keys, ...(review ? [["m", "next mistake"]] : [])].map(([k, v]) => html`<div><dt>${k}</dt><dd>${v}</dd></div>`)}</dl>
  <dl>
    ${review?.by && html`<div><dt>reviewed with</dt><dd>${review.by}</dd></div>`}
    <div><dt>environment</dt><dd>${record.env}</dd></div>
    ${record.view !== undefined && html`<div><dt>the record shows what was seen by</dt><dd>${viewerText(record.view)}</dd></div>`}
    ${record.origin?.seed && html`<div><dt>seed</dt><dd>${record.origin.seed}</dd></div><div><dt>deal</dt><dd>${record.origin.deal}</dd></div>`}
    ${Object.entries(record.rules).map(([k, v]) => html`<div><dt>${k}</dt><dd>${String(v)}</dd></div>`)}
  </dl>
</details>`;

/** Throws an error if an event of a record fits no table. */
export const checkRecord = (record) => viewersOf(record).forEach((viewer) => watch(record, viewer));

/** Promises the object whose JSON was compressed by gzip and written in Base64. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

const data = document.getElementById("data"); // of the replay page; other pages have none
if (data) {
  const root = document.getElementById("page");
  unpacked(data.textContent)
    .then((content) => {
      for (const { record } of content.games ?? [content]) checkRecord(record);
      render(content.games ? html`<${Results} data=${content} Replay=${Replay} />` : html`<${Replay} data=${content} />`, root);
    })
    .catch((error) => {
      root.textContent = `This page cannot show its record: ${error.message}`;
    });
}
