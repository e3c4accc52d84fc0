package search

import (
	"math"
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// Moves is a [Sampler] of games of two seats that knows how the opponent plays. It draws hidden cards by their
// probability given all moves of the hand: it deals the hand again with other hidden cards, plays the known moves, and asks the
// agent that plays the opponent what it would do at each of its decisions. A [game.Mixed] tells the probability of the move made. Of another agent it is the one
// that the agent reports if it answers with that move; otherwise the rest is shared by all other moves. It is at least [movesDoubt], so that hands without a perfect
// explanation remain. The cards are those of a Markov chain that exchanges two of them at a time (Metropolis's
// algorithm), begun with the likeliest of some hands that are possible by the rules alone.
//
// It needs the events that its seat sees, see [Player.See]. Without them, after a knock or a declaration, and after a
// reshuffle the states are those of the other sampler.
type Moves struct {
	Sampler
	config *MovesConfig

	events   []record.Event // of the hand, as the seat saw them
	state    game.State     // of the replay
	obs      game.Observation
	legal    game.Mask
	opponent game.Agent
	recorder *record.Recorder
	now      []record.Event
	weights  [game.MaskSize]float64

	known  int         // number of events that the chain knows
	hidden []card.Card // in the chain: the opponent's hand, its draws, then the rest of the stock
	trial  []card.Card
	dealt  int     // size of the opponent's hand in hidden
	draws  int     // number of its draws from the stock
	likely float64 // logarithm of the probability of the opponent's moves, in the chain
	like   game.State
}

// MovesConfig is what all [Moves] of a search agent share.
type MovesConfig struct {
	Game     record.Game       // in which hands are dealt again; its deals must take the starter of an event
	Deck     []card.Card       // the cards that a deal shuffles
	Opponent func() game.Agent // the opponent
	Sampler  func() Sampler    // the other sampler

	// Place sets dst to a state that is consistent with obs, with the opponent's hand of another state, and the rest of the hidden cards
	// in random order.
	Place func(dst, like game.State, obs game.Observation, src rand.Source) error
}

// Constants of the chain of [Moves].
const (
	movesStarts = 32    // hands of which the likeliest begins the chain
	movesSteps  = 4     // exchanges for each state that is drawn
	movesDoubt  = 0.002 // minimum of the probability of a move
)

// NewMoves returns a sampler.
func NewMoves(c *MovesConfig) *Moves {
	return &Moves{
		Sampler: c.Sampler(), config: c, state: c.Game.NewState(), like: c.Game.NewState(), obs: c.Game.NewObservation(), opponent: c.Opponent(), recorder: record.NewRecorder(c.Game),
	}
}

// Reset starts a new game.
func (m *Moves) Reset() {
	m.Sampler.Reset()
	m.events, m.known = m.events[:0], 0
}

// See adds an event that the seat saw.
func (m *Moves) See(e *record.Event) {
	if e.Type == record.Deal {
		m.events, m.known = m.events[:0], 0
	}
	m.events = append(m.events, *e)
}

// Sample draws states. See [Sampler].
func (m *Moves) Sample(dst []game.State, obs game.Observation, src rand.Source) []bool {
	rng := rand.New(src)
	if !m.begin(obs.Observer(), rng) {
		return m.Sampler.Sample(dst, obs, src)
	}
	again := make([]bool, len(dst))
	for i := range dst {
		moved := false
		for range movesSteps {
			moved = m.step(obs.Observer(), rng) || moved
		}
		if err := m.config.Place(dst[i], m.like, obs, src); err != nil {
			panic("search: " + err.Error())
		}
		again[i] = i > 0 && !moved
	}
	return again
}

// begin begins the chain of a decision, unless it has begun. It reports whether the moves can be played again.
func (m *Moves) begin(self game.Player, rng *rand.Rand) bool {
	if m.known == len(m.events) && m.known > 0 {
		return true
	}
	if m.known = 0; len(m.events) == 0 || m.events[0].Type != record.Deal {
		return false
	}
	for i := range m.events[1:] {
		if t := m.events[i+1].Type; t != record.Draw && t != record.Discard && t != record.Pass {
			return false
		}
	}
	for range movesStarts {
		if !m.deal(self, rng) {
			return false
		}
		if n, ok := m.replay(self, m.trial, rng.Uint64()); ok && (m.known == 0 || n > m.likely) {
			m.keep(n)
			m.known = len(m.events)
		}
	}
	return m.known > 0
}

// keep moves the chain to the hidden cards of the last replay.
func (m *Moves) keep(likely float64) {
	m.hidden, m.trial, m.likely = m.trial, append(m.hidden[:0], m.trial...), likely
	m.state, m.like = m.like, m.state
}

// step exchanges two hidden cards, one of them of the opponent, if the chain allows it. It reports whether it does.
func (m *Moves) step(self game.Player, rng *rand.Rand) bool {
	i, j := rng.IntN(m.dealt+m.draws), rng.IntN(len(m.hidden))
	if m.hidden[i] == m.hidden[j] {
		return false
	}
	m.trial = append(m.trial[:0], m.hidden...)
	m.trial[i], m.trial[j] = m.trial[j], m.trial[i]
	n, ok := m.replay(self, m.trial, rng.Uint64())
	if !ok || rng.Float64() >= math.Exp(n-m.likely) {
		return false
	}
	m.keep(n)
	return true
}

// deal sets trial to hidden cards with which the moves are possible, each with the same probability, and reports whether there are any.
func (m *Moves) deal(self game.Player, rng *rand.Rand) bool {
	deal := &m.events[0]
	var left [card.NumKinds]int
	for _, c := range m.config.Deck {
		left[c.Index()]++
	}
	take := func(c card.Card) bool {
		if c == card.None {
			return true
		}
		left[c.Index()]--
		return left[c.Index()] >= 0
	}
	possible := take(deal.Upcard) && take(deal.Wildcard)
	for _, c := range deal.Hands[self] {
		possible = take(c) && possible
	}
	m.dealt, m.draws = len(deal.Hands[self]), 0
	m.trial = slices.Grow(m.trial[:0], m.dealt)[:m.dealt]
	for i := range m.trial {
		m.trial[i] = card.None
	}
	var taken [card.NumKinds]int // cards of the opponent that it took from the pile
	free := m.dealt
	for i := range m.events[1:] {
		switch e := &m.events[i+1]; {
		case e.Type == record.Draw && e.From == record.Stock && e.Seat == self:
			possible = take(e.Card) && possible
		case e.Seat == self || e.Type == record.Pass:
		case e.Type == record.Draw && e.From == record.Stock:
			m.trial = append(m.trial, card.None)
			m.draws++
			free++
		case e.Type == record.Draw:
			taken[e.Card.Index()]++
		case taken[e.Card.Index()] > 0:
			taken[e.Card.Index()]--
		default:
			if possible = take(e.Card) && possible && free > 0; !possible {
				return false
			}
			k := rng.IntN(free)
			for s, c := range m.trial {
				if c == card.None {
					if k == 0 {
						m.trial[s] = e.Card
						break
					}
					k--
				}
			}
			free--
		}
	}
	if !possible {
		return false
	}
	from := len(m.trial)
	for k, n := range left {
		for range n {
			m.trial = append(m.trial, card.FromIndex(k))
		}
	}
	rest := m.trial[from:]
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	for s, c := range m.trial[:from] {
		if c == card.None {
			if len(rest) == 0 {
				return false
			}
			m.trial[s], rest = rest[0], rest[1:]
		}
	}
	m.trial = append(m.trial[:from], rest...)
	return true
}

// replay plays the moves of the hand with the given hidden cards, in which the opponent draws its random choices from seed. It
// returns the logarithm of the probability of the opponent's moves, and reports whether the moves are possible.
func (m *Moves) replay(self game.Player, hidden []card.Card, seed uint64) (likely float64, ok bool) {
	s, g, q := m.state, m.config.Game, 1-self
	deal := m.events[0]
	deal.Hands = make([][]card.Card, 2)
	deal.Hands[self], deal.Hands[q] = m.events[0].Hands[self], hidden[:m.dealt]
	next := m.dealt
	for i := range m.events {
		if e := &m.events[i]; e.Type == record.Draw && e.From == record.Stock {
			if c := e.Card; e.Seat == self {
				deal.Stock = append(deal.Stock, c)
			} else {
				deal.Stock = append(deal.Stock, hidden[next])
				next++
			}
		}
	}
	deal.Stock = append(deal.Stock, hidden[next:]...)
	if g.DealRecorded(s, &deal) != nil {
		return 0, false
	}
	m.opponent.Reset(seed)
	for i := 1; ; {
		p, a := s.Current(), game.NoAction
		switch {
		case i < len(m.events) && m.events[i].Seat == p:
			a = g.ActionOf(s, &m.events[i])
			i++
		case p == q:
			a = m.unseen(s)
		default:
			return likely, i == len(m.events) && p == self
		}
		s.Legal(&m.legal)
		if a == game.NoAction || !m.legal.Has(a) {
			return 0, false
		}
		if p == q {
			s.Observe(p, m.obs)
			likely += math.Log(max(m.probability(a), movesDoubt))
		}
		if s.Apply(a) != nil {
			return 0, false
		}
	}
}

// probability asks the opponent for the probability of action a at the decision of obs and legal.
func (m *Moves) probability(a game.Action) float64 {
	n := m.legal.Count()
	if x, ok := m.opponent.(game.Mixed); ok {
		known := x.Probabilities(m.obs, &m.legal, m.weights[:n])
		for k := range n {
			if known && m.legal.Nth(k) == a {
				return m.weights[k]
			}
		}
		return 0
	}
	answer, probability := m.opponent.Act(m.obs, &m.legal)
	if answer != a && n > 1 {
		probability = (1 - probability) / float64(n-1)
	}
	return probability
}

// unseen returns the action of the opponent that the seat does not see, game.NoAction if there is none.
func (m *Moves) unseen(s game.State) game.Action {
	s.Legal(&m.legal)
	for a := range m.legal.Each() {
		var err error
		if m.now, err = m.recorder.AppendMove(m.now[:0], s, a, 1); err == nil && m.now[0].Private {
			return a
		}
	}
	return game.NoAction
}
