package recipe

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"rummygym/internal/plaintext"
	"rummygym/internal/safefile"
	"rummygym/options"
)

// maxSettings is the maximum number of bytes of a file of --config.
const maxSettings = 1 << 20

// readSettings sets the flags that the file of --config has and the command line has not. The
// file is YAML, of which JSON is a part: an object of flags, or the config.json of a run.
func (f *training) readSettings() error {
	if f.settings == "" {
		return nil
	}
	if f.resume != "" {
		return fmt.Errorf("--config %s: a resumed run keeps the flags it was started with: remove --config or --resume", f.settings)
	}
	text, err := safefile.ReadStream(f.settings, maxSettings)
	if err != nil {
		return fmt.Errorf("--config: %w", err)
	}
	file, err := parseSettings(text)
	if err != nil {
		return options.FileFault(fmt.Errorf("--config: %s: %w", f.settings, err))
	}
	if file.Kind == 0 { // an empty file
		return nil
	}
	flags, err := f.flagsOf(file.Content[0])
	if err != nil {
		return fmt.Errorf("--config: %s: %w", f.settings, err)
	}
	for i := 0; i+1 < len(flags.Content); i += 2 {
		key, value := flags.Content[i], flags.Content[i+1]
		if err := f.setFromFile(key, value); err != nil {
			return fmt.Errorf("--config: %s: line %d: %w", f.settings, key.Line, err)
		}
	}
	if err := f.list.Check(); err != nil {
		return fmt.Errorf("--config: %s: %w", f.settings, err)
	}
	return nil
}

// parseSettings returns the only document of a file.
func parseSettings(text []byte) (*yaml.Node, error) {
	if _, err := plaintext.Check(text); err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		if !utf8.Valid(line) {
			return nil, fmt.Errorf("%.60q is not UTF-8 text: want YAML or JSON", line)
		}
	}
	file, more := new(yaml.Node), new(yaml.Node)
	d := yaml.NewDecoder(bytes.NewReader(text))
	err := d.Decode(file)
	if err == nil {
		if err = d.Decode(more); err == nil {
			return nil, fmt.Errorf("line %d: a second document begins: want one only", more.Line)
		}
	}
	if err != io.EOF {
		return nil, fmt.Errorf("want YAML or JSON: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	return file, checkRepeated(file)
}

// checkRepeated returns an error for the first key of an object that is there twice.
func checkRepeated(n *yaml.Node) error {
	seen := map[string]bool{}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			if seen[c.Value] {
				return fmt.Errorf("line %d: %q is there twice", c.Line, c.Value)
			}
			seen[c.Value] = true
		}
		if err := checkRepeated(c); err != nil {
			return err
		}
	}
	return nil
}

// flagsOf returns the object of flags of a file: the whole, or that of a run's configuration.
func (f *training) flagsOf(file *yaml.Node) (*yaml.Node, error) {
	if file.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("line %d: want an object of flags, such as \"seed: 2\"", file.Line)
	}
	flags := file
	for i := 0; i+1 < len(file.Content); i += 2 {
		switch key, value := file.Content[i], file.Content[i+1]; key.Value {
		case "command":
			if value.Value != f.command {
				return nil, fmt.Errorf("line %d: it is the configuration of %q, not of %q", value.Line, value.Value, f.command)
			}
		case "flags":
			if value.Kind != yaml.MappingNode {
				return nil, fmt.Errorf("line %d: \"flags\": want an object", value.Line)
			}
			flags = value
		}
	}
	if flags == file {
		return file, nil
	}
	for i := 0; i < len(file.Content); i += 2 {
		if key := file.Content[i]; !slices.Contains([]string{"command", "flags", "version", "env", "digest"}, key.Value) {
			return nil, fmt.Errorf("line %d: %q beside \"flags\": put the flags into one object", key.Line, key.Value)
		}
	}
	return flags, nil
}

// setFromFile sets a flag to the value of a file. A value other than the default counts as given
// on the command line.
func (f *training) setFromFile(key, value *yaml.Node) error {
	o := f.find(key.Value)
	if o == nil || o.Name == "config" || o.Name == "resume" {
		return fmt.Errorf("%q is not a setting of %q: see --help", key.Value, f.command)
	}
	if o.Given {
		return nil
	}
	if err := setNode(o, key.Value, value); err != nil {
		return err
	}
	o.Given = o.String() != o.Default
	return nil
}

// setNode sets an option, which a file calls name, to a value of the file. It does not make it given.
func setNode(o *options.Option, name string, value *yaml.Node) error {
	const want = "want a text, a number, true or false, or a list of them"
	_, list := o.Value.(options.Slice)
	var err error
	switch value.Kind {
	case yaml.ScalarNode:
		if value.Tag == "!!null" && list { // as an empty list stands in config.json
			err = o.Restore(nil)
			break
		}
		if value.Tag == "!!null" {
			return fmt.Errorf("%s: it has no value: %s", name, want)
		}
		if err := o.Value.Set(value.Value); err != nil {
			return o.Refused(name, value.Value, err)
		}
	case yaml.SequenceNode:
		values := make([]string, len(value.Content))
		for i, v := range value.Content {
			if v.Kind != yaml.ScalarNode || v.Tag == "!!null" {
				return fmt.Errorf("%s: item %d: want a text or a number", name, i+1)
			}
			values[i] = v.Value
		}
		err = o.Restore(values)
	default:
		return fmt.Errorf("%s: %s", name, want)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
