package league

import (
	"fmt"

	"rummygym/agents"
	"rummygym/env/game"
)

// Refresh makes the following draws use the results recorded so far. A learner calls it
// between updates, so that draws do not depend on the order in which the episodes of an
// update end.
func (l *League) Refresh() { l.weights = l.appendWeights(l.weights[:0]) }

// appendWeights appends the weight of each member, given the results so far.
func (l *League) appendWeights(dst []float64) []float64 {
	shares := 0.0 // total share of past selves
	for i, m := range l.members {
		w := m.weight
		if l.past(m) {
			w = 0
			if !m.retired {
				w = l.cfg.Past.Rule.share(i == len(l.members)-1, m.rate())
			}
			shares += w
		}
		dst = append(dst, w)
	}
	for i, m := range l.members {
		if l.past(m) && shares > 0 {
			dst[i] *= l.cfg.Past.Weight / shares
		}
	}
	return dst
}

// Draw returns the member that the random number u selects, by weight, including Self.
// Equal numbers select the same member until the league changes.
func (l *League) Draw(u uint64) ID { return l.draw(u, true).id }

// DrawOther is Draw without Self. It panics if there is no other member.
func (l *League) DrawOther(u uint64) ID { return l.draw(u, false).id }

// Others reports whether there is any member to draw except Self.
func (l *League) Others() bool { return sum(l.weights[1:]) > 0 }

func (l *League) draw(u uint64, self bool) *member {
	from := 0
	if !self {
		from = 1
	}
	drawn := agents.Drawn(l.weights[from:], u)
	if drawn < 0 {
		panic("league: there is no member to draw: add a past self first")
	}
	return l.members[from+drawn]
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

// Rule is how past selves share their total weight.
type Rule string

// The rules. p is the learner's score against a past self, see [League.Score]. The last two
// are the prioritised fictitious self-play of vinyals2019grandmaster.
const (
	Uniform     Rule = "uniform"     // equal weights
	Latest      Rule = "latest"      // only the newest
	Prioritised Rule = "prioritised" // (1-p)²: most to those that beat the learner
	Variance    Rule = "variance"    // p(1-p): most to those of equal strength
)

// Rules returns all rules. The slice is owned by the caller.
func Rules() []Rule { return []Rule{Uniform, Latest, Prioritised, Variance} }

// share returns the unnormalized weight of a past self. It is above 0 for at least one of
// them.
func (r Rule) share(newest bool, p float64) float64 {
	switch r {
	case Latest:
		if newest {
			return 1
		}
		return 0
	case Prioritised:
		return (1 - p) * (1 - p)
	case Variance:
		return p * (1 - p)
	}
	return 1
}

// Seat is a game.Agent that plays one seat of one table, in each episode as the member
// that the seed of Reset draws.
type Seat struct {
	league *League
	self   bool
	placed ID // member for the next Reset; none: draw one
	id     ID
	agent  game.Agent
	made   map[ID]seated
}

// seated is an agent made for a member.
type seated struct {
	of    *member
	agent game.Agent
}

const none ID = -1

// NewSeat returns a seat. self says whether it may draw Self; [League.SetSelf] must then be
// called before it does.
func (l *League) NewSeat(self bool) *Seat {
	return &Seat{league: l, self: self, placed: none, id: none, made: map[ID]seated{}}
}

// Place sets the member for the next Reset, instead of a draw; for example to replay an
// episode that began before the league changed. It returns an error if the league does
// not have the member.
func (s *Seat) Place(id ID) error {
	if m := s.league.find(id); m == nil || m.create == nil {
		return fmt.Errorf("league: there is no member %d to place at a seat", id)
	}
	s.placed = id
	return nil
}

// Member returns the member of the current episode, or a negative number before the first.
func (s *Seat) Member() ID { return s.id }

// Reset draws the member of the next episode and resets its agent.
func (s *Seat) Reset(seed uint64) {
	var m *member
	if s.placed != none {
		m = s.league.find(s.placed)
	} else {
		m = s.league.draw(agents.MemberDraw(seed), s.self)
	}
	s.placed = none
	at, ok := s.made[m.id]
	if !ok || at.of != m {
		for id, old := range s.made { // drop agents of removed members
			if s.league.find(id) != old.of {
				delete(s.made, id)
			}
		}
		if m.create == nil {
			panic("league: Self was drawn before SetSelf")
		}
		at = seated{m, m.create()}
		s.made[m.id] = at
	}
	s.id, s.agent = m.id, at.agent
	s.agent.Reset(seed)
}

// Act returns the action of the current member's agent.
func (s *Seat) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return s.agent.Act(obs, legal)
}
