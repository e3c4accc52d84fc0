package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// section is a section of a WebAssembly program.
type section struct {
	id      byte
	content []byte
}

// Ids of sections.
const (
	customSection = 0
	importSection = 2
	codeSection   = 10
	dataSection   = 11
)

var errDamaged = errors.New("the WebAssembly program is damaged")

// readSections returns the sections of a program. The contents alias program.
func readSections(program []byte) (all []section, err error) {
	if !bytes.HasPrefix(program, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errors.New("not a WebAssembly program")
	}
	for b := program[8:]; len(b) > 0; {
		size, n := binary.Uvarint(b[1:])
		if n <= 0 || uint64(len(b)-1-n) < size {
			return nil, errDamaged
		}
		all = append(all, section{b[0], b[1+n : 1+n+int(size)]})
		b = b[1+n+int(size):]
	}
	return all, nil
}

// reader reads from the start of b. Behind the end are zeros, then nothing.
type reader struct{ b []byte }

// number returns the next unsigned LEB128.
func (r *reader) number() int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		n = len(r.b)
	}
	r.b = r.b[n:]
	return int(v)
}

// bytes returns the next n bytes, or what there is.
func (r *reader) bytes(n int) (b []byte) {
	n = min(max(0, n), len(r.b))
	b, r.b = r.b[:n], r.b[n:]
	return b
}

// readMemory returns the memory that a data section fills.
func readMemory(b []byte) (memory []byte, err error) {
	r := &reader{b}
	for range r.number() {
		// A segment begins with 0, then the instructions i32.const ADDRESS and end.
		if !bytes.Equal(r.bytes(2), []byte{0, 0x41}) {
			return nil, errDamaged
		}
		address := r.number() // addresses below 2 GiB are positive; as unsigned they read the same
		if !bytes.Equal(r.bytes(1), []byte{0x0b}) {
			return nil, errDamaged
		}
		size := r.number()
		if size > len(r.b) || address < 0 || address > 1<<30 {
			return nil, errDamaged
		}
		if end := address + size; end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[address:], r.bytes(size))
	}
	return memory, nil
}

// gap is the number of zeros that end a segment: the memory is zero without it.
const gap = 64

// appendMemory appends a data section that fills a memory.
func appendMemory(dst, memory []byte) []byte {
	var segments []byte
	count, zeros := uint64(0), make([]byte, gap)
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		end := bytes.Index(memory[at:], zeros)
		if end < 0 {
			end = len(memory) - at
		}
		segments = append(segments, 0, 0x41)
		segments = appendSigned(segments, at)
		segments = append(segments, 0x0b)
		segments = binary.AppendUvarint(segments, uint64(end))
		segments = append(segments, memory[at:at+end]...)
		at += end
		count++
	}
	return append(binary.AppendUvarint(dst, count), segments...)
}

// appendSigned appends a number ≥ 0 as a signed LEB128.
func appendSigned(dst []byte, n int) []byte {
	for ; n >= 64; n >>= 7 {
		dst = append(dst, byte(n)|0x80)
	}
	return append(dst, byte(n))
}
