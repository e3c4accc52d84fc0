package indian

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/meld"
	"rummygym/env/record"
)

// Text returns the rules in words, for a player who does not know the game: Markdown that also reads as
// plain text. It says what is played under these options and nothing else, so that rules with the same
// text are the same game.
func (r Rules) Text() string { return record.Prose("Indian Rummy", r.sections()...) }

// sections returns the parts of Text.
func (r Rules) sections() []record.Section {
	return []record.Section{
		{Heading: "Aim", Sentences: []string{
			fmt.Sprintf("%s players. Try to be the first to declare: to show a hand of %d cards that are all in melds.",
				[...]string{2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}[r.Seats], r.HandSize),
			"A game is one deal. The players are called by their seats, which are numbered from 0.",
		}},
		{Heading: "Cards and jokers", Sentences: r.cards()},
		{Heading: "Melds", Sentences: r.melds()},
		{Heading: "Deal", Sentences: []string{
			fmt.Sprintf("Each player gets %d cards,", r.HandSize),
			[...]string{Alternate: "dealt one by one in turn.", Blocks: "all cards of one hand before the next."}[r.Dealing],
			record.When(r.Wildcard != NoWildcard, "Then the wildcard is turned up, and another card begins the discard pile (open pile).") +
				record.When(r.Wildcard == NoWildcard, "Then one card begins the discard pile (open pile).") +
				" The rest is the stock (closed deck). Seat 0 moves first, then the others in order.",
		}},
		{Heading: "A turn", Sentences: r.turn()},
		{Heading: "Declaring", Sentences: r.declaring()},
		{Heading: "Dropping", Sentences: []string{
			fmt.Sprintf("At the start of a turn, before you draw, you may give up the game (\"drop\"). This costs %s at your first turn and %s later, and %s.",
				record.Count(r.FirstDrop, "point"), record.Count(r.MiddleDrop, "point"), r.leaving()),
			record.When(r.Seats > 2, "A player with a dead hand takes no more turns. The last player left wins."),
		}},
		{Heading: "Score", Sentences: r.score()},
		{Heading: "Without a declaration", Sentences: r.limits()},
	}
}

// cards says which cards are in the deck and what they count.
func (r Rules) cards() []string {
	packs := [...]string{1: "One pack", 2: "Two packs", 3: "Three packs"}[r.Packs]
	deck := fmt.Sprintf("%s of %d cards", packs, r.pack().Count())
	printed, also := "", ""
	if r.Jokers > 0 {
		printed, also = " and "+record.Count(r.Jokers, "printed joker")+" (JK)", ", as are the printed jokers (JK)"
	}
	if r.pack() == card.All {
		deck += printed + ". 9C is the nine of clubs, TD the ten of diamonds."
	} else {
		deck += fmt.Sprintf(", A to %v of %s,", card.Rank(r.Ranks-1), listed(suitNames[:r.Suits], "and")) + printed + ". 3C is the three of clubs."
		deck = strings.Replace(deck, ",.", ".", 1)
	}
	wild := []string{
		"One card, the wildcard, is turned up and set aside. Its rank is the wild rank: all other cards of it are jokers" + also + ".",
		record.When(r.Jokers > 0, [...]string{
			NextCard:    "If the wildcard is a printed joker, the wild rank is the ace.",
			NextNatural: "The wildcard is never a printed joker: the next card that is not a printed joker is turned up instead.",
			NoWildcard:  "",
		}[r.Wildcard]),
	}
	if r.Wildcard == NoWildcard {
		wild = []string{record.When(r.Jokers > 0, "The printed jokers (JK) are the only jokers.")}
	}
	return append(append([]string{deck}, wild...),
		r.tens()+" counts 10 points,"+record.When(r.hasJokers(), " a joker 0,")+" any other card its number.")
}

// tens names the cards of the deck that count 10 points, without the tens.
func (r Rules) tens() string {
	return "An " + listed([]string{"ace", "jack", "queen", "king"}[:1+max(0, r.Ranks-int(card.Jack))], "or")
}

// suitNames are the suits in the order of package card.
var suitNames = [...]string{"clubs", "diamonds", "hearts", "spades"}

// hasJokers reports whether any card is a joker.
func (r Rules) hasJokers() bool { return r.Jokers > 0 || r.Wildcard != NoWildcard }

// melds says what melds are, with examples of cards of the deck.
func (r Rules) melds() []string {
	at := func(rank int, suit card.Suit) string {
		return card.New(card.Rank(min(rank, r.Ranks-1)), min(suit, card.Suit(r.Suits-1))).String()
	}
	low, gap := min(int(card.Four), r.Ranks-3), min(int(card.Eight), r.Ranks-3)
	all := []string{
		"A meld is a sequence" + record.When(r.Suits > 2, " or a set") + ", of three cards or more.",
		fmt.Sprintf("A pure sequence is cards of one suit in order%s: %s %s %s.", record.When(r.hasJokers(), ", without a joker"),
			at(low, card.Hearts), at(low+1, card.Hearts), at(low+2, card.Hearts)),
		record.When(r.hasJokers(), fmt.Sprintf("In an impure sequence, jokers stand for missing cards: %s, a joker, %s.", at(gap, card.Spades), at(gap+2, card.Spades))),
		record.When(r.Ranks == card.NumRanks, "The ace is low or high: A 2 3 or Q K A, but not K A 2."),
		record.When(r.Ranks < card.NumRanks, fmt.Sprintf("The ace is low: A 2 3. A sequence has at most %d cards.", r.Ranks)),
	}
	if r.Suits > 2 {
		number, last := "three or four", card.Spades
		if r.Suits == 3 {
			number, last = "three", card.Hearts
		}
		all = append(all, fmt.Sprintf("A set is %s cards of one rank and different suits: %s %s %s%s.", number,
			at(int(card.Nine), card.Clubs), at(int(card.Nine), card.Diamonds), at(int(card.Nine), last),
			record.When(r.hasJokers(), "; jokers stand for missing suits")))
	}
	return append(all, "Each card belongs to only one meld.", record.When(r.hasJokers(), "Three or more jokers alone are also an impure sequence, but no set."), record.When(r.Wildcard != NoWildcard, "A card of the wild rank may also be used as itself, even in a pure sequence."))
}

// turn says what a player does in a turn.
func (r Rules) turn() []string {
	return []string{
		"Draw the top card of the stock (face down) or of the discard pile (face up), then discard: put a card from your hand on the pile.",
		record.When(r.hasJokers(), [...]string{
			TakeAny:      "You may take a joker from the pile.",
			TakeNoJokers: "You may not take a joker from the pile, unless nobody has discarded yet.",
		}[r.Taking]),
		[...]string{
			ThrowBackAllowed:   "You may discard the card that you have just taken from the pile.",
			ThrowBackForbidden: "You may not discard the card that you have just taken from the pile, except to declare.",
		}[r.ThrowingBack],
		[...]string{
			KeepTop:     "If the stock is empty when you draw from it, the pile without its top card is shuffled and becomes the stock.",
			WholePile:   "If the stock is empty when you draw from it, the whole pile is shuffled and becomes the stock, and its first card begins a new pile.",
			NoRecycling: "",
		}[r.Recycling],
	}
}

// declaring says what a declaration is.
func (r Rules) declaring() []string {
	all := []string{
		fmt.Sprintf("After drawing you may declare: discard a card and show the other %d cards.", r.HandSize),
		"These must all be in melds" + [...]string{
			PureAndSequence: ", of which at least two are sequences, and at least one of these is pure.",
			OnePure:         ", of which at least one is a pure sequence.",
			AnyMelds:        " of any kind.",
			TwoPure:         ", of which at least two are pure sequences.",
		}[r.Requirement],
		"The game sorts the cards for you.",
		"Example: " + r.example() + ".",
	}
	if r.Declaring == ValidOnly {
		return append(all, "You can declare only if your cards meet these conditions.")
	}
	return append(all, fmt.Sprintf("A declaration with other cards is wrong: it costs %s, and %s.", record.Count(r.Cap, "point"), r.leaving()))
}

// example returns a declaration.
func (r Rules) example() string {
	var melds []string
	for _, m := range r.exampleMelds() {
		melds = append(melds, card.Format(m.Cards)+map[string]string{"pure sequence": " (a pure sequence)", "sequence": " (an impure sequence)", "pure set": " (a set)"}[m.Kind])
	}
	return strings.Join(melds, "; ")
}

// declaration adds melds without jokers to the given ones, so that they hold size more cards of a deck, the
// demanded pure sequences first. It returns nil if there are none.
func (r Rules) declaration(melds []card.Cards, size, demanded int, deck card.Bag) []card.Cards {
	if size == 0 {
		return melds
	}
	try := func(m card.Cards) (all []card.Cards) {
		if n := size - m.Count(); n >= meld.MinLength*max(1, demanded-1) || n == 0 && demanded <= 1 {
			if cards := (card.Bag{Once: m}); deck.Contains(cards) {
				all = r.declaration(append(slices.Clip(melds), m), n, demanded-1, deck.Minus(cards))
			}
		}
		return all
	}
	for n := meld.MinLength; n <= min(size, r.Ranks); n++ {
		for i := range r.Suits {
			for start := range r.Ranks - n + 1 {
				if all := try(card.Pack(start+n, r.Suits) &^ card.Pack(start, r.Suits) & card.OfSuit(card.Suit(i))); all != nil {
					return all
				}
			}
		}
	}
	for n := meld.MinLength; n <= r.Suits && demanded <= 0; n++ {
		for rank := range card.Rank(r.Ranks) {
			if all := try(card.OfRank(rank) & card.Pack(r.Ranks, n)); all != nil {
				return all
			}
		}
	}
	return nil
}

// leaving says what happens when a player drops or declares wrongly.
func (r Rules) leaving() string {
	if r.Seats == 2 {
		return "the other player wins"
	}
	return "your hand is dead"
}

// score says what the players pay after a declaration.
func (r Rules) score() []string {
	const left = 10 + 9 + 4 // of the example
	return []string{
		"The player who declares wins. " + r.others() + " pays points" + [...]string{
			PureAndSequence: ": without a pure sequence, for all cards; without a second sequence, for all but the pure one; with both, for the cards outside melds.",
			OnePure:         ": without a pure sequence, for all cards; with one, for the cards outside melds.",
			AnyMelds:        " for the cards outside melds.",
			TwoPure:         ": without a pure sequence, for all cards; with one, for all but that one; with two, for the cards outside melds.",
		}[r.Requirement],
		"The game sorts the cards so that they cost the player least.",
		record.When(r.Cap >= left && r.usual() && r.HandSize >= 9, fmt.Sprintf("Example: with both sequences, and KS 9H 4D outside melds, the player pays 10 + 9 + 4 = %d.", left)),
		fmt.Sprintf("A player pays at most %s for the cards in hand", record.Count(r.Cap, "point")) +
			record.When(r.Relief == AtMostFirstDrop, fmt.Sprintf(", and at most %d before the first turn of this player", r.FirstDrop)) + ".",
		record.When(r.Seats == 2, "The winner gains what the other player pays."),
		record.When(r.Seats > 2, "The winner gains what all other players pay, including those with dead hands."),
	}
}

// others names the players who pay when one has won.
func (r Rules) others() string {
	if r.Seats == 2 {
		return "The other player"
	}
	return "Each other player still in the game"
}

// limits says when a game ends without a declaration, and how it is scored.
func (r Rules) limits() []string {
	end := fmt.Sprintf("The game ends after %s. In a round each player still in the game has one turn.", record.Count(r.MaxRounds, "round"))
	if r.Counting == HalfTurns {
		end = fmt.Sprintf("The game ends after %s, counting those of both players.", record.Count(2*r.MaxRounds+1, "turn"))
	}
	return []string{
		end,
		record.When(r.Recycling == NoRecycling, "It also ends when the stock is empty before a turn."),
		"Then the hands of the players still in the game are counted in the same way, and the player with the fewest points wins. " + r.others() + " pays the difference.",
		r.ties(),
	}
}

// ties says who wins with equal points.
func (r Rules) ties() string {
	var suits []string
	for _, s := range tieOrder {
		if int(s) < r.Suits {
			suits = append(suits, suitNames[s])
		}
	}
	all := fmt.Sprintf("If players tie for the fewest points, the one whose %s (including those in melds) are worth fewer points wins; if these are equal too, ", suits[0])
	if len(suits) == 1 {
		return all + "the lower seat wins."
	}
	return all + suits[1] + " decide, then " + strings.Join(append(suits[2:], "the lower seat"), ", then ") + "."
}

// listed returns words as a list, such as "A, B and C".
func listed(words []string, last string) string {
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
