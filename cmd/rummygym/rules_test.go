package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"rummygym/env/indian"
)

// parseRules returns the rules that the words of a command line make.
func parseRules(t *testing.T, args ...string) (indian.Rules, error) {
	t.Helper()
	var f ruleFlags
	fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
	f.register(fs)
	if err := fs.Parse(args); err != nil {
		return indian.Rules{}, err
	}
	return f.rules()
}

func TestRuleFlagsPresets(t *testing.T) {
	for _, name := range indian.PresetNames() {
		want, err := indian.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseRules(t, "--preset", name)
		if err != nil || got != want {
			t.Errorf("--preset %s: got %+v, %v, want %+v", name, got, err, want)
		}
	}
}

// Every field of the rules has its flag: setting all flags to the values of one
// preset on top of another gives the first.
func TestRuleFlagsCoverRules(t *testing.T) {
	if n := reflect.TypeFor[indian.Rules]().NumField(); n != len(ruleTable) {
		t.Errorf("%d flags for %d fields of indian.Rules", len(ruleTable), n)
	}
	want := indian.Rules{
		Seats: 2, Packs: 2, Jokers: 3, HandSize: 10, FirstDrop: 15, MiddleDrop: 30, Cap: 70, MaxRounds: 9,
		Dealing: indian.Blocks, Wildcard: indian.NextNatural, Recycling: indian.WholePile, Counting: indian.HalfTurns,
		Relief: indian.NoRelief, Taking: indian.TakeNoJokers, ThrowingBack: indian.ThrowBackForbidden, Declaring: indian.AnyCards,
	}
	var args []string
	for _, f := range ruleTable {
		args = append(args, "--"+f.name+"="+f.text(want))
	}
	got, err := parseRules(t, args...)
	if err != nil || got != want {
		t.Errorf("%s: got %+v, %v, want %+v", strings.Join(args, " "), got, err, want)
	}
	if got, err := parseRules(t, "--preset", "club", "--seats", "5"); err != nil || got != indian.Club(5) {
		t.Errorf("--preset club --seats 5: got %+v, %v, want %+v", got, err, indian.Club(5))
	}
}

func TestRuleFlagsErrors(t *testing.T) {
	for _, tt := range []struct {
		args string
		want []string
	}{
		{"--preset bridge", []string{"bridge", "paper", "club"}},
		{"--dealing sideways", []string{"sideways", "alternate or blocks"}},
		{"--seats two", []string{"two", "whole number"}},
		{"--seats 9", []string{"9", "6"}},
	} {
		_, err := parseRules(t, strings.Fields(tt.args)...)
		if err == nil {
			t.Errorf("%s: no error", tt.args)
			continue
		}
		wantAll(t, err.Error(), tt.want...)
	}
}

func TestRulesCommand(t *testing.T) {
	var fields map[string]any
	if err := json.Unmarshal([]byte(succeed(t, "rules", "--preset", "released", "--max-rounds", "7", "--format", "json")), &fields); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{"packs": 2.0, "max-rounds": 7.0, "recycling": "whole-pile"} {
		if fields[name] != want {
			t.Errorf("%s is %v, want %v", name, fields[name], want)
		}
	}
	wantAll(t, succeed(t, "rules"), "--seats", "--wildcard", "next-card")
	wantAll(t, fail(t, "rules", "--format", "yaml"), "yaml", "text or json or markdown")
}
