package gin_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// A transcript is a hand of the Java framework of the EAAI 2021 Gin Rummy challenge, one
// line of testdata/gin-hands.jsonl. The hands are random play, Simple against Simple,
// play with noise, and play with melds that are not optimal. Seats are numbered from 0.
type transcript struct {
	Set      string // kind of play
	Game     int    // number of the match in the set
	Hand     int    // number of the hand in the match, from 0
	Starter  game.Player
	Deck     []card.Card // in the order of DealDeck
	Hands    [2][]card.Card
	Upcard   card.Card
	Events   []event
	Turns    int // number of turns with a draw
	Passes   int // number of passes of the first upcard
	Stock    int `json:"stock_left"`
	Result   string
	Winner   *game.Player // nil if void
	Points   int
	Deadwood *[2]int        // after lay-offs, nil if void
	Final    [2][]card.Card `json:"final_hands"` // ten cards each
	Before   [2]int         `json:"scores_before"`
	After    [2]int         `json:"scores_after"`
	Champion *game.Player   `json:"game_winner"` // the winner of the match, nil while it continues
}

// An event is an action of a player.
type event struct {
	T        string // offer, draw, discard, knock, melds or layoff
	P        game.Player
	Card     card.Card
	Take     bool          // offer: takes the card
	Src      string        // draw: stock or discard
	DW       int           // discard: deadwood of the ten remaining cards
	Melds    [][]card.Card // knock, melds: the melds declared
	Deadwood int           // knock, melds: points of the cards not declared
	Onto     []card.Card   // layoff: the meld, earlier lay-offs included
}

func readTranscripts(t *testing.T) []*transcript {
	t.Helper()
	f := must.Get(os.Open("testdata/gin-hands.jsonl"))(t)
	defer f.Close()
	var all []*transcript
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		h := new(transcript)
		if err := json.Unmarshal(lines.Bytes(), h); err != nil {
			t.Fatalf("gin-hands.jsonl:%d: %v", len(all)+1, err)
		}
		all = append(all, h)
	}
	must.Do(t, lines.Err())
	if len(all) != 200 {
		t.Fatalf("gin-hands.jsonl has %d hands, want 200", len(all))
	}
	return all
}

// rules returns the rules of the framework with melds declared by the players, as in the
// transcript.
func (h *transcript) rules() gin.Rules {
	r := gin.EAAI()
	r.Melding = gin.ChosenMelds
	r.Starter = gin.FirstSeat
	if h.Starter == 1 {
		r.Starter = gin.SecondSeat
	}
	return r
}

// setOf returns the cards as a set.
func setOf(cards []card.Card) (cs card.Cards) {
	for _, c := range cards {
		cs = cs.With(c)
	}
	return cs
}

// halves returns the melds with runs of more than five cards split in two.
func halves(melds [][]card.Card) (all []card.Cards) {
	for _, m := range melds {
		if len(m) > 5 {
			all, m = append(all, setOf(m[:len(m)-5])), m[len(m)-5:]
			if n := len(all) - 1; all[n].Count() < 3 { // six or seven cards
				all[n], m = all[n].With(m[0]), m[1:]
				if all[n].Count() < 3 {
					all[n], m = all[n].With(m[0]), m[1:]
				}
			}
		}
		all = append(all, setOf(m))
	}
	return all
}

// A replay is a transcript in progress.
type replay struct {
	h      *transcript
	g      *gin.Game
	s      game.State
	hand   *gin.State
	played []game.Action
	cards  [2]card.Cards // ten or eleven cards, computed independently of the state
	pile   []card.Card   // the discard pile, computed in the same way
	stock  []card.Card
	kept   card.Card // the card that may not be discarded
	sizes  [2]int    // number of cards not yet melded
	melds  [2][]card.Cards
	laid   card.Cards
}

// play replays the hand under the rules. The error is the first difference from the
// transcript.
func (h *transcript) play(rules gin.Rules) (*replay, error) {
	g, err := gin.New(rules)
	if err != nil {
		return nil, err
	}
	r := &replay{h: h, g: g, s: g.NewState(), kept: card.None, sizes: [2]int{10, 10}}
	if err := g.DealDeck(r.s, h.Deck, 7); err != nil {
		return nil, err
	}
	if len(h.Deck) < 21 || h.Deck[20] != h.Upcard {
		return nil, fmt.Errorf("the upcard is not %v", h.Upcard)
	}
	r.hand = r.s.(*gin.State)
	r.cards = [2]card.Cards{setOf(h.Hands[0]), setOf(h.Hands[1])}
	r.pile, r.stock = []card.Card{h.Upcard}, h.Deck[21:]
	for i := range h.Events {
		if err := r.event(i); err != nil {
			return nil, fmt.Errorf("event %d (%+v): %w", i, h.Events[i], err)
		}
	}
	return r, r.ended()
}

// apply applies an action.
func (r *replay) apply(a game.Action) error {
	r.played = append(r.played, a)
	return r.s.Apply(a)
}

// event compares the state with the transcript and applies the actions of an event.
func (r *replay) event(i int) error {
	e := &r.h.Events[i]
	next := event{}
	if i+1 < len(r.h.Events) {
		next = r.h.Events[i+1]
	}
	if e.T != "layoff" {
		if err := r.agree(e.P); err != nil {
			return err
		}
	}
	switch e.T {
	case "offer":
		if r.pile[len(r.pile)-1] != e.Card || next.T != "draw" && e.Take || next.P != e.P && e.Take {
			return fmt.Errorf("%v is not offered", e.Card)
		}
		if r.hand.Phase() == gin.FirstUpcard {
			if err := r.legal(gin.DrawUpcard, gin.Pass); err != nil || e.Take {
				return err
			}
			return r.apply(gin.Pass)
		}
		return r.legal(gin.DrawUpcard, gin.DrawStock)
	case "draw":
		return r.draw(i)
	case "discard":
		return r.discard(e, next.T == "knock" && next.P == e.P)
	case "knock", "melds":
		return r.declare(e, next)
	case "layoff":
		return r.layOff(e)
	}
	return errors.New("unknown event")
}

// draw applies the draw of event i.
func (r *replay) draw(i int) error {
	e := &r.h.Events[i]
	offer := event{}
	if i > 0 {
		offer = r.h.Events[i-1]
	}
	offered := offer.T == "offer" && offer.P == e.P && offer.Card == r.pile[len(r.pile)-1]
	a := gin.DrawStock
	if e.Src == "discard" {
		a = gin.DrawUpcard
	}
	switch {
	case offered && offer.Take != (a == gin.DrawUpcard):
		return errors.New("the answer to the offer is different")
	case !offered:
		if err := r.legal(gin.DrawStock); err != nil { // both have passed
			return err
		}
	}
	if err := r.apply(a); err != nil {
		return err
	}
	from := &r.stock
	if a == gin.DrawUpcard {
		r.kept = e.Card
		r.pile = slices.Clone(r.pile)
		slices.Reverse(r.pile)
		from = &r.pile
	}
	if (*from)[0] != e.Card {
		return fmt.Errorf("the card drawn is %v", (*from)[0])
	}
	*from = (*from)[1:]
	if a == gin.DrawUpcard {
		slices.Reverse(r.pile)
	}
	r.cards[e.P] = r.cards[e.P].With(e.Card)
	r.sizes[e.P]++
	return nil
}

// discard applies a discard, and passes if the player can knock and does not.
func (r *replay) discard(e *event, knocks bool) error {
	var discardable []game.Action
	for c := range r.cards[e.P].Without(r.kept).Each() {
		discardable = append(discardable, gin.CardOf(c))
	}
	if err := r.legal(discardable...); err != nil {
		return err
	}
	if err := r.apply(gin.CardOf(e.Card)); err != nil {
		return err
	}
	hand := r.cards[e.P].Without(e.Card)
	r.cards[e.P], r.pile, r.kept = hand, append(r.pile, e.Card), card.None
	r.sizes[e.P]--
	if d := deadwood.Of(hand); d != e.DW {
		return fmt.Errorf("the minimum deadwood is %d", d)
	}
	if r.hand.Phase() == gin.KnockOrPass && r.s.Current() == e.P && r.hand.Hand(e.P) == hand {
		if e.DW > 10 {
			return errors.New("the player may knock")
		}
		if err := r.legal(gin.Knock, gin.Pass); err != nil || knocks {
			return err
		}
		return r.apply(gin.Pass)
	}
	if e.DW <= 10 {
		return errors.New("the player may not knock")
	}
	return nil
}

// declare applies the declarations of a player and, after the second one, compares the
// lay-offs that follow.
func (r *replay) declare(e *event, next event) error {
	if e.T == "knock" {
		if err := r.apply(gin.Knock); err != nil {
			return err
		}
	}
	rest := r.cards[e.P]
	for _, m := range halves(e.Melds) {
		if err := r.legalMelds(e, rest); err != nil {
			return err
		}
		if err := r.apply(gin.MeldOf(m)); err != nil {
			return err
		}
		rest &^= m
		r.melds[e.P] = append(r.melds[e.P], m)
	}
	r.sizes[e.P] = rest.Count()
	if d := deadwood.PipTotal(rest); d != e.Deadwood {
		return fmt.Errorf("%d points are not declared", d)
	}
	if err := r.legalMelds(e, rest); err != nil {
		return err
	}
	if err := r.apply(gin.Pass); err != nil {
		return err
	}
	if e.T == "knock" {
		if next.T != "melds" || next.P != 1-e.P {
			return errors.New("the opponent does not declare")
		}
		return nil
	}
	// The first lay-off, if there is one, must be that of the next event, and so on:
	// layOff checks the framework's choice card by card.
	if (next.T == "layoff") != (len(r.greedy()) > 0) {
		return errors.New("the next event is a lay-off and should not be, or the reverse")
	}
	return nil
}

// greedy returns the remaining lay-offs of the framework.
func (r *replay) greedy() []deadwood.LayOff {
	d := r.h.Events[len(r.h.Events)-1].P // the last events are lay-offs and melds of the defender
	rest := r.cards[d] &^ r.laid
	for _, m := range r.melds[d] {
		rest &^= m
	}
	var k deadwood.Arrangement
	copy(k[:], r.melds[1-d])
	if k.Cards()&^r.laid == r.cards[1-d] {
		return nil // gin
	}
	return deadwood.AppendLayOffs(nil, rest, k)
}

// layOff compares a lay-off with the greedy choice.
func (r *replay) layOff(e *event) error {
	left := r.greedy()
	if len(left) == 0 || left[0].Card != e.Card {
		return fmt.Errorf("the lay-offs are %v", left)
	}
	onto := &r.melds[1-e.P][left[0].Onto]
	var whole card.Cards // the framework's meld; a long run is in two parts here
	for _, m := range r.melds[1-e.P] {
		if m&^setOf(e.Onto) == 0 {
			whole |= m
		}
	}
	if *onto&^whole != 0 || whole != setOf(e.Onto) {
		return fmt.Errorf("the card is laid off onto %v", *onto)
	}
	*onto = onto.With(e.Card)
	r.laid = r.laid.With(e.Card)
	r.sizes[e.P]--
	return nil
}

// agree compares the observations of both players with the replay.
func (r *replay) agree(p game.Player) error {
	s := r.hand
	if s.Current() != p {
		return fmt.Errorf("seat %d is to move", s.Current())
	}
	var o gin.Observation
	for q := range game.Player(2) {
		s.Observe(q, &o)
		own := r.cards[q]
		for _, m := range r.melds[q] {
			own &^= m
		}
		if s.Hand(q) != own || o.Hand != own || o.HandSizes != r.sizes {
			return fmt.Errorf("seat %d holds %v and sees %v of %v, want %v of %v", q, s.Hand(q), o.Hand, o.HandSizes, own, r.sizes)
		}
		if o.Upcard != top(r.pile) || o.Pile != setOf(r.pile) || !slices.Equal(s.AppendPile(nil), r.pile) {
			return fmt.Errorf("the discard pile is %v, seat %d sees %v on %v", s.AppendPile(nil), q, o.Upcard, o.Pile)
		}
		if o.StockSize != len(r.stock) || !slices.Equal(s.AppendStock(nil), r.stock) {
			return fmt.Errorf("the stock is %v, seat %d sees %d cards", s.AppendStock(nil), q, o.StockSize)
		}
	}
	return nil
}

// top returns the last card, or card.None.
func top(cards []card.Card) card.Card {
	if len(cards) == 0 {
		return card.None
	}
	return cards[len(cards)-1]
}

// legal compares the legal actions with those given.
func (r *replay) legal(want ...game.Action) error {
	var have, wanted game.Mask
	r.s.Legal(&have)
	for _, a := range want {
		wanted.Set(a)
	}
	if have != wanted {
		return fmt.Errorf("the legal actions are %v, want %v", r.names(&have), r.names(&wanted))
	}
	return nil
}

func (r *replay) names(m *game.Mask) (names []string) {
	for a := range m.Each() {
		names = append(names, r.g.ActionString(a))
	}
	return names
}

// legalMelds compares the melds that may be declared from the rest of a hand.
func (r *replay) legalMelds(e *event, rest card.Cards) error {
	limit := 100
	if e.T == "knock" {
		limit = 10
	}
	var want []game.Action
	for _, m := range deadwood.AppendMelds(nil, rest) {
		if m.Count() <= 5 && deadwood.Of(rest&^m) <= limit {
			want = append(want, gin.MeldOf(m))
		}
	}
	if deadwood.PipTotal(rest) <= limit {
		want = append(want, gin.Pass)
	}
	return r.legal(want...)
}

// ended compares the end of the hand.
func (r *replay) ended() error {
	h := r.h
	var o gin.Observation
	r.s.Observe(0, &o)
	last := &o.Result
	ending := map[string]game.Ending{"gin": gin.Gin, "knock": gin.Knocked, "undercut": gin.Undercut, "void": gin.Void}[h.Result]
	winner := game.NoPlayer
	if h.Winner != nil {
		winner = *h.Winner
	}
	turns, passes := 0, 0
	for i, e := range h.Events {
		switch {
		case e.T == "draw":
			turns++
		case e.T == "offer" && !e.Take && i < 2 && turns == 0:
			passes++
		}
	}
	switch {
	case last.Ending == "" || last.Ending != ending || last.Winner != winner || last.Points != h.Points:
		return fmt.Errorf("the hand ends as %v for seat %v with %d points", last.Ending, last.Winner, last.Points)
	case setOf(h.Final[0]) != r.cards[0] || setOf(h.Final[1]) != r.cards[1]:
		return errors.New("the hands at the end are different")
	case h.Stock != len(r.stock) || h.Turns != turns || h.Passes != passes:
		return fmt.Errorf("%d cards are left in the stock, %d turns, %d passes", len(r.stock), turns, passes)
	case ending == gin.Void && (last.Knocker != game.NoPlayer || h.Deadwood != nil):
		return errors.New("a void hand has a knocker")
	case ending == gin.Void:
		return nil
	case last.Knocker != h.Events[len(h.Events)-1].P && last.LaidOff == r.laid && *h.Deadwood == [2]int{deadwood.PipTotal(last.Unmelded[0]), deadwood.PipTotal(last.Unmelded[1])}:
		for p, melds := range r.melds {
			var want deadwood.Arrangement
			copy(want[:], melds)
			if last.Melds[p] != want {
				return fmt.Errorf("the melds of seat %d are %v, want %v", p, last.Melds[p], want)
			}
			if last.Unmelded[p] != r.cards[p]&^r.laid&^want.Cards() {
				return fmt.Errorf("seat %d is left with %v", p, last.Unmelded[p])
			}
		}
		return nil
	}
	return fmt.Errorf("seat %d knocked, %v are laid off, %v are left", last.Knocker, last.LaidOff, last.Unmelded)
}
