package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"rummygym/env/card"
)

// newSolveCommand returns the command that solves hands.
func newSolveCommand() *cobra.Command {
	var wild, gone string
	var packs, printed int
	format := formatFlag{allowed: []string{"text", "json"}}
	cmd := &cobra.Command{
		Use:   "solve [--wild RANK CARD...]",
		Short: "Solve hands: the best grouping, MinScore, MinDist, what is missing and which draws help",
		Long: `solve answers exactly what a hand of 1 to 14 cards is worth and how far it is
from a declaration.

With cards on the command line it explains one hand. Without, it reads hands from
standard input, one JSON object a line, and writes one JSON object a line, in
order:

  {"cards":["AS","TD",...],"wild":"7","decks":1,"printed":2,"gone":["7C"]}
  {"minscore":35,"minscore_uncapped":35,"mindist":1,"mindist_avail":1,
   "groups":[["AS","2S","3S"],...],"deadwood":["TD",...]}

  cards      the hand; of 14 cards the best 13 count
  wild       the wild rank
  decks      packs of 52 cards in the deck, 1 to 3; 1 where absent
  printed    printed jokers in the whole deck; 2 where absent
  gone       every card that cannot come any more, the turned wildcard among
             them; none where absent. Only mindist_avail depends on it.

  minscore   points outside the melds of the best grouping, at most 80
  minscore_uncapped  the same without that limit
  mindist    cards to replace until the hand is a valid declaration
  mindist_avail      the same with the cards that can still come; 99 if no
             declaration can be reached with them
  groups     the melds of the best grouping, and deadwood the cards outside
  freed      the card in neither; only for hands of 14

Fields that are not listed are ignored, answers included, and empty lines are
passed over. A bad line is reported on standard error with its number and what is
wrong with it, and is left out of the answers; all other lines are answered, and
the exit status is 1.`,
		Example: `  rummygym solve --wild 7 3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD
  rummygym solve --wild 4 --decks 2 AH 2H 3H 4H AH 2H 3H 4H 4D QH KH 5H JK
  rummygym solve --wild 9D --gone "TS KH" 4H 5H 6H JK 2C 2D 9C 9S KC KD KS QS 3D
  rummygym solve < hands.jsonl > answers.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				h, err := solveArguments(args, wild, gone, packs, printed)
				if err != nil {
					return err
				}
				if format.value() == "json" {
					return json.NewEncoder(cmd.OutOrStdout()).Encode(h.answer())
				}
				return h.writeText(cmd.OutOrStdout())
			}
			for _, name := range []string{"wild", "gone", "decks", "printed"} {
				if cmd.Flags().Changed(name) {
					return fmt.Errorf("--%s is for a hand on the command line: give its cards too, as in \"rummygym solve --wild 7 AS 2S 3S ...\"", name)
				}
			}
			if format.chosen == "text" {
				return errors.New("--format text is for a hand on the command line: hands on standard input are answered in json")
			}
			if f, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
				return errors.New(`no hand: give cards, as in "rummygym solve --wild 7 AS 2S 3S ...", or lines of JSON on standard input ("rummygym solve --help" shows their form)`)
			}
			return solveStream(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), runtime.GOMAXPROCS(0))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&wild, "wild", "", "wild rank, such as 7 or K; or the card turned up, such as 9D or JK (aces wild), which is then gone too")
	flags.StringVar(&gone, "gone", "", "cards that cannot come any more, parted by spaces or commas")
	flags.IntVar(&packs, "decks", solvePacks, "packs of 52 cards in the deck, 1 to 3")
	flags.IntVar(&printed, "printed", solvePrinted, "printed jokers in the whole deck")
	format.register(flags)
	return cmd
}

// solveArguments returns the hand of a command line.
func solveArguments(args []string, wild, gone string, packs, printed int) (solveHand, error) {
	cards, err := card.ParseAll(strings.Join(args, " "))
	if err != nil {
		return solveHand{}, err
	}
	out, err := card.ParseAll(gone)
	if err != nil {
		return solveHand{}, fmt.Errorf("--gone: %w", err)
	}
	if wild == "" {
		return solveHand{}, errors.New("--wild is missing: give the wild rank, such as --wild 7, or the card turned up, such as --wild 9D")
	}
	rank, err := card.ParseRank(wild)
	if err != nil {
		turned, err := card.Parse(wild)
		if err != nil {
			return solveHand{}, fmt.Errorf("--wild: %q is neither a rank (A 2-9 T J Q K) nor a card as in TD or JK", wild)
		}
		rank, out = wildOf(turned), append(out, turned)
	}
	return newSolveHand(cards, rank, packs, printed, out)
}

// wildOf returns the wild rank that a card turned up makes: its own, or aces
// for a printed joker (paper 002).
func wildOf(turned card.Card) card.Rank {
	if turned == card.Joker {
		return card.Ace
	}
	return turned.Rank()
}
