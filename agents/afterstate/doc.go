// Package afterstate holds agents that ask a network what the positions are worth that
// their own actions lead to, and take the action that leads to the best one. Start from
// [NewPlayer].
//
// An afterstate is what a player knows right after an action of its own, before chance
// or anybody else has moved (Sutton and Barto, "Reinforcement learning: an
// introduction", 2018, section 6.8). Its value needs no model of what follows, and one
// network is enough for all actions. The network is of the kind "afterstate": its head
// "gain" tells the expected gain, its head "win" the logit of the probability to win.
//
// A [Reader] knows a game: which choices there are, which of them are certain, and how
// the afterstates of the others are written. [Indian] is that of Indian Rummy, and [Gin]
// that of Gin Rummy.
package afterstate
