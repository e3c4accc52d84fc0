package features

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
)

// beliefMagic is the first line of the file of a Belief. Its number moves when
// the buckets or the file change.
const beliefMagic = "rummygym belief 1\n"

// WriteTo writes the table as a file that [ReadBelief] reads: the line "rummygym
// belief 1"; a line of JSON with the fields of [BeliefMeta]; then for each bucket
// the logarithm of its ratio, to base 2, in steps of 1/256, as a little-endian
// int16, 43,940 bytes in all. The order of the buckets is row-major by: upcard left
// or taken; rank of the upcard; rank of the card thrown; the suit of the card
// considered (neither that of the upcard nor of the card thrown; the upcard's; the
// thrown card's; these three where those two differ, then where they are the same
// neither; theirs); rank of the card considered. Ranks are ace to king.
func (b *Belief) WriteTo(w io.Writer) (int64, error) {
	meta, err := json.Marshal(b.Meta)
	if err != nil {
		return 0, fmt.Errorf("metadata of a belief: %w", err)
	}
	var out bytes.Buffer
	out.WriteString(beliefMagic)
	out.Write(meta)
	out.WriteByte('\n')
	for _, x := range b.ratios {
		out.Write(binary.LittleEndian.AppendUint16(out.AvailableBuffer(), uint16(x)))
	}
	return out.WriteTo(w)
}

// ReadBelief reads what [Belief.WriteTo] wrote, to the end of r.
func ReadBelief(r io.Reader) (*Belief, error) {
	in := bufio.NewReader(r)
	first, err := in.ReadString('\n')
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case first != beliefMagic:
		return nil, fmt.Errorf("not a belief that this program reads: the first line is %.40q, want %q", first, strings.TrimSpace(beliefMagic))
	}
	text, err := in.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("belief: metadata in line 2: %w", err)
	}
	b := newBelief(BeliefMeta{})
	if err := json.Unmarshal(text, &b.Meta); err != nil {
		return nil, fmt.Errorf("belief: metadata in line 2: %w", err)
	}
	if err := binary.Read(in, binary.LittleEndian, b.ratios); err != nil {
		return nil, fmt.Errorf("belief: %d ratios after line 2: %w", numBuckets, err)
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return nil, fmt.Errorf("belief: there is more after the %d ratios", numBuckets)
	}
	return b, nil
}

//go:embed belief-simple.bin
var simpleBeliefFile []byte

var simpleBelief = sync.OnceValue(func() *Belief {
	b, err := ReadBelief(bytes.NewReader(simpleBeliefFile))
	if err != nil {
		panic("features: belief-simple.bin is not what SimpleBelief was built with: " + err.Error())
	}
	return b
})

// SimpleBelief returns the table that was counted from matches of the baseline
// Simple against itself, as in paper 003: 10,000 under the rules of preset eaai.
// It was made by
//
//	rummygym collect --game gin --agents simple,simple --games 10000 --seed 1 --fields none --out DIR
//	rummygym belief build DIR --out features/belief-simple.bin
func SimpleBelief() *Belief { return simpleBelief() }
