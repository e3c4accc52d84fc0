package afterstate_test

import (
	"math"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/features/opponent"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

// ginMoves returns all moves of a decision that lead to afterstates, and for each the hand
// after it and the discarded or refused card.
func ginMoves(o *gin.Observation) (moves []afterstate.GinMove, hands []card.Cards, gone []card.Card) {
	add := func(m afterstate.GinMove, hand card.Cards, c card.Card) {
		moves, hands, gone = append(moves, m), append(hands, hand), append(gone, c)
	}
	discards := func(take bool, hand card.Cards, knocks ...bool) {
		for c := range hand.Each() {
			for _, k := range knocks {
				add(afterstate.GinMove{Take: take, Discard: c, Knock: k}, hand.Without(c), c)
			}
		}
	}
	none := afterstate.GinMove{Discard: card.None}
	switch o.Phase {
	case gin.FirstUpcard, gin.Draw:
		add(none, o.Hand, o.Upcard)
		if o.Upcard != card.None {
			discards(true, o.Hand.With(o.Upcard), false, true)
		}
	case gin.Discard:
		discards(false, o.Hand, false, true)
	case gin.KnockOrPass:
		add(none, o.Hand, o.Upcard)
		add(afterstate.GinMove{Discard: card.None, Knock: true}, o.Hand, o.Upcard)
	case gin.KnockDiscard:
		discards(false, o.Hand, true)
	case gin.Wall:
		discards(true, o.Hand.With(o.Upcard), true)
	}
	return moves, hands, gone
}

// ginAfterTwin computes an afterstate by the definitions of its fields, one entry at a time.
type ginAfterTwin struct {
	s       game.State
	o       *gin.Observation // of the decision
	m       afterstate.GinMove
	hand    card.Cards // after the move
	gone    card.Card  // the discard, or the upcard that was not taken
	forWins bool
}

// best returns the minimum deadwood of a hand of eleven after a discard.
func (w *ginAfterTwin) best(hand card.Cards) int {
	least := math.MaxInt
	for c := range hand.Each() {
		least = min(least, deadwood.Of(hand.Without(c)))
	}
	return least
}

// draws sums the results of drawing each of the given cards.
func (w *ginAfterTwin) draws(hand card.Cards, from []card.Card) (deadwood, knocks, gins float64) {
	for _, c := range from {
		d := w.best(hand.With(c))
		deadwood += float64(d)
		if d <= w.o.KnockLimit {
			knocks++
		}
		if d == 0 {
			gins++
		}
	}
	return deadwood, knocks, gins
}

func (w *ginAfterTwin) fields() map[string][]float64 {
	f := map[string][]float64{}
	o, self, other := w.o, w.o.Self, 1-w.o.Self
	put := func(name string, x ...float64) { f[name] = append(f[name], x...) }
	yes := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	hot := func(name string, n, at int) {
		for i := range n {
			put(name, yes(i == min(at, n-1)))
		}
	}
	plane := func(name string, in func(card.Card) bool) {
		for i := range 52 {
			put(name, yes(in(card.FromIndex(i))))
		}
	}
	pips := func(cs card.Cards) (n float64) {
		for c := range cs.Each() {
			n += float64(min(10, int(c.Rank())+1))
		}
		return n
	}
	var unseen []card.Card // the stock and the unknown cards of the opponent's hand
	for c := range card.All.Each() {
		if slices.Contains(w.s.(*gin.State).AppendStock(nil), c) || w.s.(*gin.State).Hand(other).Has(c) && !o.Known[other].Has(c) {
			unseen = append(unseen, c)
		}
	}
	known := o.Known[other]
	q := float64(o.HandSizes[other]-known.Count()) / float64(max(1, len(unseen)))
	var belief [52]float32
	opponent.SimpleHandTable().Fading(0.5).Estimate(&belief, o)
	chance := func(c card.Card) float64 {
		switch {
		case known.Has(c):
			return 1
		case slices.Contains(unseen, c):
			return q
		}
		return 0
	}
	believed := func(c card.Card) float64 { return float64(belief[c.Index()]) }
	expected := func(of card.Cards, p func(card.Card) float64) (n float64) {
		for c := range of.Each() {
			n += p(c) * float64(min(10, int(c.Rank())+1))
		}
		return n
	}

	best := deadwood.Best(w.hand)
	melded := best.Cards()
	d := playtest.Deadwood(w.hand, 0)
	open := yes(!w.m.Knock)
	put("knocks", 1-open)
	for i := range 11 {
		put("knock_deadwood", (1-open)*yes(i == min(d, 10)))
	}
	var layOffs card.Cards
	for c := range (card.All &^ w.hand).Each() {
		for _, m := range best[:best.Len()] {
			if deadwood.IsMeld(m.With(c)) {
				layOffs = layOffs.With(c)
			}
		}
	}
	put("laid_off", (1-open)*expected(layOffs, chance))
	put("held_laid_off", (1-open)*expected(layOffs, believed))
	from := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 20, 30, 45, 1000}
	for i := range 16 {
		put("deadwood_range", open*yes(d >= from[i] && d < from[i+1]))
	}
	put("deadwood", float64(d))
	put("above", float64(max(0, d-o.KnockLimit)))
	hot("melds", 4, best.Len())
	put("melded", float64(melded.Count()))
	isUnseen := func(c card.Card) bool { return slices.Contains(unseen, c) }
	roots, _ := playtest.Roots(w.hand, isUnseen)
	put("paired", open*pips(roots&^melded))
	put("loose", open*pips(w.hand&^melded&^roots))
	highest := 0.0
	for c := range (w.hand &^ melded).Each() {
		highest = max(highest, pips(card.Cards(0).With(c)))
	}
	put("dearest", open*highest)
	var outs []card.Card
	for _, c := range unseen {
		for _, m := range playtest.GinMelds {
			if m.Has(c) && m&^w.hand.With(c) == 0 {
				outs = append(outs, c)
				break
			}
		}
	}
	put("outs", open*float64(len(outs)))
	n := float64(max(1, len(unseen)))
	put("meld_points", open*ginhand.MyopicMeldDistance(w.hand, setOf(unseen), ginhand.PaperFormulas))
	mean, knocks, gins := w.draws(w.hand, unseen)
	put("next_deadwood", open*mean/n)
	put("fall", open*(float64(d)-mean/n))
	put("knock_chance", open*knocks/n)
	put("knock_chance_3", open*(1-math.Pow(1-knocks/n, 3)))
	put("gin_chance", open*gins/n)
	knocks, gins = 0, 0
	for _, c := range outs {
		hand := w.hand.With(c)
		loose := hand &^ deadwood.Best(hand).Cards()
		highest, most := hand.First(), 0.0
		for l := range loose.Each() {
			if p := pips(card.Cards(0).With(l)); p > most {
				highest, most = l, p
			}
		}
		_, k, g := w.draws(hand.Without(highest), slices.DeleteFunc(slices.Clone(unseen), func(u card.Card) bool { return u == c }))
		knocks, gins = knocks+k, gins+g
	}
	all := float64(max(1, len(outs)) * max(1, len(unseen)-1))
	put("next_knock_chance", open*knocks/all)
	put("next_gin_chance", open*gins/all)
	draws := o.Phase == gin.Draw || o.Phase == gin.FirstUpcard
	left := draws && w.m.Discard == card.None
	put("stock", yes(left && o.Phase == gin.Draw))
	put("pass", yes(left && o.Phase == gin.FirstUpcard && len(o.History) == 0), yes(left && o.Phase == gin.FirstUpcard && len(o.History) == 1))
	own := slices.DeleteFunc(slices.Clone(o.History), func(t gin.Turn) bool { return t.Player != self })
	fromPile := !draws && o.Phase != gin.Wall && own[len(own)-1].Source == gin.FromPile
	put("from_pile", yes(w.m.Take || fromPile))

	w.card(unseen, chance, believed, put, hot, yes)
	completes := false
	for _, m := range playtest.GinMelds {
		completes = completes || m.Has(w.gone) && m&^w.hand.With(w.gone) == 0
	}
	put("leaves_meld", yes(left && completes))

	shown := o.Known[self] & w.hand
	if w.m.Take && w.gone != o.Upcard {
		shown = shown.With(o.Upcard)
	}
	put("shown", open*float64(shown.Count()))
	put("first", yes(o.Starter == self))
	put("turn", float64(o.Turn))
	put("opponent_takes", float64(o.Taken[other].Count()))
	put("known_cards", float64(known.Count()))
	put("stock_size", float64(len(w.s.(*gin.State).AppendStock(nil))))
	put("unseen_cards", float64(len(unseen)))
	put("knock_limit", float64(o.KnockLimit))
	passed := [2]bool{}
	var turns []gin.Turn // of the opponent, the latest first
	for _, t := range o.History {
		switch {
		case t.Source == gin.Passed:
			passed[(t.Player+self)%2] = true
		case t.Player == other:
			turns = slices.Insert(turns, 0, t)
		}
	}
	put("passed", yes(passed[0]), yes(passed[1]))
	since := slices.IndexFunc(turns, func(t gin.Turn) bool { return t.Source == gin.FromPile })
	if since < 0 {
		since = 15
	}
	put("since_take", float64(since))
	put("opponent_pips", expected(card.All, chance))
	for i := range 4 {
		for p := range 11 {
			put("last_pips", yes(i < len(turns) && pips(card.Cards(0).With(turns[min(i, len(turns)-1)].Discard)) == float64(p)))
		}
		put("last_known", yes(i < len(turns)))
		put("last_took", yes(i < len(turns) && turns[min(i, len(turns)-1)].Source == gin.FromPile))
	}
	for i := range 52 {
		put("held", believed(card.FromIndex(i)))
	}
	put("held_pips", expected(card.All, believed))
	plane("hand", w.hand.Has)
	plane("melded_cards", melded.Has)
	plane("unseen", isUnseen)
	plane("known", known.Has)
	plane("given", o.Given[other].Has)
	plane("refused", o.Refused[other].Has)
	put("for_wins", yes(w.forWins))

	r := o.Rules
	put("rule_hand_size", float64(r.HandSize))
	put("rule_gin_bonus", float64(r.GinBonus))
	put("rule_big_gin_bonus", float64(r.BigGinBonus))
	put("rule_undercut_bonus", float64(r.UndercutBonus))
	put("rule_tie_scores_nothing", yes(r.Tie == gin.TieScoresNothing))
	put("rule_oklahoma", yes(r.KnockCard == gin.Oklahoma))
	put("rule_knock_first", yes(r.KnockOrder == gin.KnockThenDiscard))
	put("rule_throwing_back", yes(r.ThrowingBack == gin.ThrowBackAllowed))
	put("rule_repeat_ends", yes(r.Repeat == gin.RepeatEnds))
	hot("rule_stock_end", 3, int(r.StockEnd))
	put("rule_max_upcards", float64(r.MaxUpcards))
	put("rule_max_turns", float64(min(r.MaxTurns, 100)))
	put("rule_chosen_melds", yes(r.Melding == gin.ChosenMelds))
	hot("rule_laying_off", 3, int(r.LayingOff))
	put("rule_lay_offs_first", yes(r.Answer == gin.LayOffsFirst))
	put("rule_lay_off_limit", float64(r.LayOffLimit))
	return f
}

// setOf returns the given cards as a set.
func setOf(cards []card.Card) (cs card.Cards) {
	for _, c := range cards {
		cs = cs.With(c)
	}
	return cs
}

// card computes the fields of the group card.
func (w *ginAfterTwin) card(unseen []card.Card, chance, believed func(card.Card) float64, put func(string, ...float64), hot func(string, int, int), yes func(bool) float64) {
	o, c, other := w.o, w.gone, 1-w.o.Self
	hot("card_rank", 13, int(c.Rank()))
	around(c, 13, func(c card.Card) bool { return slices.Contains(unseen, c) }, chance,
		[]func(card.Card) bool{o.Known[other].Has, o.Given[other].Has, o.Refused[other].Has}, put, hot)
	risk, melds := 0.0, false
	for _, m := range playtest.GinMelds {
		if !m.Has(c) {
			continue
		}
		melds = melds || m&^o.Known[other].With(c) == 0
		if m.Count() == 3 {
			believes := 1.0
			for x := range m.Without(c).Each() {
				believes *= believed(x)
			}
			risk += believes
		}
	}
	put("risk", risk)
	put("pips", float64(min(10, int(c.Rank())+1)))
	put("melds_known", yes(melds))
}

// around computes the fields of both games about the cards that can form melds with a suited card. Runs take places of ranks in order: an
// ace has the first, and also the one above the king if there are 14. Chance is the probability that the opponent holds a card.
func around(c card.Card, places int, unseen func(card.Card) bool, chance func(card.Card) float64, of []func(card.Card) bool, put func(string, ...float64), hot func(string, int, int)) {
	at := func(place int) card.Card { return card.New(card.Rank(place%13), c.Suit()) }
	var near [4][]card.Card // cards one and two places away, and of the same rank
	for p := range places {
		for q := range places {
			if away := max(p-q, q-p); at(p) == c && (away == 1 || away == 2) {
				near[away] = append(near[away], at(q))
			}
		}
	}
	for s := range card.Suit(4) {
		if s != c.Suit() {
			near[3] = append(near[3], card.New(c.Rank(), s))
		}
	}
	count := func(k int, in func(card.Card) bool) (n int) {
		for _, x := range near[k] {
			if in(x) {
				n++
			}
		}
		return n
	}
	hot("unseen_next", 3, count(1, unseen))
	hot("unseen_second", 3, count(2, unseen))
	hot("unseen_rank", 4, count(3, unseen))
	for _, in := range of {
		put("next_of", float64(count(1, in)))
		put("second_of", float64(count(2, in)))
		put("rank_of", float64(count(3, in)))
		put("related_of", float64(count(1, in)+count(2, in)+count(3, in)))
	}
	runs, sets, expected := 0.0, 0.0, [4]float64{}
	for p := range places - 2 {
		if three := []card.Card{at(p), at(p + 1), at(p + 2)}; slices.Contains(three, c) {
			both := 1.0
			for _, x := range three {
				if x != c {
					both *= chance(x)
				}
			}
			runs += both
		}
	}
	for k := range near {
		for i, x := range near[k] {
			expected[k] += chance(x)
			for _, y := range near[k][i+1:] {
				if k == 3 {
					sets += chance(x) * chance(y)
				}
			}
		}
	}
	put("runs", runs)
	put("sets", sets)
	put("near", expected[1]+expected[2])
	put("same_rank", expected[3])
}

// compare fails the test if an entry of an afterstate differs from that of the twin.
func (w *ginAfterTwin) compare(t *testing.T, x *afterstate.Gin, got []float32) {
	t.Helper()
	if err := playtest.CompareFields(x.Layout(), got, w.fields(), 1e-5); err != nil {
		t.Fatalf("%v: %+v in phase %v, hand %v, upcard %v", err, w.m, w.o.Phase, w.hand, w.o.Upcard)
	}
}

// TestGinAfterstatesByTheirMeaning compares every field with its definition, at decisions
// under all rules and for every move.
func TestGinAfterstatesByTheirMeaning(t *testing.T) {
	for name, r := range playtest.GinRules() {
		t.Run(name, func(t *testing.T) {
			x := must.Get(afterstate.NewGin(r, afterstate.AllGinGroups))(t)
			playtest.CheckLayout(t, x.Layout())
			reader := x.NewReader()
			got := make([]float32, x.Layout().Size())
			o := new(gin.Observation)
			k := 0
			playtest.VisitGin(t, r, playtest.Decisions(150), func(s game.State) {
				if s.Current() == game.NoPlayer {
					return
				}
				s.Observe(s.Current(), o)
				moves, hands, gone := ginMoves(o)
				if len(moves) == 0 {
					return
				}
				forWins := k%2 == 1
				reader.Aim(forWins)
				reader.Observe(o)
				for i, m := range moves {
					if k++; k%3 != 0 && len(moves) > 2 {
						continue
					}
					w := ginAfterTwin{s: s, o: o, m: m, hand: hands[i], gone: gone[i], forWins: forWins}
					reader.Encode(got, m)
					w.compare(t, x, got)
				}
			})
		})
	}
}

// TestGinAfterstatesOfATurn checks that the afterstate of a move is the same at each decision
// of a turn.
func TestGinAfterstatesOfATurn(t *testing.T) {
	for name, r := range playtest.GinRules() {
		t.Run(name, func(t *testing.T) {
			x := must.Get(afterstate.NewGin(r, afterstate.AllGinGroups))(t)
			reader := x.NewReader()
			got := make([]float32, x.Layout().Size())
			o := new(gin.Observation)
			before := map[afterstate.GinMove][]float32{} // afterstates at the decision before
			var phase gin.Phase
			turn, compared := -1, map[gin.Phase]int{}
			playtest.PlayGin(t, r, 0, 40, playtest.MixedGin, func(s game.State) {
				if s.Current() == game.NoPlayer {
					return
				}
				s.Observe(s.Current(), o)
				reader.Observe(o)
				moves, _, _ := ginMoves(o)
				now := map[afterstate.GinMove][]float32{}
				for _, m := range moves {
					reader.Encode(got, m)
					now[m] = slices.Clone(got)
					was := m // the same move at the decision before
					switch {
					case phase == gin.FirstUpcard || phase == gin.Draw || phase == gin.Wall:
						was.Take = true
					case o.Phase == gin.KnockOrPass:
						was.Discard = o.Upcard
					}
					if old := before[was]; o.Turn == turn && o.Phase > phase && o.Phase != gin.Draw && old != nil && (was.Take == o.FromPile || !was.Take) {
						compared[o.Phase]++
						if !slices.Equal(old, got) {
							t.Fatalf("%+v in phase %v has another afterstate than in phase %v", m, o.Phase, phase)
						}
					}
				}
				before, phase, turn = now, o.Phase, o.Turn
			})
			if compared[gin.Discard] == 0 || compared[gin.KnockOrPass]+compared[gin.KnockDiscard] == 0 {
				t.Errorf("compared %v", compared)
			}
		})
	}
}

// TestGinAfterstatesGroups checks that the layout has the fields of the selected groups only,
// with the same values as with all groups.
func TestGinAfterstatesGroups(t *testing.T) {
	r := gin.EAAI()
	all := must.Get(afterstate.NewGin(r, afterstate.AllGinGroups))(t)
	whole := make([]float32, all.Layout().Size())
	reader := all.NewReader()
	fields := 0
	for one := afterstate.GinGroups(1); one&afterstate.AllGinGroups != 0; one <<= 1 {
		x := must.Get(afterstate.NewGin(r, one))(t)
		fields += len(x.Layout())
		part, alone, o := make([]float32, x.Layout().Size()), x.NewReader(), new(gin.Observation)
		playtest.VisitGin(t, r, 30, func(s game.State) {
			if s.Current() == game.NoPlayer {
				return
			}
			s.Observe(s.Current(), o)
			moves, _, _ := ginMoves(o)
			reader.Observe(o)
			alone.Observe(o)
			for _, m := range moves {
				reader.Encode(whole, m)
				alone.Encode(part, m)
				at := 0
				for _, f := range x.Layout() {
					from, ok := all.Layout().Offset(f.Name)
					if !ok || !slices.Equal(part[at:at+f.Size()], whole[from:from+f.Size()]) {
						t.Fatalf("group %v: field %s differs from that of all groups", one, f.Name)
					}
					at += f.Size()
				}
			}
		})
	}
	if fields != len(all.Layout()) {
		t.Errorf("the single groups have %d fields, all groups %d", fields, len(all.Layout()))
	}
}

// TestGinAfterstateBounds checks the ranges that follow from the number of cards: those of the stock and the unseen ones at
// the start of a hand.
func TestGinAfterstateBounds(t *testing.T) {
	for _, c := range []struct {
		rules         gin.Rules
		stock, unseen float64
	}{{gin.EAAI(), 31, 41}, {gin.Seven(), 37, 44}, {gin.Tiny(), 1, 4}} {
		want := map[string]float64{"stock_size": c.stock, "unseen_cards": c.unseen}
		for _, f := range must.Get(afterstate.NewGin(c.rules, afterstate.GinAfterTable))(t).Layout() {
			if high, ok := want[f.Name]; ok && f.High != high {
				t.Errorf("%s is at most %v, want %v", f.Name, f.High, high)
			}
			delete(want, f.Name)
		}
		if len(want) > 0 {
			t.Errorf("no fields %v", want)
		}
	}
}

func TestGinAfterstatesRefuse(t *testing.T) {
	bad := gin.EAAI()
	bad.MaxTurns = 0
	must.Refuse(afterstate.NewGin(bad, afterstate.GinAfterCards))(t, "max-turns")
	must.Refuse(afterstate.NewGin(gin.EAAI(), 0))(t, "no groups")
	must.Refuse(afterstate.NewGin(gin.EAAI(), 1<<20))(t, "bits of")
	must.Refuse(afterstate.ParseGinGroups("own-cards"))(t, "want all, or some of progress, card")
	g, err := afterstate.ParseGinGroups("card, progress,cards")
	if err != nil || g.String() != "progress,card,cards" {
		t.Errorf("groups %v, error %v", g, err)
	}
}

func TestGinAfterstatesPanic(t *testing.T) {
	x := must.Get(afterstate.NewGin(gin.EAAI(), afterstate.AllGinGroups))(t)
	r, dst := x.NewReader(), make([]float32, x.Layout().Size())
	views := ginDecisions(t, 1)
	r.Observe(views[0]) // the first upcard
	playtest.CheckPanics(t, map[string]func(){
		"Encode into 3 entries": func() { r.Encode(dst[:3], afterstate.GinMove{Discard: card.None}) },
		"leaves 9 cards":        func() { r.Encode(dst, afterstate.GinMove{Discard: views[0].Hand.First()}) },
	})
}

// ginDecisions returns the decisions of games before a knock.
func ginDecisions(t testing.TB, games int) (views []*gin.Observation) {
	playtest.PlayGin(t, gin.EAAI(), 0, games, playtest.MixedGin, func(s game.State) {
		if s.Current() != game.NoPlayer && s.(*gin.State).Phase() <= gin.KnockOrPass {
			o := new(gin.Observation)
			s.Observe(s.Current(), o)
			views = append(views, o)
		}
	})
	return views
}

func TestGinAfterstatesAllocateNothing(t *testing.T) {
	x := must.Get(afterstate.NewGin(gin.EAAI(), afterstate.AllGinGroups))(t)
	r, dst := x.NewReader(), make([]float32, x.Layout().Size())
	views, i := ginDecisions(t, 2), 0
	var moves [][]afterstate.GinMove
	for _, o := range views {
		m, _, _ := ginMoves(o)
		moves = append(moves, m)
	}
	if n := testing.AllocsPerRun(200, func() {
		r.Observe(views[i])
		for _, m := range moves[i] {
			r.Encode(dst, m)
		}
		i = (i + 1) % len(views)
	}); n != 0 {
		t.Errorf("%v allocations per decision", n)
	}
}

// BenchmarkGinAfterstates encodes the afterstates of decisions of games.
func BenchmarkGinAfterstates(b *testing.B) {
	x := must.Get(afterstate.NewGin(gin.EAAI(), afterstate.AllGinGroups))(b)
	r, dst := x.NewReader(), make([]float32, x.Layout().Size())
	views := ginDecisions(b, 10)
	var moves [][]afterstate.GinMove
	for _, o := range views {
		m, _, _ := ginMoves(o)
		moves = append(moves, m)
	}
	at, _ := x.Layout().Offset("stock_size")
	i, n := 0, 0
	for b.Loop() {
		r.Observe(views[i])
		for _, m := range moves[i] {
			r.Encode(dst, m)
		}
		if int(dst[at]) != views[i].StockSize {
			b.Fatalf("stock of %v cards, want %d", dst[at], views[i].StockSize)
		}
		n += len(moves[i])
		i = (i + 1) % len(views)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "afterstates/s")
}
