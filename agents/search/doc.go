// Package search holds agents that look ahead: a [Player] plays the game out many
// times after each action it may choose, from states that it believes it may be in,
// and takes the action that did best on average. The playing out is called a
// roll-out, the states determinizations.
//
// Start from [New], which makes a player of a [Config]. [Player.Act] plays, and
// [Player.Values] tells what every candidate is worth and how surely, from which a
// policy can be learnt. The text of a config is a [Spec].
//
// A player sees what every agent sees, the observation of its own seat, and no state
// of the game that is played: a [Belief] makes the states. They differ from the truth
// in what is hidden, and roll-outs go on in each as if all was known of it from then
// on, by agents who again see their own seats only. So a search does not find plays
// that gain by what they hide or find out ("strategy fusion", Frank and Basin,
// "Search in games with incomplete information", Artificial Intelligence 100, 1998),
// but what it finds it compares precisely.
//
// # Common random numbers
//
// All candidates of a decision are rolled out in the same determinizations: the same
// hidden hands, the same order of the closed deck, the same seeds of the agents. Luck
// that all share cancels in the differences, which alone decide. The own seat draws
// from the top of the closed deck and the others from its bottom, whose cards are as
// likely, so that what they do does not change what the own seat draws. In Indian Rummy
// the differences of discards have a standard deviation of 43 points then, with the
// opponent drawing from the top 49, and with unrelated determinizations 62
// (TestSpread). So a [Value] tells
// beside the mean of a candidate how far it is behind the best one in the same
// determinizations, with the standard error of that difference, which is the smaller
// one.
//
// # Allocation
//
// With [Halving] the budget is spent in ⌈log2 n⌉ rounds for n candidates, an equal
// share of it in each ("sequential halving": Karnin, Koren and Somekh, "Almost optimal
// exploration in multi-armed bandits", ICML 2013). In a round every candidate left
// plays the same new determinizations, at least one; then the better half stays, by
// the mean of all that it played, halves rounded up. A candidate that is behind the best
// by 3 standard errors of the difference leaves at once, and its share is saved: what is
// clear costs less than the budget. With [Even] all candidates stay
// for one round. Of equal means the first counts as better: the choice of the playout
// agent, then actions in ascending order.
//
// # The choice of the playout agent
//
// The playout agent's own choice is always a candidate. With Config.Margin it stays in
// all rounds and is left only for an action that is better by that many standard
// errors of the difference, so that a small budget does not trade a sound choice for
// luck.
//
// # Budgets
//
// Against min-dist-opp, which it also plays roll-outs by, in the preset paper without
// drops, each of 400 deals from both seats (seed 7700; errors ±.014 and ±1.3):
//
//	rollouts=600                         .581 of games won, 9.7 points a game
//	rollouts=600:horizon=3               .583               10.7
//	rollouts=600:belief=model            .543                8.8
//	rollouts=600:belief=model:horizon=3  .563                9.8
//
// So few games do not tell these apart, but for the win rate of the third. What is sure
// is that small budgets are lost in luck: 200 roll-outs, of which the discard that is best
// by 8,000 each is missed by .76 points a decision, win .54, and 600 miss it by .46. The
// choices of min-dist-opp itself miss it by 2.28, those of min-dist-outs by 1.31.
//
// A budget of roll-outs gives the same play for the same seed, on any machine and with
// any number of workers. A budget of time does not: its results cannot be had again.
package search
