package game

import "fmt"

// IllegalAction is the error of an action that the rules do not allow in the current
// state. Match it with errors.As. The state is unchanged.
type IllegalAction struct {
	Player Player // the player to move
	Action Action // the rejected action
	Name   string // the action's text
	Phase  string // the phase of the game
	Reason string // why the action is illegal, and which actions are legal
}

// Error names the player, the action, the phase and the reason.
func (e *IllegalAction) Error() string {
	return fmt.Sprintf("illegal action %d (%s) of player %d in phase %s: %s", e.Action, e.Name, e.Player, e.Phase, e.Reason)
}
