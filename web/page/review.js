// What a review says of a decision: its estimates, and lines that show what else could have happened.
// docs/replay.md describes the data.

import { Words } from "./events.js";
import { html } from "./html.js";
import { sentence } from "./words.js";

const percent = (x) => `${(100 * x).toFixed(1)} %`;

/** An estimate in words, such as "win 52.1 % ± 0.8 %, points 3.20 ± 0.50". */
export function estimateText(e) {
  const out = [];
  if (e?.win !== undefined) out.push(`win ${percent(e.win)}${e.win_error === undefined ? "" : ` ± ${percent(e.win_error)}`}`);
  if (e?.points !== undefined) out.push(`points ${e.points.toFixed(2)}${e.points_error === undefined ? "" : ` ± ${e.points_error.toFixed(2)}`}`);
  return out.join(", ");
}

/** The decision of a review that is event i, or undefined. */
export const decisionAt = (review, i) => review?.decisions.find((d) => d.event === i + 1);

/** The events whose decisions cost something. */
export const costly = (review) =>
  new Set((review?.decisions ?? []).filter((d) => d.cost && (d.cost.win > 0 || d.cost.points > 0)).map((d) => d.event - 1));

/** What a review says of a decision. line is the number of the alternative on the table, or undefined. */
export function Decision({ decision, event, line, seen, tryLine }) {
  const cost = estimateText(decision.cost);
  return html`<section class="review" aria-label="Review">
    <h2>${sentence(event)}</h2>
    <p>${estimateText(decision.made)}${cost && html`<br />cost: <strong>${cost}</strong>`}</p>
    ${decision.alternatives?.length > 0 && html`<h3>Instead</h3><ul>
      ${decision.alternatives.map((a, i) => html`<li key=${i}><button type="button" aria-pressed=${line === i} onClick=${() => tryLine(i)}>
        <${Words} event=${seen(a.line[0])} /></button> ${estimateText(a.estimate)}</li>`)}
    </ul>`}
  </section>`;
}
