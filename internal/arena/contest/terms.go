package contest

import (
	"rummygym/arena"
	"rummygym/internal/catalog"
)

// SetTerms sets the fields of c that depend on the rules: Env, Terms, Drop and RoundLimit.
func SetTerms(c *arena.Config, rules catalog.Rules) {
	x := rules.Results()
	c.Env = rules.Type().Env
	c.Terms, c.Drop, c.RoundLimit = x.Terms, x.Drop, x.RoundLimit
}
