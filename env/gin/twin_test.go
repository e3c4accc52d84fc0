package gin_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// differs returns what differs between the state and the naive game, or "".
func (n *naive) differs(s game.State) string {
	table := s.(*gin.State)
	var legal, want game.Mask
	s.Legal(&legal)
	for a := range game.Action(game.MaskSize) {
		if n.Legal(a) {
			want.Set(a)
		}
	}
	o := s.Outcome()
	mover := game.Player(n.mover)
	if n.phase == gin.Over {
		mover = game.NoPlayer
	}
	winner := game.NoPlayer
	for p, gain := range n.gains {
		if gain > 0 {
			winner = game.Player(p)
		}
	}
	switch {
	case legal != want:
		return "legal actions"
	case table.Phase() != n.phase || s.Current() != mover:
		return "phase or player to move"
	case !slices.Equal(table.AppendStock(nil), n.stock) || !slices.Equal(table.AppendPile(nil), n.pile):
		return "stock or discard pile"
	case o.Over != (n.phase == gin.Over) || o.Ending != n.ending || o.Winner != winner:
		return "ending or winner"
	case o.Turns != n.turn || o.Rounds != (n.turn+1)/2:
		return "turns or rounds"
	case o.Gains != [game.MaxPlayers]int{n.gains[0], n.gains[1]}:
		return "gains"
	}
	for p := range n.hands {
		if table.Hand(game.Player(p)) != set(n.hands[p]) {
			return "hands"
		}
	}
	return n.seenBy(s)
}

// seenBy returns what differs between the observations of the seats and those of the
// naive game, or "".
func (n *naive) seenBy(s game.State) string {
	var taken, given, refused, known [2]card.Cards
	for _, t := range n.log {
		if t.drawn == card.None || !t.pile {
			refused[t.who] = refused[t.who].With(t.up)
		} else {
			taken[t.who], known[t.who] = taken[t.who].With(t.up), known[t.who].With(t.up)
		}
		if t.out != card.None {
			given[t.who], known[t.who] = given[t.who].With(t.out), known[t.who].Without(t.out)
		}
	}
	laid := n.laid[0] | n.laid[1] | n.laid[2]
	var melded [2]card.Cards
	for p := range known {
		for _, m := range n.melds[p] {
			melded[p] |= m
		}
		known[p] &= set(n.hands[p])
		if p == n.knocker || n.knocker >= 0 && n.phase == gin.Over {
			known[p] = set(n.hands[p])
		}
	}
	open := len(n.log) > 0 && n.log[len(n.log)-1].out == card.None && !n.big && (n.phase == gin.Discard || n.phase == gin.KnockDiscard)
	var o gin.Observation
	for p := range n.hands {
		s.Observe(game.Player(p), &o)
		drawn, pile := card.None, false
		if open {
			t := n.log[len(n.log)-1]
			pile = t.pile
			if pile || p == t.who || n.knocker >= 0 {
				drawn = t.drawn
			}
		}
		var history []gin.Turn
		for _, t := range n.log {
			from := gin.FromStock
			if t.drawn == card.None {
				from = gin.Passed
			} else if t.pile {
				from = gin.FromPile
			}
			history = append(history, gin.Turn{Player: game.Player(t.who), Source: from, Upcard: t.up, Discard: t.out})
		}
		unknown := (set(n.stock) | set(n.hands[1-p])) &^ known[1-p]
		switch {
		case *o.Rules != n.r || int(o.Self) != p || o.Mover != s.Current() || o.Phase != n.phase:
			return "observer, mover or phase"
		case int(o.Starter) != n.starter || o.Turn != n.turn || o.KnockLimit != n.limit:
			return "starter, turn or limit"
		case o.Hand != set(n.hands[p]) || o.HandSizes != [2]int{len(n.hands[0]), len(n.hands[1])}:
			return "hand or its size"
		case o.Drawn != drawn || o.FromPile != pile:
			return "drawn card"
		case o.Upcard != n.top() || o.Pile != set(n.pile) || o.StockSize != len(n.stock):
			return "pile and stock"
		case o.Taken != taken || o.Given != given || o.Refused != refused || o.Known != known:
			return "cards taken, given, refused or known"
		case !slices.Equal(o.History, history):
			return "history"
		case int(o.Knocker) != n.knocker || o.LaidOff != laid:
			return "knocker or lay-offs"
		case o.Result.Ending != n.ending || int(o.Result.Winner) != n.winner || o.Result.Points != n.points:
			return "the result"
		case o.Unknown() != unknown:
			return "unknown cards"
		}
		for q := range melded {
			for i, m := range o.Melds[q] {
				var want card.Cards
				if i < len(n.melds[q]) {
					want = n.melds[q][i]
				}
				if q == n.knocker {
					want |= n.laid[i]
				}
				if m != want {
					return "melds"
				}
			}
		}
	}
	return ""
}

// TestAgainstNaive plays games under random rules on both implementations, with random
// and with sensible players.
func TestAgainstNaive(t *testing.T) {
	games := 6000
	if testing.Short() {
		games = 2400
	}
	endings, phases := map[game.Ending]int{}, map[gin.Phase]int{}
	src := rand.NewPCG(5, 5)
	for i := range games {
		r := randomRules(src)
		if i%4 == 0 {
			r = []gin.Rules{gin.EAAI(), gin.OpenSpiel(), gin.Classic()}[i/4%3]
		}
		sense := []uint64{0, 8, 10}[i/2%3] // sensible decisions out of ten
		if i%24 == 0 {                     // a deal for a tie, see stack
			r.Tie, sense = gin.TieScoresNothing, 10
		}
		g := must.Get(gin.New(r))(t)
		deck, key := g.Deck(), src.Uint64()
		card.Shuffle(deck, src)
		if i%3 == 0 && r.HandSize == 10 && len(deck) == card.NumSuited {
			stack(deck, i/3%8)
		}
		s, n := g.NewState(), dealNaive(r, deck, key)
		must.Do(t, g.DealDeck(s, deck, key))
		for step := 0; step < 3000; step++ {
			if d := n.differs(s); d != "" {
				t.Fatalf("game %d of %+v, step %d: %s differ from the plain rules:\n%v", i, r, step, d, s)
			}
			phases[n.phase]++
			if n.phase == gin.Over {
				break
			}
			a := choose(s, src, sense)
			must.Do(t, s.Apply(a))
			n.Apply(a)
		}
		endings[n.ending]++
	}
	for _, e := range gin.Endings() {
		if endings[e] == 0 {
			t.Errorf("no game ended by %s: %v", e, endings)
		}
	}
	for p := gin.FirstUpcard; p <= gin.Over; p++ {
		if phases[p] == 0 {
			t.Errorf("no game reached phase %v", p)
		}
	}
}

// stack deals given cards to the seats, as the upcard and as the next cards of the
// stock, so that rare endings occur.
func stack(deck []card.Card, kind int) {
	deals := [][3]string{
		{"3C 4C 5C 6D 7D 8D 9S TS JS AC", "3H 4H 5H 6S 7S 8S 9D TD JD AD", "KH KC QC QH"}, // a tie
		{"3C 4C 5C 6C 9H TH JH 4H 4D 4S", "", "7C 8C"},                                    // gin, or big gin
		{"3C 4C 5C 6C 9H TH JH 4H 4D 4S", "", "KD JC QC"},                                 // gin
		{"AC 2C 3C 4C 5C 6C 7C 8C 9C TC", "", ""},                                         // one run
		{"3C 4C 5C 6D 7D 8D KH KD KS AS", "", ""},                                         // a knock
	}
	at := []int{0, 1, 20}
	for i, cards := range deals[kind%len(deals)] {
		hand, err := card.ParseAll(cards)
		if err != nil {
			panic(err)
		}
		for j, c := range hand {
			to := at[i] + j
			if i < 2 {
				to += j
			}
			from := slices.Index(deck, c)
			deck[to], deck[from] = deck[from], deck[to]
		}
	}
}

// choose returns a legal action. In sense of ten decisions it is a sensible one, which
// keeps deadwood low and knocks.
func choose(s game.State, src rand.Source, sense uint64) game.Action {
	var legal game.Mask
	s.Legal(&legal)
	table := s.(*gin.State)
	if card.Below(src, 10) < sense {
		hand := table.Hand(s.Current())
		switch {
		case table.Phase() == gin.Discard && !legal.Has(gin.Knock) || table.Phase() == gin.KnockDiscard && !legal.Has(gin.Pass):
			var after [card.NumKinds]int8
			deadwood.Discards(&after, hand)
			best := game.NoAction
			for a := range legal.Each() {
				if best == game.NoAction || after[a] < after[best] {
					best = a
				}
			}
			return best
		case table.Phase() == gin.FirstUpcard || table.Phase() == gin.Draw:
			if up := table.Upcard(); legal.Has(gin.DrawUpcard) && deadwood.Best(hand.With(up)).Cards().Has(up) {
				return gin.DrawUpcard
			}
		case legal.Has(gin.Knock):
			return gin.Knock
		case table.Phase() >= gin.KnockDiscard && table.Phase() <= gin.LayOff:
			if a := legal.Nth(legal.Count() - 1); a != gin.Pass {
				return a
			}
		}
	}
	return legal.Nth(int(card.Below(src, uint64(legal.Count()))))
}
