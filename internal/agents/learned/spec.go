package learned

import (
	"fmt"
	"math"
	"strconv"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/spec"
)

// Name is the first word of the specs of learned agents.
const Name = "learned"

// The forms of a spec.
const (
	extension = ".safetensors"
	argument  = "FILE" + extension + "|" + Standard
	form      = "learned:FILE" + extension + "[:temperature=T][:head=HEAD], or learned:" + Standard + " for the built-in network"
)

// Standard is the word for the built-in network of a game, in place of a file. The files standard.md,
// standard-seats.md (Indian Rummy of more than two players) and standard-gin.md describe their training
// and their results.
const Standard = "standard"

// Spec holds the settings of a learned agent.
type Spec struct {
	Path        string  // of the file, or Standard
	Hash        string  // first digits of the SHA-256 of the file, "" if not given
	Temperature float64 // 0 takes the best action; negative: the temperature in the file
	Head        string  // head by which a network of the kind "afterstate" plays, "" for its first
}

// Entry describes the learned agents of the named game.
func Entry(of string) spec.Entry {
	e := spec.Describe(of, Name, "plays by a network: the built-in one, or one from a file", Spec{Temperature: -1},
		spec.Value("temperature", "softmax temperature of the choice; 0 takes the best action; the default is in the file", []string{"0", "a positive number"},
			func(s *Spec, v string) error {
				t, err := strconv.ParseFloat(v, 64)
				if err != nil || !(t >= 0) || math.IsInf(t, 0) {
					return fmt.Errorf("want 0, which takes the best action, or a positive number")
				}
				s.Temperature = math.Abs(t) // of -0
				return nil
			},
			func(s *Spec) string {
				if s.Temperature < 0 {
					return ""
				}
				return strconv.FormatFloat(s.Temperature, 'g', -1, 64)
			}),
		spec.Value("head", "what a network of kind afterstate maximises: points gained, or games won; the default is its first head", []string{network.Gain, network.Win},
			func(s *Spec, v string) error {
				if v != network.Gain && v != network.Win {
					return fmt.Errorf("want %s or %s", network.Gain, network.Win)
				}
				s.Head = v
				return nil
			},
			func(s *Spec) string { return s.Head }))
	return spec.WithFile(e, argument, form, extension, []string{Standard}, func(s *Spec) (path, digits *string) { return &s.Path, &s.Hash })
}

// Is reports whether a spec names a learned agent. The rest of it may be invalid.
func Is(text string) bool { return Entry("").Is(text) }

// Parse parses a spec: "learned:FILE.safetensors" or "learned:standard", then optionally
// "@" and the first digits of the SHA-256 that the file must have, then the options of
// [Entry]. Its settings are a Spec.
func Parse(text string) (spec.Spec, error) { return Entry("").Parse(text) }
