package main

// #include <stdlib.h>
// #define RUMMYGYM_TYPES_ONLY
// #include "rummygym.h"
// static inline int32_t call_stop(rummygym_stop stop) { return stop(); }
// static inline int32_t call_policy(rummygym_policy policy, int32_t seat, const char *state, int64_t state_len,
//                                   const int64_t *legal, int64_t n, double *probabilities) {
//   return policy(seat, state, state_len, legal, n, probabilities);
// }
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"rummygym/env/game"
	"rummygym/internal/builtin"
	"rummygym/internal/call"
	"rummygym/internal/plaintext"
)

// opened holds the tables whose handles C has.
var opened library

// report sets *text to the message of err, unless text is NULL, and returns the status.
func report(err error, text **C.char) C.int32_t {
	if err != nil && text != nil {
		*text = C.CString(plaintext.Brief(err.Error()))
	}
	return C.int32_t(statusOf(err))
}

// maxEntries is an upper bound on the entries of an array: more than fit in memory,
// but few enough for [unsafe.Slice].
const maxEntries = 1 << 40

// slice returns the caller's array of n entries at start as a slice.
func slice[T, P any](name string, start *P, n C.int64_t) ([]T, error) {
	switch {
	case n < 0 || n > maxEntries || start == nil && n > 0:
		return nil, fmt.Errorf("array %s at address %p has %d entries: want an array, or NULL with 0", name, start, n)
	case start == nil:
		return nil, nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(start)), int(n)), nil
}

// reader reads the arguments of a call and keeps the first error.
type reader struct{ err error }

// read sets dst to the caller's array of n entries at start, unless s has an error.
func read[T, P any](s *reader, dst *[]T, name string, start *P, n C.int64_t) {
	if s.err == nil {
		*dst, s.err = slice[T](name, start, n)
	}
}

// arraysOf returns the caller's arrays. The struct belongs to t and is valid until the
// next call.
func arraysOf(s *reader, c *C.rummygym_arrays, t *tables) *arrays {
	a := &t.results
	*a = arrays{}
	if c == nil {
		s.err = errors.New("arrays is NULL")
		return a
	}
	if t.DType == game.Uint8 {
		read(s, &a.Bytes, "observations", (*byte)(c.observations), c.observations_len)
		read(s, &a.FinalBytes, "final", (*byte)(c.final), c.final_len)
	} else {
		read(s, &a.Observations, "observations", (*float32)(c.observations), c.observations_len)
		read(s, &a.Final, "final", (*float32)(c.final), c.final_len)
	}
	read(s, &a.Masks, "masks", c.masks, c.masks_len)
	read(s, &a.Rewards, "rewards", c.rewards, c.rewards_len)
	read(s, &a.Terminated, "terminated", c.terminated, c.terminated_len)
	read(s, &a.Truncated, "truncated", c.truncated, c.truncated_len)
	read(s, &a.Players, "players", c.players, c.players_len)
	read(s, &a.Learners, "learners", c.learners, c.learners_len)
	read(s, &a.outcomes, "outcomes", c.outcomes, c.outcomes_len)
	return a
}

//export rummygym_abi
func rummygym_abi() C.int32_t { return abi }

//export rummygym_files
func rummygym_files(folder *C.char, text **C.char) C.int32_t {
	return report(guard(func() error {
		if folder == nil {
			return errors.New("folder is NULL")
		}
		return builtin.Open(C.GoString(folder))
	}), text)
}

//export rummygym_describe
func rummygym_describe(config *C.char, json, text **C.char) C.int32_t {
	return report(guard(func() error {
		if config == nil || json == nil {
			return errors.New("config or json is NULL")
		}
		data, err := describe(C.GoString(config))
		if err == nil {
			*json = C.CString(string(data))
		}
		return err
	}), text)
}

//export rummygym_open
func rummygym_open(config *C.char, handle *C.int64_t, text **C.char) C.int32_t {
	return report(guard(func() error {
		if config == nil || handle == nil {
			return errors.New("config or handle is NULL")
		}
		t, err := openTables(C.GoString(config))
		if err == nil {
			*handle = C.int64_t(opened.add(t))
		}
		return err
	}), text)
}

//export rummygym_reset
func rummygym_reset(handle C.int64_t, runs *C.uint64_t, runsLen C.int64_t, chosen *C.uint8_t, chosenLen C.int64_t, results *C.rummygym_arrays, text **C.char) C.int32_t {
	return report(opened.mend(int64(handle), func(t *tables) error {
		var s reader
		var r []uint64
		var where []byte
		read(&s, &r, "runs", runs, runsLen)
		read(&s, &where, "chosen", chosen, chosenLen)
		a := arraysOf(&s, results, t)
		if s.err != nil {
			return s.err
		}
		return t.reset(r, where, a)
	}), text)
}

//export rummygym_deal
func rummygym_deal(handle, table C.int64_t, deck *C.char, key C.uint64_t, results *C.rummygym_arrays, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		var s reader
		a := arraysOf(&s, results, t)
		if s.err == nil && deck == nil {
			s.err = errors.New("deck is NULL")
		}
		if s.err != nil {
			return s.err
		}
		return t.deal(int64(table), C.GoString(deck), uint64(key), a)
	}), text)
}

//export rummygym_redeal
func rummygym_redeal(handle, table C.int64_t, seat C.int32_t, seed C.uint64_t, results *C.rummygym_arrays, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		var s reader
		a := arraysOf(&s, results, t)
		if s.err != nil {
			return s.err
		}
		return t.redeal(int64(table), int32(seat), uint64(seed), a)
	}), text)
}

//export rummygym_step
func rummygym_step(handle C.int64_t, actions *C.int64_t, actionsLen C.int64_t, chosen *C.uint8_t, chosenLen C.int64_t, results *C.rummygym_arrays, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		var s reader
		var acts []int64
		var where []byte
		read(&s, &acts, "actions", actions, actionsLen)
		read(&s, &where, "chosen", chosen, chosenLen)
		a := arraysOf(&s, results, t)
		if s.err != nil {
			return s.err
		}
		return t.step(acts, where, a)
	}), text)
}

//export rummygym_send
func rummygym_send(handle C.int64_t, actions *C.int64_t, actionsLen C.int64_t, results *C.rummygym_arrays, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		var s reader
		var acts []int64
		read(&s, &acts, "actions", actions, actionsLen)
		a := arraysOf(&s, results, t)
		if s.err != nil {
			return s.err
		}
		return t.send(acts, a)
	}), text)
}

//export rummygym_recv
func rummygym_recv(handle C.int64_t, text **C.char) C.int32_t {
	return report(opened.lock(int64(handle), (*tables).recv), text)
}

//export rummygym_watch
func rummygym_watch(handle C.int64_t, stop C.rummygym_stop, text **C.char) C.int32_t {
	return report(opened.mend(int64(handle), func(t *tables) error {
		if t.stop = nil; stop != nil {
			t.stop = func() bool { return C.call_stop(stop) != 0 }
		}
		return nil
	}), text)
}

//export rummygym_agent
func rummygym_agent(handle C.int64_t, agent *C.char, number *C.int64_t, text **C.char) C.int32_t {
	return report(opened.mend(int64(handle), func(t *tables) error {
		if agent == nil || number == nil {
			return errors.New("agent or number is NULL")
		}
		n, err := t.agent(C.GoString(agent))
		if err == nil {
			*number = C.int64_t(n)
		}
		return err
	}), text)
}

//export rummygym_act
func rummygym_act(handle, agent C.int64_t, seed *C.uint64_t, chosen *C.uint8_t, chosenLen C.int64_t, actions *C.int64_t, actionsLen C.int64_t, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		var s reader
		var where []byte
		var acts []int64
		read(&s, &where, "chosen", chosen, chosenLen)
		read(&s, &acts, "actions", actions, actionsLen)
		if s.err != nil {
			return s.err
		}
		return t.act(int64(agent), (*uint64)(seed), where, acts)
	}), text)
}

//export rummygym_answer
func rummygym_answer(handle, agent C.int64_t, message *C.char, answer, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		if message == nil || answer == nil {
			return errors.New("message or answer is NULL")
		}
		line, err := t.answer(int64(agent), C.GoString(message))
		if err == nil {
			*answer = C.CString(string(line))
		}
		return err
	}), text)
}

//export rummygym_sample
func rummygym_sample(masks *C.int8_t, masksLen C.int64_t, uniforms *C.double, uniformsLen C.int64_t, actions *C.int64_t, actionsLen C.int64_t, text **C.char) C.int32_t {
	return report(guard(func() error {
		var s reader
		var legal []byte
		var us []float64
		var acts []int64
		read(&s, &legal, "masks", masks, masksLen)
		read(&s, &us, "uniforms", uniforms, uniformsLen)
		read(&s, &acts, "actions", actions, actionsLen)
		if s.err != nil {
			return s.err
		}
		return sample(legal, us, acts)
	}), text)
}

//export rummygym_measure
func rummygym_measure(measure *C.char, hands *C.int8_t, handsLen C.int64_t, wild *C.int8_t, wildLen C.int64_t, results *C.int32_t, resultsLen C.int64_t, text **C.char) C.int32_t {
	return report(guard(func() error {
		var s reader
		var rows, ranks []int8
		var to []int32
		if measure == nil {
			s.err = errors.New("measure is NULL")
		}
		read(&s, &rows, "hands", hands, handsLen)
		read(&s, &ranks, "wild", wild, wildLen)
		read(&s, &to, "results", results, resultsLen)
		if s.err != nil {
			return s.err
		}
		return compute(C.GoString(measure), rows, ranks, to)
	}), text)
}

//export rummygym_evaluate
func rummygym_evaluate(request *C.char, outcomes *C.int32_t, outcomesLen C.int64_t, json, text **C.char) C.int32_t {
	return report(guard(func() error {
		var s reader
		var rows []int32
		read(&s, &rows, "outcomes", outcomes, outcomesLen)
		if request == nil || json == nil {
			s.err = errors.New("request or json is NULL")
		}
		if s.err != nil {
			return s.err
		}
		data, err := evaluate(C.GoString(request), rows)
		if err == nil {
			*json = C.CString(string(data))
		}
		return err
	}), text)
}

//export rummygym_call
func rummygym_call(request *C.char, answer, text **C.char) C.int32_t {
	return report(guard(func() error {
		if request == nil || answer == nil {
			return errors.New("request or answer is NULL")
		}
		c := callers.Get().(*call.Caller)
		defer callers.Put(c)
		data, err := c.Answer([]byte(C.GoString(request)))
		if err == nil {
			*answer = C.CString(string(data))
		}
		return err
	}), text)
}

// callers are the callers of threads: each remembers a game.
var callers = sync.Pool{New: func() any { return new(call.Caller) }}

//export rummygym_replay
func rummygym_replay(request *C.char, html, text **C.char) C.int32_t {
	return report(guard(func() error {
		if request == nil || html == nil {
			return errors.New("request or html is NULL")
		}
		data, err := replay(C.GoString(request))
		if err == nil {
			*html = C.CString(string(data))
		}
		return err
	}), text)
}

//export rummygym_observe
func rummygym_observe(handle, table C.int64_t, seat C.int32_t, dst unsafe.Pointer, dstLen C.int64_t, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		if t.DType == game.Uint8 {
			to, err := slice[uint8]("dst", (*byte)(dst), dstLen)
			if err != nil {
				return err
			}
			return t.observeBytes(int64(table), int32(seat), to)
		}
		to, err := slice[float32]("dst", (*float32)(dst), dstLen)
		if err != nil {
			return err
		}
		return t.observe(int64(table), int32(seat), to)
	}), text)
}

//export rummygym_show
func rummygym_show(handle, table C.int64_t, seat C.int32_t, json, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		if json == nil {
			return errors.New("json is NULL")
		}
		data, err := t.show(int64(table), int32(seat))
		if err == nil {
			*json = C.CString(string(data))
		}
		return err
	}), text)
}

//export rummygym_text
func rummygym_text(handle, table C.int64_t, seat C.int32_t, request *C.char, result, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		if request == nil || result == nil {
			return errors.New("request or result is NULL")
		}
		data, err := t.text(int64(table), int32(seat), C.GoString(request))
		if err == nil {
			*result = C.CString(string(data))
		}
		return err
	}), text)
}

//export rummygym_information
func rummygym_information(handle, table C.int64_t, seat, asText C.int32_t, data **C.char, dataLen *C.int64_t, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		if data == nil || dataLen == nil {
			return errors.New("data or data_len is NULL")
		}
		state, err := t.information(int64(table), int32(seat), asText != 0)
		if err == nil {
			*data, *dataLen = (*C.char)(C.CBytes(state)), C.int64_t(len(state))
		}
		return err
	}), text)
}

//export rummygym_costs
func rummygym_costs(handle, table C.int64_t, request *C.char, json, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		if request == nil || json == nil {
			return errors.New("request or json is NULL")
		}
		data, err := t.costs(int64(table), C.GoString(request))
		if err == nil {
			*json = C.CString(string(data))
		}
		return err
	}), text)
}

//export rummygym_place
func rummygym_place(handle, table C.int64_t, position, request *C.char, seed C.uint64_t, results *C.rummygym_arrays, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		var s reader
		a := arraysOf(&s, results, t)
		if s.err == nil && (position == nil || request == nil) {
			s.err = errors.New("position or request is NULL")
		}
		if s.err != nil {
			return s.err
		}
		return t.place(int64(table), C.GoString(position), C.GoString(request), uint64(seed), a)
	}), text)
}

//export rummygym_exploit
func rummygym_exploit(request *C.char, policy C.rummygym_policy, json, table **C.char, tableLen *C.int64_t, text **C.char) C.int32_t {
	return report(guard(func() error {
		if request == nil || policy == nil || json == nil || table == nil || tableLen == nil {
			return errors.New("an argument is NULL")
		}
		var actions []C.int64_t
		ask := func(p game.Player, state []byte, legal *game.Mask, probabilities []float64) error {
			actions = actions[:0]
			for a := range legal.Each() {
				actions = append(actions, C.int64_t(a))
			}
			if C.call_policy(policy, C.int32_t(p), (*C.char)(unsafe.Pointer(unsafe.SliceData(state))), C.int64_t(len(state)),
				unsafe.SliceData(actions), C.int64_t(len(actions)), (*C.double)(unsafe.SliceData(probabilities))) != 0 {
				return &fault{statusInterrupted, "the policy ended the call"}
			}
			return nil
		}
		result, file, err := exploit(C.GoString(request), ask)
		if err == nil {
			*json, *table, *tableLen = C.CString(string(result)), (*C.char)(C.CBytes(file)), C.int64_t(len(file))
		}
		return err
	}), text)
}

//export rummygym_save
func rummygym_save(handle C.int64_t, data **C.char, dataLen *C.int64_t, text **C.char) C.int32_t {
	return report(opened.use(int64(handle), func(t *tables) error {
		if data == nil || dataLen == nil {
			return errors.New("data or data_len is NULL")
		}
		saved := t.save()
		*data, *dataLen = (*C.char)(C.CBytes(saved)), C.int64_t(len(saved))
		return nil
	}), text)
}

//export rummygym_load
func rummygym_load(handle C.int64_t, data *C.char, dataLen C.int64_t, results *C.rummygym_arrays, text **C.char) C.int32_t {
	return report(opened.mend(int64(handle), func(t *tables) error {
		var s reader
		var from []byte
		read(&s, &from, "data", data, dataLen)
		a := arraysOf(&s, results, t)
		if s.err != nil {
			return s.err
		}
		return t.load(from, a)
	}), text)
}

//export rummygym_close
func rummygym_close(handle C.int64_t, text **C.char) C.int32_t {
	return report(opened.close(int64(handle)), text)
}

//export rummygym_free
func rummygym_free(text unsafe.Pointer) { C.free(text) }
