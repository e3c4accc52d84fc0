// Package equilibrium has exact methods for small games of two players: it lists all positions of a game, and computes values, best
// responses and how far any agent is from an equilibrium, without an error bar.
//
//	record.Game ── New ──▶ Tree ── BestResponse, NashConv, Value
//	                        ▲  │
//	     game.Agent ── ProfileOf └─ NewSolver ── Run ──▶ Average ── Table ──▶ internal/agents/tabular
//
// Start from [New]. A [Tree] is the sequence form of the game: the information sets and sequences of each seat, and the payoffs by pairs of
// sequences. A [Solver] approaches an equilibrium by counterfactual regret minimisation. The package knows no game: it needs the
// events that a game tells (record.Game) to know what each seat can tell apart, and lists its deals and draws with record.Chance.
//
// It is for games of up to some 10^7 positions. Package cfr, which samples games, computes the tables of two players of a
// paper.
package equilibrium
