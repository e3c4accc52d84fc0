package opponent

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"rummygym/internal/safefile"
	"rummygym/internal/strictjson"
)

// handTableMagic is the first line of the file of a hand table. Its number changes when
// the buckets or the format change.
const handTableMagic = "rummygym belief 1\n"

// WriteTo writes the table as a file that [ReadHandTable] reads: the line "rummygym
// belief 1"; a line of JSON with the digest of the file ("rummygym-sha256:" and the SHA-256 of
// the file, computed with 64 zeros in its place), which files of other programs need not have,
// and the fields of [HandTableMeta]; then for each bucket
// the logarithm of its ratio, to base 2, in steps of 1/256, as a little-endian
// int16, 43,940 bytes in all. The order of the buckets is row-major by: upcard left
// or taken; rank of the upcard; rank of the discard; suit of the card considered (where
// upcard and discard are of different suits: neither's, the upcard's, the discard's; where
// they are of one suit: another, the same); rank of the card considered. Ranks are ace to
// king.
func (b *HandTable) WriteTo(w io.Writer) (int64, error) {
	meta, err := json.Marshal(handTableHead{safefile.Placeholder, b.Meta})
	if err != nil {
		return 0, fmt.Errorf("metadata of a hand table: %w", err)
	}
	var out bytes.Buffer
	out.WriteString(handTableMagic)
	out.Write(meta)
	out.WriteByte('\n')
	for _, x := range b.ratios {
		out.Write(binary.LittleEndian.AppendUint16(out.AvailableBuffer(), uint16(x)))
	}
	if err := safefile.Seal(out.Bytes()); err != nil {
		return 0, err
	}
	return out.WriteTo(w)
}

// handTableHead is the second line of a file.
type handTableHead struct {
	Digest string `json:"digest,omitempty"`
	HandTableMeta
}

// ReadHandTable reads what [HandTable.WriteTo] wrote, to the end of r. If it has a digest, that
// must be its own.
func ReadHandTable(r io.Reader) (*HandTable, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if err := safefile.VerifySealed(data, `"digest"`); err != nil {
		return nil, fmt.Errorf("hand table: %w: copy it again from an intact source", err)
	}
	in := bytes.NewBuffer(data)
	first, err := in.ReadString('\n')
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case first != handTableMagic:
		return nil, fmt.Errorf("not a hand table of a known format: the first line is %.40q, want %q", first, strings.TrimSpace(handTableMagic))
	}
	text, err := in.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("hand table: metadata in line 2: %w", err)
	}
	var head handTableHead
	if err := strictjson.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("hand table: metadata in line 2: %w", err)
	}
	if n := in.Len(); n != 2*numBuckets {
		return nil, fmt.Errorf("hand table: %d bytes after line 2, want %d ratios of 2 bytes", n, numBuckets)
	}
	b := newHandTable(head.HandTableMeta)
	for i := range b.ratios {
		b.ratios[i] = int16(binary.LittleEndian.Uint16(in.Next(2)))
	}
	return b, nil
}

var simpleHandTable = sync.OnceValue(func() *HandTable {
	b, err := ReadHandTable(bytes.NewReader(simpleHandTableFile))
	if err != nil {
		panic("opponent: handtable-simple.bin: " + err.Error())
	}
	return b
})

// SimpleHandTable returns the built-in table, counted from 10,000 matches of the baseline
// simple against itself under the preset eaai (seed 1), as in truong2021datadriven, by
// [HandTableCounts] under GinRummy-v0. Since then simple chooses other cards of equal deadwood
// for the same seed, so the same count gives the table of another sample.
func SimpleHandTable() *HandTable { return simpleHandTable() }
