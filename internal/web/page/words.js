// Events in words.

import { cardNames, meldOrder, shortName, without } from "./cards.js";

/** A word of the rules, such as "wrong-declaration", as words: "wrong declaration". */
export const spaced = (word) => word.replaceAll("-", " ");

const third = { do: "does", have: "has", pass: "passes" };
const plural = Object.fromEntries(Object.entries(third).map(([verb, s]) => [s, verb]));

const thirdOf = (verb) => third[verb] ?? `${verb}s`;

/** The points of a hand in words, such as "12 points", or "12 deadwood". */
export const pointsText = (n) => `${n} ${phrases.measure ?? (n === 1 ? "point" : "points")}`;

let phrases = {};
let players = [];
let reader;
/**
 * Sets the words of the game that is shown: its phrases, {passes, endings, measure} of record.Phrases, the names of the players by
 * seat, and the seat of the reader, who is "you", or undefined.
 */
export const tell = (words, names, you) => {
  phrases = words ?? {};
  players = names;
  reader = you;
};

/**
 * The names of the players of a record by seat: without the digits of files, and with numbers where they are the same. An agent
 * that is one of the levels, {name, spec}, is called by that word where a person plays, or if it has options, as the engine calls it.
 */
export function namesOf(seats, levels = []) {
  const short = seats.map((name) => {
    const own = name.startsWith("exec:") ? name : name.replace(/@[0-9a-f]+/, "");
    const level = (own.includes("=") || seats.some(isPerson)) && levels.find((l) => l.spec === own);
    return level ? upper(level.name) : own;
  });
  return short.map((name, seat) => {
    const n = short.slice(0, seat + 1).filter((other) => other === name).length;
    return n > 1 ? `${name} ${n}` : name;
  });
}

/** Whether a name in a record is that of a person. */
export const isPerson = (name) => name === "human" || name.startsWith("human:");

/** The seat of the person in a record, or undefined if there is none, or more than one. */
export function personOf(seats) {
  const people = [...seats.keys()].filter((seat) => isPerson(seats[seat]));
  return people.length === 1 ? people[0] : undefined;
}

/** The name of a seat in a sentence: "you", or that of the player. */
export const nameOf = (seat) => (seat === reader ? "you" : (players[seat] ?? `seat ${seat}`));

/** Whether a seat is that of the reader. */
export const isReader = (seat) => seat !== undefined && seat === reader;

/** The name of a seat by itself or at the beginning of a sentence. */
export const callerOf = (seat) => (seat === reader ? "You" : nameOf(seat));

/** The names of the players of as many seats. */
export const callersOf = (seats) => seats.map((_, seat) => callerOf(seat)).join(" – ");

/** A clause such as "you draw" or "sigra draws". */
const clause = (seat, verb) => `${nameOf(seat)} ${seat === reader ? verb : thirdOf(verb)}`;

const ending = (word) => phrases.endings?.find((e) => e.ending === word) ?? { text: spaced(word) };

/** A pass or an accept in a phase, such as "passes the first upcard" or "joins again". all are the words of all phases. */
function answerText(all, phase, otherwise) {
  const { verb, words } = all?.find((p) => p.phase === phase) ?? { verb: otherwise, words: `(${spaced(phase)})` };
  return `${thirdOf(verb)} ${words}`.trimEnd();
}

const some = (card) => (card ? [card] : "a card");

/** Why a declaration is wrong, as parts. */
const faultOf = (e) => (e.lacks ? [`: it lacks a ${spaced(e.lacks)}; left over`, leftOver(e), costOf(e)] : []);

const leftOver = ({ groups, cards }) => without(cards, (groups ?? []).flat());
const costOf = ({ cost }) => `(${cost ?? 0} points)`;

/** Why the declaration of an event is wrong, as a sentence, or "". */
export function faultText(e) {
  if (!e.lacks) return "";
  const left = leftOver(e).map(shortName);
  return `the declaration lacks a ${spaced(e.lacks)}: ${left.join(" ")} ${left.length === 1 ? "is" : "are"} left over ${costOf(e)}`;
}

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
      return e.valid ? ["declares with", [e.card]] : ["declares wrongly with", [e.card], ...faultOf(e)];
    case "drop":
      return ["drops"];
    case "reshuffle":
      return ["the pile becomes the stock, upcard", [e.upcard]];
    case "pass":
      return [answerText(phrases.passes, e.phase, "pass")];
    case "accept":
      return [answerText(phrases.accepts, e.phase, "accept")];
    case "knock":
      return ["knocks"];
    case "meld":
      return ["melds", meldOrder(e.cards)];
    case "lay-off":
      return ["lays off", [e.card]];
    case "score":
      return [[scoreText(e), matchText(e)].filter(Boolean).join("; ")];
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

/** An event as a sentence without the full stop, such as "You draw queen of clubs from the stock". */
export function sentence(e) {
  const text = (e.seat !== undefined && e.seat === reader ? yourParts : parts)(e).map(plain).join(" ");
  const more = e.type === "draw" ? ` from the ${e.from}` : "";
  if (e.seat !== undefined) return `${callerOf(e.seat)} ${text}${more}`;
  return upper(text);
}

/** A text with a large first letter. */
export const upper = (s) => s[0].toUpperCase() + s.slice(1);

/** How a hand of two players was counted, such as "You knock with 9, sigra has 2: undercut, 25 + 7 = 32 for sigra", or "". */
function countText({ ending: word, points, scored, winner = 0 }) {
  const { count } = word ? ending(word) : {};
  if (!count || points?.length !== 2 || scored?.length !== 2) return "";
  const [less, more] = [...points].sort((a, b) => a - b);
  const bonus = scored[winner] - (more - less);
  const sum = `${bonus > 0 ? `${bonus} + ${more - less}` : `${more} − ${less}`} = ${scored[winner]}`;
  return count.replace(/\{(\w+)(?: (\w+))?\}/g, (_, who, verb) => {
    if (who === "sum") return sum;
    const seat = who.toUpperCase() === "L" ? 1 - winner : winner;
    if (who === "w" || who === "l") return points[seat];
    return verb ? clause(seat, verb) : nameOf(seat);
  });
}

/** The score of a hand in words, without that of the match. */
export function scoreText(e) {
  const out = countText(e) || [ending(e.ending ?? "score").text, ...(e.winner !== undefined && e.scored ? [e.scored[e.winner] ? `${clause(e.winner, "score")} ${e.scored[e.winner]}` : clause(e.winner, "win")] : [])].join(": ");
  return e.hand ? `hand ${e.hand}: ${out}` : out;
}

/** A reason for the score of a hand, {seat, points, why}, as a sentence. */
export const whyText = ({ seat, points, why }) => (seat < 0 ? why : `${clause(seat, "pay")} ${points}: ${why}`);

/** The score of a match after a hand in words, or "" in a game that has none. target is the number of points that ends it. */
export const matchText = (e, target) =>
  e?.hand && e.scores ? `score: ${e.scores.map((n, seat) => `${nameOf(seat)} ${n}`).join(", ")}${target ? ` of ${target}` : ""}` : "";

/** A number of points with its sign. */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** The end of a game in words. At tables of more than two it says what the others gain too. */
export function endText(e) {
  const others = e.gains.flatMap((n, seat) => (seat === e.winner ? [] : [`${nameOf(seat)} ${signed(n)}`]));
  if (e.winner === undefined) return `${ending(e.ending).text}: ${e.gains.some((n) => n !== 0) ? others.join(", ") : "nobody wins"}`;
  return `${ending(e.ending).text}: ${clause(e.winner, "win")} ${e.gains[e.winner]}${others.length > 1 ? ` (${others.join(", ")})` : ""}`;
}

/** Who sees the table, in words. */
export const viewerText = (viewer) => (typeof viewer === "number" ? callerOf(viewer) : viewer === "all" ? "All cards" : "Blind");

/** A number with a typographic minus. */
export const fixed = (x, digits = 0) => x.toFixed(digits).replace("-", "−");
