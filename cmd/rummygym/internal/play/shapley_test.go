package play

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// TestShapley checks the values of two switches against the win rates of tournaments of the
// four agents with the same deals, and that they do not depend on the number of workers.
func TestShapley(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "plots")
	flags := []string{"--game", "gin", "--against", "simple", "--games", "120", "--seed", "5", "--format", "csv"}
	args := append([]string{"shapley", "sigra:mmd=off", "--options", "sk,om"}, flags...)
	out := program.Succeed(t, append(args, "--plots", dir, "--workers", "1")...)
	if again := program.Succeed(t, append(args, "--workers", "3")...); again != out {
		t.Errorf("three workers give\n%s, want\n%s", again, out)
	}
	for _, name := range []string{"shapley.png", "shapley.svg"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	rate := map[string]float64{}
	for _, options := range []string{":sk=off:om=off", ":om=off", ":sk=off", ""} {
		lines := records(t, program.Succeed(t, append([]string{"eval", "sigra:mmd=off" + options}, flags...)...))
		rate[options] = number(t, lines[0]["win_rate"])
	}
	sk := (rate[":om=off"] - rate[":sk=off:om=off"] + rate[""] - rate[":sk=off"]) / 2
	om := (rate[":sk=off"] - rate[":sk=off:om=off"] + rate[""] - rate[":om=off"]) / 2
	rows := records(t, out)
	for i, want := range []struct {
		option      string
		value, last float64
	}{{"sk", sk, rate[""] - rate[":sk=off"]}, {"om", om, rate[""] - rate[":om=off"]}, {"all", sk + om, sk + om}} {
		r := rows[i]
		if r["option"] != want.option || r["games"] != "120" || math.Abs(number(t, r["win_rate"])-want.value) > 1e-9 || math.Abs(number(t, r["win_rate_last"])-want.last) > 1e-9 {
			t.Errorf("row %d is %v, want %v", i, r, want)
		}
	}
}

// records parses CSV output into rows by column name.
func records(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	lines := must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	for _, l := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = l[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// TestShapleyResume checks that a finished checkpoint gives the same output.
func TestShapleyResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.arrow")
	args := []string{"shapley", "fitness", "--game", "gin", "--options", "mate,useless", "--against", "simple,medium", "--games", "20"}
	want := program.Succeed(t, append(args, "--checkpoint", path)...)
	if got := program.Succeed(t, append(args, "--resume", path)...); got != want {
		t.Errorf("resumed: %s, want %s", got, want)
	}
	clitest.WantAll(t, want, "fitness, rules eaai, 20 matches of each of 4 combinations against each opponent: 10 deals", "Opponents: simple, medium.", "\nmate  ", "\nall  ")
	clitest.WantAll(t, program.Fail(t, append(args, "--resume", path, "--seed", "2")...), "belong to another tournament")
}

func TestShapleyErrors(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--game gin", "0 agents are named, want one"},
		{"fitness --game gin", "--options names 0 options of fitness: want 1 to 8 switches; its switches are table, falls, unmeldable, useless, mate, knock-table"},
		{"fitness --game gin --options knock", `"knock" is not a switch of fitness: its switches are table,`},
		{"fitness --game gin --options mate,mate", "--options: mate is named twice"},
		{"fitness:mate=off --game gin --options mate", `"mate" was given before`},
		{"simple --game gin --options x", `"x" is not a switch of simple: it has none`},
		{"nobody --game gin --options x", `no agent "nobody"`},
		{"fitness --game gin --options mate --games 3", "--games 3: want an even number"},
	} {
		if message := program.Fail(t, append([]string{"shapley"}, strings.Fields(c.args)...)...); !strings.Contains(message, c.want) {
			t.Errorf("shapley %s: message %s, want one that contains %s", c.args, message, c.want)
		}
	}
}
