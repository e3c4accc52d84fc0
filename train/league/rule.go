package league

// Rule is how past selves share their total weight.
type Rule string

// The rules. p is the learner's score against a past self, see [League.Score]. The last two
// are the prioritised fictitious self-play of vinyals2019grandmaster.
const (
	Uniform     Rule = "uniform"     // equal weights
	Latest      Rule = "latest"      // only the newest
	Prioritised Rule = "prioritised" // (1-p)²: most to those that beat the learner
	Variance    Rule = "variance"    // p(1-p): most to those of equal strength
)

// Rules returns all rules. The slice is owned by the caller.
func Rules() []Rule { return []Rule{Uniform, Latest, Prioritised, Variance} }

// share returns the unnormalized weight of a past self. It is above 0 for at least one of
// them.
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
