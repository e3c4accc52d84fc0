package league

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Share is a name with a weight, as written by a user.
type Share struct {
	Name   string // SelfName, PastName, or the spec of an agent
	Weight float64
}

// ParseShares parses comma-separated names, each preceded by its weight and a colon, or by
// nothing for a weight of 1: "self,past,2:min-dist-opp:drop=5".
func ParseShares(text string) ([]Share, error) {
	var shares []Share
	for i, word := range strings.Split(text, ",") {
		s := Share{strings.TrimSpace(word), 1}
		if head, rest, ok := strings.Cut(s.Name, ":"); ok {
			if w, err := strconv.ParseFloat(head, 64); err == nil {
				s = Share{rest, w}
			}
		}
		if s.Name == "" || !(s.Weight >= 0) || math.IsInf(s.Weight, 0) {
			return nil, fmt.Errorf("entry %d: %q: want a name, optionally with a weight of at least 0 and a colon before it, as in 2:%s", i+1, word, cmp.Or(s.Name, PastName))
		}
		shares = append(shares, s)
	}
	return shares, nil
}
