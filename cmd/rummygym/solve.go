package main

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

	"rummygym/cmd/internal/catalog"
	"rummygym/env/card"
)

// solved is a hand of one of the games, checked, which can be solved.
type solved interface {
	answer() any                 // as JSON
	writeText(w io.Writer) error // for reading
}

// solveFlags are the flags of solve.
type solveFlags struct {
	game           gameFlag
	format         formatFlag
	wild, gone     string
	packs, printed int
	knocker        string
}

// solveGameFlags names the flags about a hand of each game, which stand in the
// lines of JSON else.
var solveGameFlags = map[string][]string{
	catalog.Indian.Name: {"wild", "gone", "decks", "printed"},
	catalog.Gin.Name:    {"knocker"},
}

// newSolveCommand returns the command that solves hands.
func newSolveCommand() *cobra.Command {
	f := solveFlags{format: formatFlag{allowed: []string{"text", "json"}}}
	cmd := &cobra.Command{
		Use:   "solve [--game GAME] [CARD...]",
		Short: "Solve hands: the best melds, what they leave, what is missing, which draws and discards help",
		Long: `solve answers exactly what a hand is worth: of Indian Rummy, 1 to 14 cards, also how
far it is from a declaration; with --game gin of Gin Rummy, 1 to 11 cards, what is
left after each discard, and what can be laid off on a knocker's melds.

With cards on the command line it explains one hand. Without, it reads hands from
standard input, one JSON object a line, and writes one JSON object a line, in
order. Of Indian Rummy:

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

Of Gin Rummy:

  {"cards":["8C","7D",...],"knocker":[["AS","2S","3S"]]}
  {"melds":3,"deadwood":29,"best_sets":1,"best":[["8C","8H","8D"],...],
   "unmelded":["5C",...],"after_discard":[45,22,...],"greedy":{...},"joint":{...}}

  cards      the hand
  knocker    melds to lay off on, in the order declared; none where absent

  melds      number of melds that the hand holds
  deadwood   least points outside melds
  best_sets  number of arrangements that leave so little, and best the first:
             fewest melds, then runs by suit (clubs, hearts, spades, diamonds),
             start and length, then sets by rank
  unmelded   the cards outside it
  after_discard      deadwood after discarding each card, in the order of cards;
             only for hands of 11
  greedy     with a knocker: melds, cards laid off and what is left, of the best
             arrangement with greedy lay-offs (preset eaai), and
  joint      of the melds and lay-offs that together leave least

Fields that are not listed are ignored, answers included, and empty lines are
passed over. A bad line is reported on standard error with its number and what is
wrong with it, and is left out of the answers; all other lines are answered, and
the exit status is 1.`,
		Example: `  rummygym solve --wild 7 3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD
  rummygym solve --wild 4 --decks 2 AH 2H 3H 4H AH 2H 3H 4H 4D QH KH 5H JK
  rummygym solve --wild 9D --gone "TS KH" 4H 5H 6H JK 2C 2D 9C 9S KC KD KS QS 3D
  rummygym solve < hands.jsonl > answers.jsonl
  rummygym solve --game gin 8C 7D 9C 9H 8D 5C 9D 5H 6H 6S 8H
  rummygym solve --game gin --knocker "4S 5S 6S/KC KD KH" 7S 8S KS 2D 3D 4D 9H 9C AC AD
  rummygym solve --game gin < gin-hands.jsonl > answers.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	f.game.register(flags)
	flags.StringVar(&f.wild, "wild", "", "Indian Rummy: wild rank, such as 7 or K; or the card turned up, such as 9D or JK (aces wild), which is then gone too")
	flags.StringVar(&f.gone, "gone", "", "Indian Rummy: cards that cannot come any more, parted by spaces or commas")
	flags.IntVar(&f.packs, "decks", solvePacks, "Indian Rummy: packs of 52 cards in the deck, 1 to 3")
	flags.IntVar(&f.printed, "printed", solvePrinted, "Indian Rummy: printed jokers in the whole deck")
	flags.StringVar(&f.knocker, "knocker", "", "Gin Rummy: melds to lay off on, parted by /, their cards by spaces or commas")
	f.format.register(flags)
	return cmd
}

// run solves what the command line asks for.
func (f *solveFlags) run(cmd *cobra.Command, args []string) error {
	g := f.game.rummy()
	for _, o := range catalog.Rummies() {
		for _, name := range solveGameFlags[o.Name] {
			switch {
			case !cmd.Flags().Changed(name):
			case o != g:
				return fmt.Errorf("--%s is for hands of %s: this is %s (--game %s)", name, o.Title, g.Title, g.Name)
			case len(args) == 0:
				return fmt.Errorf("--%s is for a hand on the command line: give its cards too, as in \"%s\"", name, solveExample(g))
			}
		}
	}
	if len(args) > 0 {
		h, err := f.hand(g, args)
		if err != nil {
			return err
		}
		if f.format.value() == "json" {
			return json.NewEncoder(cmd.OutOrStdout()).Encode(h.answer())
		}
		return h.writeText(cmd.OutOrStdout())
	}
	if f.format.chosen == "text" {
		return errors.New("--format text is for a hand on the command line: hands on standard input are answered in json")
	}
	if in, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		return fmt.Errorf(`no hand: give cards, as in "%s", or lines of JSON on standard input ("rummygym solve --help" shows their form)`, solveExample(g))
	}
	parse := parseIndianLine
	if g == catalog.Gin {
		parse = parseGinLine
	}
	return solveStream(cmd.Context(), parse, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), runtime.GOMAXPROCS(0))
}

// solveExample returns a command line that solves a hand.
func solveExample(g *catalog.Rummy) string {
	if g == catalog.Gin {
		return "rummygym solve --game gin AS 2S 3S ..."
	}
	return "rummygym solve --wild 7 AS 2S 3S ..."
}

// hand returns the hand of a command line.
func (f *solveFlags) hand(g *catalog.Rummy, args []string) (solved, error) {
	if g == catalog.Gin {
		return ginArguments(args, f.knocker)
	}
	return solveArguments(args, f.wild, f.gone, f.packs, f.printed)
}

// parseIndianLine is a lineParser.
func parseIndianLine(line []byte) (solved, error) { return parseSolveLine(line) }

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
