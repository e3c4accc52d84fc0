package ginrummy

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/baselines"
)

// Medium is the intermediate player of cardfitness2021 ("Other Agents Used in
// Evaluation"). It knocks with gin and with a deadwood of 7 or 9, and declares one of the
// best arrangements at random.
//
// A card of the hand is unmatchable if it is in none of the best arrangements of the hand,
// nor of the hand and any one card that may still come, which is neither in the discard
// pile nor known to be in the opponent's hand.
//
// The paper's variant
//
//   - takes the upcard if its deadwood after a discard falls by a minimum drop. The paper
//     does not state the drop; it is 6 in the authors' code;
//   - discards an unmatchable card, or if there is none, a card that leaves the minimum
//     deadwood; of these it prefers cards that the opponent cannot meld with cards that it
//     may hold; of these the highest-point cards; and of these it chooses at random.
//
// The released variant
//
//   - takes the upcard if it is in a meld of its hand and deadwood falls, or if it counts
//     at least 6 points less than an unmatchable card of 7 points or more;
//   - treats only unmatchable cards of 7 points or more as such in discards;
//   - of the candidates prefers cards that the opponent is more likely to want, because the
//     test is inverted in that code: the opponent may hold all other cards of the rank, or two of
//     the four cards of the suit within two ranks;
//   - of several highest-point cards discards the one that arrived first;
//   - overlooks a card in the search for the minimum deadwood if the upcard before its
//     draw was a club from ace to jack: the card that arrived first for the ace, the
//     second for the two, and so on. That code confuses the number of a card with a
//     position in the hand. This costs 1.2 % of the matches against Simple.
type Medium struct {
	Variant baselines.Variant

	src   rand.PCG
	order [11]card.Card // the hand in order of arrival, the dealt cards in random order
	n     int           // number of cards in order, 0 before the first discard of a hand
}

// String returns the canonical spec of the player.
func (a *Medium) String() string { return List().Text("medium", a) }

// Reset starts a new episode, in which all random choices follow from seed.
func (a *Medium) Reset(seed uint64) {
	a.src.Seed(seed, 0x6d656469756d)
	a.NextDeal()
}

// NextDeal prepares the player for the next hand of a match.
func (a *Medium) NextDeal() { a.n = 0 }

// Act returns the chosen action and the probability of that choice.
func (a *Medium) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return play(a, &a.src, obs.(*gin.Observation), legal)
}

const (
	mediumDrop    = 6 // minimum fall of deadwood with the upcard
	mediumMinPips = 7 // minimum points of the unmatchable cards of the released variant
)

func (a *Medium) takes(o *gin.Observation) bool {
	minimum, _ := minDeadwoodDiscards(o.Hand.With(o.Upcard), o.Hand)
	fall := deadwood.Of(o.Hand) - minimum
	if a.Variant == baselines.Paper {
		return fall >= mediumDrop
	}
	if fall > 0 && deadwood.Completing(o.Hand).Has(o.Upcard) {
		return true
	}
	pips := deadwood.Pips(o.Upcard) + mediumDrop // at least mediumMinPips
	return pips <= 10 && unmatchable(o.Hand, o.Unknown())&atLeast(pips) != 0
}

func (a *Medium) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	unknown := o.Unknown()
	from := may & unmatchable(o.Hand, unknown)
	if a.Variant != baselines.Paper {
		a.sort(o)
		from &= atLeast(mediumMinPips)
	}
	if from == 0 {
		if a.Variant != baselines.Paper {
			may = a.overlook(o, may)
		}
		_, from = minDeadwoodDiscards(o.Hand, may)
	}
	theirs := unknown | o.Known[1-o.Self]
	var first card.Cards
	if a.Variant == baselines.Paper {
		first = from &^ deadwood.Completing(theirs)
	} else {
		first = wanted(from, theirs)
	}
	if first != 0 {
		from = first
	}
	from, _ = highestPipCards(from)
	if a.Variant != baselines.Paper {
		for _, c := range a.order[:a.n] {
			if from.Has(c) {
				return c, 1
			}
		}
	}
	return anyOf(&a.src, from)
}

// sort updates order.
func (a *Medium) sort(o *gin.Observation) {
	if a.n == 0 {
		for dealt := o.Hand.Without(o.Drawn); dealt != 0; {
			c, _ := anyOf(&a.src, dealt)
			dealt = dealt.Without(c)
			a.order[a.n] = c
			a.n++
		}
	}
	late, n := o.Hand, 0
	for _, c := range a.order[:a.n] {
		if late.Has(c) {
			a.order[n] = c
			n++
			late = late.Without(c)
		}
	}
	for ; late != 0 && n < len(a.order); late &= late - 1 {
		a.order[n] = late.First()
		n++
	}
	a.n = n
}

// overlook returns may without the card that the released variant overlooks.
func (a *Medium) overlook(o *gin.Observation, may card.Cards) card.Cards {
	if len(o.History) == 0 {
		return may
	}
	up := o.History[len(o.History)-1].Upcard
	if up.Suit() != card.Clubs || int(up.Rank()) >= a.n {
		return may
	}
	if rest := may.Without(a.order[up.Rank()]); rest != 0 {
		return rest
	}
	return may
}

func (a *Medium) knocks(_ *gin.Observation, _ card.Cards, points int) bool {
	return points == 0 || points == 7 || points == 9
}

// unmatchable returns the cards of the hand that are in no best arrangement of the
// hand, or of the hand and one of the cards of unknown.
func unmatchable(hand, unknown card.Cards) card.Cards {
	rest := hand &^ inBest(hand)
	for next := deadwood.Completing(hand) & unknown; next != 0 && rest != 0; next &= next - 1 {
		rest &^= inBest(hand.With(next.First()))
	}
	return rest
}

// inBest returns the cards that are in any best arrangement of the hand: the cards of all
// melds that do not change the deadwood when they are removed from the hand.
func inBest(hand card.Cards) card.Cards {
	var buf [96]card.Cards
	var in card.Cards
	points := deadwood.Of(hand)
	for _, m := range deadwood.AppendMelds(buf[:0], hand) {
		if m&^in != 0 && deadwood.Of(hand&^m) == points {
			in |= m
		}
	}
	return in
}

// wanted returns the cards of from for which theirs contains all other cards of the rank,
// or two or more of the four cards of the suit within two ranks.
func wanted(from, theirs card.Cards) card.Cards {
	var out card.Cards
	for ; from != 0; from &= from - 1 {
		c := from.First()
		one := from & -from
		near := one<<1 | one<<2 | one>>1 | one>>2
		if (card.OfRank(c.Rank())&^one)&^theirs == 0 || (near&theirs).Count() >= 2 {
			out = out.With(c)
		}
	}
	return out
}
