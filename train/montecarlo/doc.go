// Package montecarlo trains networks of the kind "afterstate" on whole games: what a
// position is worth is learned from how the games went on from it. Start from [New],
// which makes a train.Learner.
//
// A step plays games, in which the player takes the action of the best afterstate by the
// network as it stands, and at times another to see what comes of it; adds the
// afterstates of the actions taken to the replay, with the gain and the win that the
// game brought; and makes some updates on batches from the replay, which holds the games
// of the last steps. While the replay is not full it makes fewer updates in proportion, so
// that the first games are not learned by heart. This is Monte Carlo control with afterstates (Sutton and Barto,
// "Reinforcement learning: an introduction", 2018, sections 5.3 and 6.8).
//
// A draw from the open pile has no sample: the discard that follows has one. So it is
// with a discard after which one may knock: the knock or the pass has the sample. Nor have
// actions that decide the game.
//
// The games of a step follow from the seed, the number of the step, the network and the
// opponents, whatever the number of workers. A checkpoint therefore holds no samples, but
// the networks and the opponents of the steps in the replay, whose games are played again
// after a resume.
package montecarlo
