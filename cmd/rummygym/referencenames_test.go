package main

import (
	"testing"

	"rummygym/agents/arena/reference"
	"rummygym/baselines"
)

// The agents of the tables are agents of ours, by their canonical names.
func TestReferenceNamesAreAgents(t *testing.T) {
	for name, of := range map[string]string{"authors": baselines.Indian, "sigra-paper": baselines.Gin, "fitness-paper": baselines.Gin, "gin-measured": baselines.Gin} {
		table, err := reference.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range table.Pairs {
			for _, spec := range []string{p.First, p.Second} {
				if canonical, err := baselines.Canonical(of, spec); err != nil || canonical != spec {
					t.Errorf("table %s: %q is %q (%v)", name, spec, canonical, err)
				}
			}
		}
	}
}
