// Package series plays matches: games over several deals of any game. The deals are the game's own, with its rules,
// actions and observations; the match adds the score, who plays on, the deals that follow, and how the match is won.
//
//	deal := func(seats int) (series.Deal, error) { r := indian.Club(seats); return indian.New(r) }
//	g, err := series.New(series.Pool101(4), deal)
//
// Start from [New] and [Rules]. A match is a game.Game as any other: its events, text and serialised states have the score,
// and its observation ([Observation]) has it beside that of the deal.
//
// The formats (docs/rules-indian.md and docs/rules-gin.md, "Matches"):
//
//   - [Pool]: who loses a deal adds the points that it pays to its score. A player whose score reaches the limit is out,
//     or joins again if the rules allow it. The last player takes the pool of entries, or the last ones split it.
//   - [Deals]: a fixed number of deals, in which losers pay chips to the winner. Most chips take the pool. Players with
//     equally many play more deals.
//   - [Race]: two players add up the points that they win. Who reaches the target first wins the game; there are bonuses for
//     the game and for each deal won, and with three games at once (Hollywood) a win counts in one, two or three of them.
//
// # Seats of a deal
//
// A player who is out is not dealt in. A deal is a game of those who are still in, with as many seats: seat 0 of the deal is
// the player who begins it, and the others follow in the order of the match. [Observation].Seats and State.Seats say who sits
// where. Events have the seats of the match.
//
// # Chance
//
// The first deal is dealt as the game of the deal deals it. Each later one follows from the key of the deal before it
// (see [Keyed]), so a seed gives the same match for the same moves, and a redeal of hidden cards changes the later deals, too.
package series
