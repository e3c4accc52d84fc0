// Learning: what a turn missed, by the hints for its decisions.

import { useEffect, useRef, useState } from "preact/hooks";
import { Token } from "./card.js";
import { html } from "./html.js";
import { amount } from "./sheet.js";
import { upper } from "./words.js";

const least = { points: 0.5, wins: 0.01 }; // what is called missed, in the units of hints

/** What a choice missed by the hint for it: {made, best, behind, unit, discards}, or null. */
function missedBy(hint, made, choices) {
  const best = choices.find((c) => c.action === hint.action);
  if (!best || made.action === best.action) return null;
  const value = hint.values?.find((v) => v.action === made.action);
  if (value && value.behind < Math.max(least[hint.unit], 2 * (value.error ?? 0))) return null; // as good
  const leaves = (c) => c.plays && hint.discards?.find((d) => d.card === c.card);
  return { made, best, behind: value?.behind, unit: hint.unit, adviser: hint.adviser.replace(/@[0-9a-f]+/, ""), leaves: leaves(best), left: leaves(made) };
}

/**
 * Asks for a hint at each decision of the reader, if on, and judges the moves. Returns {lessons, note(choice)}: what the last
 * turn missed, or null before there is one, and what is called with each move before it is made.
 */
export function useLessons({ on, state, you, events, consult }) {
  const [lessons, setLessons] = useState(null);
  const hint = useRef(null); // promise of that for the decision, if there is one
  const fresh = useRef(true); // the next move is the first of a turn
  useEffect(() => {
    hint.current = null;
    if (!on) setLessons(null);
    else if (state.turn && state.choices.length > 1) hint.current = consult({ do: "hint" }).catch(() => null);
    if (state.turn) fresh.current = events.at(-1)?.seat !== you;
  }, [on, state]);
  const note = async (made) => {
    const asked = hint.current;
    const first = fresh.current;
    hint.current = null;
    if (!on) return;
    const answer = await asked;
    const lesson = answer?.hint && missedBy(answer.hint, made, state.choices);
    setLessons((before) => [...(first ? [] : (before ?? [])), ...(lesson ? [lesson] : [])]);
  };
  return { lessons: on ? lessons : null, note };
}

const leftText = (d) => `${d.distance === undefined ? "" : `MinDist ${d.distance}, `}${d.outs} outs, ${d.points} points`;

/** What the last turn missed. */
export const Lessons = ({ lessons }) => html`<section class="review lessons" aria-label="Your last turn" role="status">
  <h2>Your last turn</h2>
  ${lessons.length === 0 && html`<p>Nothing missed.</p>`}
  ${lessons.map((l, i) => html`<p key=${i}>
    ${l.behind === undefined
      ? html`${upper(l.made.text)}: <strong>${l.adviser}</strong> would ${l.best.text}.`
      : html`<strong>${upper(l.best.text)}</strong> is ${amount(l.behind, l.unit)} better than ${l.made.text}.`}
    ${l.leaves && l.left && html`<br /><span class="facts-of"><${Token} card=${l.leaves.card} /> leaves ${leftText(l.leaves)}; <${Token} card=${l.left.card} /> ${leftText(l.left)}.</span>`}
  </p>`)}
</section>`;
