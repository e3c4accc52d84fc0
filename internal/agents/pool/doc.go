// Package pool plays pools and deals of Indian Rummy (matches of package series) by the score: a player of the deal plays the
// cards, and this one decides when it drops, joins again, and shares the pool.
//
//	create, err := indianrummy.New("min-dist-outs:draw=turns")
//	player := pool.New(func(seats int) game.Agent { return create() }) // a game.Agent
//
// Start from [New].
//
//	hand, turn, rivals ──results──▶ what all pay, if it plays on │
//	                                                             ├──values──▶ expected share of the pool ──▶ drop or not
//	scores of all, cost of a drop ───────────────────────────────┘
//
// # Results of deals
//
// File deals.bin has measured results of deals of [indian.Club] tables of 2 to 6 seats: by the number of rivals who have not left, the
// turn, and the MinDist and MinScore of the hand with the card of the pile, the probability that a player who plays on to the end
// wins, what it pays if it does not, and what the rivals pay. [Measure] counts them in deals of min-dist-outs against others that
// drop by a fixed threshold. "go run make_deals.go" in this folder makes the file again, with a fixed seed, in two minutes.
//
// # Values of scores
//
// For two players the value is the probability of winning the pool. It comes by dynamic programming over both scores, from the
// highest ones down, for players who drop where it is better; V(s, t) needs only values of higher sums of scores.
//
// For n players the value of a score is its part of the sum of weights of all scores. The weight of s is (V(s, 0) / (1 − V(s, 0)))
// to the power of (n+1)/3. For two this is nearly V. For more it was chosen by the likelihood of 1,200 matches of each limit
// with six seats, among powers of these odds and of those against a player at half the limit.
// The values of a pool are computed when they are first needed, in about a tenth of a second.
//
// In a match for chips, after the last deal the players with the most chips have equal chances. Before it, the chance of a player is
// taken as proportional to the product of its chances to pass each other one, if the differences of chips change by independent
// normal numbers. The mean is over 200 results of the deal that are drawn from deals.bin, the same for both choices.
//
// In a pool the player takes the mean of the value over what the others pay, as if they paid independently. It values neither that a
// player who is out may join again, nor that the pool may be split, nor that it may drop later in the deal.
package pool
