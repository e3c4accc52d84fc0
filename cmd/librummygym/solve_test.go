package main

import "testing"

// The analysis itself is tested in internal/features/facts, and from Python against the command.
func TestSolve(t *testing.T) {
	for _, tt := range []struct{ game, request, want string }{
		{"indian", `{"cards":["AS","2S","3S"],"wild":"7"}`, `{"minscore":0,"minscore_uncapped":0,"mindist":10,"mindist_avail":10,"groups":[["AS","2S","3S"]],"deadwood":[]}`},
		{"gin", `{"cards":["AS","KC"]}`, `{"melds":0,"deadwood":11,"best_sets":1,"best":[],"unmelded":["KC","AS"]}`},
		{"gin", `{"cards":["AS","2S","3S","KC"]}`, `{"melds":1,"deadwood":10,"best_sets":1,"best":[["AS","2S","3S"]],"unmelded":["KC"]}`},
	} {
		if got, err := solve(tt.game, tt.request); err != nil || string(got) != tt.want {
			t.Errorf("%s %s: %s, %v; want %s", tt.game, tt.request, got, err, tt.want)
		}
	}
	for _, tt := range []struct{ game, request, want string }{
		{"bridge", `{}`, `"bridge" is not a game`},
		{"indian", `{"cards":["AS"]}`, `field "wild" is missing`},
		{"gin", `{"cards":["AS","JK"]}`, "card 2 of the hand: JK is not a card of Gin Rummy"},
		{"gin", ``, "ends within a JSON value"},
	} {
		_, err := solve(tt.game, tt.request)
		mustRefuse(t, tt.game+" "+tt.request, err, statusInvalid, tt.want)
	}
}
