package league

import (
	"fmt"
	"slices"
)

// Rule is how past selves share the weight of all of them.
type Rule string

// The rules. The last two are the prioritised fictitious self-play of AlphaStar,
// where p is the learner's score against a past self, see [League.Score].
const (
	Uniform     Rule = "uniform"     // all alike
	Latest      Rule = "latest"      // the newest alone
	Prioritised Rule = "prioritised" // as (1-p)², most to those that beat the learner
	Variance    Rule = "variance"    // as p(1-p), most to its equals
)

// Rules returns all of them. The slice is the caller's.
func Rules() []Rule { return []Rule{Uniform, Latest, Prioritised, Variance} }

// ParseRule returns the rule of a name.
func ParseRule(name string) (Rule, error) {
	if !slices.Contains(Rules(), Rule(name)) {
		return "", fmt.Errorf("%q is not a rule for past selves: want one of %v", name, Rules())
	}
	return Rule(name), nil
}

// share returns what a past self has of the weight, beside others. It is above 0 for
// one of them at least.
func (r Rule) share(newest bool, p float64) float64 {
	switch r {
	case Latest:
		if newest {
			return 1
		}
		return 0
	case Prioritised:
		return (1 - p) * (1 - p)
	case Variance:
		return p * (1 - p)
	}
	return 1
}
