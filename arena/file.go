package arena

import (
	"fmt"
	"os"

	"rummygym/internal/safefile"
)

// WriteFile writes the played games to a file, as [WriteGames] does. The write is atomic,
// also in a crash: it writes a temporary file, syncs it and renames it.
func WriteFile(path string, res *Result) error {
	if err := safefile.Replace(path, func(f *os.File) error { return WriteGames(f, res) }); err != nil {
		return fmt.Errorf("arena: %w", err)
	}
	return nil
}

// ReadFile reads a file that [WriteFile] wrote.
func ReadFile(path string) (*Result, error) { return readFile(path, nil, nil) }

// ResumeFrom sets Resume to the games in a file that [WriteFile] wrote, which must be of the
// same tournament. It needs little memory to refuse any other file.
func (c *Config) ResumeFrom(path string) (err error) {
	s := c.setup()
	c.Resume, err = readFile(path, func(o *Setup) error { return o.Same(&s) }, nil)
	return err
}

// readFile reads a file. Unless they are nil, accept refuses its setup and then take its games.
func readFile(path string, accept func(*Setup) error, take func(*Result) error) (*Result, error) {
	data, err := safefile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("arena: %w", err)
	}
	res, err := parseGames(data, accept)
	if err == nil && take != nil {
		err = take(res)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return res, nil
}
