// The table: the hands of the seats, and between them stock, discard pile and wild joker.

import { useLayoutEffect, useRef } from "preact/hooks";
import { cardNames, rankName } from "./cards.js";
import { Card, Cards, Hand, Token } from "./card.js";
import { classes, html } from "./html.js";
import { callerOf, endText, faultText, matchText, pointsText, scoreText, signed, upper } from "./words.js";

/** The panel of a seat. */
function Seat({ table, number, own, byRank }) {
  const seat = table.seats[number];
  const { moved, end, result } = table;
  const count = seat.cards.length;
  const turn = table.toMove === number;
  const score = table.scores?.[number];
  const playing = count > 0 || seat.melds.length > 0;
  const status = seat.status || (table.hand > 1 && !playing ? "out" : "");
  const points = result && playing && seat.cards.every(Boolean) ? seat.points : undefined; // none beside hidden cards
  const gain = end?.gains[number];
  return html`<section
    class=${classes("seat", own && "own", turn && "moving", (status === "dropped" || status === "out") && "out")}
    aria-label=${`Seat ${number}, ${seat.name}`}
    data-place=${`seat-${number}`}
  >
    <header>
      <h2><span class="name" title=${seat.name}>${callerOf(number)}</span></h2>
      ${turn && html`<span class="badge move">to move</span>`}
      ${status && html`<span class="badge">${status}</span>`}
      <span class="facts">
        ${gain !== undefined && html`<strong class="gain">${signed(gain)}</strong>`}
        ${points !== undefined && html`<span>${pointsText(points)}</span>`}
        ${score !== undefined && html`<span>score ${score}</span>`}
        ${!result && count > 0 && !seat.melds.length && html`<span>${count} ${count === 1 ? "card" : "cards"}</span>`}
      </span>
    </header>
    <${Hand} seat=${seat} wild=${table.wild} moved=${moved?.seat === number ? moved : undefined} byRank=${byRank} />
  </section>`;
}

const shownOfPile = 7;

/** Stock, discard pile, wild joker and result. facts is what the engine says of the game beside its cards. */
function Centre({ table, facts, target, standing }) {
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
    <${Result} ...${{ table, target, standing }} />
  </div>`;
}

/**
 * The result of a hand and of the game, if there is one. target is the number of points that ends a match, and standing how the
 * match stands, in lines, if the engine says it.
 */
function Result({ table, target, standing }) {
  const { result, end, fault } = table;
  const one = end && end.ending === result?.ending; // a match of one hand, whose score is that of the hand
  const count = result && (result.scored || !end) && scoreText(result);
  const match = standing ?? [!one && matchText(result, target)];
  const lines = [count, ...(result?.why ?? []), result && fault && faultText(fault), ...match, end && endText(end)].filter(Boolean);
  return lines.length > 0 && html`<div class="result">${lines.map((line, i) => html`<p key=${line} class=${classes(i > 0 && (i < lines.length - 1 || !end) && "more-of")}>${upper(line)}</p>`)}</div>`;
}

/**
 * A table. The seat viewer, or seat 0 if it is none, sits in front. If animate, the card that was just moved
 * comes from where it was. own is an element in place of the seat in front. facts, target and standing are as for Centre.
 */
export function Board({ table, viewer, byRank, animate, own, facts, target, standing }) {
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
    <${Centre} ...${{ table, facts, target, standing }} />
    ${own ?? html`<${Seat} table=${table} number=${front} own byRank=${byRank} />`}
  </section>`;
}
