package text

// use is what reading a position does with a member.
type use uint8

const (
	needed   use = iota // it makes the position
	optional            // it makes the position, and may be left out
	compared            // it follows from the events; if it is there and differs, it is an error
	ignored             // it follows from the events and options of the text
)

// member is a member of the JSON of a position, or of an object in it.
type member struct {
	name string
	use  use
	doc  string // meaning, one line
}

// members are the members of a position, in their order.
var members = []member{
	{"version", needed, "version of this format, the number 1"},
	{"game", needed, "name of the game"},
	{"env", needed, "environment and its version, for example `GinRummy-v1`"},
	{"rules", needed, "object with all options of the rules, by name"},
	{"seat", needed, "the observing seat, whose knowledge the position describes; seats are numbered from 0"},
	{"to_move", compared, "whether it is this seat's turn"},
	{"phase", compared, "name of the decision to be made, for example `draw`; empty if it is another seat's turn, because the observing seat may not know it"},
	{"top", compared, "top of the discard pile, or null"},
	{"pile", compared, "the whole discard pile, sorted"},
	{"pile_size", compared, "number of cards in the discard pile"},
	{"stock_size", compared, "number of cards in the stock"},
	{"wildcard", compared, "the card turned up for the wild rank, or null"},
	{"wild", compared, "the rank whose cards are jokers, or null"},
	{"knock_limit", compared, "maximum deadwood for a knock in this hand, or null"},
	{"hand_number", compared, "number of the hand in a match, from 1, or null"},
	{"round", compared, "number of the round, or null"},
	{"turn", compared, "number of turns begun in the hand"},
	{"seats", compared, "what is known about each seat"},
	{"facts", ignored, "other facts that all players know, in words"},
	{"legal", ignored, "with the option `legal`, if it is this seat's turn: the legal moves"},
	{"hand", ignored, "with `numbers`: the melds of the seat's hand, and the points or deadwood of the hand"},
	{"outs", ignored, "with `numbers`, before a draw: the cards that help, with the number of copies that the seat has not seen"},
	{"events", needed, "events that the seat saw since the deal of the game, in the form of records; null if they are not known"},
	{"since", optional, "number of events before the last decision of the seat"},
}

// seatMembers are the members of an entry of seats.
var seatMembers = []member{
	{"seat", compared, "number of the seat"},
	{"cards", compared, "for the observing seat: its hand"},
	{"hidden", compared, "for another seat: number of cards in its hand"},
	{"known", compared, "for another seat: the cards in its hand that are known from the play; they are also counted in `hidden`"},
	{"melds", compared, "melds on the table"},
	{"drawn", compared, "the card just drawn by the player to move, if it was seen, or null"},
	{"active", compared, "whether the player is still in the game"},
	{"knocked", compared, "whether the player has knocked"},
	{"score", compared, "points of the match; at the end of Indian Rummy, MinScore of the player's hand; or null"},
	{"took", compared, "cards taken from the discard pile in this hand, in order"},
	{"refused", compared, "top cards of the discard pile that the player did not take, in order"},
	{"discarded", compared, "cards discarded, in order"},
}

// moveMembers are the members of an entry of legal.
var moveMembers = []member{
	{"name", ignored, "name of the move in the protocol and in records"},
	{"type", ignored, "type of the event that the move causes"},
	{"from", ignored, "where a draw takes the card: `stock` or `pile`"},
	{"card", ignored, "the card taken or played"},
	{"cards", ignored, "the cards of a meld"},
	{"cost", ignored, "what a drop costs, in points"},
	{"text", ignored, "description of the move in words"},
	{"distance", ignored, "with `numbers`, in Indian Rummy: MinDist after the move"},
	{"outs", ignored, "with `numbers`: number of unseen cards that help after the move"},
	{"points", ignored, "with `numbers`: MinScore or deadwood after the move"},
}
