package advantage_test

import (
	"errors"
	"math"
	"testing"

	"rummygym/agents"
	"rummygym/arena/advantage"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

func newAgent(t *testing.T, spec string) game.Agent {
	t.Helper()
	create := must.Get(indianrummy.New(spec))(t)
	return create()
}

// TestProbe checks, at every decision of games between agents without random choices, that the
// rest after the recorded action is the game, and that the change of another action is what the
// game with that action gives more. States do not change.
func TestProbe(t *testing.T) {
	g := must.Get(indian.New(indian.Paper()))(t)
	p := advantage.NewProber(g)
	seats := []game.Agent{newAgent(t, "min-dist"), newAgent(t, "min-score")}
	chooser := newAgent(t, "min-dist-outs")
	table, other := agents.NewTable(g), g.NewState()
	differ := 0
	for episode := range uint64(30) {
		table.Deal(1, episode, newAgent(t, "min-dist"), newAgent(t, "min-score"))
		final := g.NewState()
		final.CopyFrom(table.State())
		playOn(t, g, final, seats)
		must.Do(t, table.Play(func(d *agents.Decision) error {
			s := table.State()
			before, err := s.AppendBinary(nil)
			if err != nil {
				return err
			}
			own, others := p.Choose(s, seats[d.Player], chooser, 7)
			if own != d.Action {
				t.Fatalf("the agent chooses %d, in its game %d", own, d.Action)
			}
			c, err := p.Probe(s, seats, own, others, 7)
			if err != nil {
				return err
			}
			want := advantage.Change{}
			if own != others {
				differ++
				other.CopyFrom(s)
				if err := other.Apply(others); err != nil {
					return err
				}
				playOn(t, g, other, seats)
				want.Gain = float64(other.Outcome().Gains[d.Player] - final.Outcome().Gains[d.Player])
				want.Win = won(other, d.Player) - won(final, d.Player)
			}
			if c != want {
				t.Fatalf("episode %d, step %d: change %+v, want %+v", episode, d.Step, c, want)
			}
			if after, _ := s.AppendBinary(nil); string(after) != string(before) {
				t.Fatal("the state changed")
			}
			return nil
		}))
	}
	if differ < 50 {
		t.Errorf("only %d actions differ", differ)
	}
}

// playOn plays a game to its end.
func playOn(t *testing.T, g game.Game, s game.State, seats []game.Agent) {
	t.Helper()
	obs := g.NewObservation()
	var legal game.Mask
	for p := s.Current(); p != game.NoPlayer; p = s.Current() {
		s.Observe(p, obs)
		s.Legal(&legal)
		a, _ := seats[p].Act(obs, &legal)
		must.Do(t, s.Apply(a))
	}
}

func won(s game.State, p game.Player) float64 {
	if s.Outcome().Winner == p {
		return 1
	}
	return 0
}

// TestProbeRefuses checks that an illegal action is an error.
func TestProbeRefuses(t *testing.T) {
	g := must.Get(indian.New(indian.Paper()))(t)
	table := agents.NewTable(g)
	seats := []game.Agent{newAgent(t, "random"), newAgent(t, "random")}
	table.Deal(1, 1, seats...)
	var illegal *game.IllegalAction
	own, _ := advantage.NewProber(g).Choose(table.State(), seats[0], seats[1], 1)
	if _, err := advantage.NewProber(g).Probe(table.State(), seats, own, 77, 1); !errors.As(err, &illegal) || illegal.Action != 77 {
		t.Errorf("an illegal action: %v", err)
	}
}

// TestSummarize checks the rows of three games by hand.
func TestSummarize(t *testing.T) {
	sums := func(decisions, differ int, win, gain float64) advantage.Sums {
		return advantage.Sums{Decisions: decisions, Differ: differ, Played: differ, Change: advantage.Change{Win: win, Gain: gain}}
	}
	games := []advantage.Game{
		{Seats: 1, Kinds: []advantage.Sums{sums(2, 1, 1, 30), {}, sums(2, 0, 0, 0)}},
		{Seats: 1, Kinds: []advantage.Sums{sums(4, 2, -1, -20), {}, sums(4, 1, 1, 5)}},
		{Seats: 2, Kinds: []advantage.Sums{sums(6, 0, 0, 0), {}, sums(6, 2, 1, 10)}},
	}
	rows := advantage.Summarize(games, []string{"draw", "drop", "discard"})
	if len(rows) != 3 || rows[0].Kind != "draw" || rows[1].Kind != "discard" || rows[2].Kind != "" {
		t.Fatalf("rows %+v", rows)
	}
	draw, all := rows[0], rows[2]
	if draw.Decisions != 12 || draw.Differ != 3 || draw.Win.Value != 0 || draw.Gain.Value != 10./12 || draw.GameGain.Value != 10./4 {
		t.Errorf("draws: %+v", draw)
	}
	// Residuals of wins by 0·decisions are 1, -1, 0.
	if want := math.Sqrt(2*3./2) / 12; math.Abs(draw.Win.StdErr-want) > 1e-15 {
		t.Errorf("standard error of draws %v, want %v", draw.Win.StdErr, want)
	}
	if all.Decisions != 24 || all.Differ != 6 || all.Win.Value != 2./24 || all.GameWin.Value != 2./4 || all.GameGain.Value != 25./4 {
		t.Errorf("all: %+v", all)
	}
}
