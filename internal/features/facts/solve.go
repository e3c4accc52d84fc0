package facts

import "errors"

// Solve returns the analysis of a hand of the named game, to be encoded as JSON. The hand is a JSON object as
// of [ParseIndianHand] or [ParseGinHand]. Hands of other games are an error.
func Solve(game string, hand []byte) (any, error) {
	switch game {
	case "indian":
		h, err := ParseIndianHand(hand)
		if err != nil {
			return nil, err
		}
		return h.Solve(), nil
	case "gin":
		h, err := ParseGinHand(hand)
		if err != nil {
			return nil, err
		}
		return h.Solve(), nil
	}
	return nil, errors.New("hands of " + game + " cannot be analysed: want indian or gin")
}
