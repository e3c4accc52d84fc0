package tabular

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"reflect"

	"rummygym/env/game"
)

// Hasher computes keys of observations. It is not safe for concurrent use.
type Hasher struct{ bytes []byte }

// Observation returns the key of an observation: a hash of all its fields, except for pointers (the rules of the table).
func (h *Hasher) Observation(obs game.Observation) uint64 {
	h.bytes = appendValue(h.bytes[:0], reflect.Indirect(reflect.ValueOf(obs)))
	return sum(h.bytes)
}

// sum returns the first 64 bits of a SHA-256.
func sum(data []byte) uint64 {
	all := sha256.Sum256(data)
	return binary.LittleEndian.Uint64(all[:])
}

// appendValue appends the value such that no two values of one type have the same bytes.
func appendValue(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(dst, 1)
		}
		return append(dst, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(dst, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(dst, v.Uint())
	case reflect.String:
		return append(binary.AppendUvarint(dst, uint64(v.Len())), v.String()...)
	case reflect.Struct:
		for i := range v.NumField() {
			dst = appendValue(dst, v.Field(i))
		}
		return dst
	case reflect.Slice, reflect.Array:
		dst = binary.AppendUvarint(dst, uint64(v.Len()))
		for i := range v.Len() {
			dst = appendValue(dst, v.Index(i))
		}
		return dst
	case reflect.Pointer:
		return dst
	}
	panic(fmt.Sprintf("tabular: an observation has a field of type %s", v.Type()))
}

// Next returns the key of an information set: of the key of the seat's information set before it, 0 for the first one, and of the
// key of the observation. Where one action is legal it is the key before, so it does not matter whether a
// player is asked there.
func Next(before, observation uint64, legal *game.Mask) uint64 {
	if legal.Count() == 1 {
		return before
	}
	var data [16]byte
	binary.LittleEndian.PutUint64(data[:], before)
	binary.LittleEndian.PutUint64(data[8:], observation)
	return sum(data[:])
}

// Probe returns the key of what each seat observes in a certain deal of g. It changes when the observations of the game change,
// and tables with them.
func Probe(g game.Game) uint64 {
	var h Hasher
	s, obs := g.NewState(), g.NewObservation()
	g.Deal(s, game.DealSource(1, 0))
	key := uint64(0)
	for p := range game.Player(g.Players()) {
		s.Observe(p, obs)
		key = Next(key, h.Observation(obs), new(game.Mask))
	}
	return key
}
