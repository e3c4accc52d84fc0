package afterstate

import (
	"rummygym/env/card"
	"rummygym/internal/features/field"
)

// surroundings holds the cards with which a suited card can form melds.
type surroundings struct {
	next, second card.Cards    // one and two ranks away in its suit
	rank         card.Cards    // other cards of its rank
	runs         [3]card.Cards // the other two cards of each run of three
	nruns        int
}

// surroundingsOf returns the surroundings of each suited card, by card.Card.Index. high says whether an ace stands also above
// the king.
func surroundingsOf(high bool) (all [card.NumSuited]surroundings) {
	top := card.NumRanks - 1 // of the places of ranks: 0 (ace) to 12 (king), and 13 (ace above the king)
	if high {
		top = card.NumRanks
	}
	for i := range all {
		c := card.FromIndex(i)
		s := &all[i]
		s.rank = card.OfRank(c.Rank()).Without(c)
		at := func(place int) card.Cards {
			if place < 0 || place > top {
				return 0
			}
			return card.Cards(0).With(card.New(card.Rank(place%card.NumRanks), c.Suit()))
		}
		places := []int{int(c.Rank())}
		if high && c.Rank() == card.Ace {
			places = append(places, card.NumRanks)
		}
		for _, p := range places {
			s.next |= at(p-1) | at(p+1)
			s.second |= at(p-2) | at(p+2)
			for from := max(p-2, 0); from <= min(p, top-2); from++ {
				s.runs[s.nruns] = (at(from) | at(from+1) | at(from+2)).Without(c)
				s.nruns++
			}
		}
	}
	return all
}

// about is what an afterstate says of the discard, or of the card that was not taken, and how it may help the opponent.
type about struct {
	rank                       int     // -1 if there is no card
	unseenNext, unseenSecond   int     // numbers of different unseen cards; -1 if the card has no surroundings
	unseenRank                 int     // or if there is none
	runs, sets, near, sameRank float32 // expected numbers in the opponent's hand
	nextOf, secondOf, rankOf   [3]int  // numbers of different cards known, discarded and refused by the opponent
}

// noCard is about without a card.
var noCard = about{rank: -1, unseenNext: -1, unseenSecond: -1, unseenRank: -1}

// surround sets the numbers of the cards of s: among the unseen cards, which are in the opponent's hand with the given
// probability, and among the cards of that are known to be there, that the opponent has discarded, and that it has refused.
func (a *about) surround(s *surroundings, unseen card.Cards, chance float32, of [3]card.Cards) {
	a.unseenNext, a.unseenSecond, a.unseenRank = (unseen & s.next).Count(), (unseen & s.second).Count(), (unseen & s.rank).Count()
	for i, b := range of {
		a.nextOf[i], a.secondOf[i], a.rankOf[i] = (b & s.next).Count(), (b & s.second).Count(), (b & s.rank).Count()
	}
	// held returns the probability that the opponent holds a card: 1 if it is known. There is no branch, which would be
	// mispredicted.
	hidden := unseen &^ of[0]
	held := func(c card.Card) float32 {
		return float32(int(of[0]>>c&1)) + float32(chance*float32(int(hidden>>c&1)))
	}
	for _, w := range s.runs[:s.nruns] {
		first := w.First()
		a.runs += float32(held(first) * held(w.Without(first).First()))
	}
	near := s.next | s.second
	a.near = float32((near & of[0]).Count()) + float32(chance*float32((near&hidden).Count()))
	for cs := s.rank; cs != 0; cs &= cs - 1 {
		p := held(cs.First())
		a.sets += float32(a.sameRank * p) // as if the cards were independent
		a.sameRank += p
	}
}

// aboutFields writes the fields of both games about the surroundings of a card; mostRelated is the range of related_of.
func aboutFields(w *field.Row[float32], a *about, mostRelated int) {
	const groups = "among the cards that the opponent is known to hold, has discarded, and has refused"
	w.Field("unseen_next", "1 at the number of different unseen cards one rank from the card in its suit").Hot(3, a.unseenNext)
	w.Field("unseen_second", "1 at the number of different unseen cards two ranks from the card in its suit").Hot(3, a.unseenSecond)
	w.Field("unseen_rank", "1 at the number of different unseen cards of the card's rank in other suits").Hot(4, a.unseenRank)
	w.Field("runs", "expected number of runs of three with the card whose other two cards the opponent holds, if all unseen cards are equally likely in its hand").Fraction(2, a.runs)
	w.Field("sets", "runs for sets of three: pairs of other cards of the card's rank").Fraction(2, a.sets)
	w.Field("near", "expected number of cards at most two ranks from the card in its suit that the opponent holds").Fraction(4, a.near)
	w.Field("same_rank", "expected number of other cards of the card's rank that the opponent holds").Fraction(3, a.sameRank)
	w.Field("next_of", "different cards one rank from the card in its suit "+groups).Counts(2, a.nextOf[:])
	w.Field("second_of", "different cards two ranks from the card in its suit "+groups).Counts(2, a.secondOf[:])
	w.Field("rank_of", "different other cards of the card's rank "+groups).Counts(3, a.rankOf[:])
	w.Field("related_of", "sum of next_of, second_of and rank_of "+groups).Rows(3)
	for i := range a.nextOf {
		w.Count(mostRelated, a.nextOf[i]+a.secondOf[i]+a.rankOf[i])
	}
}
