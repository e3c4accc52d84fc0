// The win chance over a game, as a review estimates it: a line for each seat, with its decisions as dots and its
// mistakes as squares. A click goes to the nearest decision.

import { classes, html } from "./html.js";
import { callerOf, nameOf } from "./words.js";

const width = 300;
const height = 84;

/** The decisions of a review by seat: [[seat, decisions], …]. */
function bySeat(review, record) {
  const seats = new Map();
  for (const d of review.decisions) {
    const { seat } = record.events[d.event - 1];
    if (d.made.win !== undefined) seats.set(seat, [...(seats.get(seat) ?? []), d]);
  }
  return [...seats].sort(([a], [b]) => a - b);
}

const percent = (x) => `${Math.round(100 * x)} %`;

/** The curve. at is the current event, and go(i) goes to one. */
export function Curve({ review, record, at, go }) {
  const seats = bySeat(review, record);
  if (!seats.length) return null;
  const x = (event) => (width * (event - 1)) / Math.max(1, record.events.length - 1);
  const y = (win) => height * (1 - win);
  const press = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    const to = ((e.clientX - box.x) / box.width) * width;
    const distance = (d) => Math.abs(x(d.event) - to);
    go(review.decisions.reduce((a, b) => (distance(b) < distance(a) ? b : a)).event - 1);
  };
  const said = seats.map(([seat, all]) => `${nameOf(seat)} from ${percent(all[0].made.win)} to ${percent(all.at(-1).made.win)}, ${all.filter((d) => d.mistake).length} mistakes`);
  return html`<section class="curve" aria-label="Win chance">
    <h2>Win chance <span class="legend">${seats.map(([seat]) => html`<span key=${seat} class=${`line-${seat}`}><svg viewBox="0 0 24 4" aria-hidden="true"><path class="curve-line" d="M0 2H24" /></svg> ${callerOf(seat)}</span>`)}</span></h2>
    <svg viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label=${`Win chance: ${said.join("; ")}`} onClick=${press}>
      <path class="curve-half" d=${`M0 ${height / 2}H${width}`} />
      <path class="curve-now" d=${`M${x(at + 1)} 0V${height}`} />
      ${seats.map(([seat, all]) => html`<g key=${seat} class=${`line-${seat}`}>
        <path class="curve-line" d=${`M${all.map((d) => `${x(d.event)} ${y(d.made.win)}`).join("L")}`} />
        ${all.map((d) => html`<path key=${d.event} class=${classes("curve-dot", d.mistake && "mistake")} d=${`M${x(d.event)} ${y(d.made.win)}h0`} />`)}
      </g>`)}
    </svg>
  </section>`;
}

/** The mistakes of a review as buttons, in the order of the game. */
export function Mistakes({ review, record, at, go }) {
  const mistakes = review.decisions.filter((d) => d.mistake);
  const seatOf = (d) => record.events[d.event - 1].seat;
  const several = mistakes.some((d) => seatOf(d) !== seatOf(mistakes[0]));
  return html`<nav class="mistakes" aria-label="Mistakes">
    ${mistakes.length ? "Mistakes:" : "No mistakes above the noise."}
    ${mistakes.map((d) => html`<button
      key=${d.event}
      type="button"
      aria-pressed=${d.event === at + 1}
      aria-label=${`Mistake by ${nameOf(seatOf(d))}, event ${d.event}`}
      onClick=${() => go(d.event - 1)}
    >${several && html`<span class="who">${callerOf(seatOf(d))}</span> `}${d.event}</button>`)}
  </nav>`;
}

/** The event of the next mistake after an event, or the first one. */
export function mistakeAfter(review, at) {
  const events = (review?.decisions ?? []).filter((d) => d.mistake).map((d) => d.event - 1);
  return events.find((i) => i > at) ?? events[0];
}
