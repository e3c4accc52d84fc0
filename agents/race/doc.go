// Package race plays races of Gin Rummy (matches of package series) by the score: a player of the hand plays the cards, and this one decides
// at each chance to knock whether it knocks or plays on.
//
//	player := race.New(create, true) // create returns a player of hands, a game.Agent
//
// Start from [New].
//
//	deadwood, turn ──hands──▶ points of a knock, or of playing on ─┐
//	                                                              ├──▶ expected gain of the match ──▶ knock or not
//	points and deals won of all games ──values──▶ worth of a result┘
//
// # Hands
//
// File hands.bin has measured results of hands of [gin.Classic]. By the number of turns and the deadwood at a chance to knock it
// has the points of a knock, how the hand ends before the next chance if the player plays on, and the deadwood at that chance.
// [Measure] counts them in hands of a player that knocks at every second chance, drawn at random. "go run make_hands.go" in this
// folder makes the file again.
//
// # Values
//
// The value of a score is the expected gain of a match from there on, bonuses included, by dynamic programming over the points of both players
// from the highest ones down, with the same measured distribution of results for each hand. The gain of a match of several games is the sum of
// those of its games; a game in which the next wins of a player do not count yet has values of its own. They do not know that a
// game which ends is passed over, so that the next win counts earlier in the games after it. Within a hand the player stops
// where a knock is worth more than playing on: optimal stopping over turns and deadwood, with the results weighed by the values.
//
// The player goes gin whenever it can. It does not look at the discards of the other player, nor at the cards that would improve its hand.
package race
