package env

import "rummygym/env/game"

// ledger holds the rewards of an episode, by seat. The contract in the package comment
// defines each number.
type ledger struct {
	last    [game.MaxPlayers]float64 // rewards of the last step
	accrued [game.MaxPlayers]float64 // rewards since the seat's last action, that action's own step included
	total   [game.MaxPlayers]float64 // rewards of the episode so far

	potential [game.MaxPlayers]float64 // potential at the seat's last decision, valid if decided
	decided   uint8                    // bit s: seat s has had a decision in this episode
}

// open prepares the ledger for a step of player p.
func (l *ledger) open(p game.Player) {
	clear(l.last[:])
	l.accrued[p] = 0
}

// pay adds r to the rewards of seat p in this step.
func (l *ledger) pay(p game.Player, r float64) {
	l.last[p] += r
	l.accrued[p] += r
	l.total[p] += r
}

// has reports whether seat p has had a decision.
func (l *ledger) has(p game.Player) bool { return l.decided>>p&1 != 0 }

// enter records potential phi of seat p at a decision, and returns gamma·phi − the
// potential at its previous decision, or 0 at its first decision.
func (l *ledger) enter(p game.Player, phi, gamma float64) float64 {
	difference := 0.0
	if l.has(p) {
		difference = float64(gamma*phi) - l.potential[p]
	}
	l.potential[p] = phi
	l.decided |= 1 << p
	return difference
}
