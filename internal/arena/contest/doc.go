// Package contest holds what comparisons of agents by name have in common: the agents of
// specs, outside programs among them, and the games of an agent against others.
//
//	Match{Rules, Against, Games} ──Config──▶ arena.Config ──▶ arena.Tournament
package contest
