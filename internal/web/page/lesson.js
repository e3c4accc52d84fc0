// Lessons: hands in which each step says what there is to choose, and why a choice is right or wrong.

import { useLayoutEffect, useRef } from "preact/hooks";
import { withSymbols } from "./cards.js";
import { classes, html } from "./html.js";

/** The parts of what a lesson says, which the reader passes one by one. After a wrong choice it is the question alone. */
export const partsOf = (lesson) => {
  const parts = lesson?.text?.split("\n") ?? [];
  return lesson?.wrong ? parts.slice(-1) : parts;
};

const written = (text) => withSymbols(text).replaceAll("JK", "joker");

/** What the lesson says: why the last choice was right or wrong, and a part of its text. */
export function Lesson({ lesson: { title, number, of, said, wrong }, text }) {
  const ref = useRef(null);
  useLayoutEffect(() => ref.current.scrollIntoView({ block: "nearest" }), [said, wrong, text]); // on phones the cards may have been below
  return html`<section class="review lesson" aria-label="Lesson" ref=${ref}>
    <h2>Lesson ${number} of ${of}: ${title}</h2>
    <div role="status">
      ${said && html`<p class=${classes("verdict", wrong && "not")}><strong>${wrong ? "Not that." : "Right."}</strong> ${written(said)}</p>`}
      ${text && html`<p>${written(text)}</p>`}
    </div>
  </section>`;
}

/** Buttons that begin the lessons of games. begin(game) begins the first lesson of one. */
export const LessonOffer = ({ games, busy, begin }) => html`<section class="setup" aria-label="Lessons">
  <h2>New to the game?</h2>
  <p>Learn it in five minutes with guided hands: you choose, and see why a choice is right or wrong.</p>
  <p class="begin">${games.filter((g) => g.lessons).map((g) => html`<button key=${g.name} type="button" disabled=${busy} onClick=${() => begin(g)}>Learn ${g.title}</button>`)}</p>
</section>`;
