// Package search holds agents that search by Monte Carlo roll-outs. After each candidate
// action, a [Player] plays the game on from sampled hidden states (determinizations), and
// it takes the action with the best mean result:
//
//	observation ─▶ Sampler ─▶ determinizations ─┐
//	legal ─▶ Candidates ─▶ actions ─────────────┴▶ roll-outs ─▶ means ─▶ best action
//
// Start from [New], which makes a player from a [Config]. [Player.Act] plays.
// [Player.Values] returns the value of every candidate with its standard error, as targets
// for training a policy. A [Spec] holds the options of a search agent as text.
//
// A player sees the observation of its own seat, as every agent does, and never the state
// of the game: a [Sampler] draws states. They differ from the true state in the hidden
// cards. The agents in roll-outs also see only their own seats, but the search itself takes
// each determinization for the truth. So it does not find actions whose gain comes from
// hiding or gathering information ("strategy fusion": Frank and Basin, "Search in games
// with incomplete information", Artificial Intelligence 100, 1998).
//
// # Common random numbers
//
// All candidates of a decision use the same determinizations: the same hidden hands, the
// same order of the closed deck, the same seeds of the agents. Luck that all candidates
// share cancels in their differences. The player's seat draws from the top of the closed
// deck and the other seats draw from its bottom, whose cards are equally likely, so that
// the actions of the others do not change the cards that the player draws. In Indian Rummy
// the differences between discards then have a standard deviation of 43 points. It is 49
// if the opponent draws from the top, and 62 with independent determinizations
// (TestSpread). Therefore a [Value] holds the mean of a candidate, its difference from the
// best candidate in the same determinizations, and the standard error of that difference,
// which is smaller than that of the means.
//
// # Allocation
//
// With [Halving] the budget is spent in ⌈log2 n⌉ rounds for n candidates, an equal share
// in each ("sequential halving": Karnin, Koren and Somekh, "Almost optimal exploration in
// multi-armed bandits", ICML 2013). In a round every remaining candidate plays the same
// new determinizations, at least one. Then the half with the higher means over all its
// roll-outs remains, rounded up. A candidate whose difference from the best one exceeds 3
// standard errors is removed at once and its share is not spent, so that clear decisions
// cost less than the budget. A determinization that a sampler repeats counts as one with more
// weight in the errors ([rummygym/arena/stats.MeanOfDraws]). With [Even] there is one round, and all candidates remain.
// Between equal means the order is: the choice of the playout agent, then ascending
// actions.
//
// # The choice of the playout agent
//
// The choice of the playout agent is always a candidate. With Config.Margin above 0 it
// remains in all rounds, and another action replaces it only if that action is better by
// this number of standard errors of the difference. This keeps a small budget from
// replacing a sound choice by a lucky one: with one roll-out of each candidate there is no
// standard error, and the search makes the choices of its playout agent.
//
// A network of afterstates also says by how much its choice is better than the others. With
// Config.Prior the candidates are the actions that the network considered, and the measured
// difference m with the standard error e is weighed against its difference d with the error p
// (the mean of two normal estimates): the action with the highest p²m − e²d over p² + e²
// replaces the choice if that is above 0. So few roll-outs change little, and many decide.
//
// # How far to look
//
// At a horizon a roll-out stops at the player's next turn, or a later one, where the network
// values the position. This has little noise and some bias. Measured at 349 decisions of
// learned:standard in Gin Rummy with 4.3 candidates each (seeds 9001 and 9002), as the
// standard deviation of the paired difference of two candidates, the variance that remains of
// the difference of complete roll-outs, less the noise of these, and the processor time of a roll-out:
//
//	horizon=1             8 points    6.6 and 8.4    .13 ms
//	horizon=2            12           3.2 and 6.3    .29
//	horizon=3            16           3.1            .45
//	to the end           37                          .90
//	the network alone                10.2 and 13.2
//
// A complete roll-out has 20 times the variance of one of horizon 1 and takes 7 times as long,
// so that it needs 150 times the time for the same error: this is why a search that played out
// the network lost to it. The opponent must be played by the network too: by simple in its
// place a roll-out takes .02 ms, but its differences predict those of complete roll-outs
// hardly better than the network alone (coefficient .66).
//
// # Gin Rummy
//
// Roll-outs end with the hand. The opponent's hands are drawn by a table of how likely each
// card is, given its discards and takes (truong2021datadriven, section 4), and resampled so
// that their deadwood is as that of the agent that plays the opponent, after as many turns:
// cards drawn one by one make too few melds, and a search that takes the opponent for weaker
// than it is knocks too late (TestGinDeadwood). With playout=simple it wins, of 2,000
// hands against simple (seed 5):
//
//	rollouts=300, uniform hands               -1.4 points a hand (400 hands)
//	rollouts=300, by the table                 3.0 ± .5
//	rollouts=300, by the table and deadwood    5.4 ± .5
//	rollouts=1000, by the table and deadwood   6.5 ± .5
//
// and with 1,000 roll-outs .78 ± .02 of 400 matches. At milliseconds=1000 it wins .808 ± .019
// of 400 matches (seed 2718281). Most decisions end long before a second, because one
// candidate remains.
//
// # Budgets
//
// In Indian Rummy, with playout=min-dist-opp against min-dist-opp, in the preset paper
// without drops, 400 deals, each from both seats (seed 7700; standard errors .014 and 1.3):
//
//	rollouts=600                         .581 of games won, 9.7 points per game
//	rollouts=600:horizon=3               .583               10.7
//
// So few games show no significant difference between these. Small budgets lose to noise.
// Measured by 8,000 roll-outs per candidate, the discards of 200 roll-outs are .76 points
// per decision below the best one, and win .54 of games. With 600 roll-outs they are .46
// points below it, those of min-dist-opp itself 2.28 and those of min-dist-outs 1.31.
//
// A budget of roll-outs is reproducible: the same seed gives the same play on any machine
// and with any number of workers. A time budget is not.
package search
