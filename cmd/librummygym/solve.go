package main

import (
	"fmt"

	"rummygym"
	"rummygym/features/analysis"
)

// solve returns the analysis of a hand of a game, as a line of the command solve.
func solve(game, request string) ([]byte, error) {
	g, err := rummygym.GameByName(game)
	if err != nil {
		return nil, err
	}
	var answer any
	switch g {
	case rummygym.Indian:
		h, err := analysis.ParseIndianHand([]byte(request))
		if err != nil {
			return nil, err
		}
		answer = h.Solve()
	case rummygym.Gin:
		h, err := analysis.ParseGinHand([]byte(request))
		if err != nil {
			return nil, err
		}
		answer = h.Solve()
	default:
		return nil, fmt.Errorf("hands of %s cannot be analysed", g.Title)
	}
	return compact(answer), nil
}
