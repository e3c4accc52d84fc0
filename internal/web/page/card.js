// Cards as drawings. Suits differ in shape and colour, ranks are text, jokers wear a star.

import { cardName, isJoker, meldOrder, rankOf, rankText, sorted, suitOf } from "./cards.js";
import { classes, html } from "./html.js";

const shapes = {
  C: "M10 1a4.1 4.1 0 0 1 3.3 6.5 4.1 4.1 0 1 1-2.2 6.4c.1 2 .8 3.9 2.4 5.1h-7c1.6-1.2 2.3-3.1 2.4-5.1a4.1 4.1 0 1 1-2.2-6.4A4.1 4.1 0 0 1 10 1z",
  D: "M10 .6Q13.2 6 17.6 10 13.2 14 10 19.4 6.8 14 2.4 10 6.8 6 10 .6z",
  H: "M10 18.6C4.4 13.6.8 10.6.8 6.5A4.7 4.7 0 0 1 10 4.6a4.7 4.7 0 0 1 9.2 1.9c0 4.1-3.6 7.1-9.2 12.1z",
  S: "M10 .8c3 4.3 8.6 7.2 8.6 11.5a4.1 4.1 0 0 1-7.5 2.3c.1 1.9.9 3.3 2.3 4.4H6.6c1.4-1.1 2.2-2.5 2.3-4.4a4.1 4.1 0 0 1-7.5-2.3C1.4 8 7 5.1 10 .8z",
  star: "M10 .8l2.8 6 6.4.8-4.7 4.5 1.2 6.5L10 15.4l-5.7 3.2 1.2-6.5L.8 7.6l6.4-.8z",
  J: "M3 17h14v2.3H3zM3.5 15.5V8.5L8 11l2-8.5 2 8.5 4.5-2.5v7z",
  Q: "M3 17h14v2.3H3zM3.3 15.5L1.5 7.2a1.5 1.5 0 1 1 1.3-.3L6 10l1-5.6a1.6 1.6 0 1 1 1.6 0L10 9l1.4-4.6a1.6 1.6 0 1 1 1.6 0L14 10l3.2-3.1a1.5 1.5 0 1 1 1.3.3l-1.8 8.3z",
  K: "M2.5 17h15v2.3h-15zM2.8 15.5L1 5.5l5.2 4.2L9.2 4.5V3.2H7.8V1.7h1.4V.4h1.6v1.3h1.4v1.5h-1.4v1.3l3 5.2L19 5.5l-1.8 10z",
};

/** Diagonal lines across a rectangle, as a path. A pattern would be slow where the browser draws without a GPU. */
function lattice(left, top, right, bottom, gap) {
  const lines = [];
  for (let c = left + top + gap; c < right + bottom; c += gap) {
    lines.push(`M${Math.max(left, c - bottom)} ${Math.min(bottom, c - left)}L${Math.min(right, c - top)} ${Math.max(top, c - right)}`);
    const d = c - bottom - top; // of the lines that fall: x - y = d
    lines.push(`M${Math.max(left, d + top)} ${Math.max(top, left - d)}L${Math.min(right, d + bottom)} ${Math.min(bottom, right - d)}`);
  }
  return lines.join("").replace(/\d+\.\d+/g, (n) => String(Number(Number(n).toFixed(1))));
}

/** The shapes that all cards of the page use. Every page has them once. */
export const Shapes = () => html`<svg class="shapes" width="0" height="0" aria-hidden="true">
  ${Object.entries(shapes).map(([id, d]) => html`<symbol id=${`shape-${id}`} viewBox="0 0 20 20"><path fill="currentColor" d=${d} /></symbol>`)}
  <symbol id="shape-back" viewBox="0 0 60 84"><rect x="5" y="5" width="50" height="74" rx="3" class="back-ground" /><path class="back-lines" d=${lattice(7, 7, 53, 77, 9.2)} /></symbol>
</svg>`;

const Shape = ({ of, x, y, size, name }) => html`<use href=${`#shape-${of}`} x=${x} y=${y} width=${size} height=${size} class=${name} />`;

/** A card, or its back for null. wild is the rank of the jokers. hidden: readers hear of it elsewhere. */
export function Card({ card, wild, moved, label, hidden }) {
  const joker = isJoker(card, wild);
  const rank = card && rankOf(card);
  const suit = card && suitOf(card);
  const name = label ?? cardName(card) + (joker && card !== "JK" ? ", wild" : "");
  return html`<svg
    class=${classes("card", card ? `suit-${suit || "star"}` : "back", moved && "moved")}
    viewBox="0 0 60 84"
    role=${hidden ? undefined : "img"}
    aria-label=${hidden ? undefined : name}
    aria-hidden=${hidden ? "true" : undefined}
  >
    <rect class="paper" x=".75" y=".75" width="58.5" height="82.5" rx="6" />
    ${card === null && Shape({ of: "back", x: 0, y: 0, size: "100%" })}
    ${card === "JK" && html`<${Shape} of="star" x="4" y="7" size="17" /><text class="joker" x="-78" y="17" transform="rotate(-90)">JOKER</text><${Shape} of="star" x="24" y="26" size="30" />`}
    ${suit && html`<text class="rank" x="12.5" y="22" textLength=${rank === "T" ? 19 : undefined} lengthAdjust="spacingAndGlyphs">${rankText(rank)}</text>
      <${Shape} of=${suit} x="4.5" y="26" size="16" />
      ${shapes[rank] && html`<${Shape} of=${rank} x="27" y="10" size="26" name="court" />`}
      <${Shape} of=${suit} x="25" y=${shapes[rank] ? 44 : 34} size="30" />
      ${joker && html`<${Shape} of="star" x="5" y="48" size="15" name="wild" />`}`}
  </svg>`;
}

/** A card in a line of text. */
export const Token = ({ card }) =>
  card === "JK"
    ? html`<span class="token suit-star">joker</span>`
    : html`<span class=${`token suit-${suitOf(card)}`}>${rankText(rankOf(card))}<svg viewBox="0 0 20 20"><use href=${`#shape-${suitOf(card)}`} /></svg></span>`;

/** Cards side by side, overlapping where there is no room. moved is one of them that was just moved. */
export function Cards({ cards, wild, moved, name, gaps }) {
  const seen = {};
  const last = moved === undefined ? -1 : cards.lastIndexOf(moved);
  const group = (c) => c && (c === "JK" ? "" : suitOf(c));
  return html`<ul class=${classes("cards", name)}>
    ${cards.map((c, i) => {
      seen[c] = (seen[c] ?? 0) + 1;
      return html`<li
        key=${`${c} ${seen[c]}`}
        class=${classes(gaps && i > 0 && group(c) !== group(cards[i - 1]) && "gap", i === last && "lifted")}
        aria-hidden=${c === null ? "true" : undefined}
      ><${Card} card=${c} wild=${wild} moved=${i === last} /></li>`;
    })}
  </ul>`;
}

/** The cards of a hand in order, its melds, and the cards that were laid off onto them. */
export function Hand({ seat, wild, moved, byRank }) {
  const wasMoved = (list) => (moved && list.includes(moved.card) ? moved.card : undefined);
  return html`<div class="hand">
    ${seat.cards.length > 0 && html`<${Cards} cards=${sorted(seat.cards, byRank)} wild=${wild} moved=${wasMoved(seat.cards)} gaps=${!byRank} />`}
    ${seat.melds.length > 0 && html`<div class="melds">
      ${seat.melds.map((m, i) => {
        const laid = m.filter((c) => seat.laidOff.includes(c));
        return html`<${Cards} key=${i} cards=${meldOrder(m, wild)} wild=${wild} moved=${wasMoved(laid)} name="meld" />`;
      })}
    </div>`}
  </div>`;
}
