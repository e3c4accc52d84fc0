package main

import (
	"rummygym"
	"rummygym/features/analysis"
)

// solve returns the analysis of a hand of a game, as a line of the command solve.
func solve(game, request string) ([]byte, error) {
	g, err := rummygym.GameByName(game)
	if err != nil {
		return nil, err
	}
	answer, err := analysis.Solve(g.Name, []byte(request))
	if err != nil {
		return nil, err
	}
	return compact(answer), nil
}
