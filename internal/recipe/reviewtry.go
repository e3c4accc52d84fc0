package recipe

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/arena/review"
	"rummygym/internal/table"
)

// try asks at each mistake for a better move, and then shows what the review says. It reads a line
// for each answer; the end of input ends it.
func (x *ReviewResult) try(in io.Reader, w io.Writer) error {
	lines := bufio.NewScanner(in)
	asked, found := 0, 0
	for _, p := range x.Seats {
		for _, d := range x.Review.Decisions {
			if d.Seat != p || !d.Mistake {
				continue
			}
			a, ok := x.ask(lines, w, &d, asked+1)
			if !ok {
				fmt.Fprintln(w)
				if asked == 0 { // score would say that there is no mistake
					return nil
				}
				return x.score(w, asked, found)
			}
			asked++
			if x.answer(w, &d, a) {
				found++
			}
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return x.score(w, asked, found)
}

// ask shows what the player of a decision knew, and reads a move. ok is false at the end of the input.
func (x *ReviewResult) ask(lines *bufio.Scanner, w io.Writer, d *review.Decision, number int) (a game.Action, ok bool) {
	legal := slices.Collect(d.Legal.Each())
	fmt.Fprintf(w, "Mistake %d, event %d of seat %d. What would you play?\n\n%v\n", number, d.Event, d.Seat, d.Obs)
	for i, a := range legal {
		fmt.Fprintf(w, "%3d  %s\n", i+1, x.game.ActionString(a))
	}
	for {
		fmt.Fprintf(w, "\nYour move (1 to %d, or its words): ", len(legal))
		if !lines.Scan() {
			return game.NoAction, false
		}
		text := strings.TrimSpace(lines.Text())
		if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(legal) {
			return legal[n-1], true
		}
		if a, err := x.game.ParseAction(text); err == nil && d.Legal.Has(a) {
			return a, true
		}
		fmt.Fprintf(w, "%q is none of these moves.\n", text)
	}
}

// answer says what a move would have been worth, and reports whether it is as good as the best one: its
// difference is not beyond twice the standard errors.
func (x *ReviewResult) answer(w io.Writer, d *review.Decision, a game.Action) (good bool) {
	best := &d.Others[0]
	say := func(text string, m *review.Move) {
		fmt.Fprintf(w, "  %-14s %s: %s points, win %s\n", text, m.Text, pointsText(&m.Estimate), percentText(m.Estimate.Win, m.Estimate.WinError))
	}
	fmt.Fprintln(w)
	for i := range d.Others {
		if m := &d.Others[i]; m.Action == a && i > 0 {
			say("your move", m)
			value, err := m.Estimate.Of(x.Goal)
			high, _ := best.Estimate.Of(x.Goal)
			good = high-value <= 2*err
		}
	}
	switch a {
	case best.Action:
		good = true
		fmt.Fprintln(w, "  That is the best move.")
	case d.Made.Action:
		fmt.Fprintln(w, "  That was the move of the game.")
	}
	say("best", best)
	say("in the game", &d.Made)
	fmt.Fprintf(w, "  The move of the game cost %s points, %s of win chance.\n", pointsText(&d.Cost), percentText(d.Cost.Win, d.Cost.WinError))
	if len(d.Reasons) > 0 {
		fmt.Fprintf(w, "  After it: %s.\n", strings.Join(d.Reasons, "; "))
	}
	fmt.Fprintln(w)
	return good
}

// score says how many moves were good.
func (x *ReviewResult) score(w io.Writer, asked, found int) error {
	if asked == 0 {
		_, err := fmt.Fprintln(w, "No decision is a mistake beyond the noise.")
		return err
	}
	_, err := fmt.Fprintf(w, "%d of %s answered as well as the best move.\n", found, table.Plural(asked, "mistake"))
	return err
}
