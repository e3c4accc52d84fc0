package search

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rummygym/internal/agents/spec"
)

// Name is the first word of the specs of search agents.
const Name = "search"

// OutlookValue is the word for [Outlook] in specs.
const OutlookValue = "outlook"

// Spec holds the options of a search agent, for example of
//
//	search:playout={min-dist:drop=5}:rollouts=500
type Spec struct {
	Playout  string        // spec of the agent that plays the player's seat in roll-outs; "" is the strongest for the rules
	Opponent string        // spec of the agents that play the other seats; "" is Playout
	Belief   string        // word for the Sampler of hidden hands, one of Beliefs; "" is the best for Playout and the rules
	Beliefs  string        // in the defaults of a game: the words for samplers, separated by "|"
	Rollouts int           // number per decision; 0 with Time
	Time     time.Duration // per decision, in whole milliseconds; 0 with Rollouts
	Goal     Goal
	Drops    bool    // whether dropping is a candidate, in games that have it
	Margin   float64 // see Config.Margin; -1 is 1 with a network as Playout and 0 with other agents
	Horizon  int     // number of the player's turns after which a roll-out stops; 0 is the end of the game, and so is -1 but with a network as Playout
	Value    string  // estimates the result there: OutlookValue (Indian Rummy), or the spec of a learned network; "" is Playout if it is one

	Allocation Allocation
	Workers    int // at least 1
}

// Entry describes the search agents of the named game. Of d, Playout is the agent where no network plays the rules, and Belief, Horizon and Value are
// for a search with such an agent, a network, and such an agent. drops says whether the game has drops.
func (d Spec) Entry(of string, drops bool) spec.Entry {
	words, about := []string{d.Value, "learned:FILE.safetensors"}, ""
	if d.Value == OutlookValue {
		about = "by a function fitted to distances, scores and outs of both hands (outlook), or "
	}
	list := []spec.Option{
		spec.Text("playout", "agent whose choices the search improves; it plays the player's seat in roll-outs; the default is learned:standard, or "+d.Playout+" under rules that no network plays", []string{"an agent"}, func(s *Spec) *string { return &s.Playout }),
		spec.Text("opponent", "agent that plays the other seats in roll-outs; the default is the agent of playout", []string{"an agent"}, func(s *Spec) *string { return &s.Opponent }),
		spec.Value("rollouts", "roll-outs per decision, of all candidates together", []string{"1.." + strconv.Itoa(MaxRollouts)},
			func(s *Spec, v string) (err error) {
				s.Time = 0
				s.Rollouts, err = spec.ParseWhole(v, 1, MaxRollouts)
				return err
			},
			func(s *Spec) string { return count(s.Rollouts) }),
		spec.Value("milliseconds", "time per decision, instead of rollouts; games are then not reproducible", []string{"1..600000"},
			func(s *Spec, v string) error {
				n, err := spec.ParseWhole(v, 1, 600_000)
				s.Rollouts, s.Time = 0, time.Duration(n)*time.Millisecond
				return err
			},
			func(s *Spec) string { return count(int(s.Time / time.Millisecond)) }),
		spec.Text("belief", "distribution from which hidden hands are sampled; the default is best if playout is a network, otherwise "+d.Belief, strings.Split(d.Beliefs, "|"), func(s *Spec) *string { return &s.Belief }),
		spec.Word("goal", "result to maximise: points gained, or games won", func(s *Spec) *Goal { return &s.Goal }, Gain, Win),
		spec.Switch("drop", "whether dropping is a candidate", func(s *Spec) *bool { return &s.Drops }),
		spec.Value("margin", "number of standard errors by which an action must be better than the choice of playout to replace it; the default is 1 if playout is a network (its own values then count too), otherwise 0", []string{"0", "a positive number"},
			func(s *Spec, v string) error {
				m, err := strconv.ParseFloat(v, 64)
				if err != nil || !(m >= 0 && m <= 100) {
					return fmt.Errorf("want a number from 0 to 100")
				}
				s.Margin = m + 0 // -0 is 0
				return nil
			},
			func(s *Spec) string {
				if s.Margin < 0 {
					return ""
				}
				return strconv.FormatFloat(s.Margin, 'g', -1, 64)
			}),
		spec.Value("horizon", fmt.Sprintf("number of the player's turns after which a roll-out stops and the position is evaluated; 0 plays to the end; the default is %d if playout is a network, otherwise 0", d.Horizon), []string{"0..100"},
			func(s *Spec, v string) (err error) { s.Horizon, err = spec.ParseWhole(v, 0, 100); return err },
			func(s *Spec) string {
				if s.Horizon < 0 {
					return ""
				}
				return strconv.Itoa(s.Horizon)
			}),
		spec.Text("value", "how the position at the horizon is evaluated: "+about+"by a network of kind value or afterstate; the default is the network of playout, if it has one", words, func(s *Spec) *string { return &s.Value }),
		spec.Word("allocation", "how candidates share the roll-outs: sequential halving, or the same number for each", func(s *Spec) *Allocation { return &s.Allocation }, Halving, Even),
		spec.Whole("workers", "goroutines that play roll-outs; with rollouts they do not change the play", 1, 256, func(s *Spec) *int { return &s.Workers }),
	}
	if !drops {
		list = slices.DeleteFunc(list, func(o spec.Option) bool { return o.Name == "drop" })
	}
	d.Playout, d.Belief, d.Value, d.Horizon, d.Margin = "", "", "", -1, -1
	return spec.Describe(of, Name, "improves the choices of another agent by short roll-outs from sampled hidden states", d, list...)
}

// Read returns the settings of a spec of an entry of [Spec.Entry]. It does not check nested specs.
func Read(s spec.Spec) (Spec, error) {
	if slices.Contains(s.Given, "rollouts") && slices.Contains(s.Given, "milliseconds") {
		return Spec{}, fmt.Errorf("agent %q: has rollouts and milliseconds, want one of the two", s.Text)
	}
	return spec.Settings[Spec](s), nil
}

// count returns the text of n, or "" for 0, where the option does not apply.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
