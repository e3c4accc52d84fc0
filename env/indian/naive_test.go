package indian_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/env/record"
	"rummygym/internal/env/gametest"
	"rummygym/internal/must"
)

// naive is a second implementation of docs/rules-indian.md with plain slices and without
// regard to speed. Only the evaluation of hands is shared, by package meld.
type naive struct {
	r         indian.Rules
	hands     [][]card.Card
	wildcard  card.Card
	wild      card.Rank
	stock     []card.Card
	pile      []card.Card
	discarded bool // there was a discard
	key       uint64
	shuffles  uint64

	mover   int
	drawn   card.Card // card.None before the draw
	byPile  bool
	turns   []int
	total   int
	round   int
	out     []game.Ending // "" while in the game
	ending  game.Ending
	winner  int
	gains   []int
	limited bool // the game ended at a limit and the hands are scored
}

// dealNaive deals the deck.
func dealNaive(r indian.Rules, deck []card.Card, key uint64) *naive {
	n := &naive{r: r, key: key, drawn: card.None, hands: make([][]card.Card, r.Seats), turns: make([]int, r.Seats), out: make([]game.Ending, r.Seats), gains: make([]int, r.Seats)}
	deck = slices.Clone(deck)
	next := func() card.Card { c := deck[0]; deck = deck[1:]; return c }
	if r.Dealing == indian.Alternate {
		for range r.HandSize {
			for p := range r.Seats {
				n.hands[p] = append(n.hands[p], next())
			}
		}
	} else {
		for p := range r.Seats {
			for range r.HandSize {
				n.hands[p] = append(n.hands[p], next())
			}
		}
	}
	n.wildcard = card.None
	switch r.Wildcard {
	case indian.NextCard:
		n.wildcard = next()
	case indian.NextNatural:
		i := slices.IndexFunc(deck, func(c card.Card) bool { return c != card.Joker })
		n.wildcard = deck[i]
		deck = slices.Delete(deck, i, i+1)
	}
	n.wild = card.Ace
	switch n.wildcard {
	case card.None:
		n.wild = card.NoRank
	case card.Joker:
	default:
		n.wild = n.wildcard.Rank()
	}
	n.pile = []card.Card{next()}
	n.stock = deck
	n.round = 1
	n.turn(0)
	return n
}

// naiveOf deals the naive game of s, which has just been dealt alternately and without
// skipped jokers.
func naiveOf(s *indian.State) *naive {
	r := s.Rules()
	var deck []card.Card
	hands := make([][]card.Card, r.Seats)
	for p := range hands {
		hands[p] = s.Hand(game.Player(p)).Append(nil)
	}
	for i := range r.Seats * r.HandSize {
		deck = append(deck, hands[i%r.Seats][i/r.Seats])
	}
	if wildcard, _ := s.Wild(); wildcard != card.None {
		deck = append(deck, wildcard)
	}
	deck = append(deck, s.Top())
	return dealNaive(r, s.AppendStock(deck), 0)
}

// Clone returns an independent copy.
func (n *naive) Clone() gametest.Twin {
	c := *n
	c.hands = slices.Clone(n.hands)
	c.turns, c.out, c.gains = slices.Clone(n.turns), slices.Clone(n.out), slices.Clone(n.gains)
	c.pile, c.stock = slices.Clone(n.pile), slices.Clone(n.stock)
	return &c
}

// turn begins a turn of seat p.
func (n *naive) turn(p int) {
	n.mover, n.drawn = p, card.None
	n.turns[p]++
	n.total++
	if n.r.Counting == indian.HalfTurns {
		n.round = (n.total-1)/2 + (n.total-1)%2
	}
}

// Legal reports whether a is legal.
func (n *naive) Legal(a game.Action) bool {
	if n.ending != "" || a >= indian.NumActions {
		return false
	}
	if n.drawn == card.None {
		switch a {
		case indian.Drop, indian.DrawStock:
			return true
		case indian.DrawPile:
			top := n.pile[len(n.pile)-1]
			joker := top == card.Joker || top.Rank() == n.wild
			return n.r.Taking == indian.TakeAny || !joker || !n.discarded
		}
		return false
	}
	hand := n.hands[n.mover]
	if c := indian.DiscardCard(a); c != card.None {
		back := n.r.ThrowingBack == indian.ThrowBackForbidden && n.byPile && c == n.drawn
		return slices.Contains(hand, c) && !back
	}
	if c := indian.DeclareCard(a); c != card.None && slices.Contains(hand, c) {
		return n.r.Declaring == indian.AnyCards || n.complete(without(hand, c))
	}
	return false
}

// winning returns a declaration that wins, or game.NoAction.
func (n *naive) winning() game.Action {
	for _, c := range n.hands[n.mover] {
		if a := indian.DeclareWith(c); n.Legal(a) && n.complete(without(n.hands[n.mover], c)) {
			return a
		}
	}
	return game.NoAction
}

// without returns the cards without one c.
func without(cards []card.Card, c card.Card) []card.Card {
	i := slices.Index(cards, c)
	return slices.Delete(slices.Clone(cards), i, i+1)
}

// melds returns the rules of package meld.
func (n *naive) melds() meld.Rules {
	r := meld.Default()
	r.Cap, r.HandSize = n.r.Cap, n.r.HandSize
	r.Pack = 0
	for suit := range n.r.Suits {
		for rank := range n.r.Ranks {
			r.Pack |= 1 << card.New(card.Rank(rank), card.Suit(suit))
		}
	}
	r.Requirement = map[indian.Requirement]meld.Requirement{
		indian.PureAndSequence: {Pure: 1, Sequences: 2}, indian.OnePure: {Pure: 1, Sequences: 1}, indian.AnyMelds: {}, indian.TwoPure: {Pure: 2, Sequences: 2},
	}[n.r.Requirement]
	return r
}

// complete reports whether the cards are a valid declaration.
func (n *naive) complete(cards []card.Card) bool {
	return n.melds().CanDeclare(card.BagOf(cards...), n.wild)
}

// Apply applies a legal action.
func (n *naive) Apply(a game.Action) {
	p := n.mover
	switch a {
	case indian.Drop:
		n.out[p] = indian.MiddleDrop
		if n.turns[p] == 1 {
			n.out[p] = indian.FirstDrop
		}
		n.pass()
		return
	case indian.DrawStock:
		if len(n.stock) == 0 {
			keep := 0
			if n.r.Recycling == indian.KeepTop {
				keep = 1
			}
			cut := len(n.pile) - keep
			n.stock = slices.Clone(n.pile[:cut])
			n.pile = slices.Clone(n.pile[cut:])
			card.Shuffle(n.stock, rand.NewPCG(n.key, n.shuffles))
			n.shuffles++
			if len(n.pile) == 0 {
				n.pile, n.stock = n.stock[:1:1], n.stock[1:]
			}
		}
		n.drawn, n.stock, n.byPile = n.stock[0], n.stock[1:], false
		n.hands[p] = append(slices.Clone(n.hands[p]), n.drawn)
		return
	case indian.DrawPile:
		top := len(n.pile) - 1
		n.drawn, n.pile, n.byPile = n.pile[top], n.pile[:top:top], true
		n.hands[p] = append(slices.Clone(n.hands[p]), n.drawn)
		return
	}
	c := indian.DiscardCard(a)
	declares := c == card.None
	if declares {
		c = indian.DeclareCard(a)
	}
	n.hands[p] = without(n.hands[p], c)
	n.pile = append(n.pile, c)
	n.discarded, n.drawn = true, card.None
	switch {
	case declares && n.complete(n.hands[p]):
		n.end(indian.Declared, p)
	case declares:
		n.out[p] = indian.WrongDeclaration
		n.pass()
	default:
		n.pass()
	}
}

// pass gives the turn to the next player in the game, or ends the game.
func (n *naive) pass() {
	var in []int
	for p, how := range n.out {
		if how == "" {
			in = append(in, p)
		}
	}
	if len(in) == 1 {
		n.end(n.out[n.mover], in[0])
		return
	}
	next, wrapped := in[0], true
	for _, p := range in {
		if p > n.mover {
			next, wrapped = p, false
			break
		}
	}
	over := n.r.Counting == indian.FullTurns && wrapped && n.round == n.r.MaxRounds ||
		n.r.Counting == indian.HalfTurns && n.total == 2*n.r.MaxRounds+1
	empty := len(n.stock) == 0 && (n.r.Recycling == indian.NoRecycling || len(n.pile) < 2)
	if over || empty {
		best := in[0]
		for _, p := range in {
			if slices.Compare(n.figures(p), n.figures(best)) < 0 {
				best = p
			}
		}
		n.limited = true
		if over {
			n.end(indian.RoundLimit, best)
		} else {
			n.end(indian.StockOut, best)
		}
		return
	}
	if wrapped {
		n.round++
	}
	n.turn(next)
}

// score is the capped MinScore of seat p.
func (n *naive) score(p int) int {
	return n.melds().MinScore(card.BagOf(n.hands[p]...), n.wild)
}

// figures returns the score of seat p and its points in diamonds, clubs, hearts
// and spades.
func (n *naive) figures(p int) []int {
	f := []int{n.score(p), 0, 0, 0, 0}
	for _, c := range n.hands[p] {
		if c != card.Joker {
			f[1+[]int{1, 0, 2, 3}[c.Suit()]] += meld.Points(c, n.wild)
		}
	}
	return f
}

// end ends the game.
func (n *naive) end(how game.Ending, winner int) {
	n.ending, n.winner = how, winner
	for p := range n.gains {
		pay := 0
		switch {
		case p == winner:
			continue
		case n.out[p] == indian.FirstDrop:
			pay = n.r.FirstDrop
		case n.out[p] == indian.MiddleDrop:
			pay = n.r.MiddleDrop
		case n.out[p] == indian.WrongDeclaration:
			pay = n.r.Cap
		case n.limited:
			pay = n.score(p) - n.score(winner)
		case n.turns[p] == 0 && n.r.Relief == indian.AtMostFirstDrop:
			pay = min(n.score(p), n.r.FirstDrop)
		default:
			pay = n.score(p)
		}
		n.gains[p] -= pay
		n.gains[winner] += pay
	}
}

// differs returns what differs between the state and the naive game, or "".
func (n *naive) differs(s *indian.State) string {
	var legal, want game.Mask
	s.Legal(&legal)
	for a := range game.Action(game.MaskSize) {
		if n.Legal(a) {
			want.Set(a)
		}
	}
	o := s.Outcome()
	var seen indian.Observation
	s.Observe(0, &seen)
	for q := range game.MaxPlayers {
		size, active := 0, false
		if q < n.r.Seats {
			size, active = len(n.hands[q]), n.out[q] == ""
		}
		if seen.HandSizes[q] != size || seen.Active>>q&1 == 1 != active {
			return "sizes of hands or seats in the game"
		}
	}
	wildcard, wild := s.Wild()
	switch {
	case seen.Reshuffles != int(n.shuffles):
		return "reshuffles"
	case legal != want:
		return "legal actions"
	case !slices.Equal(s.AppendStock(nil), n.stock) || !slices.Equal(s.AppendPile(nil), n.pile):
		return "closed deck or open pile"
	case wildcard != n.wildcard || wild != n.wild:
		return "wildcard"
	case o.Ending != n.ending || o.Over != (n.ending != ""):
		return "ending"
	case o.Turns != n.total || o.Rounds != n.round && n.ending == "":
		return "turns or rounds"
	case o.Over && int(o.Winner) != n.winner:
		return "winner"
	case !o.Over && int(s.Current()) != n.mover:
		return "player to move"
	}
	for p := range n.hands {
		if s.Hand(game.Player(p)) != card.BagOf(n.hands[p]...) {
			return "hands"
		}
		if o.Gains[p] != n.gains[p] {
			return "gains"
		}
	}
	return ""
}

// shows returns what is wrong about the hands and the declaration that all players see after action a of
// seat p has led from one state to another, or "".
func (n *naive) shows(g *indian.Game, from, to *indian.State, p game.Player, a game.Action) string {
	var before, after indian.Observation
	from.Observe(0, &before)
	to.Observe(0, &after)
	for q := range game.Player(n.r.Seats) {
		compared := n.out[q] == "" && (n.limited || n.ending == indian.Declared)
		wrong := q == p && n.out[q] == indian.WrongDeclaration
		switch hand := card.BagOf(n.hands[q]...); {
		case (compared || wrong) && after.Known[q] != hand:
			return "a hand that is compared or was declared is not shown"
		case !compared && n.ending != "" && q != p && after.Known[q] != before.Known[q]:
			return "a hand is shown that was not compared"
		}
	}
	for _, e := range g.AppendEvents(nil, from, to, a) {
		if e.Type == record.Declare && e.Valid != (n.ending == indian.Declared) {
			return "the event of the declaration says the contrary of its ending"
		}
	}
	return ""
}

// TestAgainstNaive plays random games under random rules on both implementations.
func TestAgainstNaive(t *testing.T) {
	games := 600
	if testing.Short() {
		games = 100
	}
	endings := map[game.Ending]int{}
	src := rand.NewPCG(5, 5)
	for i := range games {
		r := randomRules(src)
		if i%5 == 0 {
			r = indian.Paper()
		}
		g := must.Get(indian.New(r))(t)
		deck, key := g.Deck(), src.Uint64()
		card.Shuffle(deck, src)
		if i%3 == 0 && r.Ranks == card.NumRanks && r.Suits == card.NumSuits && (r.HandSize == 13 || r.HandSize == 10) {
			stack(deck, r, int(card.Below(src, uint64(r.Seats))))
		}
		s, n := g.NewTable(), dealNaive(r, deck, key)
		must.Do(t, g.DealDeck(s, deck, key))
		dropOneIn := 1 + card.Below(src, 60)
		for step := 0; ; step++ {
			if d := n.differs(s); d != "" {
				t.Fatalf("game %d of %+v, step %d: %s differ from the plain rules:\n%v", i, r, step, d, s)
			}
			if n.ending != "" {
				break
			}
			a := n.winning()
			if a == game.NoAction || card.Below(src, 2) == 0 {
				a = randomAction(s, src, dropOneIn)
			}
			before, p := g.NewTable(), n.mover
			before.CopyFrom(s)
			must.Do(t, s.Apply(a))
			n.Apply(a)
			if fault := n.shows(g, before, s, game.Player(p), a); fault != "" {
				t.Fatalf("game %d of %+v, step %d: %s:\n%v", i, r, step, fault, s)
			}
		}
		endings[n.ending]++
	}
	for _, e := range indian.Endings() {
		if endings[e] == 0 {
			t.Errorf("no game ended by %s: %v", e, endings)
		}
	}
}

// stack moves a finished hand to the positions of the deck that are dealt to seat p.
func stack(deck []card.Card, r indian.Rules, p int) {
	finished, err := card.ParseAll("3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH KD")
	if err != nil {
		panic(err)
	}
	for i, c := range finished[:r.HandSize] {
		to := i*r.Seats + p
		if r.Dealing == indian.Blocks {
			to = p*r.HandSize + i
		}
		from := slices.Index(deck, c)
		deck[to], deck[from] = deck[from], deck[to]
	}
}

// randomAction returns a random legal action. Drops and declarations are rare, so that
// games are long.
func randomAction(s *indian.State, src rand.Source, oneIn uint64) game.Action {
	var legal game.Mask
	s.Legal(&legal)
	for {
		a := legal.Nth(int(card.Below(src, uint64(legal.Count()))))
		leaves := a == indian.Drop || indian.DeclareCard(a) != card.None
		if !leaves || card.Below(src, oneIn) == 0 {
			return a
		}
	}
}
