// Package ginrummy holds the players of Gin Rummy of three papers: [Simple], [Stubborn] and
// [SIGRA] of goldman2021evaluating; [RandomUnmelded], [LateKnock] and [DataDriven] of
// truong2021datadriven; [Medium], [IndependentHeuristics] and [Fitness] of
// cardfitness2021; and [Random]. Package baselines states what all players have in common.
//
//	create, err := ginrummy.New("sigra:om=off")
//	player := create() // a game.Agent
//
// Start from [New], or from [List], which describes all players. What the papers leave
// open is settled in docs/rules-gin.md, "The players".
package ginrummy

import (
	"rummygym/env/game"
	"rummygym/internal/agents/spec"
	"slices"
)

// List returns the players of Gin Rummy in the order of the papers.
func List() spec.List {
	return slices.Concat(simpleEntries(), sigraEntries(), fitnessEntries(), dataDrivenEntries())
}

// New returns the constructor of the player of a spec such as "simple:ties=highest"; see
// [spec.List.New]. Every call of the constructor returns a separate player, whose String
// method returns the canonical spec.
func New(text string) (func() game.Agent, error) {
	create, _, err := List().New(text)
	return create, err
}

// Canonical returns the canonical spec of a spec; see [spec.Entry.Text].
func Canonical(text string) (string, error) { return List().Canonical(text) }
