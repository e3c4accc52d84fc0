package agents

import "rummygym/env/game"

// Member is one of several agents, of which a draw takes one for each game.
type Member struct {
	Name   string // canonical spec; unique among the members
	Weight float64
	New    func() game.Agent // safe for concurrent use
}

// Mix is an agent that plays each game as one of its members. Which one follows from the seed of Reset alone, as the
// member's play does: so neither depends on the games before. A member is drawn with a probability
// proportional to its weight. Mix is a game.Stopper if its members are.
type Mix struct {
	members []Member
	weights []float64
	made    []game.Agent // by member; made when they are needed
	now     int          // member of the game in progress
	stop    func() bool
}

// mixStream separates the random numbers that draw a member from those of its agent.
const mixStream = 0x6c6561677565

// NewMix returns a mix. Weights are at least 0 and finite, and one of them is positive.
func NewMix(members []Member) *Mix {
	m := &Mix{members: members, made: make([]game.Agent, len(members))}
	for _, member := range members {
		m.weights = append(m.weights, member.Weight)
	}
	return m
}

// Reset draws the member of the next game, and resets its agent with the same seed.
func (m *Mix) Reset(seed uint64) {
	m.now = Drawn(m.weights, MemberDraw(seed))
	m.agent().Reset(seed)
}

// Act returns the action of the member.
func (m *Mix) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return m.agent().Act(obs, legal)
}

// StopWhen sets the function that members which can be stopped call; the others never take long.
func (m *Mix) StopWhen(stop func() bool) {
	m.stop = stop
	for _, a := range m.made {
		m.pass(a)
	}
}

// agent returns the agent of the member that plays.
func (m *Mix) agent() game.Agent {
	if m.made[m.now] == nil {
		m.made[m.now] = m.members[m.now].New()
		m.pass(m.made[m.now])
	}
	return m.made[m.now]
}

// pass passes the function of StopWhen on to an agent.
func (m *Mix) pass(a game.Agent) {
	if m.stop != nil {
		game.StopWhen(a, m.stop)
	}
}

// Playing returns the name of the agent that plays the game in progress: of the member of a [Mix], and of other
// agents the given one.
func Playing(a game.Agent, name string) string {
	if m, ok := a.(*Mix); ok {
		return m.members[m.now].Name
	}
	return name
}

// MayPlay reports whether [Playing] may return that name for an agent with the given one.
func MayPlay(a game.Agent, name, playing string) bool {
	m, ok := a.(*Mix)
	if !ok {
		return playing == name
	}
	for _, member := range m.members {
		if member.Name == playing {
			return true
		}
	}
	return false
}

// MemberDraw returns the random number that draws the member which plays a game as an agent with that seed.
func MemberDraw(seed uint64) uint64 { return game.Seed(seed, mixStream) }

// Drawn returns the index that the random number u selects by weight, −1 if no weight is positive.
func Drawn(weights []float64, u uint64) int {
	left := 0.0
	for _, w := range weights {
		left += w
	}
	left *= game.Unit(u)
	drawn := -1
	for i, w := range weights {
		if w == 0 {
			continue
		}
		drawn = i // the last one with a weight, in case rounding leaves a rest
		if left -= w; left < 0 {
			break
		}
	}
	return drawn
}
