package terminal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"rummygym/env/card"
	"rummygym/env/record"
	"rummygym/internal/features/text"
	"rummygym/internal/options"
	"rummygym/internal/session"
)

// plain plays by lines.
type plain struct {
	session *session.Session
	games   int // number of games; 0: until the person quits
	assist  assist
	by      sorting // of the hand
	out     io.Writer

	words  record.Words
	writer *text.Writer
	err    error // of writing
}

// textWidth is the number of columns of the rules in words.
const textWidth = 80

// errQuit ends a session that the person quits.
var errQuit = errors.New("quit")

func (p *plain) print(format string, args ...any) {
	if _, err := fmt.Fprintf(p.out, format, args...); p.err == nil {
		p.err = err
	}
}

// play plays games until the last of them ends, the lines end, the person quits or ctx is done.
func (p *plain) play(ctx context.Context, lines <-chan string) error {
	if err := p.begin(); err != nil {
		return err
	}
	if p.session.Instruction() != nil {
		p.print("%s.\nType a move (take, discard 9C) or its number, skip for the next lesson, help or quit.\n9C is the nine of clubs, TD the ten of diamonds, JK a joker.\n", title(p.session))
	} else {
		p.print("%s against %s. Type help for the commands.\n", title(p.session), opponents(p.session, &p.words))
	}
	p.say(p.session.Events())
	for {
		err := p.game(ctx, lines)
		if err == nil {
			err = p.result()
		}
		if err == nil && p.games > 0 && len(p.session.Results()) >= p.games {
			return p.err
		}
		if err == nil {
			p.print("The next game? Press enter, or type quit.\n")
			if err = p.wait(ctx, lines); err == nil && p.session.Over() {
				err = p.saved(p.session.Next())
				err = errors.Join(err, p.begin())
				p.print("\n%s\n", title(p.session))
				p.say(p.session.Events())
			}
		}
		if errors.Is(err, errQuit) {
			return p.err
		}
		if err = errors.Join(err, p.err); err != nil {
			return err
		}
	}
}

// saved reports a game that was not saved, and returns other errors.
func (p *plain) saved(err error) error {
	var unsaved *session.UnsavedError
	if errors.As(err, &unsaved) {
		p.print("Attention: %v.\n", err)
		return nil
	}
	return err
}

// say prints what happened.
func (p *plain) say(events []record.Event) {
	for _, line := range p.words.Events(events) {
		p.print("%s.\n", line)
	}
}

// game plays to the end of the game in progress.
func (p *plain) game(ctx context.Context, lines <-chan string) error {
	s := p.session
	var seen []record.Event
	for {
		for !s.Over() && !s.Turn() {
			events, err := s.Advance()
			if err := p.saved(err); err != nil {
				p.say(seen)
				return err
			}
			seen = append(seen, events...)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		p.say(seen)
		told := s.Instruction()
		if told != nil {
			p.teach(told)
		}
		if s.Over() {
			return nil
		}
		if told == nil || !told.Wrong {
			p.table()
		}
		choice, err := p.ask(ctx, lines)
		if err != nil {
			return err
		}
		if choice == nil { // a move was taken back
			seen = nil
			continue
		}
		if p.assist == helpLearn {
			missed, err := s.Missed(choice.Action)
			if err != nil {
				return err
			}
			if missed != nil {
				p.print("%s\n", strings.Join(lesson(missed, s.Choices(), &p.words), "\n"))
			}
		}
		seen, err = s.Apply(choice.Action)
		if _, ok := errors.AsType[*session.WrongChoice](err); ok {
			continue
		}
		if err := p.saved(err); err != nil {
			return err
		}
	}
}

// table prints what the person sees before a move.
func (p *plain) table() {
	o := p.session.Observe(p.session.Seat())
	m := &text.Moment{Obs: o, Events: p.session.Events()}
	if p.assist == helpNone {
		p.print("\n%s", p.writer.AppendSeen(nil, m, p.hand()))
		return
	}
	p.print("\n%s", p.writer.AppendTable(nil, m, p.hand()))
}

// hand returns the person's hand in the groups in which it is sorted.
func (p *plain) hand() (groups [][]card.Card) {
	x := sceneOf(p.session, &p.words)
	for _, g := range x.hands[0].groups(order{by: p.by}) {
		groups = append(groups, g.cards)
	}
	return groups
}

// sort sorts the hand in the way that a word names, or in the next one, and prints it.
func (p *plain) sort(word string) {
	sorts := []string{byMelds: "melds", bySuit: "suit", byRank: "rank"}
	word = strings.TrimPrefix(word, "by ")
	by := sorting(slices.IndexFunc(sorts, func(s string) bool { return strings.TrimSuffix(word, "s") == strings.TrimSuffix(s, "s") }))
	switch {
	case word == "":
		by = p.by.next(p.assist)
	case by < 0:
		p.print("%q is no order of the hand%s: want sort by suit, by rank or by melds.\n", word, options.Suggest(word, sorts))
		return
	case by == byMelds && p.assist == helpNone:
		p.print("You play without help.\n")
		return
	}
	p.by = by
	var groups []string
	for _, cards := range p.hand() {
		groups = append(groups, p.words.Cards(cards))
	}
	p.print("By %s: %s.\n", sorts[by], strings.Join(groups, " | "))
}

// begin prepares for the words of the game in progress.
func (p *plain) begin() error {
	p.words = p.session.NewWords()
	t := p.session.Rules().Type()
	w, err := text.New(text.Source{Game: p.session.Game(), Phrases: t.Phrases, Facts: t.Facts, Names: p.words.Names}, text.Default())
	p.writer = w
	return err
}

// question returns what the person is asked between deals, or "".
func (p *plain) question() string {
	return ansi.Wordwrap(p.words.Question(p.session.Game(), p.session.Observe(p.session.Seat())), textWidth, "")
}

// prompt prints the moves that are possible.
func (p *plain) prompt(all []record.Choice) {
	for i, c := range listed(all) {
		p.print("%d: %s\n", i+1, p.words.Choice(&c))
	}
	for _, kind := range []struct {
		of   record.Type
		word string
	}{{record.Declare, "declare with"}, {record.Knock, "knock with"}, {record.LayOff, "lay off"}} {
		if cards := played(all, kind.of); len(cards) > 0 {
			p.print("Or %s %s%s.\n", kind.word, record.When(len(cards) > 1, "one of "), p.words.Cards(cards))
		}
	}
	question := "Your move?"
	if played(all, record.Discard) != nil {
		question = "Discard which card?"
	}
	p.print("%s\n", cmp.Or(p.question(), question))
}

// ask asks for a move until there is one. It returns nil if a move was taken back.
func (p *plain) ask(ctx context.Context, lines <-chan string) (*record.Choice, error) {
	s := p.session
	all := s.Choices()
	p.prompt(all)
	for {
		line, err := p.line(ctx, lines)
		if err != nil {
			return nil, err
		}
		word := strings.ToLower(line)
		if by, ok := strings.CutPrefix(word+" ", "sort "); ok {
			p.sort(strings.TrimSpace(by))
			continue
		}
		switch word {
		case "":
			p.prompt(all)
		case "help", "?":
			p.print("%s", plainHelp)
		case "rules":
			p.print("%s", ansi.Wordwrap(p.session.Rules().Text(), textWidth, ""))
		case "table", "hand":
			p.table()
			p.prompt(all)
		case "score":
			p.sheet()
		case "hint":
			if err := p.hint(); err != nil {
				return nil, err
			}
		case "undo":
			if p.undo() {
				return nil, p.err
			}
		case "quit", "exit":
			return nil, errQuit
		case "skip":
			if s.Instruction() != nil {
				return nil, errSkip
			}
			fallthrough
		default:
			c, err := parseMove(line, s.Game(), &p.words, all)
			if err == nil {
				return &c, nil
			}
			p.print("%v. Type help for the commands.\n", capital(err.Error()))
		}
	}
}

// undo takes back the person's last move, and reports whether it did.
func (p *plain) undo() bool {
	err := p.session.Undo()
	var unsaved *session.UnsavedError
	if err != nil && !errors.As(err, &unsaved) {
		p.print("Not now: %v.\n", err)
		return false
	}
	_ = p.saved(err) // prints it
	p.print("Your last move is taken back.\n")
	return true
}

// line returns the next line that the person typed. The end of input quits.
func (p *plain) line(ctx context.Context, lines <-chan string) (string, error) {
	if p.err != nil {
		return "", p.err
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, ok := <-lines:
		if !ok {
			return "", errQuit
		}
		return strings.TrimSpace(line), nil
	}
}

// wait waits for the word to go on after a game.
func (p *plain) wait(ctx context.Context, lines <-chan string) error {
	for {
		line, err := p.line(ctx, lines)
		if err != nil {
			return err
		}
		switch strings.ToLower(line) {
		case "", "yes", "y", "next":
			return nil
		case "quit", "exit", "no", "n":
			return errQuit
		case "score":
			p.sheet()
		case "undo":
			if p.undo() {
				return p.err
			}
		default:
			p.print("Press enter for the next game, or type quit.\n")
		}
	}
}

// result prints the score sheet after a game, if it has several games.
func (p *plain) result() error {
	if len(p.session.Results()) > 1 {
		p.sheet()
	}
	return p.err
}

// sheet prints the score sheet.
func (p *plain) sheet() {
	for _, line := range sheet(p.session) {
		p.print("%s\n", line)
	}
}

// hint prints the hint.
func (p *plain) hint() error {
	if p.assist == helpNone {
		p.print("You play without help.\n")
		return p.err
	}
	h, err := p.session.Hint()
	if err != nil {
		return err
	}
	for _, line := range hintLines(h, p.session, &p.words, 5) {
		p.print("%s\n", line)
	}
	return nil
}

// capital returns text with a large first letter.
func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

const plainHelp = `A move is its number in the list, if there is one, or words:
  draw, take               draw from the stock, take the top of the pile
  9C or discard 9C         discard a card
  declare 9C               discard a card and declare (Indian Rummy)
  knock, knock 9C, pass    as the list says (Gin Rummy)
  meld 3C 4C 5C, lay off 6C
  drop                     leave the game (Indian Rummy)
Cards are rank and suit: AS is the ace of spades, TD or 10d the ten of diamonds, JK a joker.
Other words:
  hint    how the hand stands, and what a strong player would do
  undo    take back your last move (with --practice)
  rules   how the game is played
  sort    sort the hand by suit, by rank, by melds; "sort by rank" names one
  table   print the table again
  score   print the score sheet
  quit    save and end; the end of input does the same
`
