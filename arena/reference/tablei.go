package reference

import (
	"math"
	"slices"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// TableIAgents holds the agents of Table I, in the order of the table.
var TableIAgents = [4]string{"min-score", "min-dist", "min-dist-score", "min-dist-opp"}

// tableI is Table I of saha2025mindist, "True skill win probabilities (first
// mover's advantage adjusted)", from 1,000 games per pair. The agent of the row moves
// first.
var tableI = [4][4]float64{
	{0.5, 0.43, 0.41, 0.37},
	{0.55, 0.5, 0.48, 0.45},
	{0.58, 0.52, 0.5, 0.47},
	{0.62, 0.55, 0.54, 0.5},
}

// tableIError is the standard error of an entry off the diagonal, which is the
// difference of two rates near one half, of 1,000 games each, rounded to .01.
var tableIError = math.Sqrt(2*0.25/1000 + 0.01*0.01/12)

// Adjusted is an entry of Table I together with that of a tournament.
type Adjusted struct {
	First, Second string // as the tournament names them
	Ours          stats.Estimate
	Paper         float64
	Test          stats.Test // of the hypothesis that both are equal
}

// CompareTableI returns the entries of Table I off the diagonal for agents that take
// part in the tournament, row by row in the order of the tournament's agents. It returns
// nil if the tournament does not consist of all ordered pairs. The entries of a row share
// the advantage of their agent and are not independent.
func CompareTableI(s *arena.Summary) []Adjusted {
	if s.Skill == nil {
		return nil
	}
	var out []Adjusted
	for i, first := range s.Agents {
		for j, second := range s.Agents {
			a, b := slices.Index(TableIAgents[:], Base(first)), slices.Index(TableIAgents[:], Base(second))
			if i == j || a < 0 || b < 0 {
				continue
			}
			ours := s.Skill.Adjusted[i][j].Estimate
			out = append(out, Adjusted{first, second, ours, tableI[a][b],
				stats.TestZero(stats.Estimate{Value: ours.Value - tableI[a][b], StdErr: math.Hypot(ours.StdErr, tableIError)})})
		}
	}
	return out
}
