package indianrummy

import "rummygym/env/card"

// unlimited is above every value of a table.
const unlimited = 1 << 14

// lowest returns the faces of among with the minimum value in the table, which is indexed
// by [card.Card.Index], and that value. Values above limit count as limit.
func lowest[T int8 | int16](table *[card.NumKinds]T, among kinds, limit int) (kinds, int) {
	minimum := limit + 1
	var faces kinds
	for s := among.suited; s != 0; s &= s - 1 {
		c := s.First()
		switch v := min(limit, int(table[c.Index()])); {
		case v < minimum:
			minimum, faces.suited = v, 1<<c
		case v == minimum:
			faces.suited |= 1 << c
		}
	}
	if among.joker {
		switch v := min(limit, int(table[card.Joker.Index()])); {
		case v < minimum:
			minimum, faces = v, kinds{joker: true}
		case v == minimum:
			faces.joker = true
		}
	}
	return faces, minimum
}
