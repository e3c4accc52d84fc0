/** A move of the player to move. */
export interface Move {
  action: number;
  /** Such as "discard 9C". */
  name: string;
}

/** How a game stands. */
export interface Result {
  over: boolean;
  /** The seat that has won; -1 before the end, and without a winner. */
  winner: number;
  /** How the game ended, such as "gin" or "declared"; "" before the end. */
  ending: string;
  /** Points of each seat, which sum to 0; 0 before the end. */
  gains: number[];
}

/** What a view shows of a seat. Cards are texts such as "9C", "TD" or "JK", a printed joker. */
export interface Seat {
  seat: number;
  /** The hand, if the viewer sees it. */
  cards: string[];
  /** Number of cards of a hand that the viewer does not see. */
  hidden: number;
  /** Hidden cards that follow from the play. */
  known: string[];
  /** Melds on the table. */
  melds: string[][];
  /** The card just drawn, if the viewer saw it. */
  drawn: string | null;
  /** Whether the player is still in the game. */
  active: boolean;
  knocked: boolean;
  /** Gin Rummy: points of the match; Indian Rummy: MinScore after the end. */
  score: number | null;
}

/** What a seat sees. */
export interface View {
  /** The viewer; -1 is an onlooker, who sees all hands. */
  seat: number;
  /** The seat to move, -1 after the end. */
  player: number;
  phase: string;
  seats: Seat[];
  /** Top card of the discard pile. */
  top: string | null;
  pile: string[];
  pile_size: number;
  stock_size: number;
  /** Indian Rummy: the card turned up for the wild rank, and that rank. */
  wildcard: string | null;
  wild: string | null;
  /** Gin Rummy. */
  knock_limit: number | null;
  /** Of matches: number of the hand, from 1. */
  hand_number: number | null;
  round: number | null;
  /** Number of turns begun in the hand. */
  turn: number;
  /** The same as lines for a terminal. */
  text: string;
  /** Moves of the viewer, if it is to move; of an onlooker those of the player to move. */
  legal: Move[];
  result: Result;
}

/** The value of a move to the adviser. */
export interface MoveValue extends Move {
  /** Known to win; the move then has no value. */
  wins?: boolean;
  /** In the unit of the hint. */
  value: number;
  /** By how much the best move is better. */
  behind: number;
  /** Standard error of behind. */
  error?: number;
}

/** Advice for the player to move. */
export interface Hint extends Move {
  /** The hand, sorted by melds, with its points. */
  hand: Record<string, unknown>;
  /** Before a draw: the cards that help. */
  outs?: Record<string, unknown>[];
  /** Before a discard: the cards, best first, with what they leave. */
  discards?: Record<string, unknown>[];
  adviser: string;
  unit?: "points" | "wins";
  values?: MoveValue[];
}

/** A game in progress. Calls that fail throw an Error that says why, and change nothing. */
export interface Game {
  /** The seat to move, -1 after the end. */
  readonly player: number;
  /** The moves of the player to move. */
  legal(): Move[];
  /** Makes a move of the player to move. */
  apply(action: number): void;
  /** What a seat sees; -1 is an onlooker. */
  view(seat: number): View;
  result(): Result;
  /** The move of an agent for the player to move, told what that seat knows; "" is the strongest fast agent. */
  bot(agent?: string): Move;
  hint(): Hint;
  /** The game as text. Who has it knows all cards. */
  save(): string;
}

/** The engine. */
export interface Engine {
  /**
   * Deals a game: "gin", "indian", "gin-match" or "indian-match"; rules are a preset and options, as in "club seats=4"; the
   * same seed, 0 to 2^64 - 1, gives the same game.
   */
  newGame(game: string, rules?: string, seed?: number | bigint | string): Game;
  /** The game that save() wrote. */
  loadGame(text: string): Game;
  /** Melds and points of cards: hand("gin", {cards: ["AS", "2S"]}), hand("indian", {cards: [...], wild: "7"}). */
  hand(game: string, hand: Record<string, unknown>): Record<string, unknown>;
}

/**
 * Promises the engine, which is started once. files has the contents of networks that the package leaves out, by name:
 * standard.safetensors and belief.safetensors of the repository for learned:standard of Indian Rummy, which is then the
 * strongest fast agent, in place of min-dist-outs.
 */
export function load(options?: { files?: Record<string, Uint8Array> }): Promise<Engine>;
