// The table of a game, rebuilt from the events of its record (docs/records.md).

import { sameCards, without } from "./cards.js";

/** The viewer that sees all cards, and the one that sees only what everybody sees. */
export const ALL = "all";
export const BLIND = "blind";

/**
 * The event as a viewer sees it, or null if the viewer does not see it at all. The viewer is ALL,
 * BLIND or a seat. This is Event.SeenBy of the Go package env/record; the tests compare them.
 */
export function seenBy(event, viewer) {
  if (viewer === ALL) return event;
  const seen = { ...event };
  if (event.seat !== viewer && event.seat !== undefined) {
    if (event.private) return null;
    delete seen.probability;
    if (event.type === "draw" && event.from === "stock") delete seen.card;
  }
  if (event.type === "deal") {
    seen.hands = event.hands.map((hand, seat) => (seat === viewer || hand?.length === 0 ? hand : null)); // all see who is not dealt in
    delete seen.stock;
    delete seen.key;
  }
  if (event.type === "reshuffle") delete seen.stock;
  return seen;
}

/** Whether a viewer may see what the page holds: that of one seat holds no more. */
export const viewersOf = (record) =>
  record.view === undefined ? [ALL, ...record.seats.keys(), BLIND] : [record.view, BLIND];

/** The table before the first deal. */
export function emptyTable(record) {
  return {
    hand: 0,
    wild: undefined,
    wildcard: undefined,
    stock: 0,
    next: null, // the stock, the next card first, or null if it is not seen
    pile: [],
    seats: record.seats.map((name) => ({ name, cards: [], melds: [], laidOff: [], status: "" })),
    toMove: undefined,
    scores: undefined,
    result: undefined, // the event score of a hand that is over
    end: undefined, // the event end
    fault: undefined, // the event of a wrong declaration
    moved: undefined, // what the last event moved: {seat, card, from}
    size: Math.max(0, ...handsOf(record).map((hand) => hand?.length ?? 0)), // cards dealt to a seat
  };
}

const handsOf = (record) => record.events.find((e) => e.type === "deal")?.hands ?? [];

/** The table after an event, which may hide cards. The table given does not change. */
export function apply(table, event) {
  const t = { ...table, moved: undefined };
  const change = (seat, changes) => {
    if (!t.seats[seat]) throw new RangeError(`there is no seat ${seat}`);
    t.seats = t.seats.map((s, i) => (i === seat ? { ...s, ...changes } : s));
  };
  const remove = (seat, cards) => change(seat, { cards: without(t.seats[seat].cards, cards) });
  const step = steps[event.type];
  if (!step) throw new TypeError(`there is no event ${event.type}`);
  step(t, event, change, remove);
  return t;
}

const steps = {
  deal(t, e) {
    Object.assign(t, {
      hand: e.hand ?? 0,
      wild: e.wild,
      wildcard: e.wildcard,
      stock: e.stock_size,
      next: e.stock ?? null,
      pile: e.upcard ? [e.upcard] : [],
      result: undefined,
      fault: undefined,
    });
    const unseen = Array(t.size).fill(null);
    t.seats = t.seats.map(({ name }, seat) => ({ name, cards: e.hands[seat] ?? unseen, melds: [], laidOff: [], status: "" }));
  },
  draw(t, e, change) {
    if (e.from === "pile") {
      if (!e.card) return; // a limit of upcards ends the hand
      t.pile = t.pile.slice(0, -1);
    } else {
      t.stock--;
      t.next = t.next && t.next.slice(1);
    }
    const card = e.card ?? null;
    change(e.seat, { cards: [...t.seats[e.seat].cards, card] });
    t.moved = { seat: e.seat, card, from: e.from };
  },
  discard(t, e, change, remove) {
    remove(e.seat, [e.card]);
    t.pile = [...t.pile, e.card];
    t.moved = { card: e.card, from: e.seat };
  },
  declare(t, e, change) {
    const melds = e.groups ?? [];
    change(e.seat, { cards: without(e.cards, melds.flat()), melds, status: e.valid ? "declared" : "declared wrongly" });
    t.pile = [...t.pile, e.card];
    t.moved = { card: e.card, from: e.seat };
    if (!e.valid) t.fault = e;
  },
  drop: (t, e, change) => change(e.seat, { status: "dropped" }),
  reshuffle(t, e) {
    t.pile = [e.upcard];
    t.stock = e.stock_size;
    t.next = e.stock ?? null;
  },
  pass() {},
  accept(t, e) {
    t.scores = e.scores ?? t.scores;
  },
  knock: (t, e, change) => change(e.seat, { cards: e.cards, status: "knocked" }),
  meld(t, e, change, remove) {
    remove(e.seat, e.cards);
    change(e.seat, { melds: [...t.seats[e.seat].melds, e.cards] });
  },
  "lay-off"(t, e, change, remove) {
    remove(e.seat, [e.card]);
    t.seats.forEach((s, seat) => {
      const i = seat === e.seat ? -1 : s.melds.findIndex((m) => sameCards(m, e.onto));
      if (i >= 0) {
        change(seat, { melds: s.melds.with(i, [...s.melds[i], e.card]), laidOff: [...s.laidOff, e.card] });
        t.moved = { seat, card: e.card, from: e.seat };
      }
    });
  },
  score(t, e, change) {
    t.result = e;
    t.scores = e.scores ?? t.scores;
    t.seats.forEach((s, seat) => {
      const melds = e.melds?.[seat];
      const shown = e.hands?.[seat];
      if (shown) change(seat, { cards: melds ? without(shown, melds.flat()) : shown, melds: melds ?? s.melds });
      change(seat, { points: e.points?.[seat] });
    });
  },
  end(t, e) {
    t.end = e;
  },
};

/**
 * The game as a viewer sees it: events, with null for those it does not see, and tables, one after
 * each event.
 */
export function watch(record, viewer) {
  const events = record.events.map((e) => seenBy(e, viewer));
  const tables = [];
  let table = emptyTable(record);
  events.forEach((event, i) => {
    if (event) {
      try {
        table = apply(table, event);
      } catch (error) {
        throw new Error(`event ${i + 1} (${event.type}): ${error.message}`);
      }
    }
    table = { ...table, toMove: mover(events, i + 1) };
    tables.push(table);
  });
  return { events, tables };
}

/** The seat of the next event of a player, or undefined if a hand ends before. */
function mover(events, from) {
  for (let i = from; i < events.length; i++) {
    const e = events[i];
    if (e?.seat !== undefined) return e.seat;
    if (e && e.type !== "reshuffle") return undefined;
  }
  return undefined;
}

/** The tables along a line of events that starts from a table, such as a choice of a review. */
export function follow(table, line, viewer) {
  const events = line.map((e) => seenBy(e, viewer)).filter(Boolean);
  const tables = [];
  for (const e of events) tables.push((table = { ...apply(table, e), toMove: undefined }));
  return { events, tables };
}
