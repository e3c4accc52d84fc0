package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/datasets/open"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/plaintext"
	"rummygym/internal/safefile"
	"rummygym/web"
)

// replayPage writes the page of a game: of a file of records, or of a dataset.
type replayPage struct {
	path    string
	episode int64
	seat    game.Player // the viewer, game.NoPlayer for all cards
	out     *cli.OutFile
}

func (p *replayPage) write(cmd *cobra.Command) error {
	rec, err := oneGame(cmd, p.path, p.episode)
	if err != nil {
		return err
	}
	if p.seat != game.NoPlayer {
		switch n := len(rec.Seats); {
		case int(p.seat) >= n:
			return fmt.Errorf("--seat: %d is not a seat of the game: want 0 to %d", p.seat, n-1)
		case rec.Viewer == game.NoPlayer:
			rec = rec.View(p.seat)
		case rec.Viewer != p.seat:
			return fmt.Errorf("--seat: the record holds what seat %d saw, not seat %d: leave the flag out", rec.Viewer, p.seat)
		}
	}
	t, err := rummygym.GameByEnv(rec.Env)
	if err != nil {
		return err
	}
	return writePage(cmd, p.path, p.out, &web.Replay{Title: t.Title, Passes: t.Phrases.Passes, Record: rec})
}

// writePage writes the page of a game that was read from a path to a file, or to standard output if its name is -.
func writePage(cmd *cobra.Command, path string, out *cli.OutFile, r *web.Replay) error {
	page, err := r.HTML()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if out.Path == "-" {
		_, err := cmd.OutOrStdout().Write(page)
		return err
	}
	return out.Write(func(w io.Writer) error {
		_, err := w.Write(page)
		return err
	})
}

// holdsRecords reports whether there are records at path, which may be "-" for standard input, and
// not a dataset. A FIFO, and text in a form that is refused, are taken for records.
func holdsRecords(path string) bool {
	if path == "-" || safefile.IsFIFO(path) {
		return true
	}
	start, err := safefile.ReadStart(path, 512)
	if err != nil {
		return false
	}
	skip, err := plaintext.Check(start)
	start = bytes.TrimSpace(start[skip:])
	return err != nil || len(start) > 0 && (start[0] == '{' || start[0] == '[')
}

// oneGame returns the record of a game of a dataset or of a file of records, by its number from 0. It is checked
// by the rules if it is of the whole game.
func oneGame(cmd *cobra.Command, path string, number int64) (found *record.Record, err error) {
	if number < 0 {
		return nil, fmt.Errorf("--episode: %d is not the number of a game: they count from 0", number)
	}
	if !holdsRecords(path) {
		d, err := datasets.Open(path)
		if err != nil {
			return nil, err
		}
		return open.Record(d, number)
	}
	done, games := errors.New("found"), int64(0)
	err = eachRecord(cmd, path, "", func(rec *record.Record, g record.Game) error {
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
