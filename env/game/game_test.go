package game

import (
	"errors"
	"fmt"
	"testing"
)

// TestIllegalAction checks that errors.As finds a wrapped IllegalAction, and checks its text.
func TestIllegalAction(t *testing.T) {
	err := fmt.Errorf("table 3: %w", &IllegalAction{Player: 1, Action: 7, Name: "discard 5C", Phase: "draw", Reason: "want a draw first"})
	var refusal *IllegalAction
	if !errors.As(err, &refusal) || refusal.Action != 7 {
		t.Fatalf("errors.As does not find the IllegalAction in %v", err)
	}
	const want = "table 3: illegal action 7 (discard 5C) of player 1 in phase draw: want a draw first"
	if err.Error() != want {
		t.Errorf("the text is %q, want %q", err, want)
	}
}
