package baselines

import "rummygym/env/card"

// unlimited is above every value of a table.
const unlimited = 1 << 14

// lowest returns the faces of among with the least value in the table by
// [card.Card.Index], values above limit counting as limit, and that value.
func lowest[T int8 | int16](table *[card.NumKinds]T, among kinds, limit int) (kinds, int) {
	least := limit + 1
	var faces kinds
	for s := among.suited; s != 0; s &= s - 1 {
		c := s.First()
		switch v := min(limit, int(table[c.Index()])); {
		case v < least:
			least, faces.suited = v, 1<<c
		case v == least:
			faces.suited |= 1 << c
		}
	}
	if among.joker {
		switch v := min(limit, int(table[card.Joker.Index()])); {
		case v < least:
			least, faces = v, kinds{joker: true}
		case v == least:
			faces.joker = true
		}
	}
	return faces, least
}
