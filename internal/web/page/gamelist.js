// The games of a file of records, to choose one from.

import { useState } from "preact/hooks";
import { html } from "./html.js";
import { callersOf, endText, namesOf, personOf, tell, upper } from "./words.js";

const size = 100; // games that are listed at first, and more with each click

/** Whether a record ends with its game. */
export const isOver = (record) => record.events.at(-1)?.type === "end";

/** The list. gameOf(name) is a game of the catalog, if it is there, open(i) opens a game, and close() closes the list. */
export function GameList({ games, gameOf, open, close }) {
  const [count, setCount] = useState(size);
  const line = (record) => {
    const game = gameOf(record.game);
    tell(game?.phrases, namesOf(record.seats, game?.levels), personOf(record.seats));
    const result = isOver(record) ? upper(endText(record.events.at(-1))) : "Not finished";
    return html`${game?.title ?? record.game}: ${callersOf(record.seats)}<br /><span class="doc">${result}</span>`;
  };
  return html`<section class="library games" aria-label="Games of the file">
    <h2>${games.length} games</h2>
    <ul class="episodes">${games.slice(0, count).map((g, i) => html`<li key=${i}><button type="button" onClick=${() => open(i)}>
      <span>${i + 1}</span><span class="seats">${line(g)}</span></button></li>`)}</ul>
    <p class="begin">
      ${count < games.length && html`<button type="button" onClick=${() => setCount(count + size)}>More</button>`}
      <button type="button" onClick=${close}>Back</button>
    </p>
  </section>`;
}
