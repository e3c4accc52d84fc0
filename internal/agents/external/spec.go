package external

import (
	"fmt"
	"strings"
	"time"

	"rummygym/internal/agents/spec"
)

// Name is the first word of the specs of outside programs.
const Name = "exec"

// Spec holds the settings of an outside program.
type Spec struct {
	Command string        // words separated by spaces, with quotes
	Move    time.Duration // limit of one answer, from the question on
	Start   time.Duration // limit of the answer to hello
	Think   time.Duration // limit of all answers of a game together; 0 is none
	Retries int           // number of answers of a decision that may be refused before the game is lost
	Log     string        // file for standard error; "" is a temporary one
}

// maxRetries is the maximum of the option retries.
const maxRetries = 100

// entry describes the specs of outside programs.
func entry() spec.Entry {
	return spec.WithArgument(
		spec.Describe("", Name, "plays by an outside program, see docs/protocol.md", Spec{Move: 10 * time.Second, Start: 30 * time.Second},
			limit("move", "time for one answer, with retries", "", func(s *Spec) *time.Duration { return &s.Move }),
			limit("start", "time for the answer to hello", "", func(s *Spec) *time.Duration { return &s.Start }),
			limit("think", "time for all answers of a game together", "none", func(s *Spec) *time.Duration { return &s.Think }),
			spec.Whole("retries", "number of times that an invalid answer is refused, with the reason, and asked for again", 0, maxRetries, func(s *Spec) *int { return &s.Retries }),
			spec.Value("log", "file to which standard error is appended, 1 MiB at most; without it a temporary file", []string{"a file"},
				func(s *Spec, v string) error { s.Log = v; return nil },
				func(*Spec) string { return "" })), // not part of the name: it does not change the games
		"COMMAND", func(s *Spec, text string) (rest string, err error) {
			if s.Command, rest, err = cutCommand(text); err != nil {
				return "", err
			}
			if _, err := words(s.Command); err != nil {
				return "", err
			}
			return rest, nil
		}, func(s *Spec) string {
			if strings.ContainsAny(s.Command, ":{}") {
				return "{" + s.Command + "}"
			}
			return s.Command
		})
}

// limit returns an option that takes a duration, or the word zero if there is one.
func limit(name, doc, zero string, field func(*Spec) *time.Duration) spec.Option {
	values := []string{"1ms..24h"}
	if zero != "" {
		values = append([]string{zero}, values...)
	}
	return spec.Value(name, doc, values,
		func(s *Spec, v string) error {
			if zero != "" && v == zero {
				*field(s) = 0
				return nil
			}
			d, err := time.ParseDuration(v)
			if err != nil || d < time.Millisecond || d > 24*time.Hour {
				return fmt.Errorf("want %s, such as 500ms or 2s", strings.Join(values, " or "))
			}
			*field(s) = d
			return nil
		},
		func(s *Spec) string {
			if *field(s) == 0 {
				return zero
			}
			return field(s).String()
		})
}

// Is reports whether a spec names an outside program. The rest of it may be invalid.
func Is(text string) bool { return spec.Entry{Name: Name}.Is(text) }

// Parse parses a spec, such as "exec:./bot" or "exec:{python bot.py}:move=2s:think=1m". The
// command has no colons, or stands in braces. The settings are a Spec.
func Parse(text string) (spec.Spec, error) { return entry().Parse(text) }

// cutCommand returns the command at the beginning of the text, without its braces, and the
// rest, which is empty or begins with a colon.
func cutCommand(text string) (command, rest string, err error) {
	command, rest, ok := spec.CutWord(text)
	inner, braced := strings.CutPrefix(command, "{")
	if braced {
		command, braced = strings.CutSuffix(inner, "}")
	}
	if !ok || strings.HasPrefix(text, "{") != braced {
		return "", "", fmt.Errorf("the braces do not match: want exec:{COMMAND} or exec:COMMAND")
	}
	return command, rest, nil
}

// words splits a command at spaces. Text in single or double quotes is one word.
func words(command string) (list []string, err error) {
	var word strings.Builder
	begun, quote := false, rune(0)
	for _, c := range command {
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if begun {
				list = append(list, word.String())
				word.Reset()
			}
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if begun {
		list = append(list, word.String())
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("the command %q has an unclosed quote", command)
	case len(list) == 0 || list[0] == "":
		return nil, fmt.Errorf("the command is empty: want the program and its arguments, such as exec:{python bot.py}")
	case strings.ContainsRune(command, 0):
		return nil, fmt.Errorf("the command %q has a zero byte", command)
	}
	return list, nil
}
