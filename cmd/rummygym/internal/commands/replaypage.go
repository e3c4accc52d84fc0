package commands

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rummygym/env/game"
	"rummygym/internal/catalog"
	"rummygym/internal/datasets/open"
	"rummygym/internal/recipe"
	"rummygym/internal/web"
)

// replayPage writes the page of a game: of a file of records, or of a dataset.
type replayPage struct {
	path    string
	episode int64
	seat    game.Player // the viewer, game.NoPlayer for all cards
	out     *recipe.OutFile
}

func (p *replayPage) write(cmd *cobra.Command) error {
	rec, err := open.OneGame(cmd.InOrStdin(), p.path, p.episode)
	if err != nil {
		return err
	}
	why := catalog.Reasons(rec)
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
	t, err := catalog.GameByEnv(rec.Env)
	if err != nil {
		return err
	}
	return writePage(cmd, p.path, p.out, &web.Replay{Title: t.Title, Phrases: &t.Phrases, Record: rec, Why: why})
}

// writePage writes the page of a game that was read from a path to a file, or to standard output if its name is -.
func writePage(cmd *cobra.Command, path string, out *recipe.OutFile, r *web.Replay) error {
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
