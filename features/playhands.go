package features

import (
	"math"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// PlayHands draws hands of the opponent that explain his play: each as likely as
// it is given his turns, if he plays as a [PlayModel] says. It is a particle filter
// with moves (Gilks and Berzuini, "Following a moving target", 2001): a number of
// stories, each of which says what he held and drew, are weighed by each turn,
// drawn anew by their weights, and then changed by steps of a Markov chain that
// leaves their distribution alone.
//
// It is for hands of 13; of others it draws as [UniformHands].
type PlayHands struct {
	model   *PlayModel
	moves   int // after each turn and each Sample
	stories []story
	weights []float64
	history OpponentHistory
	table   playedTurns
	fresh   bool // stories tell of the game of history from its start
	change  change
}

// playedTurns are the turns that stories must explain.
type playedTurns struct {
	wild  card.Rank
	turns []OpponentTurn
	known [maxPlayTurns + 1]card.Bag // what was known before each turn, and now
}

// NewPlayHands returns a sampler that keeps the given number of stories, and changes
// each by so many steps after each turn.
func NewPlayHands(m *PlayModel, stories, moves int) *PlayHands {
	return &PlayHands{model: m, moves: moves, stories: make([]story, max(stories, 1)), weights: make([]float64, max(stories, 1))}
}

// Reset readies the sampler for a new game.
func (p *PlayHands) Reset() {
	p.history.Reset()
	p.fresh = false
}

// Observe takes note of what the observer sees.
func (p *PlayHands) Observe(o *indian.Observation) {
	if !p.history.Observe(o) {
		p.fresh = false
	}
	if len(p.history.turns) > maxPlayTurns {
		p.history.forget()
		p.fresh = false
	}
}

// Sample fills dst. Up to the number of stories the hands are those of different
// stories; more are told by the same ones after further moves.
func (p *PlayHands) Sample(dst []card.Bag, o *indian.Observation, src rand.Source) {
	if o.Rules.HandSize != maxTotal {
		UniformHands{}.Sample(dst, o, src)
		return
	}
	p.Observe(o)
	p.follow(o, src)
	n := len(p.stories)
	for len(dst) > n {
		p.take(dst[:n], src)
		p.moveAll(src)
		dst = dst[n:]
	}
	p.take(dst, src)
}

// take sets dst to the hands of stories, evenly spread over all.
func (p *PlayHands) take(dst []card.Bag, src rand.Source) {
	n := uint64(len(p.stories))
	at := card.Below(src, n)
	for i := range dst {
		s := &p.stories[(at+uint64(i)*n/uint64(len(dst)))%n]
		dst[i] = s.hands[s.turns]
	}
}

// follow brings the stories up to date with the history and the observation.
func (p *PlayHands) follow(o *indian.Observation, src rand.Source) {
	t := &p.table
	t.wild, t.turns = o.Wild, p.history.turns
	t.known[0] = p.history.start
	for i := range t.turns {
		known := t.known[i]
		if t.turns[i].Took {
			known.Add(t.turns[i].Offered)
		}
		known.Remove(t.turns[i].Thrown)
		t.known[i+1] = known
	}
	u := hiddenOf(o)
	if !p.fresh {
		p.beginAll(&u, src)
	}
	p.reveal(&u, src)
	for p.stories[0].turns < len(t.turns) {
		for i := range p.stories {
			p.weights[i] = p.stories[i].advance(p.model, t, src)
		}
		p.resample(src)
		p.moveAll(src)
	}
}

// beginAll makes all stories anew, from the start of the history. What he threw
// since and was not known then was not seen.
func (p *PlayHands) beginAll(u *hidden, src rand.Source) {
	start := *u
	start.known = p.history.start
	start.hidden = maxTotal - start.known.Count()
	for i := range p.table.turns {
		if c, ok := p.table.revealed(i); ok {
			start.cards[start.count] = c
			start.count++
		}
	}
	for i := range p.stories {
		p.stories[i].begin(&start, src)
	}
	p.fresh = true
}

// revealed returns the card thrown at turn i, and whether it had not been seen
// before.
func (t *playedTurns) revealed(i int) (card.Card, bool) {
	turn := &t.turns[i]
	return turn.Thrown, !t.known[i].Has(turn.Thrown) && (!turn.Took || turn.Offered != turn.Thrown)
}

// reveal has the stories see the cards that the observer has drawn since.
func (p *PlayHands) reveal(u *hidden, src rand.Source) {
	var before, now card.Bag
	s := &p.stories[0]
	for _, c := range s.unseen[:s.count] {
		before.Add(c)
	}
	for _, c := range u.cards[:u.count] {
		now.Add(c)
	}
	for i := s.turns; i < len(p.table.turns); i++ {
		if c, ok := p.table.revealed(i); ok {
			now.Add(c)
		}
	}
	seen := before.Minus(now)
	for c := range seen.Each() {
		for i := range p.stories {
			p.weights[i] = p.stories[i].see(c, p.model, &p.table, src)
		}
		p.resample(src)
	}
}

// moveAll changes all stories.
func (p *PlayHands) moveAll(src rand.Source) {
	for i := range p.stories {
		for range p.moves {
			p.stories[i].move(&p.change, p.model, &p.table, src)
		}
	}
}

// resample draws the stories anew by the logarithms in weights: each is there as
// often as its share of the whole says, rounded up or down (systematic resampling).
func (p *PlayHands) resample(src rand.Source) {
	high, sum := math.Inf(-1), 0.0
	for _, w := range p.weights {
		high = max(high, w)
	}
	for i, w := range p.weights {
		p.weights[i] = math.Exp(w - high)
		sum += p.weights[i]
	}
	// weights become the copies wanted; those too many take the places of those
	// not wanted.
	each, at, done := float64(len(p.weights))/sum, game.PositiveUnit(src.Uint64()), 0.0
	total := 0.0
	for i, w := range p.weights {
		total += w * each
		n := math.Floor(total + 1 - at)
		p.weights[i], done = n-done, n
	}
	from := 0
	for i := range p.stories {
		if p.weights[i] > 0 {
			continue
		}
		for from < len(p.stories) && p.weights[from] < 2 {
			from++
		}
		if from == len(p.stories) { // rounding
			return
		}
		p.weights[from]--
		p.stories[i] = p.stories[from]
	}
}
