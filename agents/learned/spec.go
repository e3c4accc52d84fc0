package learned

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"rummygym/agents/network"
)

// Prefix is what specs of learned agents begin with.
const Prefix = "learned:"

// The forms of a spec.
const (
	extension = ".safetensors"
	hashSize  = 12 // hexadecimal digits of a file's SHA-256 in names
	form      = "learned:FILE" + extension + "[:temperature=T][:head=HEAD], or learned:" + Standard + " for the built-in network"
)

// Standard stands in place of a file for the network that is built in: the strongest
// player of Indian Rummy that the gym has. STANDARD.md beside it says where it comes from.
const Standard = "standard"

// Spec is a spec of a learned agent, taken apart.
type Spec struct {
	Path        string  // of the file, or Standard
	Hash        string  // first digits of the file's SHA-256, "" if not given
	Temperature float64 // of the play, or negative: as the file has it
	Head        string  // by which a network of afterstates plays, "" for its first
}

// Is reports whether a spec is one of a learned agent, right or wrong.
func Is(spec string) bool { return spec == "learned" || strings.HasPrefix(spec, Prefix) }

var hashForm = regexp.MustCompile(`^[0-9a-f]{8,64}$`)

// Parse reads a spec: "learned:FILE.safetensors" or "learned:standard", then "@" and the first digits of
// the file's SHA-256 if it is to be that file and no other, then ":temperature=T"
// if the play is to be another than the file says: 0 takes the best action; and for a
// network of afterstates ":head=gain" or ":head=win", if it is not to play by the first
// of them that it has.
func Parse(spec string) (Spec, error) {
	text, ok := strings.CutPrefix(spec, Prefix)
	if !ok {
		return Spec{}, fmt.Errorf("agent %q: want %s", spec, form)
	}
	s := Spec{Temperature: -1}
	head, rest, ok := cutPath(text)
	if !ok {
		return Spec{}, fmt.Errorf("agent %q: the file has to end in %s: want %s", spec, extension, form)
	}
	s.Path = head
	if h, ok := strings.CutPrefix(rest, "@"); ok {
		s.Hash, rest, ok = strings.Cut(h, ":")
		if !hashForm.MatchString(s.Hash) {
			return Spec{}, fmt.Errorf("agent %q: %q after @: want 8 to 64 hexadecimal digits, the first of the file's SHA-256", spec, s.Hash)
		}
		if !ok {
			return s, nil
		}
	} else if rest == "" {
		return s, nil
	} else {
		rest = rest[1:] // the colon
	}
	for i, word := range strings.Split(rest, ":") {
		name, value, _ := strings.Cut(word, "=")
		if name != "temperature" && name != "head" {
			return Spec{}, fmt.Errorf("agent %q: option %d: learned has no option %q; options: temperature, head", spec, i+1, name)
		}
		if s.Temperature >= 0 && name == "temperature" || s.Head != "" && name == "head" {
			return Spec{}, fmt.Errorf("agent %q: option %d: %q was given before, want it once", spec, i+1, name)
		}
		if name == "head" {
			if value != network.Gain && value != network.Win {
				return Spec{}, fmt.Errorf("agent %q: option %d: head=%q: want %s or %s", spec, i+1, value, network.Gain, network.Win)
			}
			s.Head = value
			continue
		}
		t, err := strconv.ParseFloat(value, 64)
		if err != nil || !(t >= 0) || math.IsInf(t, 0) {
			return Spec{}, fmt.Errorf("agent %q: option %d: temperature=%q: want 0, which takes the best action, or a number above", spec, i+1, value)
		}
		s.Temperature = math.Abs(t) // of -0
	}
	return s, nil
}

// cutPath parts the text after [Prefix] into [Standard] or the path, up to the first extension at
// the end of a word, and what follows: nothing, or what begins with @ or a colon.
func cutPath(text string) (path, rest string, ok bool) {
	if rest, ok := strings.CutPrefix(text, Standard); ok && (rest == "" || rest[0] == ':' || rest[0] == '@') {
		return Standard, rest, true
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
