package play

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rummygym"
	"rummygym/agents"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// evalRows runs eval with CSV output and returns the rows by column name.
func evalRows(t *testing.T, args ...string) (rows []map[string]string) {
	t.Helper()
	out := program.Succeed(t, append([]string{"eval", "--format", "csv"}, args...)...)
	return records(t, out)
}

// number parses a number of the CSV output.
func number(t *testing.T, text string) float64 {
	t.Helper()
	return must.Get(strconv.ParseFloat(text, 64))(t)
}

func TestEvalTable(t *testing.T) {
	args := []string{"eval", "min-dist-outs", "--against", "min-dist-opp,random", "--games", "400", "--seed", "5"}
	out := program.Succeed(t, args...)
	clitest.WantAll(t, out, "min-dist-outs, 400 games against each opponent: 200 deals, each played from both seats; seed 5.",
		"\nRules paper\n", "\nmin-dist-opp  ", "\nrandom  ", "win rate ± s.e.", "gain ± s.e.", "declared")
	for _, workers := range []string{"1", "3"} {
		if again := program.Succeed(t, append(args, "--workers", workers)...); again != out {
			t.Errorf("%s workers give different bytes", workers)
		}
	}
	if other := program.Succeed(t, append(args, "--seed", "6")...); other == out {
		t.Error("another seed gives the same bytes")
	}
}

// At tables of more seats the opponents take all other seats, and the default number of games fits.
func TestEvalMoreSeats(t *testing.T) {
	args := []string{"eval", "min-dist-outs", "--against", "min-score,min-dist+random", "--preset", "club", "--seats", "3", "--games", "60", "--seed", "5"}
	out := program.Succeed(t, args...)
	clitest.WantAll(t, out, "60 games against 2 of each opponent: 20 deals, each played from all 3 seats; seed 5.", "p of a win rate of 1/3.", "Rules club seats=3", "\nmin-dist + random  ", "third")
	if again := program.Succeed(t, append(args, "--workers", "1")...); again != out {
		t.Error("one worker gives different bytes")
	}
	rows := evalRows(t, args[1:]...)
	if len(rows) != 2 || rows[1]["opponent"] != "min-dist + random" || rows[0]["games"] != "60" || rows[0]["deals"] != "20" || rows[0]["win_rate_third"] == "" {
		t.Errorf("rows %v", rows)
	}
	path := filepath.Join(t.TempDir(), "ck")
	program.Succeed(t, append(args, "--checkpoint", path)...)
	if again := program.Succeed(t, append(args, "--resume", path)...); again != out {
		t.Error("resumed, the results differ")
	}
}

// TestEvalRows checks that the results against an opponent do not depend on the other
// opponents, and that all formats agree.
func TestEvalRows(t *testing.T) {
	both := evalRows(t, "min-dist", "--against", "random,min-score", "--games", "100")
	alone := evalRows(t, "min-dist", "--against", "min-score", "--games", "100")
	if len(both) != 2 || len(alone) != 1 || both[1]["opponent"] != "min-score" || both[1]["games"] != "100" || both[1]["deals"] != "50" {
		t.Fatalf("%v and %v", both, alone)
	}
	for name, value := range alone[0] {
		if both[1][name] != value {
			t.Errorf("%s is %s alone and %s beside another opponent", name, value, both[1][name])
		}
	}
	if rate := number(t, both[0]["win_rate"]); rate < 0.9 || number(t, both[0]["win_rate_high"]) > 1 {
		t.Errorf("row against random: %v", both[0])
	}
	var doc struct {
		Version string
		Setups  []struct{ Deals string }
		Rows    []map[string]any
	}
	text := program.Succeed(t, "eval", "min-dist", "--against", "random,min-score", "--games", "100", "--format", "json")
	must.Do(t, json.Unmarshal([]byte(text), &doc))
	if doc.Version != "rummygym.evaluation/1" || doc.Setups[0].Deals != "all" || len(doc.Rows) != 2 || doc.Rows[1]["win_rate"] != number(t, both[1]["win_rate"]) {
		t.Errorf("JSON %+v", doc)
	}
	if arrow := program.Succeed(t, "eval", "min-dist", "--against", "min-score", "--games", "4", "--format", "arrow"); !strings.HasPrefix(arrow, "ARROW1") {
		t.Errorf("Arrow begins with %q", arrow[:6])
	}
}

// TestEvalAgainstItself checks that two equal players win half of the games of every deal,
// and that they are not equal if only the learner may drop.
func TestEvalAgainstItself(t *testing.T) {
	const spec = "min-score:drop=40"
	for _, drops := range []string{"all", "none"} {
		r := evalRows(t, spec, "--against", spec+",random", "--games", "200", "--drops", drops)[0]
		if r["win_rate"] != "0.5" || r["gain_mean"] != "0" || r["win_rate_se"] != "0" {
			t.Errorf("drops %s: %v", drops, r)
		}
		if none := r["drops_agent"] == "0"; none != (drops == "none") || r["drops_agent"] != r["drops_opponent"] {
			t.Errorf("drops %s: %s and %s", drops, r["drops_agent"], r["drops_opponent"])
		}
	}
	r := evalRows(t, spec, "--against", spec, "--games", "200", "--drops", "learner")[0]
	if r["opponent"] != spec+" without drops" || r["drops_agent"] == "0" || r["drops_opponent"] != "0" || r["rules"] != "paper drops=learner" || number(t, r["win_rate"]) > 0.4 {
		t.Errorf("drops by the learner only: %v", r)
	}
}

func TestEvalPresets(t *testing.T) {
	rows := evalRows(t, "min-dist-opp", "--against", "min-dist,min-score", "--games", "40", "--preset", "paper,paper52", "--max-rounds", "50")
	var got []string
	for _, r := range rows {
		got = append(got, r["rules"]+" "+r["opponent"])
	}
	if want := "paper max-rounds=50 min-dist,paper max-rounds=50 min-score,paper52 max-rounds=50 min-dist,paper52 max-rounds=50 min-score"; strings.Join(got, ",") != want {
		t.Errorf("rows %q, want %s", got, want)
	}
	out := program.Succeed(t, "eval", "min-dist", "--against", "random", "--games", "4", "--preset", "paper,released")
	clitest.WantAll(t, out, "\nRules paper\n", "\nRules released\n")
}

func TestEvalGin(t *testing.T) {
	r := evalRows(t, "stubborn", "--game", "gin", "--against", "simple", "--games", "200")[0]
	if rate := number(t, r["win_rate"]); rate < 0.55 || r["hands_mean"] == "" || r["drops_agent"] != "" || r["ending_match_won"] != "200" {
		t.Errorf("%v", r)
	}
	out := program.Succeed(t, "eval", "simple", "--game", "gin", "--episode", "hand", "--against", "stubborn", "--games", "40")
	clitest.WantAll(t, out, "simple, 40 hands against each opponent: 20 deals", "knock", "undercut")
}

func TestEvalErrors(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	must.Do(t, os.WriteFile(text, []byte("hello"), 0o600))
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "0 agents are named, want one: the agent to evaluate"},
		{[]string{"min-dist", "random"}, "2 agents are named"},
		{[]string{"nobody"}, `"nobody"`},
		{[]string{"simple"}, "add --game gin"},
		{[]string{"min-dist", "--against", "nobody"}, "--against: agent \"nobody\""},
		{[]string{"min-dist", "--against", "random,min-dist-opp,random:fold=0"}, `--against: the agent "random:fold=0" is named twice`},
		{[]string{"min-dist", "--against", "min-dist,min-dist"}, `"min-dist" is named twice`},
		{[]string{"min-dist", "--preset", "club", "--seats", "3", "--games", "8"}, "--games 8: want a multiple of 3"},
		{[]string{"min-dist", "--preset", "club", "--seats", "4", "--against", "random+min-dist"}, "2 agents: want one, which takes all 3 other seats, or 3 joined by +"},
		{[]string{"min-dist", "--preset", "club", "--seats", "3", "--sprt", "0,5"}, "the game has 3 seats"},
		{[]string{"min-dist", "--preset", "club", "--seats", "3", "--against", "random,random"}, "named twice"},
		{[]string{"min-dist", "--games", "7"}, "--games 7: want an even number"},
		{[]string{"min-dist", "--games", "0"}, "--games 0: want a whole number"},
		{[]string{"min-dist", "--drops", "off"}, "all or learner or none"},
		{[]string{"simple", "--game", "gin", "--drops", "none"}, "there are no drops in Gin Rummy"},
		{[]string{"min-dist", "--preset", "paper,poker"}, `--preset`},
		{[]string{"min-dist", "--preset", "paper,paper"}, `"paper" is named twice`},
		{[]string{"min-dist", "--confidence", "1"}, "--confidence 1"},
		{[]string{"min-dist", "--workers", "-2"}, "--workers -2"},
		{[]string{"min-dist", "--resume", text + "s"}, "start with --checkpoint " + text + "s"},
		{[]string{"min-dist", "--resume", text, "--checkpoint", "other"}, "remove --checkpoint"},
		{[]string{"min-dist", "--checkpoint", text}, "--resume " + text},
	} {
		if message := program.Fail(t, append([]string{"eval"}, c.args...)...); !strings.Contains(message, c.want) {
			t.Errorf("eval %s: message %s, want one that contains %s", strings.Join(c.args, " "), message, c.want)
		}
	}
}

// dropper drops whenever it is legal, and otherwise takes the first legal action.
type dropper struct{ game.Agent }

func (dropper) Reset(uint64) {}
func (dropper) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	if legal.Has(indian.Drop) {
		return indian.Drop, 1
	}
	return legal.Nth(0), 1
}

// TestNever checks that an agent that may not drop does not see the drop among the legal
// actions, and that the mask of the table is not changed.
func TestNever(t *testing.T) {
	g := must.Get(rummygym.Indian.Defaults().NewGame())(t)
	state, view := g.NewState(), g.NewObservation()
	var src rand.PCG
	g.Deal(state, &src)
	state.Observe(0, view)
	var legal game.Mask
	state.Legal(&legal)
	before := legal
	create := func() game.Agent { return dropper{} }
	if a, _ := create().Act(view, &legal); a != indian.Drop {
		t.Fatalf("action %d", a)
	}
	kept := agents.Never(indian.Drop, create)()
	kept.Reset(1)
	if a, _ := kept.Act(view, &legal); a == indian.Drop || legal != before {
		t.Errorf("action %d, mask %v, before %v", a, legal, before)
	}
	if n := testing.AllocsPerRun(10, func() { kept.Act(view, &legal) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestEvalSequential checks that a test ends the games, that its rows are those of an evaluation
// of as many, and that it resumes to the same output.
func TestEvalSequential(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.arrow")
	args := []string{"eval", "min-dist", "--against", "random,min-dist-opp", "--games", "2000", "--seed", "3", "--sprt", "0,60", "--alpha", "0.1", "--format", "csv"}
	out := program.Succeed(t, append(args, "--workers", "1", "--checkpoint", path)...)
	for _, more := range [][]string{{"--workers", "3"}, {"--resume", path}} {
		if again := program.Succeed(t, append(args, more...)...); again != out {
			t.Errorf("%v: %s, want %s", more, again, out)
		}
	}
	rows := records(t, out)
	if rows[0]["decision"] != "H1" || rows[1]["decision"] != "H0" || number(t, rows[0]["llr_h1"]) < number(t, rows[0]["llr_h1_bound"]) {
		t.Errorf("rows %v, want H1 against random and H0 against min-dist-opp", rows)
	}
	for _, r := range rows {
		plain := evalRows(t, "min-dist", "--against", r["opponent"], "--games", r["games"], "--seed", "3")
		if plain[0]["win_rate"] != r["win_rate"] || plain[0]["gain_mean"] != r["gain_mean"] || r["games"] == "2000" {
			t.Errorf("against %s: %v, want %v", r["opponent"], r, plain[0])
		}
	}
	clitest.WantAll(t, program.Succeed(t, "eval", "min-dist", "--against", "random", "--games", "2000", "--sprt-gain", "0,10", "--gain-range", "100"),
		"at most 2,000 games", "Sequential test of the mean gain. H0: at most 0.00", "H1: at least 10.00", "random ")
	for _, c := range []struct{ args, want string }{
		{"--sprt 0", "--sprt 0: want two numbers from -2000 to 2000, the smaller one first"},
		{"--sprt 5,0", "--sprt 5,0: want two numbers"},
		{"--sprt 0,nan", "--sprt 0,nan: want two numbers"},
		{"--sprt 0,3000", "--sprt 0,3000: want two numbers"},
		{"--sprt-gain 1,1", "--sprt-gain 1,1: want two numbers"},
		{"--sprt 0,5 --sprt-gain 0,1", "--sprt and --sprt-gain: want one of them"},
		{"--sprt 0,5 --alpha 0.5", "--alpha 0.5: want a probability above 0 and below 0.5"},
		{"--sprt 0,5 --beta 0", "--beta 0: want a probability"},
		{"--sprt 0,5 --gain-range 3", "--gain-range goes with --sprt-gain"},
		{"--sprt-gain 0,5 --gain-range -1", "--gain-range -1: want a number"},
	} {
		if message := program.Fail(t, append([]string{"eval", "min-dist"}, strings.Fields(c.args)...)...); !strings.Contains(message, c.want) {
			t.Errorf("eval %s: message %s, want one that contains %s", c.args, message, c.want)
		}
	}
}
