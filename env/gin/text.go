package gin

import (
	"fmt"
	"strings"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/record"
)

// Text returns the rules in words, for a player who does not know the game: Markdown that also reads as
// plain text. It says what is played under these options and nothing else, so that rules with the same
// text are the same game.
func (r Rules) Text() string { return record.Prose("Gin Rummy", r.sections()...) }

// sections returns the parts of Text.
func (r Rules) sections() []record.Section {
	return []record.Section{
		{Heading: "Aim", Sentences: r.aim()},
		{Heading: "Cards", Sentences: []string{
			"One pack of " + r.pack() + ". An ace counts 1 point, " + r.courtCards() + "any other card its number.",
			r.notation() + " The players are called by their seats, Seat 0 and Seat 1.",
		}},
		{Heading: "Melds", Sentences: append(r.melds(), r.example())},
		{Heading: "Deal", Sentences: []string{
			fmt.Sprintf("Each player gets %d cards.", r.HandSize), r.piles(),
			r.start(),
			"At first the starter may only take the upcard or pass. After a pass the other player has the same choice. A player who takes the upcard then discards a card, as in any turn. If both pass, the starter must draw from the stock.",
		}},
		{Heading: "A turn", Sentences: r.turn()},
		{Heading: "Knocking", Sentences: r.knocking()},
		{Heading: "After a knock", Sentences: r.afterKnock()},
		{Heading: "Score of a hand", Sentences: r.score()},
		{Heading: "Hands without a score", Sentences: r.voidHands()},
		{Heading: "Result", Sentences: r.result()},
	}
}

// aim says what the game is about.
func (r Rules) aim() []string {
	return []string{
		"Two players play one hand.",
		"In each turn you draw a card and discard one, to form melds: runs" + record.When(r.Suits > 2, " and sets") + ".",
		"When your other cards are worth few enough points, you may knock, which ends the hand.",
	}
}

// melds says what melds and deadwood are.
func (r Rules) melds() []string {
	return []string{
		"A run is three or more cards of one suit in order; the ace is low (A 2 3, not Q K A).",
		[...]string{1: "", 2: "", 3: "A set is three cards of one rank.", 4: "A set is three or four cards of one rank."}[r.Suits],
		"Your deadwood is the points of your cards outside melds.",
		"Each card belongs to only one meld; melds are chosen so that the deadwood is lowest.",
	}
}

// piles says what the upcard and the stock are.
func (r Rules) piles() string {
	return fmt.Sprintf("One card is turned up and begins the discard pile, whose top card is called the upcard. The other %d cards are the stock.", r.DeckSize()-seats*r.HandSize-1)
}

// turn says what a player does in a turn.
func (r Rules) turn() []string {
	return []string{
		fmt.Sprintf("Take the upcard or draw the top card of the stock, then discard one of your %d cards. Your discard is the new upcard.", r.HandSize+1),
		[...]string{
			ThrowBackForbidden: "You may not discard the upcard that you have just taken.",
			ThrowBackAllowed:   "You may discard the upcard that you have just taken.",
		}[r.ThrowingBack],
	}
}

// pack returns the size of the pack, and its cards if it is not the full one.
func (r *Rules) pack() string {
	size := record.Count(r.DeckSize(), "card")
	if r.Pack() == card.All {
		return size
	}
	return fmt.Sprintf("%s (ace to %v of %s)", size, card.Rank(r.Ranks-1), [...]string{
		1: "clubs", 2: "clubs and diamonds", 3: "clubs, diamonds and hearts", 4: "clubs, diamonds, hearts and spades",
	}[r.Suits])
}

// notation says how cards are written.
func (r Rules) notation() string {
	if r.Ranks >= int(card.Ten)+1 && r.Suits > 1 {
		return "9C is the nine of clubs, TD the ten of diamonds."
	}
	return "AC is the ace of clubs, 2C the two of clubs."
}

// courtCards says what the cards above the ten count.
func (r Rules) courtCards() string {
	return [...]string{"", "a jack 10, ", "a jack or queen 10, ", "a jack, queen or king 10, "}[max(0, r.Ranks-int(card.Jack))]
}

// cardinals are the numbers of cards of a hand in words.
var cardinals = [...]string{3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}

// example gives the deadwood of some cards of the pack.
func (r Rules) example() string {
	if r.Pack() == card.All && r.HandSize > 6 {
		loose, sum := []string{"KD", "4S", "2C", "AD"}[:r.HandSize-6], []string{"10", "10 + 4 = 14", "10 + 4 + 2 = 16", "10 + 4 + 2 + 1 = 17"}
		return fmt.Sprintf("Example: in 5H 6H 7H 9C 9D 9S %s the run 5H 6H 7H and the set 9C 9D 9S leave a deadwood of %s.", strings.Join(loose, " "), sum[len(loose)-1])
	}
	last := card.New(card.Rank(r.Ranks-1), card.Suit(r.Suits-1))
	return fmt.Sprintf("Example: the deadwood of AC 2C %v is 1 + 2 + %d = %d. The run AC 2C 3C leaves none.", last, deadwood.Pips(last), 3+deadwood.Pips(last))
}

// start says who starts.
func (r Rules) start() string {
	return [...]string{RandomStarter: "A player chosen at random", FirstSeat: "Seat 0", SecondSeat: "Seat 1"}[r.Starter] + " starts."
}

// mostMelded returns the maximum number of cards that a player declares.
func (r Rules) mostMelded() int {
	if r.BigGinBonus > 0 {
		return r.HandSize + 1
	}
	return r.HandSize
}

// onlyGin reports whether every knock is gin.
func (r Rules) onlyGin() bool { return r.KnockCard == FixedLimit && r.KnockLimit == 0 }

// knocking says when a player may knock.
func (r Rules) knocking() []string {
	limit := fmt.Sprintf("a deadwood of at most %d", r.KnockLimit)
	switch {
	case r.KnockCard == Oklahoma:
		limit = "no more deadwood than the first upcard of the hand is worth (none if it was an ace)"
	case r.onlyGin():
		limit = "no deadwood"
	}
	return []string{
		[...]string{
			DiscardThenKnock: "After your discard you may knock, that is, end the hand, if your " + cardinals[r.HandSize] + " cards have " + limit + ".",
			KnockThenDiscard: "Before your discard you may knock, that is, end the hand, if some discard leaves " + limit + "; you must then make such a discard.",
		}[r.KnockOrder],
		"You need not knock; if you do not, play goes on.",
		record.When(r.onlyGin(), "A knock is called gin."),
		record.When(!r.onlyGin(), "A knock without deadwood is called gin."),
		record.When(r.BigGinBonus > 0, fmt.Sprintf("Big gin: if all %d cards are in melds before your discard, you may end the hand without a discard.", r.HandSize+1)),
	}
}

// afterKnock says how the hands are shown and cards are laid off.
func (r Rules) afterKnock() []string {
	all := []string{
		[...]string{
			AutoMelds:   "The game melds the knocker's cards so that the deadwood is lowest.",
			ChosenMelds: "The knocker declares melds one by one. The cards left over are its deadwood, which must be within the limit.",
		}[r.Melding],
		record.When(r.Melding == ChosenMelds && min(r.Ranks, r.mostMelded()) > 5, "A run of more than five cards must be declared in parts of three to five cards."),
	}
	melds := [...]string{AutoMelds: "the opponent's cards are melded in the same way.", ChosenMelds: "the opponent declares melds."}[r.Melding]
	if r.onlyGin() {
		return append(all, "Then "+melds)
	}
	gins := "Unless the knocker has gin, "
	if r.BigGinBonus > 0 {
		gins = "Unless the knocker has gin or big gin, "
	}
	layOffs := "the opponent lays off cards on the knocker's melds: " + record.When(r.Suits == card.NumSuits, "the fourth card on a set, or ") + "the next card at an end of a run. Cards laid off no longer count."
	if r.Answer == LayOffsFirst {
		return append(append(append(all, gins+layOffs), r.layingOff()...), "Only then "+melds)
	}
	return append(append(all, "Then "+melds, gins+layOffs), r.layingOff()...)
}

// layingOff says who chooses the cards that are laid off.
func (r Rules) layingOff() []string {
	switch {
	case r.LayingOff == GreedyLayOffs:
		order := [...]string{1: "", 2: "clubs before diamonds, and ", 3: "clubs first, then hearts and diamonds, and ", 4: "clubs first, then hearts, spades and diamonds, and "}[r.Suits]
		return []string{"The game lays off for the opponent, one card after another as long as a card outside its melds fits: " + order + "the lowest card first. It goes on the first meld that it fits."}
	case r.LayingOff == BestLayOffs && r.Melding == AutoMelds:
		return []string{"The game chooses the opponent's melds and lay-offs together, to leave the lowest deadwood."}
	case r.LayingOff == BestLayOffs:
		return []string{"The game lays off for the opponent, as many cards as possible."}
	}
	return []string{
		"The opponent chooses the cards one by one, and may stop at any time.",
		record.When(r.LayOffLimit > 0, fmt.Sprintf("At most %s can be laid off at each end of a run.", record.Count(r.LayOffLimit, "card"))),
		record.When(r.Suits == card.NumSuits, "A card that fits a run and a set goes on the run."),
	}
}

// score says what the endings of a hand score.
func (r Rules) score() []string {
	all := []string{
		"Gin: the knocker scores " + plus(r.GinBonus, "the opponent's deadwood") + ".",
		record.When(r.BigGinBonus > 0, "Big gin: the knocker scores "+plus(r.BigGinBonus, "the opponent's deadwood")+"."),
	}
	if r.onlyGin() {
		return all
	}
	other := min(20, r.HandSize*deadwood.Pips(card.New(card.Rank(r.Ranks-1), card.Clubs))-3) // of an example
	own := min(6, other-1)
	if r.KnockCard == FixedLimit {
		own = min(own, r.KnockLimit)
	}
	return append(all,
		"Other knocks: deadwood is compared after the lay-offs. If the knocker has less than the opponent, the knocker scores the difference.",
		record.When(r.Tie == TieScoresNothing, "If both have the same, nobody scores. If the knocker has more,"),
		record.When(r.Tie == TieUndercuts, "If the knocker has the same or more,"),
		"this is an undercut: the opponent scores "+plus(r.UndercutBonus, "the difference")+".",
		fmt.Sprintf("Example: a knock with a deadwood of %d against %d scores %d; against %d it is an undercut, and the opponent scores %d + 1 = %d.",
			own, other, other-own, own-1, r.UndercutBonus, r.UndercutBonus+1),
	)
}

// plus returns a sum of points, of which the first may be 0.
func plus(bonus int, points string) string {
	if bonus == 0 {
		return points
	}
	return record.Count(bonus, "point") + " plus " + points
}

// voidHands says when a hand ends without a score.
func (r Rules) voidHands() []string {
	return []string{
		[...]string{
			VoidAtTwo:     "If only two cards are left in the stock after a turn without a knock, the hand ends without a score.",
			WallKnock:     "If only two cards are left in the stock, the next player cannot draw from it. That player may only take the upcard in order to knock, or pass. A pass ends the hand without a score.",
			VoidWhenEmpty: "If no card is left in the stock after a turn without a knock, the hand ends without a score.",
		}[r.StockEnd],
		fmt.Sprintf("The hand also ends without a score after %s, counting those of both players.", record.Count(r.MaxTurns, "turn")),
		// A later upcard is not reached.
		record.When(r.MaxUpcards > 0 && r.MaxUpcards < r.MaxTurns, fmt.Sprintf("It also ends without a score when a player wants to take upcard number %d of the hand, not counting the first turn. The player does not get it.", r.MaxUpcards)),
		record.When(r.Repeat == RepeatEnds && r.ThrowingBack == ThrowBackAllowed, "It also ends without a score when a player takes the upcard and discards it again, and the opponent does the same in the next turn."),
	}
}

// result says who wins, and how much.
func (r Rules) result() []string {
	return []string{"The player who scores wins the game and gains the points of the hand; the other player loses as many."}
}
