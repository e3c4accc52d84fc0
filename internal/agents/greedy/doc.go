// Package greedy holds agents that are greedy over afterstate values: a network evaluates
// the afterstate of each action, and the agent takes the action with the best value.
// Start from [NewPlayer].
//
//	observation ─ Reader.Read ─ choices ─ Reader.Encode ─ afterstates ─ network ─ best action
//
// An afterstate is what a player knows right after one of its own actions, before chance
// or another player has moved (Sutton and Barto, "Reinforcement learning: an
// introduction", 2018, section 6.8). Its value needs no model of what follows, and one
// network serves all actions. The network is of the kind "afterstate": its head "gain" is
// the expected gain, and its head "win" the logit of the probability of winning.
//
// A [Reader] holds what is specific to a game: which choices there are, which of them
// have a known result, and how the afterstates of the others are encoded. [Indian] is the
// reader of Indian Rummy and [Gin] that of Gin Rummy.
package greedy
