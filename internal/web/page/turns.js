// Events in turns: a turn is what one seat does until
// another one moves.

/**
 * The turns of the events of a view: {number, seat, events}, with the indices of the events.
 * Events of the table (deal, reshuffle, score, end) are turns without number and seat. Each deal starts again at 1.
 */
export function turnsOf(events) {
  const turns = [];
  let number = 0;
  let seat;
  events.forEach((e, i) => {
    if (!e) return;
    if (e.type === "deal") number = 0;
    if (e.seat === undefined) {
      turns.push({ events: [i] });
      seat = undefined;
      return;
    }
    if (e.seat !== seat) {
      turns.push({ number: ++number, seat: e.seat, events: [] });
      seat = e.seat;
    }
    turns.at(-1).events.push(i);
  });
  return turns;
}

/** The index of the event after which a step ends: the next or previous that the view sees, or i at the ends. */
export function beside(events, i, step) {
  for (let j = i + step; j >= 0 && j < events.length; j += step) if (events[j]) return j;
  return i;
}

/** The first event of the turn after (step 1) or of the turn before (step -1) that of event i. */
export function turnBeside(turns, i, step) {
  const at = turns.findIndex((t) => t.events.includes(i));
  const to = step < 0 && at >= 0 && turns[at].events[0] !== i ? at : at + step;
  return turns[Math.max(0, Math.min(turns.length - 1, to))]?.events[0] ?? i;
}

/** The deal after or before event i, or i if there is none. */
export function dealBeside(events, i, step) {
  for (let j = i + step; j >= 0 && j < events.length; j += step) if (events[j]?.type === "deal") return j;
  return i;
}
