// Package league holds whom a learner plays against: named agents, what the learner
// was earlier, and the learner as it is, each with a weight. Start from [New]. A
// [Seat] plays one seat of one table as whoever the league draws for each episode.
//
// Playing against past selves too keeps a learner from chasing itself in circles
// (Vinyals et al., "Grandmaster level in StarCraft II using multi-agent
// reinforcement learning", Nature 575, 2019, "League training"); a [Rule] says which
// of them. The package plays no games and trains nothing: the learner gives it
// snapshots and results, and keeps its state in a checkpoint.
//
// Who is drawn follows from the seed of the episode and from what the league was told
// before, so that a run does not depend on the number of workers. Draws and seats may
// be used by several goroutines at once, each seat by one, but not while [League.Add],
// [League.SetSelf], [League.Record], [League.Sweep] or [League.Restore] is at work.
package league

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"rummygym/agents"
	"rummygym/agents/network"
)

// Member is a named agent of a league. What an agent does must follow from its Reset
// seed and what it observes.
type Member struct {
	Name   string // unique in its league
	Weight float64
	New    func() agents.Agent // safe for concurrent use
}

// Past says which past selves there are.
type Past struct {
	Weight float64 // of all of them together; 0: there are none
	Every  int     // updates from one snapshot to the next, at least 1
	Keep   int     // snapshots that are drawn, at least 1; the oldest goes first
	Rule   Rule    // how they share the weight
}

// Config says who is in a league. Weights are numbers from 0, and one of them is
// above: whoever can be drawn is so with a probability proportional to the weight.
type Config struct {
	Self  float64 // weight of the learner as it is
	Named []Member
	Past  Past

	// Player makes the agent that plays by a network: a past self, or the learner as
	// it is. It may be nil where both weights are 0.
	Player func(*network.Network) (func() agents.Agent, error)
}

// Validate reports the first option that is out of its range.
func (c *Config) Validate() error {
	total := 0.0
	add := func(name string, w float64) error {
		if !(w >= 0) || math.IsInf(w, 0) {
			return fmt.Errorf("league: weight %v of %s: want a number from 0", w, name)
		}
		total += w
		return nil
	}
	seen := map[string]bool{SelfName: true, PastName: true}
	for i, m := range c.Named {
		if m.Name == "" || seen[m.Name] || m.New == nil {
			return fmt.Errorf("league: member %d (%q): want a name that no other has, and a function that makes the agent", i+1, m.Name)
		}
		seen[m.Name] = true
		if err := add(m.Name, m.Weight); err != nil {
			return err
		}
	}
	if err := errors.Join(add(SelfName, c.Self), add(PastName, c.Past.Weight)); err != nil {
		return err
	}
	switch p := c.Past; {
	case total == 0:
		return errors.New("league: nobody to play against: want a weight above 0")
	case p.Weight > 0 && (p.Every < 1 || p.Keep < 1):
		return fmt.Errorf("league: past selves every %d updates, of which %d are kept: want at least 1 of both", p.Every, p.Keep)
	case p.Weight > 0 && !slices.Contains(Rules(), p.Rule):
		return fmt.Errorf("league: Past.Rule is %q: want one of %q", p.Rule, Rules())
	case c.Self+p.Weight > 0 && c.Player == nil:
		return errors.New("league: Player is nil, which makes the past selves and the learner as it is")
	}
	return nil
}

// The names of members that are not agents of Config.Named.
const (
	SelfName = "self" // the learner as it is
	PastName = "past" // all past selves
)

// ID is the number of a member. It stays the member's as long as the league exists.
type ID int

// Self is the learner as it is. Named agents follow in their order, then past selves.
const Self ID = 0

// League is a set of opponents, with what is known of each.
type League struct {
	cfg     Config
	members []*member // in ascending order of ID; the first is Self
	next    ID        // of the next past self
	weights []float64 // of members, by place; rebuilt when something has changed
}

// member is one who can be drawn, or is still at a table.
type member struct {
	id      ID
	name    string
	weight  float64             // of a named one and of Self
	file    []byte              // of the network of a past self
	create  func() agents.Agent // nil: not known yet
	retired bool                // a past self that is not drawn any more

	games, score float64 // of the learner against it, fading as [League.Record] says
}

// past reports whether m is a past self.
func (l *League) past(m *member) bool { return int(m.id) > len(l.cfg.Named) }

// New returns a league without past selves.
func New(c Config) (*League, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	l := &League{cfg: c, members: []*member{{name: SelfName, weight: c.Self}}, next: ID(len(c.Named) + 1)}
	for i, m := range c.Named {
		l.members = append(l.members, &member{id: ID(i + 1), name: m.Name, weight: m.Weight, create: m.New})
	}
	l.Refresh()
	return l, nil
}

// Due reports whether a snapshot of the learner is to be added before the update of
// that number, counted from 0.
func (l *League) Due(update int) bool {
	return l.cfg.Past.Weight > 0 && update%l.cfg.Past.Every == 0
}

// Add adds the learner as it is before the given update as a past self. If there are
// more than Past.Keep, the oldest is not drawn any more.
func (l *League) Add(n *network.Network, update int) (ID, error) {
	create, err := l.cfg.Player(n)
	if err != nil {
		return 0, fmt.Errorf("league: past self of update %d: %w", update, err)
	}
	file, err := n.Append(nil)
	if err != nil {
		return 0, fmt.Errorf("league: past self of update %d: %w", update, err)
	}
	m := &member{id: l.next, name: fmt.Sprintf("%s-%d", PastName, update), file: file, create: create}
	l.members = append(l.members, m)
	l.next++
	kept := 0
	for i := len(l.members) - 1; i > len(l.cfg.Named); i-- {
		if kept++; kept > l.cfg.Past.Keep {
			l.members[i].retired = true
		}
	}
	l.Refresh()
	return m.id, nil
}

// SetSelf says by which network Self plays at seats that draw it, from their next
// episode on. A learner that plays all seats itself needs no such call.
func (l *League) SetSelf(n *network.Network) error {
	create, err := l.cfg.Player(n)
	if err != nil {
		return fmt.Errorf("league: the learner: %w", err)
	}
	m := *l.members[Self]
	m.create = create
	l.members[Self] = &m // a new one, by which seats see that it has changed
	return nil
}

// Sweep forgets past selves that are not drawn any more, but for those that sit at a
// table. A learner calls it from time to time with the members of all its seats.
func (l *League) Sweep(seated []ID) {
	sits := map[ID]bool{}
	for _, id := range seated {
		sits[id] = true
	}
	kept := l.members[:0]
	for _, m := range l.members {
		if !m.retired || sits[m.id] {
			kept = append(kept, m)
		}
	}
	clear(l.members[len(kept):])
	l.members = kept
	l.Refresh()
}

// find returns the member of that number, or nil.
func (l *League) find(id ID) *member {
	for _, m := range l.members {
		if m.id == id {
			return m
		}
	}
	return nil
}

// Name returns the name of a member: its Member.Name, "self", or "past-U" for the
// learner as it was before update U. It is "" if the league does not know it.
func (l *League) Name(id ID) string {
	if m := l.find(id); m != nil {
		return m.name
	}
	return ""
}

// fade is what remains of the weight of a result with each later one against the
// same member.
const fade = 0.99

// Record tells how the learner fared against a member: 1 it won, 0 it lost, and
// between them whatever is as good. Results fade: that before the last k counts
// 0.99^k. Members that are forgotten are passed over.
func (l *League) Record(id ID, score float64) {
	if m := l.find(id); m != nil {
		m.games = fade*m.games + 1
		m.score = fade*m.score + score
	}
}

// Score returns the learner's mean score against a member, with half a point of one
// game added, so that it is one half where no game was played.
func (l *League) Score(id ID) float64 {
	if m := l.find(id); m != nil {
		return m.rate()
	}
	return 0.5
}

func (m *member) rate() float64 { return (m.score + 0.5) / (m.games + 1) }

// Standing is what is known of a member.
type Standing struct {
	ID          ID
	Name        string
	Probability float64 // with which [League.Draw] returns it after [League.Refresh]
	Games       float64 // that count, faded; at most 100
	Score       float64 // as [League.Score] returns it
}

// Standings returns all members that can be drawn, in order.
func (l *League) Standings() []Standing {
	var all []Standing
	weights := l.appendWeights(nil)
	total := sum(weights)
	for i, m := range l.members {
		if w := weights[i]; w > 0 {
			all = append(all, Standing{m.id, m.name, w / total, m.games, m.rate()})
		}
	}
	return all
}
