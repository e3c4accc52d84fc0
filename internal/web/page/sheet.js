// The score sheet of a table, and what a hint says.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Token } from "./card.js";
import { classes, html } from "./html.js";
import { fixed, signed, spaced } from "./words.js";

const you = (name) => (name === "human" ? "You" : name);

/** What a player scored in a hand, which is not written for who was not dealt in, nor if one of two players scored nothing. */
const scoredBy = ({ out, scored }, p) => (out?.[p] || (!scored[p] && scored.length === 2) ? "" : fixed(scored[p]));

/** What a hand added to the chance of the first player to win the match, where that is known. */
const worth = ({ worth }) => (worth === undefined ? "" : `, ${signed(Math.round(100 * worth))}\u00a0% of the match`);

const Hands = ({ hands, open }) => hands?.map((h, i) => html`<tr key=${`hand ${i}`} class="hand-row"><th scope="row"><button type="button" class="row" onClick=${() => open(i)}>Hand ${i + 1}</button> <span class="ending">${spaced(h.ending)}${worth(h)}</span></th>${h.scored.map((_, p) => html`<td key=${p}>${scoredBy(h, p)}</td>`)}</tr>`);

/**
 * The games that have ended, those of a match with their hands, the hands of the match in progress, and the sums.
 * open({game, hand}) shows one of them; game is the number of a game that has ended, or undefined. shared are the results of
 * who shared the deal.
 */
export function Sheet({ players, results, hands, open, shared }) {
  const all = results ?? [];
  const ref = useRef(null);
  useLayoutEffect(() => ref.current?.scrollTo(0, ref.current.scrollHeight), [all.length, hands?.length]);
  if (!all.length && !hands?.length) return null;
  const sums = players.map((_, i) => all.reduce((sum, r) => sum + r.gains[i], 0));
  return html`<section class=${classes("sheet", (players.length > 3 || players.length > 2 && players.join("").length > 20) && "crowded")} aria-label="Score sheet">
    <h2>Score sheet</h2>
    <div class="scroll" ref=${ref} tabindex="0" role="group" aria-label="Scores"><table>
      <thead><tr><th scope="col"><span class="unseen">Game</span></th>${players.map((p, i) => html`<th scope="col" key=${i}><span>${you(p)}</span></th>`)}${shared?.length > 0 && html`<th scope="col" title="who shared the deal">Shared</th>`}</tr></thead>
      <tbody>${all.map((r, i) => [
        html`<${Hands} hands=${r.hands} open=${(hand) => open({ game: i, hand })} />`,
        html`<tr key=${i}><th scope="row"><button type="button" class="row" onClick=${() => open({ game: i })}>Game ${i + 1}</button> <span class="ending">${spaced(r.ending)}${r.practice ? ", practice" : ""}</span></th>${r.gains.map((g, p) => html`<td key=${p}>${signed(g)}</td>`)}${shared?.length > 0 && html`<td>${i < shared.length ? signed(shared[i]) : ""}</td>`}</tr>`,
      ])}<${Hands} hands=${hands} open=${(hand) => open({ hand })} /></tbody>
      ${all.length > 0 && html`<tfoot><tr><th scope="row">Sum</th>${sums.map((g, i) => html`<td key=${i}>${signed(g)}</td>`)}</tr></tfoot>`}
    </table></div>
  </section>`;
}

const tokens = (cards) => cards.map((c) => html`<${Token} card=${c} /> `);
/** A value of a hint in words. */
export const amount = (v, unit) => (unit === "wins" ? `${fixed(100 * v, 1)}\u00a0% won` : `${fixed(v, 1)} points`);

/** What a hint says. text(action) is what a choice does, and play(action) does it. */
export function Hint({ hint, text, play }) {
  const { hand, outs, discards, values, unit } = hint;
  const copies = outs?.reduce((sum, o) => sum + o.copies, 0);
  const [best] = values ?? [];
  const ref = useRef(null);
  useLayoutEffect(() => ref.current.scrollIntoView({ block: "nearest" }), [hint]); // on phones it is below the moves
  return html`<section class="hint review" aria-label="Hint" ref=${ref}>
    <h2>Hint</h2>
    <p>${hand.distance === undefined ? html`Deadwood ${hand.points}.` : html`${hand.distance} ${hand.distance === 1 ? "card" : "cards"} from a declaration, ${hand.points} points.`}</p>
    <p><strong title=${hint.adviser.replace(/@[0-9a-f]+/, "")}>The adviser</strong> would ${text(hint.action).replace(/^do not /, "not ")}
      ${best && (best.wins ? ": it wins" : `: it expects ${amount(best.value, unit)}`)}
      ${" "}<button type="button" onClick=${() => play(hint.action)}>Do it</button></p>
    ${values?.length > 1 && html`<ul>${values.slice(1, 5).map((v) => html`<li key=${v.action}>${text(v.action)}: ${amount(Math.abs(v.behind), unit)} ${v.behind < 0 ? "better" : "worse"}${v.error ? `\u00a0±\u00a0${amount(v.error, unit)}` : ""}</li>`)}</ul>`}
    ${outs?.length > 0 && html`<p>${copies} unseen ${copies === 1 ? "card helps" : "cards help"}: ${tokens(outs.map((o) => o.card))}</p>`}
    ${discards?.length > 0 && html`<h3>What discards leave</h3><ul>${discards.slice(0, 6).map((d, i) => html`<li key=${i}><${Token} card=${d.card} /> ${d.distance === undefined ? "" : `MinDist ${d.distance}, `}${d.outs} outs, ${d.points} points</li>`)}</ul>`}
  </section>`;
}
