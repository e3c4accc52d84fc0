package safefile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// prefix marks a digest in a file.
const prefix = "rummygym-sha256:"

// Placeholder stands in unsealed data where the digest will stand, once or several times. It
// must come before anything else that looks like a digest, such as a sealed file inside
// the data.
const Placeholder = prefix + "0000000000000000000000000000000000000000000000000000000000000000"

// ErrDamaged is matched by the errors of [Verify]: the data are not those that were sealed.
var ErrDamaged = errors.New("the file is damaged")

// Seal replaces every [Placeholder] in data by the SHA-256 of data. It returns an error
// unless the first digest in data is a placeholder.
func Seal(data []byte) error {
	if first := find(data); string(first) != Placeholder {
		return fmt.Errorf("the digest %q stands where that of the file should: remove it", first)
	}
	sum := digest(data, []byte(Placeholder))
	for rest := data; ; {
		i := bytes.Index(rest, []byte(Placeholder))
		if i < 0 {
			return nil
		}
		copy(rest[i:], sum)
		rest = rest[i+len(sum):]
	}
}

// Verify returns nil if data are the result of [Seal], and otherwise an error that matches
// [ErrDamaged]. It takes the time of a SHA-256 and little memory.
func Verify(data []byte) error {
	have := find(data)
	switch {
	case have == nil:
		return fmt.Errorf("%w, or of another kind: it has no digest", ErrDamaged)
	case !bytes.Equal(have, digest(data, have)):
		return fmt.Errorf("%w: its SHA-256 is not the one that it holds", ErrDamaged)
	}
	return nil
}

// Sealed reports whether data hold a digest, or what damage has left of one.
func Sealed(data []byte) bool { return bytes.Contains(data, []byte(prefix)) }

// VerifySealed is [Verify] for a kind of file that other programs write too, without a digest:
// it returns nil for data without one. In sealed data the text mark stands before the digest,
// so that no small damage makes them look like data of another program.
func VerifySealed(data []byte, mark string) error {
	if !Sealed(data) && !bytes.Contains(data, []byte(mark)) {
		return nil
	}
	return Verify(data)
}

// Read returns the contents of a sealed file. The error names the file if it is not regular
// or is damaged (see [Verify]).
func Read(path string) ([]byte, error) {
	data, err := ReadStart(path, math.MaxInt)
	if err != nil {
		return nil, err
	}
	if err := Verify(data); err != nil {
		return nil, fmt.Errorf("%s: %w: restore a copy of it, or start again without it", path, err)
	}
	return data, nil
}

// find returns the first digest in data with its prefix, or nil if there is none.
func find(data []byte) []byte {
	for rest := data; ; {
		i := bytes.Index(rest, []byte(prefix))
		if i < 0 || len(rest)-i < len(Placeholder) {
			return nil
		}
		if d := rest[i:][:len(Placeholder)]; hexadecimal(d[len(prefix):]) {
			return d
		}
		rest = rest[i+len(prefix):]
	}
}

// hexadecimal reports whether all bytes are lower-case hexadecimal digits.
func hexadecimal(digits []byte) bool {
	for _, c := range digits {
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}

// digest returns the digest of data, with its prefix, as if each occurrence of old were a
// placeholder.
func digest(data, old []byte) []byte {
	h := sha256.New()
	for {
		i := bytes.Index(data, old)
		if i < 0 {
			h.Write(data)
			break
		}
		h.Write(data[:i])
		h.Write([]byte(Placeholder))
		data = data[i+len(old):]
	}
	return hex.AppendEncode([]byte(prefix), h.Sum(nil))
}

// EncodeJSON returns v, which must be a JSON object, as indented and sealed JSON. Its first
// key is "digest".
func EncodeJSON(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, err
	}
	if len(text) == 0 || text[0] != '{' {
		return nil, fmt.Errorf("%.60s is not a JSON object", text)
	}
	end := ","
	if string(text) == "{}" {
		end = "\n"
	}
	text = append([]byte("{\n  \"digest\": \""+Placeholder+"\""+end), text[1:]...)
	text = append(text, '\n')
	return text, Seal(text)
}

// WriteJSON is [Replace] for a sealed JSON object.
func WriteJSON(path string, v any) error {
	data, err := EncodeJSON(v)
	if err != nil {
		return err
	}
	return Write(path, data)
}

// ReadJSON sets v to the object in a file that [WriteJSON] wrote. The error names the file.
func ReadJSON(path string, v any) error {
	data, err := Read(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
