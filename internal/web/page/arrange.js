// The person's own order of the hand: groups of cards, which last from turn to turn. A card is named by its number, counted
// through all groups.

/** What a browser kept as the order of a deal, {deal, groups}, or undefined if it has another form. */
export const orderOf = (kept) => {
  const list = (of, is) => Array.isArray(of) && of.every(is);
  return typeof kept?.deal === "string" && list(kept.groups, (g) => list(g, (card) => typeof card === "string")) ? kept : undefined;
};

/** The groups for the cards of a hand as it is now: what has left the hand is gone, and what has come is in the last group. */
export function arranged(groups, cards) {
  const left = [...cards];
  const kept = groups.map((group) => group.filter((card) => {
    const i = left.indexOf(card);
    if (i >= 0) left.splice(i, 1);
    return i >= 0;
  })).filter((group) => group.length > 0);
  return left.length === 0 ? kept : [...kept.slice(0, -1), [...(kept.at(-1) ?? []), ...left]];
}

/** The group of card i, and its place in the group. */
function placeOf(groups, i) {
  let at = i;
  const group = groups.findIndex((g) => at < g.length || ((at -= g.length), false));
  return { group, at };
}

/** The number of a card in a place. */
const numberOf = (groups, group, at) => groups.slice(0, group).reduce((sum, g) => sum + g.length, at);

/** Puts card i before card `before`, after it, or, if that is undefined, into a new last group. Returns {groups, i}. */
export function put(groups, i, before, after) {
  const from = placeOf(groups, i);
  const card = groups[from.group][from.at];
  const open = groups.map((g) => [...g]);
  open[from.group][from.at] = null; // keeps the places until the card is in
  let to = { group: open.length, at: 0 };
  if (before === undefined) open.push([card]);
  else {
    to = placeOf(groups, before);
    if (after) to.at++;
    open[to.group].splice(to.at, 0, card);
  }
  const number = numberOf(open, to.group, to.at);
  const gone = numberOf(open, from.group, open[from.group].indexOf(null));
  return { groups: open.map((g) => g.filter((c) => c !== null)).filter((g) => g.length > 0), i: number - (gone < number ? 1 : 0) };
}

/** Moves card i a step to the right (1) or left (-1): in its group, into the next one, or at the ends into a new one. */
export function step(groups, i, by) {
  const { group, at } = placeOf(groups, i);
  const to = groups.map((g) => [...g]);
  const [card] = to[group].splice(at, 1);
  if (at + by >= 0 && at + by <= to[group].length) {
    to[group].splice(at + by, 0, card);
    return { groups: to, i: i + by };
  }
  const next = to[group + by];
  if (next) next.splice(by > 0 ? 0 : next.length, 0, card);
  else if (to[group].length === 0) return { groups, i };
  else if (by > 0) to.push([card]);
  else to.unshift([card]);
  return { groups: to.filter((g) => g.length > 0), i };
}

/** Begins a group with card i, or joins the group that begins with it to the one before. */
export function split(groups, i) {
  const { group, at } = placeOf(groups, i);
  if (at > 0) return groups.toSpliced(group, 1, groups[group].slice(0, at), groups[group].slice(at));
  return group === 0 ? groups : groups.toSpliced(group - 1, 2, [...groups[group - 1], ...groups[group]]);
}
