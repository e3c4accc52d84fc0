package record

import (
	"encoding/binary"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// AppendInformation appends what the events add to the information state of seat p: the events as
// the seat sees them ([Event.SeenBy]), without the probabilities of moves. The information state of a seat is that of
// all events from the deal on. It has everything that the seat was dealt, did and saw, in order (perfect recall), and nothing
// else: two states of a game in which it is the seat's move have the same one if and only if the seat cannot tell them apart.
//
// Each event says where it ends, so a program that descends a tree of games can append the events of one move,
// or hash them, and never start again from the deal. The bytes may change from version to version.
//
// It panics if the type of an event is not one of [Types].
func AppendInformation(dst []byte, p game.Player, events ...Event) []byte {
	for i := range events {
		if e, ok := events[i].SeenBy(p); ok {
			dst = e.appendBinary(dst)
		}
	}
	return dst
}

// AppendInformationText is [AppendInformation] for people and programs without a decoder: the JSON
// object of one event per line.
func AppendInformationText(dst []byte, p game.Player, events ...Event) []byte {
	for i := range events {
		if e, ok := events[i].SeenBy(p); ok {
			e.Probability = 0
			dst = append(e.AppendJSON(dst), '\n')
		}
	}
	return dst
}

// appendBinary appends the number of the type of the event, then its fields in order. The type says which
// fields follow, and each says where it ends.
func (e *Event) appendBinary(dst []byte) []byte {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == e.Type })
	if i < 0 {
		panic(fmt.Sprintf("record: %q is not a type of event", e.Type))
	}
	dst = append(dst, byte(i))
	for k := range kinds[i].fields {
		if f := &kinds[i].fields[k]; f.name != probField.name {
			dst = appendBytes(dst, f.at(e))
		}
	}
	return dst
}

// appendBytes appends the value at a pointer.
func appendBytes(dst []byte, at any) []byte {
	switch v := at.(type) {
	case *game.Player:
		return append(dst, byte(*v))
	case *card.Card:
		return append(dst, byte(*v))
	case *card.Rank:
		return append(dst, byte(*v))
	case *bool:
		if *v {
			return append(dst, 1)
		}
		return append(dst, 0)
	case *int:
		return binary.AppendVarint(dst, int64(*v))
	case *Source:
		return appendSized(dst, string(*v))
	case *game.Ending:
		return appendSized(dst, string(*v))
	case *string:
		return appendSized(dst, *v)
	case **uint64:
		if *v == nil {
			return append(dst, 0)
		}
		return binary.LittleEndian.AppendUint64(append(dst, 1), **v)
	case *[]int:
		return appendEach(dst, *v, func(dst []byte, x *int) []byte { return binary.AppendVarint(dst, int64(*x)) })
	case *[]card.Card:
		return appendCards(dst, v)
	case *[][]card.Card:
		return appendEach(dst, *v, appendCards)
	case *[][][]card.Card:
		return appendEach(dst, *v, func(dst []byte, melds *[][]card.Card) []byte { return appendEach(dst, *melds, appendCards) })
	}
	panic(fmt.Sprintf("record: a field of type %T", at))
}

// appendSized appends a text after its length.
func appendSized(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// appendEach appends a list after its length and 1, and 0 for nil.
func appendEach[T any](dst []byte, list []T, one func([]byte, *T) []byte) []byte {
	if list == nil {
		return append(dst, 0)
	}
	dst = binary.AppendUvarint(dst, uint64(len(list))+1)
	for i := range list {
		dst = one(dst, &list[i])
	}
	return dst
}

// appendCards is appendEach of cards.
func appendCards(dst []byte, cards *[]card.Card) []byte {
	return appendEach(dst, *cards, func(dst []byte, c *card.Card) []byte { return append(dst, byte(*c)) })
}
