// The hand of the person: cards to choose from, in melds, by suit or rank, or as the person has arranged them.

import { useLayoutEffect, useRef } from "preact/hooks";
import { cardName, isJoker, meldOrder, sorted, suitOf } from "./cards.js";
import { Card } from "./card.js";
import { classes, html } from "./html.js";

/** The cards of a hand in the order of the engine. */
export const cardsOf = (hand) => [...(hand?.melds ?? []).flatMap((m) => m.cards), ...(hand?.unmelded ?? [])];

/**
 * The groups of a hand by "melds", "suit" or "rank": {name, counts, cards}. The cards are in the order in which keys go
 * through them.
 */
export function groupsOf(hand, by, wild) {
  if (by !== "melds") {
    const cards = sorted(cardsOf(hand), by === "rank");
    const suits = by === "rank" ? [undefined] : [...new Set(cards.map(suitOf))];
    return suits.map((suit) => ({ name: "", counts: true, cards: cards.filter((c) => suit === undefined || suitOf(c) === suit) }));
  }
  const unmelded = hand?.unmelded ?? [];
  const groups = (hand?.melds ?? []).map((m) => ({ name: m.kind, counts: m.counts, cards: meldOrder(m.cards, wild) }));
  if (unmelded.length) groups.push({ name: groups.length ? "unmelded" : "", counts: true, cards: sorted(unmelded) });
  return groups;
}

const far = 8; // pixels that a pointer moves before it drags

/** Where a card was dropped: "pile", {i, after} for a card of the hand, "hand" for its felt, or undefined. */
function targetAt(x, y, dragged) {
  const under = document.elementsFromPoint(x, y).filter((on) => !dragged.contains(on));
  if (under.some((on) => on.closest('[data-place="pile"]'))) return "pile";
  const card = under.map((on) => on.closest(".pick")).find(Boolean);
  if (card) {
    const { left, width } = card.getBoundingClientRect();
    return { i: Number(card.dataset.i), after: x > left + width * 0.3 }; // most of a card is under the next one
  }
  return under.some((on) => on.closest(".seat.own")) ? "hand" : undefined;
}

/**
 * Returns the properties by which a card can be dragged, of which onDrop(target) is told, and whether a click is the
 * end of a drag.
 */
function useDrag() {
  const drag = useRef(undefined); // {button, x, y, moved} from when a pointer is down
  const lift = (x, y) => {
    const { button } = drag.current;
    button.style.transform = `translate(${x}px, ${y}px)`;
    button.classList.add("dragged");
  };
  const drop = (e, onDrop) => {
    const { button, moved } = drag.current ?? {};
    if (!moved) return;
    button.style.transform = "";
    button.classList.remove("dragged");
    const target = onDrop && targetAt(e.clientX, e.clientY, button);
    if (target !== undefined) onDrop?.(target);
  };
  return {
    dragged: () => drag.current?.moved,
    events: (onDrop) => ({
      onPointerDown: (e) => {
        if (e.button !== 0) return;
        e.currentTarget.setPointerCapture(e.pointerId);
        drag.current = { button: e.currentTarget, id: e.pointerId, x: e.clientX, y: e.clientY };
      },
      onPointerMove: (e) => {
        const d = drag.current;
        if (d?.id !== e.pointerId || e.buttons === 0) return;
        const [x, y] = [e.clientX - d.x, e.clientY - d.y];
        if (!d.moved && Math.hypot(x, y) < far) return;
        d.moved = true;
        lift(x, y);
      },
      onPointerUp: (e) => drop(e, onDrop),
      onPointerCancel: (e) => drop(e),
    }),
  };
}

/**
 * The hand. at is the number of the chosen card, which is only proposed unless it was picked. choose(i) chooses one, and
 * play() plays it. onDrop(i, target) is told that one was dragged: to "pile", to {i, after} in the hand, or to "hand".
 */
export function OwnHand({ groups, wild, at, picked, drawn, turn, choose, play, onDrop }) {
  const ref = useRef(null);
  const { dragged, events } = useDrag();
  useLayoutEffect(() => {
    const held = ref.current.contains(document.activeElement);
    if (held) ref.current.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }, [at, groups]);
  let n = 0;
  const last = groups.flatMap((g) => g.cards).lastIndexOf(drawn);
  return html`<div class="hand own-hand" role="group" aria-label="Your hand" ref=${ref}>
    ${groups.map((g, group) => html`<div class="group" key=${group}>
      <ul class="cards">${g.cards.map((card) => {
        const i = n++;
        const name = `${cardName(card)}${isJoker(card, wild) && card !== "JK" ? ", wild" : ""}${i === last ? ", just drawn" : ""}`;
        return html`<li key=${i}><button
          type="button"
          class=${classes("pick", turn && "playable", i === at && (picked ? "chosen" : "proposed"))}
          aria-pressed=${i === at && picked}
          aria-label=${name}
          tabindex=${i === (at ?? 0) ? 0 : -1}
          data-i=${i}
          ...${events((target) => onDrop(i, target))}
          onClick=${() => !dragged() && (i === at && picked ? play() : choose(i))}
        ><${Card} card=${card} wild=${wild} moved=${i === last} hidden /></button></li>`;
      })}</ul>
      ${g.name && html`<p class=${classes("kind", !g.counts && "waiting")} title=${g.counts ? undefined : "does not save points yet"}>${g.counts ? g.name : `(${g.name})`}</p>`}
    </div>`)}
  </div>`;
}
