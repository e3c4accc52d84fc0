package gin

import (
	"errors"

	"rummygym/env/game"
)

// AppendBinary is not there yet.
func (s *State) AppendBinary(dst []byte) ([]byte, error) { return dst, errors.ErrUnsupported }

// Decode is not there yet.
func (g *Game) Decode(dst game.State, data []byte) error { return errors.ErrUnsupported }
