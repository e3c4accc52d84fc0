// Package league holds the opponents of a learner: named agents, earlier versions of the
// learner (past selves), and the current learner, each with a weight. Start with [New]. A
// [Seat] plays one seat of one table, in each episode as the member that the league
// draws:
//
//	             weight
//	self           1      the current learner
//	min-dist       2      a named agent
//	past           1      shared by past-0, past-50, past-100, … by a Rule
//
// Past selves keep a learner from cycling through strategies that beat only the previous
// one (vinyals2019grandmaster, "League training"); a [Rule] distributes the weight among
// them. The package plays no games and trains nothing: the learner adds snapshots and
// results, and stores the league's state in its checkpoint.
//
// The member drawn depends only on the seed of the episode and on the earlier calls to
// the league, so that a run does not depend on the number of workers. Several goroutines
// may draw and use seats at once, each seat by one goroutine, but not concurrently with
// [League.Add], [League.SetSelf], [League.Record], [League.Sweep] or [League.Restore].
package league

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/internal/agents/network"
)

// Past is the settings of past selves.
type Past struct {
	Weight float64 // total weight of all past selves; 0: there are none
	Keep   int     // number of snapshots that can be drawn, at least 1; the oldest is removed first

	Every int  `option:"past-every" default:"20" group:"Opponents" doc:"steps between two past versions, of which the last 10 are kept"`
	Rule  Rule `option:"past-rule" default:"prioritised" words:"prioritised|variance|uniform|latest" group:"Opponents" doc:"how past versions are chosen: those that beat the learner most often (prioritised), those of equal strength (variance), uniform, or latest"`
}

// Config is the settings of a league. Weights are at least 0, and at least one is
// positive. A member is drawn with a probability proportional to its weight.
type Config struct {
	Self  float64         // weight of the current learner
	Named []agents.Member // their behaviour depends only on their Reset seed and their observations
	Past  Past

	// Player returns a constructor of agents that play by a network: a past self or the
	// current learner. It may be nil if both weights are 0.
	Player func(*network.Network) (func() game.Agent, error)
}

// Validate returns an error for the first setting that is out of range.
func (c *Config) Validate() error {
	total := 0.0
	add := func(name string, w float64) error {
		if !(w >= 0) || math.IsInf(w, 0) {
			return fmt.Errorf("league: weight %v of %s: want a number of at least 0", w, name)
		}
		total += w
		return nil
	}
	seen := map[string]bool{SelfName: true, PastName: true}
	for i, m := range c.Named {
		if m.Name == "" || seen[m.Name] || m.New == nil {
			return fmt.Errorf("league: member %d (%q): want a unique name and a constructor of the agent", i+1, m.Name)
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
		return fmt.Errorf("league: past selves every %d updates, of which %d are kept: want at least 1 of each", p.Every, p.Keep)
	case p.Weight > 0 && !slices.Contains(Rules(), p.Rule):
		return fmt.Errorf("league: Past.Rule is %q: want one of %q", p.Rule, Rules())
	case c.Self+p.Weight > 0 && c.Player == nil:
		return errors.New("league: Player is nil, but past selves and the current learner need it")
	}
	return nil
}

// Names of members that are not in Config.Named.
const (
	SelfName = "self" // the current learner
	PastName = "past" // all past selves
)

// ID is the number of a member. It does not change as long as the league exists.
type ID int

// Self is the current learner. Named agents follow in their order, then past selves.
const Self ID = 0

// League is a set of opponents with their results.
type League struct {
	cfg     Config
	members []*member // in ascending order of ID; the first is Self
	next    ID        // ID of the next past self
	weights []float64 // of members, by index; rebuilt by Refresh
}

// member is a member that can be drawn, or that is still at a table.
type member struct {
	id      ID
	name    string
	weight  float64           // of a named agent or Self
	file    []byte            // network of a past self
	create  func() game.Agent // nil: not set yet
	retired bool              // a past self that is no longer drawn

	games, score float64 // of the learner against it, discounted as in [League.Record]
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

// Due reports whether a snapshot of the learner must be added before the given update,
// counted from 0.
func (l *League) Due(update int) bool {
	return l.cfg.Past.Weight > 0 && update%l.cfg.Past.Every == 0
}

// Add adds the learner before the given update as a past self. If there are more than
// Past.Keep, the oldest is no longer drawn.
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

// SetSelf sets the network of Self at seats that draw it, from their next episode on. It
// is not needed by a learner that plays all seats itself.
func (l *League) SetSelf(n *network.Network) error {
	create, err := l.cfg.Player(n)
	if err != nil {
		return fmt.Errorf("league: the learner: %w", err)
	}
	m := *l.members[Self]
	m.create = create
	l.members[Self] = &m // a new pointer, by which seats notice the change
	return nil
}

// Sweep removes past selves that are no longer drawn, except those that sit at a table.
// A learner calls it occasionally with the members of all its seats.
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

// find returns the member with that ID, or nil.
func (l *League) find(id ID) *member {
	for _, m := range l.members {
		if m.id == id {
			return m
		}
	}
	return nil
}

// Name returns the name of a member: its agents.Member.Name, "self", or "past-U" for the learner
// before update U. It returns "" for an unknown member.
func (l *League) Name(id ID) string {
	if m := l.find(id); m != nil {
		return m.name
	}
	return ""
}

// fade is the factor by which each result against a member discounts the earlier ones.
const fade = 0.99

// Record adds a result of the learner against a member: 1 for a win, 0 for a loss, and
// values between for other results. Results are discounted: a result followed by k others
// counts 0.99^k. Results against removed members are ignored.
func (l *League) Record(id ID, score float64) {
	if m := l.find(id); m != nil {
		m.games = float64(fade*m.games) + 1
		m.score = float64(fade*m.score) + score
	}
}

// Score returns the learner's mean score against a member, with one additional game of
// score one half, so that it is one half before the first game.
func (l *League) Score(id ID) float64 {
	if m := l.find(id); m != nil {
		return m.rate()
	}
	return 0.5
}

func (m *member) rate() float64 { return (m.score + 0.5) / (m.games + 1) }

// Standing is the state of a member.
type Standing struct {
	ID          ID
	Name        string
	Probability float64 // with which [League.Draw] returns it after [League.Refresh]
	Games       float64 // discounted number of games, at most 100
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
