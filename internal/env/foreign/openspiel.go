package foreign

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/record"
)

// OpenSpiel reads states of OpenSpiel's game gin_rummy in the form of its function
// SerializeGameAndState: a line with the game and its parameters after [Game], and after
// [State] the history, one number a line, cards dealt and drawn included. Those of Kaggle's
// gin_rummy_proxy have it in one line, as in history=-1:8,0:54: before each number the player, -1
// for chance. Several states may follow one another. The environment is for the headers. An error
// names the line.
func OpenSpiel(text []byte, env string) ([]*record.Record, error) {
	var all []*record.Record
	var rules gin.Rules
	var history []int
	section, from := "", 0
	finish := func() error {
		if section != "State" {
			return nil
		}
		rec, err := openSpiel(rules, env, history)
		if err != nil {
			return fmt.Errorf("line %d: the state: %w", from, err)
		}
		all = append(all, rec)
		return nil
	}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		s := string(bytes.TrimSpace(line))
		switch {
		case s == "" || strings.HasPrefix(s, "#"):
		case s == "[Meta]":
			if err := finish(); err != nil {
				return nil, err
			}
			section, history = "Meta", nil
		case s == "[Game]" && section == "Meta", s == "[State]" && section == "played":
			section, from = strings.Trim(s, "[]"), n
		case section == "Meta":
			if s != "Version: 1" {
				return nil, fmt.Errorf("line %d: %q, want Version: 1", n, s)
			}
		case section == "Game":
			var err error
			if rules, err = openSpielRules(s); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			section = "played"
		case section == "State" && (strings.HasPrefix(s, "move_number=") || strings.HasPrefix(s, "__dict__=")):
		case section == "State":
			s, proxy := strings.CutPrefix(s, "history=")
			for move := range strings.SplitSeq(s, ",") {
				if proxy {
					_, move, _ = strings.Cut(move, ":")
				}
				x, err := strconv.Atoi(move)
				if err != nil || x < 0 || x >= gin.NumActions {
					return nil, fmt.Errorf("line %d: %.60q is not a number of an action, 0 to %d", n, move, gin.NumActions-1)
				}
				history = append(history, x)
			}
		default:
			return nil, fmt.Errorf("line %d: %.60q, want the sections [Meta], [Game] and [State] of OpenSpiel's SerializeGameAndState", n, s)
		}
	}
	if section != "State" {
		return nil, fmt.Errorf("line %d: the text ends without a section [State]: want that of OpenSpiel's SerializeGameAndState", n)
	}
	return all, finish()
}

// openSpielRules returns the rules of a game such as gin_rummy(knock_card=7,oklahoma=True).
func openSpielRules(s string) (gin.Rules, error) {
	rules := gin.OpenSpiel()
	name, rest, _ := strings.Cut(strings.TrimSuffix(s, ")"), "(")
	if name != "gin_rummy" && name != "gin_rummy_proxy" || !strings.HasSuffix(s, ")") {
		return rules, fmt.Errorf("the game is %q, want gin_rummy()", s)
	}
	for p := range strings.SplitSeq(rest, ",") {
		if p == "" {
			continue
		}
		key, value, _ := strings.Cut(p, "=")
		n, err := strconv.Atoi(value)
		switch {
		case key == "oklahoma" && (value == "True" || value == "true"):
			rules.KnockCard = gin.Oklahoma
		case key == "oklahoma" && (value == "False" || value == "false"):
		case err != nil:
			return rules, fmt.Errorf("the parameter %q of gin_rummy is not known", p)
		case key == "knock_card":
			rules.KnockLimit = n
		case key == "gin_bonus":
			rules.GinBonus = n
		case key == "undercut_bonus":
			rules.UndercutBonus = n
		case key == "hand_size":
			rules.HandSize = n
		case key == "num_ranks" && n == card.NumRanks || key == "num_suits" && n == card.NumSuits:
		case key == "num_ranks" || key == "num_suits":
			return rules, fmt.Errorf("the parameter %q of gin_rummy is of another pack, whose cards and melds have other numbers: want 13 ranks and 4 suits", p)
		default:
			return rules, fmt.Errorf("the parameter %q of gin_rummy is not known", p)
		}
	}
	return rules, rules.Validate()
}

// openSpielSuits is the order of the suits in OpenSpiel.
var openSpielSuits = [...]card.Suit{card.Spades, card.Clubs, card.Diamonds, card.Hearts}

// openSpielCard returns the card of a number below 52.
func openSpielCard(n int) card.Card {
	return card.New(card.Rank(n%card.NumRanks), openSpielSuits[n/card.NumRanks])
}

// openSpielMelds are the melds in the order of OpenSpiel's actions: the sets by rank, without
// each of the suits and then of four; then the runs by length, suit and first rank.
var openSpielMelds = func() (melds []card.Cards) {
	for r := range card.Rank(card.NumRanks) {
		for _, s := range openSpielSuits {
			melds = append(melds, card.OfRank(r)&^card.OfSuit(s))
		}
		melds = append(melds, card.OfRank(r))
	}
	for n := range card.Rank(3) {
		n += 3
		for _, s := range openSpielSuits {
			for first := range card.NumRanks - n + 1 {
				melds = append(melds, card.Cards(1<<n-1)<<card.New(first, s))
			}
		}
	}
	return melds
}()

// openSpielAction returns the action of a number of OpenSpiel.
func openSpielAction(n int) game.Action {
	switch {
	case n < int(gin.DrawUpcard):
		return gin.CardOf(openSpielCard(n))
	case n < int(gin.FirstMeld):
		return game.Action(n)
	}
	return gin.MeldOf(openSpielMelds[n-int(gin.FirstMeld)])
}

// openSpiel returns the record of a history.
func openSpiel(rules gin.Rules, env string, history []int) (*record.Record, error) {
	dealt := 2*rules.HandSize + 1 // the history begins with the hands and the upcard
	if len(history) < dealt {
		return nil, fmt.Errorf("the history has %d numbers, want at least the %d cards of the deal", len(history), dealt)
	}
	// The cards: the hands, the upcard, and what is drawn from the stock.
	var order []card.Card
	seen := card.Cards(0)
	add := func(i int) error {
		if i == len(history) {
			return errors.New("the history ends at a draw from the stock: want the card that is drawn")
		}
		if history[i] >= card.NumSuited {
			return fmt.Errorf("number %d of the history is %d, want a card, 0 to %d", i+1, history[i], card.NumSuited-1)
		}
		c := openSpielCard(history[i])
		if seen.Has(c) {
			return fmt.Errorf("number %d of the history is %v, which was dealt before", i+1, c)
		}
		seen = seen.With(c)
		order = append(order, c)
		return nil
	}
	for i := range rules.HandSize {
		for seat := range 2 {
			if err := add(seat*rules.HandSize + i); err != nil {
				return nil, err
			}
		}
	}
	if err := add(dealt - 1); err != nil {
		return nil, err
	}
	var moves []int // their places in the history
	for i := dealt; i < len(history); i++ {
		moves = append(moves, i)
		if history[i] == int(gin.DrawStock) {
			i++
			if err := add(i); err != nil {
				return nil, err
			}
		}
	}
	s, err := begin(rules, nil, env, game.History{Deck: whole(order)})
	if err != nil {
		return nil, err
	}
	for _, i := range moves {
		if err := s.play(openSpielAction(history[i])); err != nil {
			return nil, fmt.Errorf("number %d of the history, %d: %w", i+1, history[i], err)
		}
	}
	return s.record, nil
}
