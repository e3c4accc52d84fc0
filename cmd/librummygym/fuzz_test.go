package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

// calls reads the calls of a fuzz input.
type calls struct{ data []byte }

// byte returns the next byte, 0 after the end.
func (c *calls) byte() byte {
	if len(c.data) == 0 {
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return b
}

// number returns a small number, mostly, or any.
func (c *calls) number() int64 {
	switch b := c.byte(); {
	case b < 240:
		return int64(b)%9 - 2
	case b < 248:
		return int64(c.byte())
	default:
		var v [8]byte
		for i := range v {
			v[i] = c.byte()
		}
		return int64(binary.LittleEndian.Uint64(v[:]))
	}
}

// text returns the next bytes as a text.
func (c *calls) text() string {
	n := min(int(c.byte()), len(c.data))
	text := string(c.data[:n])
	c.data = c.data[n:]
	return text
}

// spoil shortens or removes one of the arrays of a call, or none.
func (c *calls) spoil(a *arrays) {
	switch c.byte() {
	case 1:
		a.Masks = a.Masks[:len(a.Masks)/2]
	case 2:
		a.Observations = nil // they are optional
	case 3:
		a.Rewards = nil
	case 4:
		a.Learners = a.Learners[:len(a.Learners)-1]
	case 5:
		a.outcomes, a.Final = nil, nil
	case 6:
		a.Players = append(a.Players, 0)
	}
}

// FuzzCalls makes any calls with any arguments in any order, as a program in C may, through the
// functions behind the exported ones. No call may fail inside the engine or hang; a call that is
// refused changes nothing; handles that are closed or were never opened are errors; what save
// returns can be loaded, and gives the same tables.
func FuzzCalls(f *testing.F) {
	seeds := [][]byte{
		{0, 0, 1, 2, 9, 3, 0, 3, 0, 3, 0, 4, 2, 5, 2, 6, 2, 7, 2, 8, 2, 9, 2},
		{0, 2, 1, 2, 1, 3, 0, 3, 0, 6, 2, 2, 7, 2, 0, 8, 0, 3, 1, 9, 2, 9, 2, 3, 0},
		{3, 0, 1, 2, 0, 1, 3, 2, 0, 4, 10, 2, 1, 8, 2, 1, 7, 9, 2},
		append([]byte{0, 200, 30}, `{"game":"gin","num_envs":0,"x":1}`...),
	}
	for n, s := range seeds {
		src := rand.NewPCG(uint64(n), 1)
		long := s
		for range 200 {
			long = append(long, byte(src.Uint64()))
		}
		f.Add(s)
		f.Add(long)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 600 {
			t.Skip("too many calls")
		}
		c := &calls{data}
		var lib library
		src := rand.NewPCG(1, uint64(len(data)))
		saved := [][]byte{nil}
		open := map[int64]bool{}
		defer func() {
			for h := range open {
				if err := lib.close(h); err != nil {
					t.Errorf("closing handle %d: %v", h, err)
				}
			}
		}()
		for len(c.data) > 0 {
			op := c.byte() % 10
			if op == 0 {
				config := c.byte()
				text := ""
				if int(config) < len(configs) {
					text = configs[config]
				} else {
					text = c.text()
				}
				tables, err := openTables(text)
				if err == nil && (len(open) == 3 || tables.Tables > 50) {
					tables.vector.Close()
				} else if err == nil {
					open[lib.add(tables)] = true
				} else if s := statusOf(err); s != statusInvalid || err.Error() == "" {
					t.Fatalf("open %q: status %d: %v", text, s, err)
				}
				continue
			}
			handle := c.number()
			if op == 9 {
				if err := lib.close(handle); (err == nil) != open[handle] {
					t.Fatalf("close of handle %d, open %v: %v", handle, open[handle], err)
				}
				delete(open, handle)
				continue
			}
			var before []byte
			err := lib.use(handle, func(s *tables) error {
				if s.vector.Dealt() {
					before = bytes.Clone(s.save())
				}
				return nil
			})
			if (err == nil) != open[handle] {
				t.Fatalf("use of handle %d, open %v: %v", handle, open[handle], err)
			}
			err = lib.use(handle, func(s *tables) error { return s.anyCall(c, op, src, &saved) })
			switch status := statusOf(err); {
			case status == statusInternal, status == statusBusy, err != nil && err.Error() == "":
				t.Fatalf("call %d of handle %d: status %d: %v", op, handle, status, err)
			case err != nil && open[handle]:
				if err := lib.use(handle, func(s *tables) error {
					if s.vector.Dealt() != (before != nil) || before != nil && !bytes.Equal(s.save(), before) {
						return errors.New("the call that was refused has changed the tables")
					}
					return nil
				}); err != nil {
					t.Fatalf("call %d: %v", op, err)
				}
			}
		}
	})
}

// anyCall makes the call of a number from 1 to 8.
func (s *tables) anyCall(c *calls, op byte, src rand.Source, saved *[][]byte) error {
	a := s.newArrays()
	some := func() []byte {
		if c.byte()%4 != 0 {
			return nil
		}
		chosen := make([]byte, s.Tables+int(c.byte()%8)/7)
		for i := range chosen {
			chosen[i] = c.byte() % 2
		}
		return chosen
	}
	switch op {
	case 1, 2:
		var runs []uint64
		if c.byte()%4 != 0 {
			runs = make([]uint64, 3*s.Tables+int(c.byte()%8)/7)
			for i := range runs {
				runs[i] = uint64(c.number())
			}
		}
		c.spoil(a)
		return s.reset(runs, some(), a)
	case 3:
		var actions []int64
		if s.vector.Dealt() && c.byte()%4 != 0 {
			now := s.newArrays()
			if err := s.load(s.save(), now); err != nil { // for the masks
				return &fault{statusInternal, "tables that were saved cannot be loaded: " + err.Error()}
			}
			actions = randomActions(now, s.Tables, src)
		} else {
			for range s.Tables + int(c.byte()%8)/7 {
				actions = append(actions, c.number())
			}
		}
		c.spoil(a)
		return s.step(actions, some(), a)
	case 4:
		deck := c.text()
		c.spoil(a)
		return s.deal(c.number(), deck, uint64(c.number()), a)
	case 5:
		c.spoil(a)
		return s.redeal(c.number(), int32(c.number()), uint64(c.number()), a)
	case 6:
		n := c.number()
		return s.observe(c.number(), int32(c.number()), make([]float32, max(0, min(n, 20))*int64(s.size)))
	case 7:
		if _, err := s.show(c.number(), int32(c.number())); err != nil {
			return err
		}
		*saved = append(*saved, bytes.Clone(s.save()))
		return nil
	default:
		i := int(c.byte()) % len(*saved)
		data := bytes.Clone((*saved)[i])
		if n := len(data); n > 0 && c.byte()%2 == 0 {
			data[int(uint64(c.number())%uint64(n))] ^= c.byte()
		}
		c.spoil(a)
		if err := s.load(data, a); err != nil {
			return err
		}
		again := bytes.Clone(s.save())
		if err := s.load(again, a); err != nil || !bytes.Equal(s.save(), again) {
			return &fault{statusInternal, fmt.Sprintf("tables that were loaded save otherwise: %v", err)}
		}
		return nil
	}
}
