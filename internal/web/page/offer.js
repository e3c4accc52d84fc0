// What the address offers: a deal that somebody shared, or the deal of the day.

import { html } from "./html.js";
import { signed, upper } from "./words.js";

const date = (day) => new Date(`${day}T00:00Z`).toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" });

/** The offer. start(request) begins its table, close() leaves it. */
export function Offer({ offer: { game, rules, agents, seed, results, day }, native, busy, start, close }) {
  const network = !native && agents.some((spec) => game.agents.find((a) => a.spec === spec)?.network);
  const named = (spec) => upper(game.levels?.find((l) => l.spec === spec)?.name ?? spec);
  const request = { do: "new", game: game.name, rules, agents, seed };
  return html`<section class="setup offer" aria-label="Shared deal">
    <h2>${day ? `Deal of the day, ${date(day)}` : "A deal that was shared with you"}</h2>
    <p>${game.title}, rules ${rules}, against ${agents.map(named).join(", ")}. ${day ? "Everybody gets the same cards today." : "You get the same cards as the player who shared it."}</p>
    ${results.length > 0 && html`<p>That player's ${results.length === 1 ? "result" : "results"}: <strong>${results.map(signed).join(", ")}</strong>. The score sheet shows both.</p>`}
    ${network && html`<p class="doc">Networks and tables (at most 4 MB) are downloaded first.</p>`}
    <p class="begin">
      <button type="button" class="main" disabled=${busy} onClick=${() => start(request)}>Play this deal</button>
      <button type="button" onClick=${close}>Another table</button>
    </p>
  </section>`;
}
