// The results of a ladder: ratings, the scores of all pairs, and the games to replay.

import { useEffect, useState } from "preact/hooks";
import { classes, html } from "./html.js";
import { SchemeChoice } from "./scheme.js";
import { fixed } from "./words.js";

/** The number of the game that a fragment such as #game=3 names; the one that is open if it names a place in it. */
function gameOf(fragment, open) {
  const f = new URLSearchParams(fragment.replace(/^#/, ""));
  return f.has("game") ? Number(f.get("game")) - 1 : f.has("event") ? open : undefined;
}

const share = (x) => (x === null ? "" : fixed(x, 2).replace(/^0/, ""));
const end = (x, infinite) => (x === null ? infinite : fixed(x));

const headings = ["player", "Elo", "interval", "score", "points a game", "games", "forfeits"];
const cells = (a) => [
  fixed(a.elo), `${end(a.low, "−∞")} to ${end(a.high, "∞")}`, share(a.score), fixed(a.gain, 2), a.games, a.forfeits,
];

/** The page. Replay is the component that shows a game. */
export function Results({ data: { title, phrases, about, agents, games, notes }, Replay }) {
  const [open, setOpen] = useState(() => gameOf(location.hash));
  useEffect(() => {
    const moved = () => setOpen((now) => gameOf(location.hash, now));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  const { record, why } = games[open] ?? {};
  if (record) {
    return html`<${Replay} key=${open} data=${{ title, phrases, record, why }} aside=${html`<a class="back" href="#">Results</a>`} />`;
  }
  const gameBetween = (a, b) => games.findIndex((g) => g.agents.includes(a) && g.agents.includes(b));
  const score = (a, b) => {
    const x = agents[a].scores[b];
    const i = a === b ? -1 : gameBetween(a, b);
    const text = i < 0 ? share(x) : html`<a href=${`#game=${i + 1}`} title=${`${agents[a].name} – ${agents[b].name}, ${games[i].points} points`}>${share(x)}</a>`;
    return html`<td class=${classes(x > 0.6 && "high", x !== null && x < 0.4 && "low")}>${text}</td>`;
  };
  return html`<header class="top"><div><h1>${title}: results</h1><p class="players">${about}</p></div><${SchemeChoice} /></header>
    <main class="results">
      <h2>Ratings</h2>
      <div class="wide" role="region" tabindex="0" aria-label="Ratings"><table>
        <thead><tr>${headings.map((h) => html`<th scope="col">${h}</th>`)}</tr></thead>
        <tbody>${agents.map((a, i) => html`<tr><th scope="row">${i + 1} ${a.name}</th>${cells(a).map((c) => html`<td>${c}</td>`)}</tr>`)}</tbody>
      </table></div>
      <h2>Score of the row against the column</h2>
      ${games.length > 0 && html`<p>A win counts 1, a game without a winner ½. Choose a score to replay the game of the two in which the most points were paid.</p>`}
      <div class="wide" role="region" tabindex="0" aria-label="Scores"><table>
        <thead><tr><th scope="col">player</th>${agents.map((a, i) => html`<th scope="col" title=${a.name}>${i + 1}</th>`)}</tr></thead>
        <tbody>${agents.map((a, i) => html`<tr><th scope="row">${i + 1} ${a.name}</th>${agents.map((_, k) => score(i, k))}</tr>`)}</tbody>
      </table></div>
      ${notes?.length > 0 && html`<h2>What failed</h2><ul>${notes.map((n) => html`<li>${n}</li>`)}</ul>`}
    </main>`;
}
