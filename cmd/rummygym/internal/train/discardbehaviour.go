package train

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/options"
)

// behaviourHand is a hand that agrees with what the text of truong2021datadriven says of its
// Figure 6, the card drawn last.
const behaviourHand = "6S 7S 7C 8C TD JD QC 3H AS 5D TH"

// newDiscardBehaviourCommand returns the command train discard behaviour.
func newDiscardBehaviourCommand() *cobra.Command {
	var names []string
	hand := behaviourHand
	cmd := &cobra.Command{
		Use:   "behaviour [AGENT...]",
		Short: "Print what agents discard from the hand of a figure",
		Long: `behaviour prints which card agents discard from a hand of eleven cards in the first turn. Both
players have refused the upcard, and the last card of the hand was drawn from the stock. If an agent
chooses at random, behaviour prints each card with its probability. Without arguments, behaviour
asks the agent simple.

The text of truong2021datadriven does not list the cards of the hand in Figure 6. The text says that
the unmelded cards of the highest rank are TH, TD, JD and QC; that TH was drawn and turned a pair
into a triangle; that QC is in no pattern; that another player discarded a 3, which is in no pattern
either; and that there is a cluster that is a double triangle. The default hand agrees with this
description: TH TD JD (triangle), 6S 7S 7C 8C (double triangle), QC, 3H, AS and 5D (isolated). In
the paper, the simple player and the network trained on the last stage of the Simple data break the
triangle. The network trained on all stages discards the 3. The networks trained on Random-16 and
Random-256 discard QC.`,
		Example: `  rummygym train discard behaviour simple data-driven:network=run/last.safetensors
  rummygym train discard behaviour --hand "AS 2S 4H 4D 9C TC JD QH KH KD 3S" simple`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if names = args; len(names) == 0 {
				names = []string{"simple"}
			}
			rules, err := rummygym.Gin.Preset(rummygym.Gin.Presets[0])
			if err != nil {
				return err
			}
			obs, legal, err := firstDiscard(rules.(*rummygym.GinRules).Rules, hand)
			if err != nil {
				return fmt.Errorf("--hand: %w", err)
			}
			tab := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, text := range names {
				create, name, err := rummygym.OpenAgent(rules, text)
				if err != nil {
					return err
				}
				fmt.Fprintf(tab, "%s\t%s\n", name, strings.Join(choices(create(), obs, legal), ", "))
			}
			return tab.Flush()
		},
	}
	cli.AddOptions(cmd, options.New(&hand, "hand", "eleven cards, with the drawn card at the end"))
	return cmd
}

// firstDiscard returns the observation and the legal actions of the player that discards first
// and holds the given cards, the last of which it drew.
func firstDiscard(rules gin.Rules, hand string) (game.Observation, *game.Mask, error) {
	rules.Starter = gin.FirstSeat
	g, err := gin.New(rules)
	if err != nil {
		return nil, nil, err
	}
	cards, err := card.ParseAll(hand)
	if err != nil {
		return nil, nil, err
	}
	if len(cards) != gin.MaxHand+1 {
		return nil, nil, fmt.Errorf("%d cards: want %d", len(cards), gin.MaxHand+1)
	}
	for i, c := range cards {
		if slices.Contains(cards[:i], c) || c == card.Joker {
			return nil, nil, fmt.Errorf("%v occurs twice or is not a card of the pack: want %d different cards", c, gin.MaxHand+1)
		}
	}
	// The pack: the cards are dealt alternately, then follow the upcard and the stock. The
	// other cards are in the order of the pack, but the upcard is a king, far from the hand.
	rest := slices.DeleteFunc(g.Deck(), func(c card.Card) bool { return slices.Contains(cards, c) })
	slices.SortStableFunc(rest, func(a, b card.Card) int { return cmp.Compare(b.Rank(), a.Rank()) })
	deck := []card.Card{}
	for i, c := range cards[:gin.MaxHand] {
		deck = append(deck, c, rest[1+i])
	}
	deck = append(append(deck, rest[0], cards[gin.MaxHand]), rest[1+gin.MaxHand:]...)
	s := g.NewTable()
	if err := g.DealDeck(s, deck, 0); err != nil {
		return nil, nil, err
	}
	for _, a := range []game.Action{gin.Pass, gin.Pass, gin.DrawStock} {
		if err := s.Apply(a); err != nil {
			return nil, nil, err
		}
	}
	obs, legal := g.NewObservation(), new(game.Mask)
	s.Observe(0, obs)
	s.Legal(legal)
	return obs, legal, nil
}

// choices returns the cards that an agent discards, with their probabilities if it chooses at
// random, the most probable first.
func choices(a game.Agent, obs game.Observation, legal *game.Mask) []string {
	const tries = 1000 // enough to see all choices of an agent that draws one of eleven cards
	chances := map[card.Card]float64{}
	for seed := range uint64(tries) {
		a.Reset(seed)
		action, p := a.Act(obs, legal)
		if chances[gin.ActionCard(action)] = p; p == 1 {
			break
		}
	}
	var cards []card.Card
	for c := range chances {
		cards = append(cards, c)
	}
	slices.SortFunc(cards, func(a, b card.Card) int { return cmp.Or(cmp.Compare(chances[b], chances[a]), cmp.Compare(a, b)) })
	var words []string
	for _, c := range cards {
		word := c.String()
		if p := chances[c]; p < 1 {
			word += fmt.Sprintf(" %.3f", p)
		}
		words = append(words, word)
	}
	return words
}
