// Package env is the gym: it turns a [game.Game] into an environment that a
// learner steps through, with rewards, observations as numbers, legal-action
// masks and step limits. It works on any game and knows none.
//
// There are three faces on the same core:
//
//   - [Env] is turn-based, as OpenSpiel and PettingZoo's AEC are: whoever is to
//     move acts, and every seat has a reward.
//   - [Single] is what Gymnasium expects of one agent: the other seats are
//     played by [Policy] values, and Step returns at the learner's next turn.
//   - [Vector] is many tables at once, in arrays that the caller owns.
//
// An environment has no learner, no network and no file format, and it draws no
// random number of its own: episode i of seed S is dealt by [game.SeedDeal] and
// is the same game here, in a tournament and in a dataset.
//
// # Contract
//
// What a call does before the first Reset, in an episode, and after its end (the
// game is over, or Config.MaxSteps cut it short). p stands for a seat.
//
//	call               before Reset   in an episode            after the end
//	Reset…             deals          deals anew               deals anew
//	Current            NoPlayer       the player to move       NoPlayer
//	Legal              empty          at least one action      empty
//	Step, legal        ErrNotReset    moves                    ErrEpisodeOver
//	Step, illegal      ErrNotReset    *game.IllegalAction,     ErrEpisodeOver
//	                                  nothing changed
//	Reward(p)          0              of the last step         of the last step
//	Accrued(p)         0              since p's last action    since p's last action
//	Return(p)          0              so far                   of the whole episode
//	Terminated         false          false                    true by the rules
//	Truncated          false          false                    true by MaxSteps
//	Outcome            zero           not over, no gains       the game's; not over
//	                                                           if truncated
//	Observe, Encode    panic          p's view                 p's final view
//	Redeal             panic          re-deals                 re-deals
//	Clone, Snapshot    copy           copy                     copy
//	Restore            as it was when the snapshot was taken, in every column
//
// An episode terminates when the rules end the game, and is truncated only by
// MaxSteps, which is no part of the rules. It is never both: a game that ends at
// its last allowed step has terminated. There is no silent reset.
//
// # Rewards
//
// By default the reward of a seat is 0 until the rules end the game, and then its
// gain in points times Config.RewardScale, so that the rewards of all seats sum
// to zero. A truncated episode pays nothing.
//
// Config.Potential adds shaping (Ng, Harada and Russell, ICML 1999). Each seat's
// potential Φ is taken from its own observation at its own decisions: when the
// turn comes to it the second time and later, it is paid Gamma·Φ(now) −
// Φ(at its decision before), times PotentialScale. At a termination Φ counts as
// 0; at a truncation it is that of the final observation, so that a bootstrapped
// value fits. With Gamma 1 the payments of an episode sum to Φ(end) − Φ(first
// decision). Shaped rewards do not sum to zero over the seats.
//
// # Letters of array shapes
//
// N tables, P seats, A actions (game.Game.NumActions), L entries of an encoded
// observation (the Size of the encoder's layout). All arrays are row-major.
package env
