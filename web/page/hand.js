// The hand of the person: cards to choose from, in melds or by suit.

import { useLayoutEffect, useRef } from "preact/hooks";
import { cardName, isJoker, sorted, suitOf } from "./cards.js";
import { Card } from "./card.js";
import { classes, html } from "./html.js";

/** The groups of a hand: {name, counts, cards}. The cards are in the order in which keys go through them. */
export function groupsOf(hand, bySuit) {
  const melds = hand?.melds ?? [];
  const unmelded = hand?.unmelded ?? [];
  if (bySuit) {
    const cards = sorted([...melds.flatMap((m) => m.cards), ...unmelded]);
    return [...new Set(cards.map(suitOf))].map((suit) => ({ name: "", counts: true, cards: cards.filter((c) => suitOf(c) === suit) }));
  }
  const groups = melds.map((m) => ({ name: m.kind, counts: m.counts, cards: m.cards }));
  if (unmelded.length) groups.push({ name: groups.length ? "unmelded" : "", counts: true, cards: unmelded });
  return groups;
}

/** The hand. at is the number of the chosen card. choose(i) chooses one, and play() plays it. */
export function OwnHand({ groups, wild, at, drawn, turn, choose, play }) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    const held = ref.current.contains(document.activeElement);
    if (held) ref.current.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }, [at, groups]);
  let n = 0;
  const last = groups.flatMap((g) => g.cards).lastIndexOf(drawn);
  return html`<div class="hand own-hand" role="group" aria-label="Your hand" ref=${ref}>
    ${groups.map((g) => html`<div class="group" key=${g.cards.join()}>
      <ul class="cards">${g.cards.map((card) => {
        const i = n++;
        const name = `${cardName(card)}${isJoker(card, wild) && card !== "JK" ? ", wild" : ""}${i === last ? ", just drawn" : ""}`;
        return html`<li key=${i}><button
          type="button"
          class=${classes("pick", i === at && "chosen")}
          aria-pressed=${i === at}
          aria-label=${name}
          tabindex=${i === (at ?? 0) ? 0 : -1}
          disabled=${!turn}
          onClick=${() => (i === at ? play() : choose(i))}
        ><${Card} card=${card} wild=${wild} moved=${i === last} hidden /></button></li>`;
      })}</ul>
      ${g.name && html`<p class=${classes("kind", !g.counts && "waiting")} title=${g.counts ? undefined : "does not save points yet"}>${g.counts ? g.name : `(${g.name})`}</p>`}
    </div>`)}
  </div>`;
}
