package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/card"
	"rummygym/internal/catalog"
	"rummygym/internal/features/facts"
	"rummygym/internal/options"
	"rummygym/internal/plaintext"
)

// solved is a checked hand of one of the games.
type solved interface {
	answer() any                 // returns the answer, to be encoded as JSON
	writeText(w io.Writer) error // writes the answer as readable text
}

// solveFlags holds the flags of solve.
type solveFlags struct {
	game           cli.Game
	format         cli.Format
	gone           string `option:"gone" doc:"Indian Rummy: cards that cannot be drawn any more, separated by spaces or commas"`
	wild           string "option:\"wild\" doc:\"Indian Rummy: wild `RANK`, for example 7 or K; or the card turned up, for example 9D or JK (aces wild), which then counts as gone\""
	packs, printed int
	knocker        string `option:"knocker" doc:"Gin Rummy: melds to lay off on, separated by /; their cards are separated by spaces or commas"`
}

// gameFlags lists, for each game, the flags that describe a hand on the command line. In
// JSON input they are fields of the object.
var gameFlags = map[string][]string{
	catalog.Indian.Name: {"wild", "gone", "decks", "printed"},
	catalog.Gin.Name:    {"knocker"},
}

// NewSolveCommand returns the command solve.
func NewSolveCommand() *cobra.Command {
	f := solveFlags{format: cli.Format{Allowed: []string{"text", "json"}}}
	cmd := &cobra.Command{
		Use:   "solve [--game GAME] [CARD...]",
		Args:  cobra.ArbitraryArgs,
		Short: "Analyse hands: melds, deadwood, distance, best draws and discards",
		Long: `solve computes exactly, for a hand of Indian Rummy, the best melds, MinScore and the distance to a
declaration, and for a hand of Gin Rummy the best melds, the deadwood after each discard, and lay-offs on
the melds of a knocker. Without cards it reads hands as JSON, one object per line, and writes one answer
per line in the same order; docs/cli.md lists the fields.`,
		Example: `  rummygym solve --wild 9D --gone "TS KH" 4H 5H 6H JK 2C 2D 9C 9S KC KD KS QS 3D
  rummygym solve --game gin < hands.jsonl > answers.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.packs = facts.DefaultPacks
	f.printed = facts.DefaultPrinted
	cli.AddOptions(cmd,
		options.New(&f.packs, "decks", "Indian Rummy: number of packs of 52 cards in the deck, 1 to 3"),
		options.New(&f.printed, "printed", "Indian Rummy: number of printed jokers in the whole deck"),
	)
	cli.Options(cmd, &f)
	return cmd
}

// run solves the hand on the command line, or the hands on standard input.
func (f *solveFlags) run(cmd *cobra.Command, args []string) error {
	g := f.game.GameType()
	if gameFlags[g.Name] == nil {
		return fmt.Errorf("solve does not support hands of %s", g.Title)
	}
	for _, o := range catalog.Games() {
		for _, name := range gameFlags[o.Name] {
			switch {
			case !cmd.Flags().Changed(name):
			case o != g:
				return fmt.Errorf("--%s is for hands of %s, and the game is %s (--game %s)", name, o.Title, g.Title, g.Name)
			case len(args) == 0:
				return fmt.Errorf("--%s is for a hand on the command line: give the cards of the hand too, as in \"%s\"", name, example(g))
			}
		}
	}
	if len(args) > 0 {
		h, err := f.hand(g, args)
		if err != nil {
			return cli.Usage(err)
		}
		if f.format.Value() == "json" {
			return json.NewEncoder(cmd.OutOrStdout()).Encode(h.answer())
		}
		return h.writeText(f.format.Output(cmd))
	}
	if f.format.Chosen == "text" {
		return errors.New("--format text is for a hand on the command line: hands on standard input are answered in json")
	}
	if in, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		return fmt.Errorf(`no hand: give cards, as in "%s", or lines of JSON on standard input ("rummygym solve --help" describes them)`, example(g))
	}
	parse := parseIndianLine
	if g == catalog.Gin {
		parse = parseGinLine
	}
	solve := func(line []byte) (any, error) {
		h, err := parse(line)
		if err != nil {
			return nil, err
		}
		return h.answer(), nil
	}
	bad := func(err error) {
		fmt.Fprintln(cmd.ErrOrStderr(), "rummygym: solve:", plaintext.Brief(err.Error()))
	}
	return facts.Stream(cmd.Context(), solve, cmd.InOrStdin(), cmd.OutOrStdout(), bad, runtime.GOMAXPROCS(0))
}

// example returns an example of a command line that solves a hand of a game.
func example(g *catalog.GameType) string {
	if g == catalog.Gin {
		return "rummygym solve --game gin AS 2S 3S ..."
	}
	return "rummygym solve --wild 7 AS 2S 3S ..."
}

// hand returns the hand given on the command line: that of the JSON object that says the same.
func (f *solveFlags) hand(g *catalog.GameType, args []string) (solved, error) {
	lists := func(flag, text string) (cards []card.Card, err error) {
		if cards, err = card.ParseAll(text); err != nil {
			err = fmt.Errorf("%s%w", flag, err)
		}
		return cards, err
	}
	cards, err := lists("", strings.Join(args, " "))
	if err != nil {
		return nil, err
	}
	object := map[string]any{"cards": cards}
	parse := parseIndianLine
	if g == catalog.Gin {
		parse = parseGinLine
		var melds [][]card.Card
		if f.knocker != "" {
			for i, text := range strings.Split(f.knocker, "/") {
				m, err := lists(fmt.Sprintf("--knocker, meld %d: ", i+1), text)
				if err != nil {
					return nil, err
				}
				melds = append(melds, m)
			}
		}
		object["knocker"] = melds
	} else {
		if object["gone"], err = lists("--gone: ", f.gone); err != nil {
			return nil, err
		}
		if f.wild == "" {
			return nil, errors.New("--wild is missing: give the wild rank, such as --wild 7, or the card turned up, such as --wild 9D")
		}
		object["wild"], object["decks"], object["printed"] = f.wild, f.packs, f.printed
	}
	line, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	h, err := parse(line)
	if err != nil {
		err = errors.New(strings.Replace(err.Error(), `field "wild"`, "--wild", 1))
	}
	return h, err
}

// parseIndianLine parses a hand of Indian Rummy.
func parseIndianLine(line []byte) (solved, error) {
	h, err := facts.ParseIndianHand(line)
	return indianHand{h}, err
}

// parseGinLine parses a hand of Gin Rummy.
func parseGinLine(line []byte) (solved, error) {
	h, err := facts.ParseGinHand(line)
	return ginHand{h}, err
}
