package main

import (
	"testing"

	"rummygym/internal/arena/reference"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestReferenceNamesAreAgents checks that the reference tables name agents of the gym, by
// their canonical specs.
func TestReferenceNamesAreAgents(t *testing.T) {
	for name, of := range map[string]*catalog.GameType{"authors": catalog.Indian, "sigra-paper": catalog.Gin, "fitness-paper": catalog.Gin, "gin-measured": catalog.Gin} {
		table := must.Get(reference.Open(name))(t)
		for _, p := range table.Pairs {
			for _, spec := range []string{p.First, p.Second} {
				if canonical, err := of.Agents().Canonical(spec); err != nil || canonical != spec {
					t.Errorf("table %s: %q has the canonical spec %q, want the same (error %v)", name, spec, canonical, err)
				}
			}
		}
	}
}
