package plaintext_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"

	"rummygym/internal/must"
	"rummygym/internal/plaintext"
)

func TestCheck(t *testing.T) {
	const text = `[Version "1"]` + "\n"
	var gz, zst bytes.Buffer
	w := gzip.NewWriter(&gz)
	z := must.Get(zstd.NewWriter(&zst))(t)
	for _, err := range []error{write(w, text), write(z, text)} {
		must.Do(t, err)
	}
	wide := func(order binary.AppendByteOrder, text string) (b []byte) {
		for _, u := range utf16.Encode([]rune(text)) {
			b = order.AppendUint16(b, u)
		}
		return b
	}
	for name, c := range map[string]struct {
		data []byte
		skip int
		want string
	}{
		"plain":          {[]byte(text), 0, ""},
		"empty":          {nil, 0, ""},
		"one byte":       {[]byte("{"), 0, ""},
		"mark":           {[]byte("\ufeff" + text), 3, ""},
		"other letters":  {[]byte("été"), 0, ""},
		"gzip":           {gz.Bytes(), 0, "compressed by gzip: want text, as zcat"},
		"zstd":           {zst.Bytes(), 0, "compressed by Zstandard"},
		"xz":             {[]byte("\xfd7zXZ\x00"), 0, "compressed by xz"},
		"UTF-16LE, mark": {wide(binary.LittleEndian, "\ufeff"+text), 0, "it is UTF-16: save it as UTF-8"},
		"UTF-16BE, mark": {wide(binary.BigEndian, "\ufeff"+text), 0, "it is UTF-16"},
		"UTF-16LE":       {wide(binary.LittleEndian, text), 0, "it is UTF-16"},
		"UTF-16BE":       {wide(binary.BigEndian, text), 0, "it is UTF-16"},
	} {
		skip, err := plaintext.Check(c.data[:min(len(c.data), plaintext.Start)])
		if skip != c.skip || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d, %v, want %d, %q", name, skip, err, c.skip, c.want)
		}
	}
}

func write(w interface {
	Write([]byte) (int, error)
	Close() error
}, text string) error {
	if _, err := w.Write([]byte(text)); err != nil {
		return err
	}
	return w.Close()
}
