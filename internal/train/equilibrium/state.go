package equilibrium

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"rummygym/internal/safefile"
	"rummygym/internal/strictjson"
)

// stateFormat names the format of the states of solvers, and its version.
const stateFormat = "rummygym-equilibrium-1"

// stateHeader is the first line of the state of a solver, a JSON object.
type stateHeader struct {
	Format     string          `json:"format"`
	Digest     string          `json:"digest"`
	Game       string          `json:"game"`
	Rules      json.RawMessage `json:"rules"`
	Method     Method          `json:"method"`
	Iterations int             `json:"iterations"`
	Sequences  [Seats]int      `json:"sequences"`
}

// header returns the header of the state.
func (s *Solver) header(rules json.RawMessage) stateHeader {
	h := stateHeader{Format: stateFormat, Digest: safefile.Placeholder, Game: s.tree.game, Rules: rules, Method: s.method, Iterations: s.done}
	for p := range s.sides {
		h.Sequences[p] = len(s.sides[p].current)
	}
	return h
}

// numbers returns everything that a solver has learned of a seat, except for what follows from it.
func (l *learner) numbers() [3][]float64 { return [3][]float64{l.regrets, l.current, l.sums} }

// AppendState appends the state of the solver, from which [Solver.Restore] goes on as if there had been no stop. Rules is the JSON of
// the rules of the game.
func (s *Solver) AppendState(dst []byte, rules json.RawMessage) ([]byte, error) {
	begin := len(dst)
	head, err := json.Marshal(s.header(rules))
	if err != nil {
		return dst, err
	}
	dst = append(append(dst, head...), '\n')
	for p := range s.sides {
		for _, list := range s.sides[p].numbers() {
			for _, v := range list {
				dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
			}
		}
	}
	return dst, safefile.Seal(dst[begin:])
}

// Restore sets the solver to a state of [Solver.AppendState], which must be of the same game, rules and method; the caller has checked that the data are
// whole (safefile.Read). On error the solver is unchanged.
func (s *Solver) Restore(data []byte, rules json.RawMessage) error {
	head, rest, ok := bytes.Cut(data, []byte("\n"))
	if !ok || !bytes.Contains(head, []byte(stateFormat)) {
		return errors.New("it is no checkpoint of \"rummygym train equilibrium\"")
	}
	var have stateHeader
	if err := strictjson.Unmarshal(head, &have); err != nil {
		return fmt.Errorf("the first line: %w", err)
	}
	want := s.header(rules)
	var a, b bytes.Buffer
	switch {
	case json.Compact(&a, have.Rules) != nil || json.Compact(&b, rules) != nil || have.Game != want.Game || !bytes.Equal(a.Bytes(), b.Bytes()):
		return fmt.Errorf("it is of the game %s with the rules %s, and this is %s with %s", have.Game, have.Rules, want.Game, want.Rules)
	case have.Method != want.Method:
		return fmt.Errorf("it is of the method %s, and this is %s", have.Method, want.Method)
	case have.Sequences != want.Sequences || len(rest) != 8*3*(want.Sequences[0]+want.Sequences[1]) || have.Iterations < 0:
		return fmt.Errorf("it has %v sequences and %d bytes, and the game has %v: it is of another version of the program", have.Sequences, len(rest), want.Sequences)
	}
	s.done = have.Iterations
	for p := range s.sides {
		for _, list := range s.sides[p].numbers() {
			for i := range list {
				list[i] = math.Float64frombits(binary.LittleEndian.Uint64(rest))
				rest = rest[8:]
			}
		}
		s.tree.sides[p].plan(s.sides[p].plan, s.sides[p].current)
	}
	return nil
}
