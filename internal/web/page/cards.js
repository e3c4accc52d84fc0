// Cards as records write them: rank and suit, "TD" or "AS", and "JK" for a printed joker.
// null is a card that is not seen.

export const suits = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

const ranks = "A23456789TJQK";
const rankNames = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };

export const rankOf = (card) => (card === "JK" ? "" : card[0]);
export const suitOf = (card) => (card === "JK" ? "" : card[1]);

/** The rank as a card shows it, such as "10". */
export const rankText = (rank) => (rank === "T" ? "10" : rank);

/** The name of a rank in words, such as "jack". */
export const rankName = (rank) => rankNames[rank] ?? rank;

/** The name of a card in words, such as "10 of diamonds". */
export function cardName(card) {
  if (card === null) return "hidden card";
  if (card === "JK") return "printed joker";
  return `${rankName(rankOf(card))} of ${suits[suitOf(card)]}`;
}

/** The name of a card with the symbol of its suit, such as "10♦". */
export const shortName = (card) => (card === "JK" ? "joker" : rankText(rankOf(card)) + { C: "♣", D: "♦", H: "♥", S: "♠" }[suitOf(card)]);

/** A text in which the cards of the engine's notation, such as TD, are written with symbols. */
export const withSymbols = (text) => text.replace(/\b[A2-9TJQK][CDHS]\b/g, shortName);

/** The names of cards in words, separated by commas. */
export const cardNames = (cards) => cards.map(cardName).join(", ");

/** Whether a card is a joker where the cards of rank wild are. */
export const isJoker = (card, wild) => card !== null && (card === "JK" || card[0] === wild);

const place = (card) => {
  if (card === null) return [9, 99];
  if (card === "JK") return [8, 0];
  return ["CDHS".indexOf(suitOf(card)), ranks.indexOf(rankOf(card))]; // the order of the engine
};

/** A copy of a hand in order: by suit, then rank, or with byRank by rank, then suit. Hidden cards come last. */
export function sorted(cards, byRank) {
  return [...cards].sort((a, b) => {
    const [s, r] = place(a);
    const [t, q] = place(b);
    if (byRank && s < 8 && t < 8) return r - q || s - t;
    return s - t || r - q;
  });
}

/** A list of cards without those of another list, each copy once. */
export function without(cards, taken) {
  const left = [...cards];
  for (const c of taken) {
    let i = left.indexOf(c);
    if (i < 0) i = left.lastIndexOf(null); // it was not seen until now
    if (i >= 0) left.splice(i, 1);
  }
  return left;
}

/** The cards of a meld in order: a run with its jokers in the places of what is missing, or a set with its jokers last. */
export function meldOrder(cards, wild) {
  const jokers = cards.filter((c) => isJoker(c, wild));
  const plain = without(cards, jokers);
  const run = (start) => {
    const end = start + cards.length - 1;
    const at = (c) => (rankOf(c) === "A" && end === 14 ? 14 : ranks.indexOf(rankOf(c)) + 1) - start;
    const places = Array(cards.length).fill(null);
    for (const c of plain) {
      if (places[at(c)] !== null) return null; // taken, or outside
      places[at(c)] = c;
    }
    const own = jokers.filter((c) => c !== "JK" && suitOf(c) === suitOf(plain[0]) && places[at(c)] === null && (places[at(c)] = c));
    const rest = without(jokers, own);
    return { own: own.length, cards: places.map((c) => c ?? rest.shift()) };
  };
  if (plain.length > 0 && plain.every((c) => c && suitOf(c) === suitOf(plain[0]))) {
    let best = null;
    const last = cards.length < 13 ? 15 - cards.length : 1; // the ace is also after the king, but for a run of all ranks
    for (let start = 1; start <= last; start++) {
      const found = run(start);
      if (found && found.own >= (best?.own ?? 0)) best = found;
    }
    if (best) return best.cards;
  }
  return [...sorted(plain), ...sorted(jokers)];
}

/** Whether two lists hold the same cards, in any order. */
export const sameCards = (a, b) => a.length === b.length && without(a, b).length === 0;
