// Package tabular plays by a table: for each information set of a seat the probabilities of its actions. Package
// internal/train/equilibrium computes such tables of small games.
//
//	observation ─▶ Hasher ─▶ key of the information set ─▶ row of the table ─▶ action
//
// Start from [Read] and [NewPlayer]. An agent sees observations and no events, so the key of an information set
// is a hash of the observations at all decisions of the seat in the episode, see [Next]. A player that is asked in the middle of
// an episode, as in a review, has not seen them: it then plays the mean of the rows with the same
// observation, weighted by how often the seat reaches them.
package tabular
