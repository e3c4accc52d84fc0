package game

import "fmt"

// IllegalAction is the error of an action that the rules do not allow where it
// was tried. Match it with errors.As. The state is as it was before.
type IllegalAction struct {
	Player Player // who was to move
	Action Action // what was tried
	Name   string // the action's text
	Phase  string // the phase in which it was tried
	Reason string // why not, and what would be legal
}

// Error names the player, the action, the phase and the reason.
func (e *IllegalAction) Error() string {
	return fmt.Sprintf("illegal action %d (%s) of player %d in phase %s: %s", e.Action, e.Name, e.Player, e.Phase, e.Reason)
}
