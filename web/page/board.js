// The table: the hands of the seats, and between them stock, discard pile and wild joker.

import { useLayoutEffect, useRef } from "preact/hooks";
import { cardNames, rankName } from "./cards.js";
import { Card, Cards, Hand, Token } from "./card.js";
import { classes, html } from "./html.js";
import { callerOf, endText, matchText, scoreText, signed, upper } from "./words.js";

/** The panel of a seat. */
function Seat({ table, number, own, byRank }) {
  const seat = table.seats[number];
  const { moved, end, result } = table;
  const count = seat.cards.length;
  const turn = table.toMove === number;
  const score = table.scores?.[number];
  const points = result && seat.points;
  const gain = end?.gains[number];
  return html`<section
    class=${classes("seat", own && "own", turn && "moving", seat.status === "dropped" && "out")}
    aria-label=${`Seat ${number}, ${seat.name}`}
    data-place=${`seat-${number}`}
  >
    <header>
      <h2><span class="name" title=${seat.name}>${callerOf(number)}</span></h2>
      ${turn && html`<span class="badge move">to move</span>`}
      ${seat.status && html`<span class="badge">${seat.status}</span>`}
      <span class="facts">
        ${gain !== undefined && html`<strong class="gain">${signed(gain)}</strong>`}
        ${points !== undefined && html`<span>${points} ${points === 1 ? "point" : "points"}</span>`}
        ${score !== undefined && html`<span>score ${score}</span>`}
        ${!result && !seat.melds.length && html`<span>${count} ${count === 1 ? "card" : "cards"}</span>`}
      </span>
    </header>
    <${Hand} seat=${seat} wild=${table.wild} moved=${moved?.seat === number ? moved : undefined} byRank=${byRank} />
  </section>`;
}

const shownOfPile = 7;

/** Stock, discard pile, wild joker and result. facts is what the engine says of the game beside its cards. */
function Centre({ table, facts, target }) {
  const { pile, moved } = table;
  const top = pile.slice(-shownOfPile);
  return html`<div class="centre">
    <figure data-place="stock">
      ${table.stock > 0 ? html`<div class="stack"><${Card} card=${null} label=${`Stock of ${table.stock} cards`} /></div>` : html`<div class="empty" />`}
      <figcaption>stock ${table.stock}</figcaption>
    </figure>
    <figure class="pile" data-place="pile">
      ${pile.length > 0 ? html`<${Cards} cards=${top} wild=${table.wild} moved=${moved && moved.seat === undefined ? moved.card : undefined} />` : html`<div class="empty" />`}
      <figcaption>discard pile ${pile.length}</figcaption>
    </figure>
    ${table.wild && html`<figure>
      ${table.wildcard && html`<${Card} card=${table.wildcard} wild=${table.wild} />`}
      <figcaption>wild: ${rankName(table.wild)}</figcaption>
    </figure>`}
    ${table.next?.length > 0 && html`<p class="next">next
      ${" "}<span role="img" aria-label=${`in the stock: ${cardNames(table.next.slice(0, 5))}`}>${table.next.slice(0, 5).map((c) => html`<${Token} card=${c} /> `)}</span>
    </p>`}
    ${facts?.length > 0 && html`<p class="facts-line">${upper(facts.join(" · "))}</p>`}
    <${Result} table=${table} target=${target} />
  </div>`;
}

/** The result of a hand and of the game, if there is one. target is the number of points that ends a match. */
function Result({ table, target }) {
  const { result, end } = table;
  const lines = [result && (result.scored || !end) && scoreText(result), matchText(result, target), end && endText(end)].filter(Boolean);
  return lines.length > 0 && html`<div class="result">${lines.map((line) => html`<p key=${line}>${upper(line)}</p>`)}</div>`;
}

/**
 * A table. The seat viewer, or seat 0 if it is none, sits in front. If animate, the card that was just moved
 * comes from where it was. own is an element in place of the seat in front. facts and target are as for Centre.
 */
export function Board({ table, viewer, byRank, animate, own, facts, target }) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    const to = ref.current.querySelector(".moved");
    const { from } = table.moved ?? {};
    const source = to && ref.current.querySelector(`[data-place="${typeof from === "number" ? `seat-${from}` : from}"] .card, [data-place="${from}"]`);
    if (!animate || !source || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const a = source.getBoundingClientRect();
    const b = to.getBoundingClientRect();
    to.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], { duration: 240, easing: "ease-out" });
  }, [table]);
  const front = typeof viewer === "number" ? viewer : 0;
  const n = table.seats.length;
  const others = Array.from({ length: n - 1 }, (_, i) => (front + 1 + i) % n);
  return html`<section class=${classes("board", n > 2 && "many")} aria-label="Table" ref=${ref}>
    <div class="others">${others.map((p) => html`<${Seat} key=${p} table=${table} number=${p} byRank=${byRank} />`)}</div>
    <${Centre} ...${{ table, facts, target }} />
    ${own ?? html`<${Seat} table=${table} number=${front} own byRank=${byRank} />`}
  </section>`;
}
