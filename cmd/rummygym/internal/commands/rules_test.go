package commands

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// parseRules returns the rules that the arguments of a command line choose.
func parseRules(t *testing.T, args ...string) (catalog.Rules, error) {
	t.Helper()
	var f catalog.RuleOptions
	cmd := &cobra.Command{}
	cli.AddOptions(cmd, f.Options()...)
	if err := cmd.ParseFlags(args); err != nil {
		return nil, err
	}
	return f.Rules()
}

func TestRuleFlagsPresets(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, name := range g.Presets {
			want := must.Get(g.Preset(name))(t)
			got, err := parseRules(t, "--game", g.Name, "--preset", name)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("--preset %s: got %+v, %v, want %+v", name, got, err, want)
			}
		}
		got, err := parseRules(t, "--game", g.Name)
		if err != nil || !reflect.DeepEqual(got, g.Defaults()) {
			t.Errorf("%s without flags: got %+v, %v, want %+v", g.Name, got, err, g.Defaults())
		}
	}
}

// TestRuleFlagsCoverRules checks that every field of the rules has a flag: rules that differ
// from the defaults in every field can be set by flags.
func TestRuleFlagsCoverRules(t *testing.T) {
	for _, want := range []catalog.Rules{
		&catalog.IndianRules{Rules: indian.Rules{
			Seats: 2, Packs: 2, Ranks: 13, Suits: 4, Jokers: 3, HandSize: 10, FirstDrop: 15, MiddleDrop: 30, Cap: 70, MaxRounds: 9,
			Dealing: indian.Blocks, Wildcard: indian.NextNatural, Recycling: indian.WholePile, Counting: indian.HalfTurns,
			Relief: indian.NoRelief, Taking: indian.TakeNoJokers, ThrowingBack: indian.ThrowBackForbidden, Declaring: indian.AnyCards,
		}},
		&catalog.GinRules{Rules: gin.Rules{
			Starter: gin.FirstSeat, Ranks: 12, Suits: 3, HandSize: 6, KnockLimit: 9, GinBonus: 20, BigGinBonus: 31, UndercutBonus: 10,
			MaxTurns: 99, MaxUpcards: 40, LayOffLimit: 2,
			KnockCard: gin.Oklahoma, KnockOrder: gin.KnockThenDiscard, ThrowingBack: gin.ThrowBackAllowed, Tie: gin.TieScoresNothing,
			StockEnd: gin.WallKnock, Repeat: gin.RepeatEnds, Melding: gin.ChosenMelds, LayingOff: gin.ChosenLayOffs, Answer: gin.LayOffsFirst,
		}},
	} {
		g := want.Type()
		fields := reflect.ValueOf(want).Elem().Field(0)
		if n := fields.NumField(); n != len(want.Options()) {
			t.Errorf("%d flags for %d fields of the rules of %s, want as many", len(want.Options()), n, g.Title)
		}
		args := []string{"--game", g.Name}
		for _, o := range want.Options() {
			args = append(args, "--"+o.Name+"="+o.String())
		}
		got, err := parseRules(t, args...)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v, want %+v", strings.Join(args, " "), got, err, want)
		}
	}
	if got, err := parseRules(t, "--preset", "club", "--seats", "5"); err != nil || got.(*catalog.IndianRules).Rules != indian.Club(5) {
		t.Errorf("--preset club --seats 5: got %+v, %v, want %+v", got, err, indian.Club(5))
	}
}

func TestRuleFlagsErrors(t *testing.T) {
	for _, tt := range []struct {
		args string
		want []string
	}{
		{"--preset bridge", []string{"bridge", "paper", "club"}},
		{"--dealing sideways", []string{"--dealing", "sideways", "alternate or blocks"}},
		{"--seats two", []string{"--seats", "two", "whole number"}},
		{"--seats 9", []string{"9", "6"}},
		{"--game whist", []string{"whist", "indian or gin"}},
		{"--game gin --preset paper", []string{"paper", "eaai", "Indian Rummy knows it: choose the game indian"}},
		{"--preset eaai", []string{"eaai", "Gin Rummy knows it: choose the game gin"}},
		{"--game gin --seats 3", []string{"--seats is not an option of Gin Rummy", "choose the game indian"}},
		{"--knock-limit 3", []string{"--knock-limit is not an option of Indian Rummy", "choose the game gin"}},
		{"--game gin --knock-limit 101", []string{"101"}},
		{"--game gin --throwing-back perhaps", []string{"--throwing-back", "perhaps", "forbidden or allowed"}},
		{"--cap=", []string{"--cap", "no value"}},
	} {
		_, err := parseRules(t, strings.Fields(tt.args)...)
		if err == nil {
			t.Errorf("%s: no error", tt.args)
			continue
		}
		clitest.WantAll(t, err.Error(), tt.want...)
	}
}

// TestRuleOptionsOfOneName checks that options with the same name have the same meaning in
// all games, because they share one flag.
func TestRuleOptionsOfOneName(t *testing.T) {
	docs := map[string]string{}
	for _, g := range catalog.Games() {
		for _, o := range g.Defaults().Options() {
			if d, ok := docs[o.Name]; ok && d != o.Doc {
				t.Errorf("--%s means %q in one game and %q in another", o.Name, d, o.Doc)
			}
			docs[o.Name] = o.Doc
		}
	}
}

func TestRulesCommand(t *testing.T) {
	var fields map[string]any
	must.Do(t, json.Unmarshal([]byte(program.Succeed(t, "rules", "--preset", "released", "--max-rounds", "7", "--format", "json")), &fields))
	for name, want := range map[string]any{"packs": 2.0, "max-rounds": 7.0, "recycling": "whole-pile"} {
		if fields[name] != want {
			t.Errorf("%s is %v, want %v", name, fields[name], want)
		}
	}
	clitest.WantAll(t, program.Succeed(t, "rules"), "# Indian Rummy", "## Dropping", "--seats", "--wildcard", "next-card", "## Presets", "released  A game for two with two packs")
	clitest.WantAll(t, program.Succeed(t, "rules", "--game", "gin"), "Two players play one hand.", "--knock-limit", "knock-then-discard")
	clitest.WantAll(t, program.Succeed(t, "rules", "--game", "gin", "--format", "markdown"), "| `--knock-limit` |", "`openspiel`", "`classic`")
	clitest.WantAll(t, program.Fail(t, "rules", "--format", "yaml"), "yaml", "text or json or markdown")
}
