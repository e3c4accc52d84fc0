package afterstate_test

import (
	"math"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

// believer is a model whose estimates the twin can compute too.
type believer struct {
	turn int // of the last observation
	of   game.Player
}

func (b *believer) See(o *indian.Observation, of game.Player) { b.turn, b.of = o.Turn, of }

func (b *believer) WantedOf(c card.Card) float64 {
	return float64(c.Index()+b.turn%7+5*int(b.of)) / 200
}

func (b *believer) HeldOf(c card.Card) float64 { return float64((c.Index()+int(b.of))*7%53) / 60 }

func (b *believer) NextDiscard(dst *[card.NumKinds]float32, o *indian.Observation, of game.Player, shown card.Bag, discarded card.Card) {
	may := o.Unseen().Plus(o.Known[of])
	for i := range dst {
		dst[i] = 0
		if may.Has(card.FromIndex(i)) {
			dst[i] = float32(i*11%53+o.Turn%3+3*shown.Count()+int(discarded)%5+int(of)) / 3000
		}
	}
}

func (b *believer) Distance(dst *[10]float64) {
	for i := range dst {
		dst[i] = float64(b.turn%11+i+int(b.of)) / 99
	}
}

// pastTurn is a turn of the opponent as it happened.
type pastTurn struct {
	took      bool
	discarded card.Card
}

// afterTwin computes an afterstate by the definitions of its fields, one entry at a time.
type afterTwin struct {
	o         *indian.Observation // of the decision
	opponent  game.Player         // may take the observer's discard
	previous  game.Player         // whose discard the observer may take
	turns     []pastTurn          // of the opponent, the latest first
	hand      card.Bag            // after the action
	shown     card.Bag
	stock     bool
	fromPile  bool
	drawn     card.Card
	discarded card.Card
	turn      int // turn of the model's last observation
	forWins   bool
}

// next returns next_out_chance and next_out_wait by drawing every out, one copy at a time.
func (w *afterTwin) next(unseen card.Bag, d int) (mean, harmonic float64) {
	wild, n, sum, waits := w.o.Wild, 0.0, 0.0, 0.0
	for c := range unseen.Each() {
		hand := w.hand.With(c)
		if d < 2 || mindist.Of(hand, wild) >= d {
			continue
		}
		discarded, most := card.None, -1
		for held := range hand.Each() {
			if p := meld.Points(held, wild); p > most && mindist.Of(hand.Without(held), wild) == d-1 {
				discarded, most = held, p
			}
		}
		outs := 0.0
		for drawn := range unseen.Without(c).Each() {
			if mindist.Of(hand.Without(discarded).With(drawn), wild) < d-1 {
				outs++
			}
		}
		n, sum, waits = n+1, sum+outs, waits+1/max(outs, 0.5)
	}
	if n == 0 {
		return 0, 0
	}
	rest := float64(max(1, unseen.Count()-1))
	return sum / n / rest, n / waits / rest
}

// comes returns the probabilities of each card to be the top of the closed deck and the
// previous's next discard, by the believer.
func (w *afterTwin) comes(unseen card.Bag) (stock, discard [card.NumKinds]float64) {
	b, previous, sum := believer{w.turn, w.opponent}, believer{w.turn, w.previous}, 0.0
	var then [card.NumKinds]float32
	if w.previous == w.opponent {
		b.NextDiscard(&then, w.o, w.opponent, w.shown, w.discarded)
	} else { // the discard is not offered to it
		b.NextDiscard(&then, w.o, w.previous, w.o.Known[w.o.Self], card.None)
	}
	for i := range card.NumKinds {
		c := card.FromIndex(i)
		discard[i] = float64(then[i])
		if n := unseen.Of(c); n > 0 {
			p := 1 - b.HeldOf(c)
			if w.previous != w.opponent {
				p *= 1 - previous.HeldOf(c)
			}
			stock[i] = float64(n) * math.Pow(p, 1/float64(n))
			sum += stock[i]
		}
	}
	for i := range stock {
		stock[i] /= max(sum, 1e-6)
	}
	return stock, discard
}

// odds computes the fields of the group odds.
func (w *afterTwin) odds(unseen card.Bag, d int, put func(string, ...float64)) {
	wild, may := w.o.Wild, unseen.Plus(w.o.Known[w.previous])
	stock, discard := w.comes(unseen)
	// chances returns the probabilities that an out of a hand is the top of the closed deck
	// and the opponent's next discard, after one copy of drawn was drawn.
	chances := func(hand card.Bag, drawn card.Card) (s, t float64) {
		d := mindist.Of(hand, wild)
		for i := range card.NumKinds {
			c := card.FromIndex(i)
			if !may.Has(c) || mindist.Of(hand.With(c), wild) >= d {
				continue
			}
			left := 1.0
			if c == drawn {
				left = 1 - 1/float64(unseen.Of(c))
			}
			s, t = s+left*stock[i], t+left*discard[i]
		}
		return s, t
	}
	s, t := chances(w.hand, card.None)
	put("stock_out_chance", s)
	put("throw_out_chance", t)
	for i := range 9 {
		p := 0.0
		if i == min(d, 8) {
			p = 1 - (1-s)*(1-t)
		}
		put("turn_out_chance", p)
	}
	weights, turns, waits := 0.0, 0.0, 0.0
	for i := range card.NumKinds {
		c := card.FromIndex(i)
		hand := w.hand.With(c)
		if d < 2 || !unseen.Has(c) || mindist.Of(hand, wild) >= d {
			continue
		}
		discarded, most := card.None, -1
		for held := range hand.Each() {
			if p := meld.Points(held, wild); p > most && mindist.Of(hand.Without(held), wild) == d-1 {
				discarded, most = held, p
			}
		}
		s, t := chances(hand.Without(discarded), c)
		weight := stock[i] + discard[i]
		weights, turns, waits = weights+weight, turns+weight*(s+t), waits+weight/max(s+t, 0.02)
	}
	if weights == 0 {
		put("next_turn_out_chance", 0)
		put("next_turn_out_wait", 0)
	} else {
		put("next_turn_out_chance", turns/weights)
		put("next_turn_out_wait", weights/waits)
	}

	var dangers []float64
	b := believer{w.turn, w.opponent}
	if !w.stock {
		whole := w.hand.With(w.discarded)
		least := 99
		for c := range whole.Each() {
			least = min(least, mindist.Of(whole.Without(c), wild))
		}
		for i := range card.NumKinds {
			if c := card.FromIndex(i); w.hand.Has(c) && mindist.Of(whole.Without(c), wild) == least {
				dangers = append(dangers, b.WantedOf(c))
			}
		}
	}
	slices.Sort(dangers)
	put("free", float64(len(dangers)))
	sum := 0.0
	for _, p := range dangers {
		sum += p
	}
	put("mean_danger", sum/float64(max(1, len(dangers))))
	if dangers = append(dangers, 1, 1); w.stock {
		dangers = []float64{0, 0}
	}
	put("safest", dangers[0])
	put("second_safest", dangers[1])
}

func (w *afterTwin) fields() map[string][]float64 {
	f := map[string][]float64{}
	o := w.o
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
	bag := func(name string, b card.Bag) {
		for i := range card.NumKinds {
			put(name, float64(min(3, b.Of(card.FromIndex(i)))))
		}
	}
	unseen := card.BagOf(card.AppendDeck(nil, o.Rules.Packs, o.Rules.Jokers)...).Minus(o.Seen())
	d := mindist.Of(w.hand, o.Wild)
	outs, kinds, printed := 0, 0, 0
	for i := range card.NumKinds {
		c := card.FromIndex(i)
		if n := unseen.Of(c); n > 0 && mindist.Of(w.hand.With(c), o.Wild) < d {
			outs, kinds = outs+n, kinds+1
			if c == card.Joker {
				printed = n
			}
		}
	}
	p := float64(outs) / float64(max(1, unseen.Count()))
	hot("distance", 9, d)
	for i := range 9 {
		put("out_chance", yes(i == min(d, 8))*p)
		put("out_chance_3", yes(i == min(d, 8))*(1-math.Pow(1-p, 3)))
	}
	score := meld.MinScore(w.hand, o.Wild)
	put("score", float64(score))
	put("score_capped", float64(score))
	put("score_at_cap", yes(score >= o.Rules.Cap))
	put("out_kinds", float64(kinds))
	put("outs", float64(outs))
	put("joker_outs", float64(printed))
	next, wait := w.next(unseen, d)
	put("next_out_chance", next)
	put("next_out_wait", wait)
	put("both_outs_chance", next*p)
	jokers := 0
	for c := range w.hand.Each() {
		if c == card.Joker || c.Rank() == o.Wild {
			jokers++
		}
	}
	hot("jokers", 4, jokers)
	hot("missing", 4, mindist.Available(w.hand, o.Wild, unseen)-d)
	put("total", float64(meld.Total(w.hand, o.Wild)))
	put("stock", yes(w.stock))
	put("from_pile", yes(w.fromPile))
	put("throws_drawn", yes(!w.stock && w.discarded == w.drawn))

	c := w.discarded
	if w.stock {
		c = o.Top
	}
	w.card(c, unseen, put, hot, yes)
	put("take_lowers", yes(w.stock && c != card.None && mindist.Of(w.hand.With(c), o.Wild) < d))

	put("shown", float64(w.shown.Count()))
	put("first", yes(o.Self == 0))
	put("opponent_turns", float64(o.TurnsOf[w.opponent]))
	put("opponent_takes", float64(o.Taken[w.opponent].Count()))
	put("known_cards", float64(o.Known[w.opponent].Count()))
	since := slices.IndexFunc(w.turns, func(t pastTurn) bool { return t.took })
	if since < 0 {
		since = 15 // the known turns do not go back to the start
		if n := len(w.turns); n > 0 {
			since += n
		}
	}
	put("since_take", float64(since))
	put("stock_size", float64(o.StockSize))
	put("reshuffled", yes(o.Reshuffles > 0))
	put("turns", float64(o.TurnsOf[o.Self]))
	put("unseen_cards", float64(unseen.Count()))
	for i := range 3 {
		for points := range 11 {
			put("last_points", yes(i < len(w.turns) && w.turns[i].discarded != card.None && meld.Points(w.turns[i].discarded, o.Wild) == points))
		}
	}
	for i := range 5 { // seats that the table lacks are empty in an observation
		q, given := 0, card.Bag{}
		if i < o.Rules.Seats-1 {
			q = (int(o.Self) + 1 + i) % o.Rules.Seats
			given = o.Given[q]
		} else {
			q = game.MaxPlayers - 1
			if o.Rules.Seats == game.MaxPlayers {
				panic("a table of six has five others")
			}
		}
		put("others_active", float64(o.Active>>q&1))
		put("others_turns", float64(o.TurnsOf[q]))
		put("others_takes", float64(o.Taken[q].Count()))
		put("others_known", float64(o.Known[q].Count()))
		points := 0.0
		for c := range given.Each() {
			points += float64(meld.Points(c, o.Wild))
		}
		put("others_discarded", points/math.Max(1, float64(given.Count())))
	}
	r := o.Rules
	hot("rule_packs", 3, r.Packs-1)
	hot("rule_seats", 5, r.Seats-2)
	put("rule_jokers", float64(r.Jokers))
	put("rule_first_drop", float64(r.FirstDrop))
	put("rule_middle_drop", float64(r.MiddleDrop))
	put("rule_cap", float64(r.Cap))
	put("rule_rounds", float64(r.MaxRounds))
	put("rule_half_turns", yes(r.Counting == indian.HalfTurns))
	put("rule_no_relief", yes(r.Relief == indian.NoRelief))
	put("rule_no_jokers", yes(r.Taking == indian.TakeNoJokers))
	put("rule_no_throwing_back", yes(r.ThrowingBack == indian.ThrowBackForbidden))
	put("rule_any_cards", yes(r.Declaring == indian.AnyCards))
	put("rule_whole_pile", yes(r.Recycling == indian.WholePile))
	put("rule_no_recycling", yes(r.Recycling == indian.NoRecycling))
	for i := range 4 {
		put("last_known", yes(i < len(w.turns)))
		put("last_took", yes(i < len(w.turns) && w.turns[i].took))
	}
	for i := range 10 {
		put("opponent_distance", float64(w.turn%11+i+int(w.opponent))/99)
	}
	wanted := 0.0
	if c != card.None {
		wanted = float64(c.Index()+w.turn%7+5*int(w.opponent)) / 200
	}
	put("wanted", wanted)
	put("wanted_low", wanted)
	bag("hand", w.hand)
	bag("unseen", unseen)
	bag("known", o.Known[w.opponent])
	bag("given", o.Given[w.opponent])
	bag("refused", o.Given[o.Self].Minus(o.Taken[w.opponent]))
	put("for_wins", yes(w.forWins))
	w.odds(unseen, d, put)
	bag("previous_known", o.Known[w.previous])
	bag("previous_given", o.Given[w.previous])
	whole, least := w.hand.With(w.discarded), 99
	for x := range whole.Each() {
		least = min(least, mindist.Of(whole.Without(x), o.Wild))
	}
	may := unseen.Plus(o.Known[w.previous])
	for i := range card.NumKinds {
		x := card.FromIndex(i)
		put("discarded", yes(x == c))
		put("free_cards", yes(!w.stock && w.hand.Has(x) && mindist.Of(whole.Without(x), o.Wild) == least))
		put("out_cards", yes(may.Has(x) && mindist.Of(w.hand.With(x), o.Wild) < d))
		put("wild", yes(x == card.Joker || x.Rank() == o.Wild))
	}
	return f
}

// card computes the fields of the group card for c.
func (w *afterTwin) card(c card.Card, unseen card.Bag, put func(string, ...float64), hot func(string, int, int), yes func(bool) float64) {
	o := w.o
	joker := c == card.Joker || c != card.None && c.Rank() == o.Wild
	switch {
	case c == card.None:
		put("card_rank", make([]float64, 14)...)
	case joker:
		hot("card_rank", 14, 13)
	default:
		hot("card_rank", 14, int(c.Rank()))
	}
	known, given, refused := o.Known[w.opponent], o.Given[w.opponent], o.Given[o.Self].Minus(o.Taken[w.opponent])
	if c == card.None || c == card.Joker {
		put("unseen_next", 0, 0, 0)
		put("unseen_second", 0, 0, 0)
		put("unseen_rank", 0, 0, 0, 0)
		for _, name := range []string{"runs", "sets", "near", "same_rank"} {
			put(name, 0)
		}
		for _, name := range []string{"next_of", "second_of", "rank_of", "related_of"} {
			put(name, 0, 0, 0)
		}
	} else {
		q := float64(o.HandSizes[w.opponent]-known.Count()) / float64(max(1, unseen.Count()))
		around(c, 14, unseen.Has, func(x card.Card) float64 {
			switch {
			case known.Has(x):
				return 1
			case unseen.Has(x):
				return q
			}
			return 0
		}, []func(card.Card) bool{known.Has, given.Has, refused.Has}, put, hot)
	}
	put("points", float64(meld.Points(c, o.Wild)))
	put("is_joker", yes(joker))
	put("is_printed", yes(c == card.Joker))
	put("thrown_before", yes(c != card.None && (given.Has(c) || refused.Has(c))))
}

// compare fails the test if an entry of an afterstate differs from that of the twin.
func (w *afterTwin) compare(t *testing.T, x *afterstate.Indian, got []float32) {
	t.Helper()
	if err := playtest.CompareFields(x.Layout(), got, w.fields(), 1e-6); err != nil {
		t.Fatalf("%v: turn %d, hand %v, discard %v, top %v", err, w.o.Turn, w.hand, w.discarded, w.o.Top)
	}
}

// TestAfterstatesByTheirMeaning compares every field with its definition, at every decision
// of random games and for every action.
func TestAfterstatesByTheirMeaning(t *testing.T) {
	club, house, three := indian.Club(3), indian.Club(2), indian.Club(5)
	three.Packs = 3
	house.Jokers, house.FirstDrop, house.MiddleDrop, house.Cap, house.MaxRounds = 5, 10, 25, 60, 30
	house.Recycling, house.Taking, house.ThrowingBack, house.Declaring = indian.NoRecycling, indian.TakeNoJokers, indian.ThrowBackForbidden, indian.AnyCards
	for name, r := range map[string]indian.Rules{
		"paper": indian.Paper(), "paper52": must.Get(indian.Preset("paper52"))(t), "released": must.Get(indian.Preset("released"))(t), "club of 2": indian.Club(2), "club of 3": club, "house rules": house, "three packs": three,
	} {
		t.Run(name, func(t *testing.T) {
			x := must.Get(afterstate.NewIndian(r, afterstate.AllIndianGroups))(t)
			readers := make([]*afterstate.IndianReader, r.Seats)
			for i := range readers {
				readers[i] = x.NewReader(&believer{})
				readers[i].Reset()
				readers[i].Aim(i == 1)
			}
			last := make([]pastTurn, r.Seats)      // of each seat
			seen := make([][]pastTurn, r.Seats)    // by each seat, of its opponent
			before := make([]game.Player, r.Seats) // the opponent at the decision before
			turnsThen := make([]int, r.Seats)      // and the number of its turns
			got := make([]float32, x.Layout().Size())
			n := max(playtest.Decisions(150), 60)
			if r.Seats > 2 {
				n /= 3
			}
			playtest.PlayIndian(t, r, n, func(s game.State) {
				p := s.Current()
				if p == game.NoPlayer {
					for i := range readers {
						readers[i].Reset()
						last[i], seen[i], before[i], turnsThen[i] = pastTurn{}, nil, 0, 0
					}
					return
				}
				var o indian.Observation
				s.Observe(p, &o)
				opponent := (p + 1) % game.Player(r.Seats)
				for o.Active>>opponent&1 == 0 {
					opponent = (opponent + 1) % game.Player(r.Seats)
				}
				previous := (p + game.Player(r.Seats) - 1) % game.Player(r.Seats)
				for o.Active>>previous&1 == 0 {
					previous = (previous + game.Player(r.Seats) - 1) % game.Player(r.Seats)
				}
				if o.Phase == indian.Draw {
					for q := range game.Player(r.Seats) { // the last mover discarded the top
						prev := (p + game.Player(r.Seats) - 1 - q) % game.Player(r.Seats)
						if prev != p && o.Active>>prev&1 != 0 && o.TurnsOf[prev] > 0 {
							last[prev].discarded = o.Top
							break
						}
					}
					switch now := o.TurnsOf[opponent]; {
					case opponent != before[p] && turnsThen[p] > 0:
						seen[p] = nil
					case now == turnsThen[p]+1:
						seen[p] = slices.Insert(seen[p], 0, last[opponent])
					}
					before[p], turnsThen[p] = opponent, o.TurnsOf[opponent]
				} else {
					last[p] = pastTurn{took: o.FromPile}
				}
				readers[p].Observe(&o)
				if o.Turn > 60 { // observations count at most three copies of a card
					return
				}
				w := afterTwin{o: &o, opponent: opponent, previous: previous, turns: seen[p], hand: o.Hand, shown: o.Known[p], drawn: o.Drawn, discarded: card.None, turn: o.Turn, forWins: p == 1}
				if o.Phase == indian.Draw {
					w.stock = true
					readers[p].Encode(got, indian.DrawStock)
					w.compare(t, x, got)
					if o.Top == card.None {
						return
					}
					w.stock, w.drawn, w.fromPile = false, o.Top, true
					w.hand, w.shown = o.Hand.With(o.Top), o.Known[p].With(o.Top)
				} else {
					w.fromPile = o.FromPile
				}
				hand, shown := w.hand, w.shown
				for c := range hand.Each() {
					w.hand, w.shown, w.discarded = hand.Without(c), shown.Without(c), c
					if o.Phase == indian.Draw {
						readers[p].EncodeAfterTake(got, c)
					} else {
						readers[p].Encode(got, indian.DiscardOf(c))
					}
					w.compare(t, x, got)
				}
			})
		})
	}
}

// TestAfterstatesOfRareHands checks hands that are far from complete, and hands whose outs have all been
// seen, before a draw from the stock.
func TestAfterstatesOfRareHands(t *testing.T) {
	packs := indian.Club(2)
	packs.Packs, packs.Jokers = 3, 0
	check := func(r indian.Rules, hand string, allSeen bool) {
		t.Helper()
		cards := must.Get(card.ParseAll(hand))(t)
		g := must.Get(indian.New(r))(t)
		s := g.NewState()
		g.Deal(s, game.DealSource(1, 1))
		var o indian.Observation
		s.Observe(s.Current(), &o)
		o.Hand, o.Wild, o.Wildcard = card.BagOf(cards...), card.NoRank, card.None
		if o.Pile, o.Top = (card.Bag{}), card.None; allSeen {
			o.Pile = o.Unseen()
		}
		x := must.Get(afterstate.NewIndian(r, afterstate.AllIndianGroups))(t)
		reader := x.NewReader(&believer{})
		reader.Reset()
		reader.Observe(&o)
		got := make([]float32, x.Layout().Size())
		reader.Encode(got, indian.DrawStock)
		w := afterTwin{o: &o, opponent: 1 - o.Self, previous: 1 - o.Self, hand: o.Hand, shown: o.Known[o.Self], drawn: o.Drawn, discarded: card.None, turn: o.Turn, stock: true}
		w.compare(t, x, got)
	}
	check(packs, "5C 5C 5C 9H 9H 9H KS KS KS 2D 2D 2D JD", false)
	check(indian.Paper(), "AC 2C 3C 5D 6D 8H 9H JS QS 2S 4D KH 7C", true)
}

// knower is a model that knows that no card comes from the stock or from the opponent.
type knower struct{ believer }

func (knower) HeldOf(card.Card) float64 { return 1 }

func (knower) NextDiscard(dst *[card.NumKinds]float32, _ *indian.Observation, _ game.Player, _ card.Bag, _ card.Card) {
	clear(dst[:])
}

// TestAfterstatesWithoutOdds checks the group odds of a model for which no out can come.
func TestAfterstatesWithoutOdds(t *testing.T) {
	x := must.Get(afterstate.NewIndian(indian.Paper(), afterstate.AllIndianGroups))(t)
	reader, got := x.NewReader(&knower{}), make([]float32, x.Layout().Size())
	reader.Reset()
	playtest.PlayIndian(t, indian.Paper(), 2, func(s game.State) {
		var o indian.Observation
		s.Observe(s.Current(), &o)
		if o.Phase != indian.Draw {
			return
		}
		reader.Observe(&o)
		reader.Encode(got, indian.DrawStock)
		for _, name := range []string{"stock_out_chance", "throw_out_chance", "next_turn_out_chance", "next_turn_out_wait"} {
			if i, ok := x.Layout().Offset(name); !ok || got[i] != 0 {
				t.Errorf("%s is %v, want 0", name, got[i])
			}
		}
	})
}

// TestLastTurnsOfOthers checks the last turns of the next player at a table of three: before the
// observer's first turn, after a draw from the open pile, and when that player has left the game.
func TestLastTurnsOfOthers(t *testing.T) {
	r := indian.Club(3)
	x := must.Get(afterstate.NewIndian(r, afterstate.AfterTable))(t)
	reader, got := x.NewReader(nil), make([]float32, x.Layout().Size())
	reader.Reset()
	five, king := card.New(card.Five, card.Clubs), card.New(card.King, card.Hearts)
	var o indian.Observation
	observe := func(taken, top card.Card, active uint8, turns ...int) (known, points float32) {
		o.Phase, o.FromPile, o.Drawn, o.Top, o.Active = indian.Draw, false, card.None, top, active
		action := indian.DrawStock
		if taken != card.None {
			o.Phase, o.FromPile, o.Drawn, action = indian.Discard, true, taken, indian.DiscardOf(taken)
		}
		copy(o.TurnsOf[:], turns)
		reader.Observe(&o)
		reader.Encode(got, action)
		at, _ := x.Layout().Offset("last_known")
		points0, _ := x.Layout().Offset("last_points")
		for _, k := range got[at : at+3] {
			known += k
		}
		for i, flag := range got[points0 : points0+11] {
			points += float32(i) * flag
		}
		return known, points
	}
	playtest.PlayIndian(t, r, 1, func(s game.State) { s.Observe(s.Current(), &o) })
	self := o.Self
	next, last := (self+1)%3, (self+2)%3
	turnsOf := func(n, l int) []int {
		turns := make([]int, 3)
		turns[next], turns[last] = n, l
		return turns
	}
	o.Wild, o.Given[next] = card.NoRank, card.BagOf(five)
	only := uint8(1)<<self | 1<<next
	for i, c := range []struct {
		taken, top    card.Card
		active        uint8
		turns         []int
		known, points float32
	}{
		{card.None, five, only, turnsOf(1, 1), 1, 5},
		{king, five, only, turnsOf(2, 1), 2, 10},
		{card.None, five, 1<<self | 1<<last, turnsOf(2, 3), 0, 0},
	} {
		if known, points := observe(c.taken, c.top, c.active, c.turns...); known != c.known || points != c.points {
			t.Errorf("observation %d: %v known turns, the last discard of %v points, want %v and %v", i, known, points, c.known, c.points)
		}
	}
}

// seer is a model that notes the turns of what it sees.
type seer struct {
	believer
	turns []int
}

func (b *seer) See(o *indian.Observation, of game.Player) {
	b.believer.See(o, of)
	b.turns = append(b.turns, o.Turn)
}

// TestAfterstatesShowTheModelEachTurnOnce checks that the model sees each turn once, at its first
// decision that the reader observes, also in the game after a Reset.
func TestAfterstatesShowTheModelEachTurnOnce(t *testing.T) {
	x := must.Get(afterstate.NewIndian(indian.Paper(), afterstate.AllIndianGroups))(t)
	var models, late [2]seer // late readers miss the decisions to draw
	var readers, lates [2]*afterstate.IndianReader
	reset := func() {
		for i := range readers {
			readers[i].Reset()
			lates[i].Reset()
			models[i].turns, late[i].turns = nil, nil
		}
	}
	for i := range readers {
		readers[i], lates[i] = x.NewReader(&models[i]), x.NewReader(&late[i])
	}
	reset()
	var turns, discards [2][]int
	playtest.PlayIndian(t, indian.Paper(), playtest.Decisions(600), func(s game.State) {
		p := s.Current()
		if p == game.NoPlayer {
			reset()
			turns, discards = [2][]int{}, [2][]int{}
			return
		}
		var o indian.Observation
		s.Observe(p, &o)
		readers[p].Observe(&o)
		if o.Phase == indian.Draw {
			turns[p] = append(turns[p], o.Turn)
		} else {
			lates[p].Observe(&o)
			discards[p] = append(discards[p], o.Turn)
		}
		if !slices.Equal(models[p].turns, turns[p]) || !slices.Equal(late[p].turns, discards[p]) {
			t.Fatalf("the models of seat %d saw the turns %v and %v, want %v and %v", p, models[p].turns, late[p].turns, turns[p], discards[p])
		}
	})
}

// TestAfterstateBounds checks the ranges that follow from the number of cards: two are
// turned over before the first turn, and one card at least has been seen besides the hand.
func TestAfterstateBounds(t *testing.T) {
	club := indian.Club(6)
	club.Packs, club.Jokers = 3, 5
	for _, c := range []struct {
		rules               indian.Rules
		outs, stock, unseen float64
	}{
		{indian.Paper52(), 40, 52 - 26 - 2, 52 - 14},
		{club, 120, 161 - 78 - 2, 161 - 14},
	} {
		x := must.Get(afterstate.NewIndian(c.rules, afterstate.AfterProgress|afterstate.AfterTable))(t)
		found := 0
		for _, f := range x.Layout() {
			if want, ok := map[string]float64{"outs": c.outs, "stock_size": c.stock, "unseen_cards": c.unseen}[f.Name]; ok {
				if found++; f.High != want {
					t.Errorf("%d seats: %s is at most %v, want %v", c.rules.Seats, f.Name, f.High, want)
				}
			}
		}
		if found != 3 {
			t.Errorf("%d of the three fields", found)
		}
	}
}

func TestAfterstatesRefuse(t *testing.T) {
	ten, seven, four := indian.Paper(), indian.Club(6), indian.Club(2)
	ten.HandSize, seven.Seats, four.Packs = 10, 7, 4
	must.Refuse(afterstate.NewIndian(ten, afterstate.AfterCards))(t, "have hand-size 10")
	must.Refuse(afterstate.NewIndian(seven, afterstate.AfterCards))(t, "7 seats")
	must.Refuse(afterstate.NewIndian(four, afterstate.AfterCards))(t, "4 packs")
	must.Refuse(afterstate.NewIndian(indian.Paper(), 0))(t, "no groups")
	must.Refuse(afterstate.NewIndian(indian.Paper(), 1<<20))(t, "bits of")
	must.Refuse(afterstate.ParseIndianGroups("cards-and-counts"))(t, "want all, or some of progress, card")
	g, err := afterstate.ParseIndianGroups("card, progress,cards")
	if err != nil || g.String() != "progress,card,cards" {
		t.Errorf("groups %v, error %v", g, err)
	}
}

func TestAfterstatesAllocateNothing(t *testing.T) {
	x := must.Get(afterstate.NewIndian(indian.Paper(), afterstate.AllIndianGroups&^afterstate.AfterModelled))(t)
	r := x.NewReader(nil)
	r.Reset()
	dst := make([]float32, x.Layout().Size())
	var views []*indian.Observation
	playtest.PlayIndian(t, indian.Paper(), 50, func(s game.State) {
		o := &indian.Observation{}
		s.Observe(max(s.Current(), 0), o)
		if o.Phase == indian.Draw && o.Mover == o.Self {
			views = append(views, o)
		}
	})
	i := 0
	if n := testing.AllocsPerRun(200, func() {
		o := views[i%len(views)]
		r.Observe(o)
		r.Encode(dst, indian.DrawStock)
		if o.Top != card.None {
			r.EncodeAfterTake(dst, o.Top)
		}
		i++
	}); n != 0 {
		t.Errorf("%v allocations per decision", n)
	}
}
