package play

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rummygym"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/must"
)

// TestTransitionsAgainstThePlay counts the transitions of the same games from the hands in
// the state of the game, with a player that raises MinDist, too.
func TestTransitionsAgainstThePlay(t *testing.T) {
	const games, seed = 12, 3
	var tr transitions
	must.Do(t, json.Unmarshal([]byte(output(t, NewTransitionsCommand(), "--agents", "random,min-dist", "--games", strconv.Itoa(games), "--seed", strconv.Itoa(seed), "--format", "json")), &tr))
	rules := must.Get(rummygym.Indian.Preset("paper"))(t)
	g := must.Get(indian.New(rules.(*rummygym.IndianRules).Rules))(t)
	var seats []game.Agent
	for _, spec := range tr.Agents {
		create, _ := must.Get2(rummygym.OpenAgent(rules, spec))(t)
		seats = append(seats, create())
	}
	counts, byTurn := map[[2]int]int{}, map[int][]int{}
	s, o := g.NewTable(), new(indian.Observation)
	var legal game.Mask
	for i := range uint64(games) {
		g.Deal(s, game.DealSource(seed, i))
		game.ResetAgents(seed, i, seats)
		before := 0
		for p := s.Current(); p != game.NoPlayer; p = s.Current() {
			_, wild := s.Wild()
			drawing := s.Phase() == indian.Draw
			s.Observe(p, o)
			if drawing {
				before = mindist.Of(s.Hand(p), wild)
				byTurn[o.TurnsOf[p]] = append(byTurn[o.TurnsOf[p]], before)
			}
			s.Legal(&legal)
			a, _ := seats[p].Act(o, &legal)
			must.Do(t, s.Apply(a))
			if !drawing {
				counts[[2]int{before, mindist.Of(s.Hand(p), wild)}]++
			}
		}
	}
	turns, rises := 0, 0
	for _, c := range tr.Changes {
		if got, want := [3]int{c.Falls, c.Stays, c.Rises}, [3]int{counts[[2]int{c.MinDist, c.MinDist - 1}], counts[[2]int{c.MinDist, c.MinDist}], counts[[2]int{c.MinDist, c.MinDist + 1}]}; got != want {
			t.Errorf("MinDist %d falls, stays and rises %v times, want %v", c.MinDist, got, want)
		}
		if c.Draws[0]+c.Draws[1] != c.turns() || c.DrawFalls[0]+c.DrawFalls[1] != c.Falls {
			t.Errorf("MinDist %d: %+v: draws and turns differ", c.MinDist, c)
		}
		turns, rises = turns+c.turns(), rises+c.Rises
	}
	all := 0
	for _, n := range counts {
		all += n
	}
	if turns != all || rises == 0 {
		t.Errorf("%d turns, %d that raise MinDist: want %d and some", turns, rises, all)
	}
	for _, m := range tr.Turns {
		sum := 0
		for _, d := range byTurn[m.Turn] {
			sum += d
		}
		if n := len(byTurn[m.Turn]); m.Count != n || math.Abs(m.Mean-float64(sum)/float64(n)) > 1e-9 {
			t.Errorf("turn %d: %d players with mean %v, want %d with %v", m.Turn, m.Count, m.Mean, n, float64(sum)/float64(n))
		}
	}
}

func TestTransitionsFormats(t *testing.T) {
	args := []string{"--games", "40", "--seed", "2"}
	if lines := strings.Split(output(t, NewTransitionsCommand(), append(args, "--format", "csv")...), "\n"); len(lines) < 4 || !strings.HasPrefix(lines[2], "1,") {
		t.Errorf("the CSV is %q, want a header and a line for each MinDist", lines)
	}
	clitest.WantAll(t, output(t, NewTransitionsCommand(), args...), "40 games of min-dist-opp against min-dist-opp, rules paper, seed 2", "falls after stock", "mean MinDist")
	dir := t.TempDir()
	_, messages := must.Get2(clitest.Alone(context.Background(), NewTransitionsCommand(), append(args, "--plots", dir)...))(t)
	for _, name := range []string{"mindist-transitions.png", "mindist-by-turn.svg"} {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err != nil || info.Size() < 1000 || !strings.Contains(messages, path) {
			t.Errorf("%s: %v, %v; messages %q", path, info, err, messages)
		}
	}
}

func TestTransitionsErrors(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--games", "0"}, "--games 0"},
		{[]string{"--hand-size", "10"}, "--hand-size 10"},
		{[]string{"--preset", "club", "--seats", "3"}, "--agents: 1 agent at a table with 3 seats"},
		{[]string{"--agents", "min-dist,random,min-score"}, "--agents: 3 agents"},
		{[]string{"--agents", "min-dst"}, "min-dist"},
	} {
		if _, _, err := clitest.Alone(context.Background(), NewTransitionsCommand(), c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one that contains %q", c.args, err, c.want)
		}
	}
}
