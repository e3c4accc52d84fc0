package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"rummygym/internal/options"
	"rummygym/internal/safefile"
)

// FileOf is the value of an option of [File]: a file and what it holds. The zero FileOf
// stands for the default, which needs no file. A Value that was made in memory has no Path;
// specs then do not show it.
type FileOf[T any] struct {
	Path   string // of the file, as the spec gives it
	SHA256 string // of the file, in hexadecimal
	Value  T      // what the file holds; agents share it
}

// nameDigits is the number of hexadecimal digits of a file's SHA-256 in names.
const nameDigits = 12

// String returns the value in a canonical spec: [FileName], or "" without a file.
func (f FileOf[T]) String() string {
	if f.Path == "" {
		return ""
	}
	return FileName(f.Path, f.SHA256)
}

// FileName returns the text that identifies a file in names of agents: its path without the
// folder, "@", and the first 12 hexadecimal digits of its SHA-256.
func FileName(path, digest string) string {
	return filepath.Base(path) + "@" + digest[:nameDigits]
}

// File returns an option that takes a file, as "name=PATH" or "name=PATH@DIGITS", with the
// first 8 to 64 hexadecimal digits of the SHA-256 that the file must have. A path with
// colons stands in braces. The file is read, and parsed by the function parse, when a spec
// is read, not when an agent is made. The word standard stands for the default, which needs
// no file.
func File[S, T any](name, doc, standard string, parse func(data []byte) (T, error), field func(*S) *FileOf[T]) Option {
	return OrFile(Value(name, doc, []string{standard},
		func(*S, string) error { return nil },
		func(*S) string { return standard }), parse, field)
}

// OrFile returns option o, which takes words, as one that takes either a word or a file; see
// [File]. With a file, the option keeps its default otherwise.
func OrFile[S, T any](o Option, parse func(data []byte) (T, error), field func(*S) *FileOf[T]) Option {
	words, set, text := o.Values, o.set, o.text
	o.Values = append(slices.Clone(words), "a file")
	o.path = func(s any) string { return field(s.(*S)).Path }
	o.set = func(s any, v string) error {
		if slices.Contains(words, v) {
			return set(s, v)
		}
		f, err := ReadFile(v, parse)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("there is no such file: want %s or a file", strings.Join(words, ", "))
			if !strings.ContainsAny(v, "./") {
				return err // it may be a wrong word
			}
		}
		*field(s.(*S)) = f
		return options.FileFault(err)
	}
	o.text = func(s any) string {
		if f := field(s.(*S)); f.Path != "" {
			return f.String()
		}
		return text(s)
	}
	return o
}

// cutDigits splits the value of a file option into the path and the digits of the SHA-256,
// "" without.
func cutDigits(value string) (path, digits string) {
	if at := strings.LastIndexByte(value, '@'); at >= 0 && IsDigits(value[at+1:]) {
		return value[:at], value[at+1:]
	}
	return value, ""
}

// IsDigits reports whether text is the first 8 to 64 hexadecimal digits of a SHA-256.
func IsDigits(text string) bool {
	return len(text) >= 8 && len(text) <= 64 && strings.Trim(text, "0123456789abcdef") == ""
}

// WithFile returns e with an argument that names a file, whose name ends in an extension such as ".safetensors", or one of some
// words instead of it. After a path may stand "@" and the first digits of the file's SHA-256. Argument describes it, and form is what
// an error asks for. Field returns where the settings have the path, or the word, and the digits.
func WithFile[S any](e Entry, argument, form, extension string, words []string, field func(*S) (path, digits *string)) Entry {
	return WithArgument(e, argument, func(s *S, text string) (rest string, err error) {
		name, rest, ok := cutPath(text, extension, words)
		if !ok {
			return "", fmt.Errorf("the file name has to end in %s: want %s", extension, form)
		}
		path, digits := field(s)
		*path = name
		if h, ok := strings.CutPrefix(rest, "@"); ok {
			*digits, rest, ok = strings.Cut(h, ":")
			if !IsDigits(*digits) {
				return "", fmt.Errorf("%q after @: want the first 8 to 64 hexadecimal digits of the file's SHA-256", *digits)
			}
			if ok {
				rest = ":" + rest
			}
		}
		return rest, nil
	}, func(s *S) string {
		path, digits := field(s)
		if *digits != "" {
			return *path + "@" + *digits
		}
		return *path
	})
}

// cutPath splits the text after the name of an agent into one of the words or the path, and the rest,
// which is empty or begins with "@" or a colon. The path ends with the first extension
// that such a rest follows.
func cutPath(text, extension string, words []string) (path, rest string, ok bool) {
	for _, word := range words {
		if rest, ok := strings.CutPrefix(text, word); ok && (rest == "" || rest[0] == ':' || rest[0] == '@') {
			return word, rest, true
		}
	}
	for at := 0; ; {
		i := strings.Index(text[at:], extension)
		if i < 0 {
			return "", "", false
		}
		at += i + len(extension)
		if at == len(text) || text[at] == ':' || text[at] == '@' {
			return text[:at], text[at:], at > len(extension)
		}
	}
}

// maxFile is the maximum size in bytes of the file of an option.
const maxFile = 1 << 30

// ReadFile reads and parses the file of a value of an option of [File]: a path, or a path
// with the digits that the SHA-256 must begin with.
func ReadFile[T any](value string, parse func(data []byte) (T, error)) (f FileOf[T], err error) {
	path, digits := cutDigits(value)
	data, err := safefile.ReadAll(path, maxFile)
	if err != nil {
		return f, err
	}
	sum := sha256.Sum256(data)
	f.Path, f.SHA256 = path, hex.EncodeToString(sum[:])
	if !strings.HasPrefix(f.SHA256, digits) {
		return f, fmt.Errorf("the SHA-256 begins with %s, want %s: it is another file", f.SHA256[:len(digits)], digits)
	}
	f.Value, err = parse(data)
	return f, err
}

// AbsoluteName returns the text that [FileName] gives for the file at a path, with the absolute
// path of the file. It returns the text of a value without a file, whose path is "", as it is.
func AbsoluteName(path, text string) string {
	absolute, err := filepath.Abs(path)
	if path == "" || err != nil {
		return text
	}
	return filepath.Join(filepath.Dir(absolute), text)
}

// braced returns a value as it stands in a spec: in braces if it has colons.
func braced(value string) string {
	if strings.Contains(value, ":") {
		return "{" + value + "}"
	}
	return value
}

// MissingFile is the error of the path of a file that does not exist.
type MissingFile string

// Error returns the text of the error.
func (path MissingFile) Error() string { return "there is no file " + string(path) }

// Is reports whether target is fs.ErrNotExist.
func (path MissingFile) Is(target error) bool { return target == fs.ErrNotExist }

// UnavailableError reports that a file or program which a spec names is missing or at fault. The spec is
// right.
type UnavailableError struct{ Err error }

// Error returns the text of the error.
func (e *UnavailableError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *UnavailableError) Unwrap() error { return e.Err }
