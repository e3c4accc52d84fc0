package spec

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"rummygym/internal/options"
)

// MixName is the first word of the specs of mixes.
const MixName = "mix"

// Share is a name with a weight.
type Share struct {
	Name   string
	Weight float64
}

// ParseShares parses comma-separated names, each preceded by its weight and a colon, or by nothing for a weight of 1:
// "self,past,2:min-dist-opp:drop=5". Braces hold the commas of a name together; a name may stand in braces as a whole.
func ParseShares(text string) ([]Share, error) {
	words, err := options.Items(text)
	if err != nil || len(words) == 0 {
		words = []string{text} // which is wrong
	}
	var shares []Share
	for i, word := range words {
		s := Share{word, 1}
		if head, rest, ok := strings.Cut(s.Name, ":"); ok {
			if w, err := strconv.ParseFloat(head, 64); err == nil {
				s = Share{rest, w}
			}
		}
		if inner, ok := strings.CutPrefix(s.Name, "{"); ok {
			if whole, ok := strings.CutSuffix(inner, "}"); ok {
				s.Name = whole
			}
		}
		if s.Name == "" || !(s.Weight >= 0) || math.IsInf(s.Weight, 0) {
			return nil, fmt.Errorf("entry %d: %q: want a name, optionally with a weight of at least 0 and a colon before it, as in 2:%s", i+1, word, cmp.Or(s.Name, "random"))
		}
		shares = append(shares, s)
	}
	return shares, nil
}

// shareText returns a text that ParseShares makes the shares of.
func shareText(shares []Share) string {
	var words []string
	for _, s := range shares {
		word := s.Name
		if strings.Contains(word, ",") {
			word = "{" + word + "}"
		}
		if s.Weight != 1 {
			word = strconv.FormatFloat(s.Weight, 'g', -1, 64) + ":" + word
		}
		words = append(words, word)
	}
	return strings.Join(words, ",")
}

// Mix holds the settings of an agent that plays each game as one of several others: their specs with their weights.
type Mix struct{ Shares []Share }

// mixForm describes the argument of a mix.
const mixForm = "{AGENTS}"

// MixEntry describes the mixes of agents of the named game. Parse does not check the specs of the agents.
func MixEntry(of string) Entry {
	e := Describe(of, MixName, "plays each game as one of several agents, drawn by weight, as in mix:{2:random,search}", Mix{})
	return WithArgument(e, mixForm, func(m *Mix, text string) (_ string, err error) {
		word, rest, ok := CutWord(text)
		inner, open := strings.CutPrefix(word, "{")
		inner, closed := strings.CutSuffix(inner, "}")
		if _, err := split(":" + inner); !ok || !open || !closed || err != nil {
			return "", fmt.Errorf("want the agents in braces, as in %s:{2:random,search}", MixName)
		}
		if m.Shares, err = ParseShares(inner); err != nil {
			return "", err
		}
		sum := 0.0
		for _, s := range m.Shares {
			sum += s.Weight
		}
		if sum == 0 {
			return "", errors.New("all weights are 0: want one above 0")
		}
		return rest, nil
	}, func(m *Mix) string { return "{" + shareText(m.Shares) + "}" })
}

// IsMix reports whether a spec is that of a mix. The rest of it may be invalid.
func IsMix(text string) bool { return nameOf(text) == MixName }
