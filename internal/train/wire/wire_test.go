package wire_test

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/train/wire"
)

// form returns serialised data with one value of each kind.
func form() []byte {
	le := binary.LittleEndian
	data := []byte{7}
	data = le.AppendUint32(data, 1<<31+5)
	data = le.AppendUint64(data, 1<<63+9)
	data = le.AppendUint64(data, math.Float64bits(-2.5))
	data = binary.AppendUvarint(data, 300)
	data = le.AppendUint32(data, math.Float32bits(.5))
	return wire.AppendBytes(data, []byte("end"))
}

// read reads all values of form.
func read(r *wire.Reader) (b byte, u32 uint32, u64 uint64, f float64, v uint64, half float32, tail string) {
	b, u32, u64, f, v = r.Byte(), r.Uint32(), r.Uint64(), r.Float64(), r.Uvarint()
	return b, u32, u64, f, v, r.Float32(), string(r.Bytes(r.Uint64()))
}

func TestReader(t *testing.T) {
	data := append(form(), 1, 2)
	r := wire.NewReader(data)
	b, u32, u64, f, v, half, tail := read(&r)
	if b != 7 || u32 != 1<<31+5 || u64 != 1<<63+9 || f != -2.5 || v != 300 || half != .5 || tail != "end" {
		t.Errorf("read %d, %d, %d, %g, %d, %g, %q", b, u32, u64, f, v, half, tail)
	}
	if err := r.End(); r.Short() != nil || err == nil || err.Error() != "has 2 bytes after its end" || len(r.Left()) != 2 {
		t.Errorf("with %d bytes left: %v, %v", len(r.Left()), r.Short(), err)
	}
	r.Bytes(2)
	if err := r.End(); err != nil {
		t.Errorf("at the end: %v", err)
	}
}

// Each value may be the last of the data.
func TestReaderToTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		read func(r *wire.Reader) bool
	}{
		"byte":    {[]byte{7}, func(r *wire.Reader) bool { return r.Byte() == 7 }},
		"uint64":  {[]byte{7, 0, 0, 0, 0, 0, 0, 1}, func(r *wire.Reader) bool { return r.Uint64() == 1<<56+7 }},
		"uvarint": {[]byte{0}, func(r *wire.Reader) bool { return r.Uvarint() == 0 }},
		"bytes":   {[]byte{1, 2}, func(r *wire.Reader) bool { return string(r.Bytes(2)) == "\x01\x02" }},
	} {
		if r := wire.NewReader(c.data); !c.read(&r) || r.End() != nil {
			t.Errorf("%s: %v", name, r.End())
		}
	}
	r := wire.NewReader(nil)
	if r.Uvarint(); r.Short() == nil {
		t.Error("a number is read from no data")
	}
}

// TestReaderShort truncates the data at every length.
func TestReaderShort(t *testing.T) {
	data := form()
	for n := range data {
		r := wire.NewReader(data[:n])
		read(&r)
		if err := r.End(); err == nil || !strings.Contains(err.Error(), "cut off") || r.Short() == nil {
			t.Errorf("cut off after %d bytes of %d: %v", n, len(data), err)
		}
		if b, u32, u64, f, v, half, tail := read(&r); b != 0 || u32 != 0 || u64 != 0 || f != 0 || v != 0 || half != 0 || tail != "" {
			t.Errorf("after the end: %d, %d, %d, %g, %d, %g, %q", b, u32, u64, f, v, half, tail)
		}
	}
	for name, data := range map[string][]byte{
		"varint":   slices.Repeat([]byte{0xff}, 11),
		"9 bytes":  {0},
		"Cut":      {0},
		"no bytes": nil,
	} {
		r := wire.NewReader(data)
		switch name {
		case "varint":
			r.Uvarint()
		case "9 bytes":
			r.Bytes(9)
		case "Cut":
			r.Cut()
		case "no bytes":
			r.Byte()
		}
		if r.Short() == nil || len(r.Left()) != 0 {
			t.Errorf("%s: %v with %d bytes left", name, r.Short(), len(r.Left()))
		}
	}
}
