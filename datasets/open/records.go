package open

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"rummygym"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/plaintext"
	"rummygym/internal/safefile"
)

// maxText is the maximum number of bytes of files that are read as a whole.
const maxText = 1 << 28

// Records calls visit with the records of a file, or of standard input if the path is "-". Parse, unless it is
// nil, reads a file of another program. Errors name the file.
func Records(stdin io.Reader, path string, parse func(text []byte) ([]*record.Record, error), visit func(*record.Record, record.Game) error) error {
	in, err := Input(stdin, path)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := records(in, parse, visit); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// records calls visit with the records of an input.
func records(from io.Reader, parse func([]byte) ([]*record.Record, error), visit func(*record.Record, record.Game) error) error {
	in := bufio.NewReader(from)
	start, err := in.Peek(in.Size())
	if err != nil && err != io.EOF {
		return err
	}
	skip, wrong := plaintext.Check(start)
	if wrong != nil {
		return wrong
	}
	_, _ = in.Discard(skip) // they were peeked
	start = bytes.TrimSpace(start[skip:])
	if err == io.EOF && len(start) == 0 {
		return fmt.Errorf("the file is empty: want records of games")
	}
	if parse == nil {
		for r := record.NewReader(in); ; {
			rec, err := r.Next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			g, err := rummygym.RecordGame(&rec.Header)
			if err != nil {
				return fmt.Errorf("line %d: %w", rec.Line(), err)
			}
			if err := visit(rec, g); err != nil {
				return err
			}
		}
	}
	text, err := io.ReadAll(io.LimitReader(in, maxText+1))
	if err == nil && len(text) > maxText {
		err = fmt.Errorf("the text has more than %d bytes", maxText)
	}
	if err != nil {
		return err
	}
	all, err := parse(text)
	if err != nil {
		return err
	}
	for _, rec := range all {
		g, err := rummygym.RecordGame(&rec.Header)
		if err == nil {
			err = visit(rec, g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Input opens a regular file or a FIFO, or standard input for "-".
func Input(stdin io.Reader, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(stdin), nil
	}
	f, err := safefile.OpenStream(path)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// HoldsRecords reports whether there are records at path, which may be "-" for standard input, and
// not a dataset. A FIFO, and a file in an encoding that is refused, are taken for records.
func HoldsRecords(path string) bool {
	if path == "-" || safefile.IsFIFO(path) {
		return true
	}
	start, err := safefile.ReadStart(path, 512)
	if err != nil {
		return false
	}
	skip, err := plaintext.Check(start)
	start = bytes.TrimSpace(start[skip:])
	return err != nil || len(start) > 0 && start[0] == '{'
}

// OneGame returns the record of a game of a dataset or of a file of records, or of standard input if the path is "-",
// by its number from 0. It is checked by the rules if it is of the whole game.
func OneGame(stdin io.Reader, path string, number int64) (found *record.Record, err error) {
	if number < 0 {
		return nil, fmt.Errorf("--episode: %d is not the number of a game: they count from 0", number)
	}
	if !HoldsRecords(path) {
		d, err := datasets.Open(path)
		if err != nil {
			return nil, err
		}
		return Record(d, number)
	}
	done, games := errors.New("found"), int64(0)
	err = Records(stdin, path, nil, func(rec *record.Record, g record.Game) error {
		if games++; games <= number {
			return nil
		}
		if rec.Viewer == game.NoPlayer {
			if err := rec.Play(g, nil); err != nil {
				return err
			}
		}
		found = rec
		return done
	})
	switch {
	case errors.Is(err, done):
		return found, nil
	case err != nil:
		return nil, err
	}
	return nil, fmt.Errorf("%s has no game %d: want 0 to %d", path, number, games-1)
}
