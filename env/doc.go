// Package env turns a [game.Game] into an environment for a learner, with rewards,
// encoded observations, legal-action masks and step limits. It works with any game and
// does not import one.
//
// There are three interfaces to the same core:
//
//   - [Env] is turn-based, like OpenSpiel and PettingZoo's AEC: the player to move
//     acts, and every seat has a reward.
//   - [Single] is a single-agent environment as in Gymnasium: [game.Agent] values play
//     the other seats, and Step returns at the learner's next turn.
//   - [Vector] steps many tables at once, with results in arrays that the caller owns. An
//     [Adviser] says what an agent would do at them.
//
// What a learner sees are numbers, by name in [Env.Layout]. Without Config.Encoder they are those of the
// game's default encoder, which the games of rummygym.NewGame have.
//
// An environment has no learner, no network and no file format. It draws no random
// numbers of its own: episode i of seed S is dealt by [game.SeedDeal] and is the same
// game here, in a tournament and in a dataset.
//
// # Contract
//
// The effect of each call before the first Reset, during an episode, and after its end
// (the game is over, or truncated by Config.MaxSteps). p is a seat.
//
//	call               before Reset   in an episode            after the end
//	Reset…             deals          deals again              deals again
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
//	History            empty          the deal and the actions so far
//	Clone              copy           copy                     copy
//	Restore            plays a history again, in every column
//
// An episode terminates when the rules end the game, and is truncated only by
// MaxSteps, which is not part of the rules. It is never both: a game that ends at
// its last allowed step has terminated. There is no implicit reset.
//
// # Rewards
//
// By default the reward of a seat is 0 until the rules end the game, and then its
// gain in points times Config.RewardScale, so that the rewards of all seats sum
// to zero. A truncated episode has no rewards.
//
// Config.Potential adds potential-based shaping (Ng, Harada and Russell, ICML 1999).
// The potential Φ of a seat is computed from its own observation at its own decisions.
// At its second and each later decision the seat gets Gamma·Φ(this decision) −
// Φ(previous decision), times PotentialScale. At a termination Φ is 0; at a truncation
// it is that of the final observation, consistent with a bootstrapped value. With Gamma
// 1 the shaping rewards of an episode sum to Φ(end) − Φ(first decision). Shaped rewards
// do not sum to zero over the seats.
//
// # Letters of array shapes
//
// N tables, P seats, A actions (game.Game.NumActions), L entries of an encoded
// observation (the Size of the encoder's layout). All arrays are row-major.
package env
