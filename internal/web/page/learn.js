// Learning: what a turn missed, by the hints for its decisions.

import { useEffect, useRef, useState } from "preact/hooks";
import { Token } from "./card.js";
import { html } from "./html.js";
import { amount } from "./sheet.js";
import { upper } from "./words.js";

/**
 * The lessons of the reader's last turn: {lessons, learn(asked)}. lessons is null before there is a turn; asked is the promise of the
 * answer to a move of the decision whose choices the state has.
 */
export function useLessons({ on, state, you, events }) {
  const [lessons, setLessons] = useState(null);
  const first = useRef(true); // the next move is the first of a turn
  useEffect(() => {
    if (state.turn) first.current = events.at(-1)?.seat !== you;
  }, [state]);
  const learn = async (asked) => {
    const { choices } = state;
    const begins = first.current;
    const answer = await asked;
    if (!on || !answer) return;
    const text = (action) => choices.find((c) => c.action === action)?.text ?? "";
    const { missed } = answer;
    const lesson = missed && { ...missed, made: text(missed.made), best: text(missed.best) };
    setLessons((before) => [...(begins ? [] : (before ?? [])), ...(lesson ? [lesson] : [])]);
  };
  return { lessons: on ? lessons : null, learn };
}

const leftText = (d) => `${d.distance === undefined ? "" : `MinDist ${d.distance}, `}${d.outs} outs, ${d.points} points`;

/** What the last turn missed. */
export const Lessons = ({ lessons }) => html`<section class="review lessons" aria-label="Your last turn" role="status">
  <h2>Your last turn</h2>
  ${lessons.length === 0 && html`<p>Nothing missed.</p>`}
  ${lessons.map((l, i) => html`<p key=${i}>
    ${l.behind === undefined
      ? html`${upper(l.made)}: <strong title=${l.adviser}>the adviser</strong> would ${l.best}.`
      : html`<strong>${upper(l.best)}</strong> is ${amount(l.behind, l.unit)} better than ${l.made}.`}
    ${l.leaves && html`<br /><span class="facts-of"><${Token} card=${l.leaves.card} /> leaves ${leftText(l.leaves)}; <${Token} card=${l.left.card} /> ${leftText(l.left)}.</span>`}
  </p>`)}
</section>`;
