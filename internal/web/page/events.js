// The list of events, in turns. Each event is a link to itself.

import { memo } from "./memo.js";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Token } from "./card.js";
import { classes, html } from "./html.js";
import { callerOf, isReader, parts, sentence, yourParts } from "./words.js";

/** An event in words, with the cards as tokens. yours: the reader is the subject. */
export const Words = ({ event, yours }) =>
  (yours ? yourParts : parts)(event).map((p) => (typeof p === "string" ? `${p} ` : p.map((c) => html`<${Token} card=${c} /> `)));

const Turn = memo(({ turn, events, at, costs, link, go }) => {
  const table = turn.seat === undefined;
  return html`<li class=${classes("turn", table && "table")}>
    ${!table && html`<span class="number-of">${turn.number}</span><span class="who" title=${callerOf(turn.seat)}>${callerOf(turn.seat)}</span>`}
    <span class="events-of">${turn.events.map((i) => html`<a
      key=${i}
      href=${link(i)}
      class=${classes("event", `is-${events[i].type}`, costs?.has(i) && "costly")}
      aria-current=${i === at ? "step" : undefined}
      tabindex=${i === at ? 0 : -1}
      onClick=${(e) => {
        if (e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
        e.preventDefault();
        go(i);
      }}
    ><span class="unseen">${sentence(events[i])}</span><span aria-hidden="true"><${Words} event=${events[i]} yours=${isReader(turn.seat)} /></span></a>`)}</span>
  </li>`;
}, (a, b) => a.turn === b.turn && a.events === b.events && a.link === b.link && a.turn.events.includes(a.at) === b.turn.events.includes(b.at) && !a.turn.events.includes(b.at));

/** The events of a view with the current one, at. costs holds the decisions that cost something, or nothing. */
export function Events({ events, turns, at, costs, link, go }) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    const list = ref.current;
    const now = list.querySelector("[aria-current]");
    if (!now) return;
    if (list.contains(document.activeElement) && document.activeElement !== list) now.focus({ preventScroll: true });
    const row = now.closest("li").getBoundingClientRect();
    const box = list.getBoundingClientRect();
    if (row.top < box.top) list.scrollTop -= box.top - row.top + 8;
    if (row.bottom > box.bottom) list.scrollTop += row.bottom - box.bottom + 8;
  }, [at, events]);
  return html`<nav class="events" aria-label="Events"><ol ref=${ref}>
    ${turns.map((turn) => html`<${Turn} key=${turn.events[0]} ...${{ turn, events, at, costs, link, go }} />`)}
  </ol></nav>`;
}

/** What happened, the newest last. */
export function Log({ events, you }) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    ref.current.scrollTop = ref.current.scrollHeight;
  }, [events]);
  return html`<section class="events log" aria-label="What happened"><ol ref=${ref} tabindex="0">
    ${events.map((e, i) => (e.type !== "score" || e.scored) && html`<li key=${i} class=${classes("turn", e.seat === undefined && "table", `is-${e.type}`)}>
      ${e.seat !== undefined && html`<span class=${classes("who", e.seat === you && "you")}>${callerOf(e.seat)}</span>`}
      <span class="event"><${Words} event=${e} yours=${e.seat !== undefined && e.seat === you} /></span></li>`)}
  </ol></section>`;
}
