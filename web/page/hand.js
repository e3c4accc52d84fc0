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

const far = 8; // pixels that a pointer moves before it drags

/**
 * Returns the properties by which a card can be dragged to the pile, which onPile() is told, and whether a click is the
 * end of a drag.
 */
function useDrag() {
  const drag = useRef(undefined); // {button, x, y, moved} from when a pointer is down
  const lift = (x, y) => {
    const { button } = drag.current;
    button.style.transform = `translate(${x}px, ${y}px)`;
    button.classList.add("dragged");
  };
  const drop = (e, onPile) => {
    const { button, moved } = drag.current ?? {};
    if (!moved) return;
    button.style.transform = "";
    button.classList.remove("dragged");
    if (onPile && document.elementsFromPoint(e.clientX, e.clientY).some((on) => on.closest('[data-place="pile"]'))) onPile();
  };
  return {
    dragged: () => drag.current?.moved,
    events: (onPile) => ({
      onPointerDown: (e) => {
        if (e.button !== 0 || e.currentTarget.disabled) return;
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
      onPointerUp: (e) => drop(e, onPile),
      onPointerCancel: (e) => drop(e),
    }),
  };
}

/**
 * The hand. at is the number of the chosen card, which is only proposed unless it was picked. choose(i) chooses one, and
 * play() plays it. onPile(i) is told that one was dragged to the pile.
 */
export function OwnHand({ groups, wild, at, picked, drawn, turn, choose, play, onPile }) {
  const ref = useRef(null);
  const { dragged, events } = useDrag();
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
          class=${classes("pick", i === at && (picked ? "chosen" : "proposed"))}
          aria-pressed=${i === at && picked}
          aria-label=${name}
          tabindex=${i === (at ?? 0) ? 0 : -1}
          disabled=${!turn}
          ...${events(() => onPile(i))}
          onClick=${() => !dragged() && (i === at && picked ? play() : choose(i))}
        ><${Card} card=${card} wild=${wild} moved=${i === last} hidden /></button></li>`;
      })}</ul>
      ${g.name && html`<p class=${classes("kind", !g.counts && "waiting")} title=${g.counts ? undefined : "does not save points yet"}>${g.counts ? g.name : `(${g.name})`}</p>`}
    </div>`)}
  </div>`;
}
