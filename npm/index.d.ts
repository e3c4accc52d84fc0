/** A move of the player to move. */
export interface Move {
  action: number;
  /** Such as "draw stock" and, for a discard, "9C" in Gin Rummy and "discard 9C" in Indian Rummy. */
  name: string;
}

/** How a game stands. */
export interface Result {
  over: boolean;
  /** The seat that has won; -1 before the end, and without a winner. */
  winner: number;
  /** How the game ended, such as "gin" or "declared"; "" before the end. */
  ending: string;
  /** Points of each seat, which sum to 0; 0 before the end. In matches of two, the difference of the scores. */
  gains: number[];
  /** Of matches: the hand that ended last. The next one is dealt at once. */
  hand?: { number: number; winner: number; ending: string; gains: number[] };
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
  /** Points of the match; in single games of Indian Rummy MinScore after the end, of the seats that the viewer sees. */
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
  /** The discard pile, sorted by suit; for an onlooker in order of play. */
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
  /** The same as lines for a terminal. In matches of Indian Rummy its seats are those of the deal, and it says which players they are. */
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

/** Advice for the player to move: its action and name are what the adviser would do. */
export interface Hint extends Move {
  hand: {
    /** counts is false while the cards of a meld count points, because sequences that a declaration needs are missing. */
    melds: { kind: string; cards: string[]; counts: boolean }[];
    unmelded: string[];
    /** MinScore or deadwood, as measure says, after the best discard if one is due. */
    points: number;
    measure?: string;
    /** MinDist, of Indian Rummy. */
    distance?: number;
  };
  /** Before a draw: the cards that help, and how many copies of them are unseen. */
  outs?: { card: string; copies: number }[];
  /** Before a discard: the cards with what they leave, by distance, outs and points alone; the advice may be another. */
  discards?: { card: string; points?: number; outs?: number; distance?: number }[];
  adviser: string;
  unit?: "points" | "wins";
  values?: MoveValue[];
}

/** A game in progress. Calls that fail throw an Error that says why, and change nothing; for an illegal move its name is "IllegalMoveError". */
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

/** A hand of Gin Rummy: 1 to 11 cards. */
export interface GinHand {
  /** Points outside melds. */
  deadwood: number;
  /** Number of possible melds in the hand, and of arrangements with this deadwood. */
  melds: number;
  best_sets: number;
  /** One of these arrangements, and the cards outside it. */
  best: string[][];
  unmelded: string[];
  /** Of 11 cards: the deadwood after the discard of each. */
  after_discard?: number[];
}

/** A hand of Indian Rummy: 1 to 14 cards. It is a valid declaration if it has 13 cards and mindist is 0. */
export interface IndianHand {
  minscore: number;
  minscore_uncapped: number;
  mindist: number;
  /** The same with the cards that are left in the deck; -1 if no declaration can be reached. */
  mindist_avail: number;
  /** The melds that give minscore, and the cards outside them. */
  groups: string[][];
  deadwood: string[];
  /** Of 14 cards: the one in neither. */
  freed?: string;
  expected_turns?: number;
}

/** The engine. */
export interface Engine {
  /**
   * Deals a game; rules are a preset and options, as in "club seats=4", or "" for the first preset; the same seed, 0 to 2^64 - 1,
   * gives the same game, so who has it knows all cards.
   */
  newGame(game: "gin" | "indian" | "gin-match" | "indian-match", rules: string, seed: number | bigint | string): Game;
  /** The game that save() wrote. */
  loadGame(text: string): Game;
  /** Melds and points of cards; melds of a knocker are for lay-offs. */
  hand(game: "gin", hand: { cards: string[]; knocker?: string[][] }): GinHand;
  /** The same with the wild rank, such as "7", the number of packs and of printed jokers (1 and 2), and cards that are gone. */
  hand(game: "indian", hand: { cards: string[]; wild: string; decks?: number; printed?: number; gone?: string[] }): IndianHand;
}

/**
 * Promises the engine, which is started once. files has the contents of networks that the package leaves out, by name:
 * standard.safetensors and belief.safetensors of the repository for learned:standard of Indian Rummy, which is then the
 * strongest fast agent, in place of min-dist-outs.
 */
export function load(options?: { files?: Record<string, Uint8Array> }): Promise<Engine>;
