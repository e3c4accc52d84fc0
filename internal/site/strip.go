package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// strip returns a WebAssembly program of the Go linker without the functions that a page never calls (see [unused]), and without the
// names of functions and files and the numbers of lines, which only tracebacks show: together a seventh of the compressed size. The
// linker's options -s and -w keep them. The tables are those of internal/abi.Go120PCLnTabMagic
// (src/runtime/symtab.go); strip fails if they have another form.
func strip(program []byte) ([]byte, error) {
	sections, err := readSections(program)
	if err != nil {
		return nil, err
	}
	names, err := functionNames(sections)
	if err != nil {
		return nil, err
	}
	out := append([]byte(nil), program[:8]...)
	done, imported := false, 0
	for _, s := range sections {
		switch s.id {
		case customSection:
			continue
		case importSection: // Go imports functions only
			imported = (&reader{s.content}).number()
		case codeSection:
			if s.content, err = drop(s.content, imported, names); err != nil {
				return nil, err
			}
		case dataSection:
			memory, err := readMemory(s.content)
			if err != nil {
				return nil, fmt.Errorf("data section: %w", err)
			}
			if err := blank(memory); err != nil {
				return nil, err
			}
			s.content, done = appendMemory(nil, memory), true
		}
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(s.content)))
		out = append(out, s.content...)
	}
	if !done {
		return nil, errors.New("the program has no data section")
	}
	return out, nil
}

// header is the header of the table of functions.
var header = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// The layout of a function in the table; see runtime._func.
const (
	nameOff  = 4  // int32
	pcsp     = 16 // uint32, as those that follow
	pcfile   = 20
	pcln     = 24
	npcdata  = 28
	cuOffset = 32
	lineOff  = 36
	pcdata   = 44 // the first of npcdata
)

// blank overwrites the tables of names, files and lines with zeros.
func blank(memory []byte) error {
	at := bytes.Index(memory, header)
	if at < 0 || at%8 != 0 || bytes.Contains(memory[at+1:], header) {
		return errors.New("no table of functions of the form of Go 1.20 to 1.26: build with such a Go, or change this package for the new form")
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(memory[at+8+8*i:])) }
	functions, names, lines, table := word(0), at+word(3), at+word(6), at+word(7)
	if !(functions > 0 && at < names && names < lines && lines < table && table+8*functions < len(memory)) {
		return errors.New("the header of the table of functions is damaged")
	}
	half := func(i int) int { return int(binary.LittleEndian.Uint32(memory[i:])) }
	keep := make([]bool, table-lines) // bytes of tables that the program runs by
	keep[0] = true
	for i := range functions {
		f := table + half(table+8*i+4)
		used := []int{half(f + pcsp)}
		for k := range half(f + npcdata) {
			used = append(used, half(f+pcdata+4*k))
		}
		for _, start := range used {
			if start > 0 {
				for end := start + pairs(memory[lines+start:table]); start < end; start++ {
					keep[start] = true
				}
			}
		}
		for _, field := range []int{nameOff, pcfile, pcln, cuOffset, lineOff} {
			clear(memory[f+field : f+field+4])
		}
	}
	clear(memory[names:lines])
	for i, kept := range keep {
		if !kept {
			memory[lines+i] = 0
		}
	}
	return nil
}

// pairs returns the length of a table of pairs of varints, which ends with a value of 0 that is not
// the first.
func pairs(b []byte) (n int) {
	for {
		value, size := binary.Uvarint(b[n:])
		if value == 0 && n > 0 || size <= 0 {
			return n + 1
		}
		n += size
		_, size = binary.Uvarint(b[n:])
		n += size
	}
}
