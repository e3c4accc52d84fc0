// What a review says of a decision: its estimates, and lines that show what else could have happened. At a
// mistake the reader is asked for a better move first. docs/review.md describes the data.

import { html } from "./html.js";
import { fixed, isReader, nameOf, sentence, upper } from "./words.js";

// Spaces before % and ± break no lines.
const percent = (x) => `${fixed(100 * x, 1)}\u00a0%`;

/** An estimate in words, such as "win 52.1 % ± 0.8 %, points 3.20 ± 0.50". */
export function estimateText(e) {
  const out = [];
  if (e?.win !== undefined) out.push(`win ${percent(e.win)}${e.win_error === undefined ? "" : `\u00a0±\u00a0${percent(e.win_error)}`}`);
  if (e?.points !== undefined) out.push(`points ${fixed(e.points, 2)}${e.points_error === undefined ? "" : `\u00a0±\u00a0${fixed(e.points_error, 2)}`}`);
  return out.join(", ");
}

/** The facts after a move in words, such as "MinDist 2, 8 outs, 57 points left, danger 31 %". */
export function factsText(f) {
  const out = [];
  if (f?.distance !== undefined) out.push(`MinDist ${f.distance}`);
  if (f?.outs !== undefined) out.push(`${f.outs} outs`);
  if (f?.points !== undefined) out.push(`${f.points} points left`);
  if (f?.danger !== undefined) out.push(`danger ${Math.round(100 * f.danger)}\u00a0%`);
  return out.join(", ");
}

/** The decision of a review that is event i, or undefined. */
export const decisionAt = (review, i) => review?.decisions.find((d) => d.event === i + 1);

const costs = (d) => d.cost && (d.cost.win > 0 || d.cost.points > 0);

/** The events to mark: the mistakes, or in a review that names none, the decisions that cost something. */
export const costly = (review) => new Set((review?.decisions ?? []).filter((d) => d.mistake ?? costs(d)).map((d) => d.event - 1));

/** The moves of a decision, {text, estimate}, in an order that does not tell the best one. */
const movesOf = ({ text, made, alternatives }) =>
  [{ text, estimate: made, made: true }, ...alternatives.map((a, i) => ({ text: a.text, estimate: a.estimate, best: i === 0 }))].sort((a, b) => (a.text < b.text ? -1 : 1));

/** Asks for a move at a mistake. pick(move) is called with the move, or undefined for the answer alone. */
export function Question({ decision, event, pick }) {
  return html`<section class="review question" aria-label="Try it again">
    <h2>${isReader(event.seat) ? "Your mistake" : `A mistake by ${nameOf(event.seat)}`}</h2>
    <p>The table is as it was before the move, with the cards that ${nameOf(event.seat)} saw. What would you play?</p>
    <div class="buttons">
      ${movesOf(decision).map((m) => html`<button key=${m.text} type="button" onClick=${() => pick(m)}>${upper(m.text)}</button>`)}
    </div>
    <button type="button" onClick=${() => pick()}>Show the answer</button>
  </section>`;
}

/** What a picked move is worth, in a sentence. */
function verdict(decision, m) {
  if (m.best) return "Your move is the best one.";
  if (m.made) return "That was the move of the game.";
  const { estimate } = decision.alternatives[0];
  const behind = [];
  if (estimate.points !== undefined && m.estimate.points !== undefined) behind.push(`${fixed(estimate.points - m.estimate.points, 2)} points`);
  if (estimate.win !== undefined && m.estimate.win !== undefined) behind.push(`${percent(estimate.win - m.estimate.win)} of win chance`);
  return `Your move costs ${behind.join(" and ")} compared with the best one.`;
}

/**
 * What a review says of a decision. line is the number of the alternative on the table, or undefined, and picked the reader's
 * move, if there is one. again() asks once more.
 */
export function Decision({ decision, event, line, tryLine, picked, again }) {
  const cost = estimateText(decision.cost);
  const facts = factsText(decision.facts);
  return html`<section class="review" aria-label="Review">
    <h2>${sentence(event)}</h2>
    ${picked && html`<p class="verdict" role="status"><strong>${verdict(decision, picked)}</strong> (${upper(picked.text)})</p>`}
    <p>${estimateText(decision.made)}${cost && html`<br />${costs(decision) ? html`cost: <strong>${cost}</strong>` : "No better move was found."}`}</p>
    ${facts && html`<p class="facts-of">${facts}</p>`}
    ${decision.reasons?.length > 0 && html`<p>After it: ${decision.reasons.join("; ")}.</p>`}
    ${again && html`<button type="button" onClick=${again}>Try it again</button>`}
    ${decision.alternatives?.length > 0 && html`<h3>Instead</h3><ul>
      ${decision.alternatives.map((a, i) => html`<li key=${i}><button type="button" aria-pressed=${line === i} onClick=${() => tryLine(i)}>${upper(a.text)}</button> ${estimateText(a.estimate)}${a.facts && html`<br /><span class="facts-of">${factsText(a.facts)}</span>`}</li>`)}
    </ul>`}
  </section>`;
}
