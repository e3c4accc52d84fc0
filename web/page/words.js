// Events in words.

import { cardNames } from "./cards.js";

/** A word of the rules, such as "wrong-declaration", as words: "wrong declaration". */
export const spaced = (word) => word.replaceAll("-", " ");

const third = { do: "does", have: "has", pass: "passes" };
const plural = Object.fromEntries(Object.entries(third).map(([verb, s]) => [s, verb]));

let passes = [];
/** Sets how the game that is shown tells passes: a list of {phase, verb, words}. */
export const tell = (words) => (passes = words ?? []);

/** A pass in a phase, such as "passes the first upcard". */
function passText(phase) {
  const { verb, words } = passes.find((p) => p.phase === phase) ?? { verb: "pass", words: `(${spaced(phase)})` };
  return `${third[verb] ?? `${verb}s`} ${words}`.trimEnd();
}

const some = (card) => (card ? [card] : "a card");

/**
 * An event as a list of parts: text, or a list of cards. It says what happened, without the seat. The event is that
 * of the view, and so may lack cards.
 */
export function parts(e) {
  switch (e.type) {
    case "deal":
      return [`${e.hand ? `hand ${e.hand} is` : "the cards are"} dealt${e.upcard ? "," : ""}`, ...(e.wildcard ? ["wild card", [e.wildcard], "and"] : []), ...(e.upcard ? ["upcard", [e.upcard]] : [])];
    case "draw":
      return e.from === "pile" ? ["takes", e.card ? [e.card] : "nothing: the limit of upcards ends the hand"] : ["draws", some(e.card)];
    case "discard":
      return ["discards", [e.card]];
    case "declare":
      return [e.valid ? "declares with" : "declares wrongly with", [e.card]];
    case "drop":
      return ["drops"];
    case "reshuffle":
      return ["the pile becomes the stock, upcard", [e.upcard]];
    case "pass":
      return [passText(e.phase)];
    case "accept":
      return [`accepts (${spaced(e.phase)})`];
    case "knock":
      return ["knocks"];
    case "meld":
      return ["melds", e.cards];
    case "lay-off":
      return ["lays off", [e.card]];
    case "score":
      return [scoreText(e)];
    case "end":
      return [endText(e)];
  }
  return [e.type];
}

/** The parts of an event of which the reader is the subject: "draw" in place of "draws". */
export function yourParts(e) {
  const [first, ...rest] = parts(e);
  return [first.replace(/^\w+/, (verb) => plural[verb] ?? verb.replace(/s$/, "")), ...rest];
}

const plain = (part) => (typeof part === "string" ? part : cardNames(part));

/** An event as a sentence without the full stop, such as "Seat 0 discards queen of clubs". */
export function sentence(e) {
  const text = parts(e).map(plain).join(" ");
  const more = e.type === "draw" ? ` from the ${e.from}` : "";
  if (e.seat !== undefined) return `Seat ${e.seat} ${text}${more}`;
  return text[0].toUpperCase() + text.slice(1);
}

/** The score of a hand in words. */
export function scoreText(e) {
  const out = [e.hand ? `hand ${e.hand}` : "score"];
  if (e.ending) out[0] += `: ${spaced(e.ending)}`;
  if (e.winner !== undefined && e.scored) out.push(`seat ${e.winner} scores ${e.scored[e.winner]}`);
  if (e.points) out.push(`points ${e.points.join(" – ")}`);
  if (e.scores) out.push(`match ${e.scores.join(" – ")}`);
  return out.join(", ");
}

/** A number of points with its sign. */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** The end of a game in words. */
export function endText(e) {
  const who = e.winner === undefined ? "no winner" : `seat ${e.winner} wins`;
  return `${spaced(e.ending)}: ${who}, gains ${e.gains.map(signed).join(" ")}`;
}

/** Who sees the table, in words. */
export const viewerText = (viewer) => (typeof viewer === "number" ? `seat ${viewer}` : viewer);

/** A number with a typographic minus. */
export const fixed = (x, digits) => x.toFixed(digits).replace("-", "−");
