package afterstate

import (
	"errors"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/field"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/features/opponent"
)

// Discards encodes the hand right after a discard of Gin Rummy, as the inputs of the networks
// of truong2021datadriven ("Offensive Score"): the matrices x and o, the macro-features m and
// the interaction terms i. The matrices are those of the group matrices of package
// features/encoder, in the same fields.
//
// Discards holds the layout; a reader follows one seat of one table, see
// [Discards.NewReader]. All methods are safe for concurrent use and do not allocate, except
// NewReader and Layout.
type Discards struct {
	field.Chosen[DiscardGroups]
	table *opponent.HandTable
}

// fields writes the fields of the groups of x. All names, shapes, ranges, meanings and values are defined here only.
func (x *Discards) fields(w *field.Row[float32], d *discarded) {
	const rows = "rows clubs, hearts, spades, diamonds, columns ace to king"
	if x.On&DiscardHand != 0 {
		w.Field("hand_matrix", "the matrix x of truong2021datadriven: 1 at each card of the hand after the discard, "+rows).Per(game.PerPaperCard).Cards(d.rows)
	}
	if x.On&DiscardBelief != 0 {
		w.Field("belief_matrix", "the matrix o of truong2021datadriven: p/√(1+p²) for the estimated probability p that the opponent holds each card, but 1 where p is 1, and 0 for the discard; "+rows).Per(game.PerPaperCard).Floats(1, &d.estimate)
	}
	if x.On&DiscardMacros != 0 {
		m := &d.macros
		w.Field("macros", "the vector m of truong2021datadriven, of the hand after the discard: runs and sets in its first best arrangement, deadwood, and hit count, the number of other cards that would complete or extend a meld").
			Rows(4).Count(deadwood.Max, m.Runs).Count(deadwood.Max, m.Sets).Count(deadwood.Max, m.Deadwood).Count(deadwood.Max, m.Hits)
	}
	if x.On&DiscardInteractions != 0 {
		w.Field("interactions", "the vector i of truong2021datadriven: 1 for each pair of neighbouring cards that are both in the hand after the discard; first the pairs of one rank, from ace to king and for each clubs with hearts, spades and diamonds, hearts with spades and diamonds, spades with diamonds; then the pairs of adjacent ranks of clubs, hearts, spades and diamonds, for each from ace and two to queen and king").Ones(d.interactions[:])
	}
}

// discarded is the hand after a discard with its numbers, those of the selected groups only.
type discarded struct {
	rows         card.Cards              // the hand, with its suits in the order of the rows
	estimate     [card.NumSuited]float32 // of the opponent's hand, in the same order
	macros       ginhand.Macros
	interactions [NumInteractions]float32
}

// NewDiscards returns an encoder of the given groups of fields, or an error if the groups are
// not valid. It estimates the opponent's hand by the table; nil is
// [opponent.SimpleHandTable], the paper's table.
func NewDiscards(groups DiscardGroups, table *opponent.HandTable) (*Discards, error) {
	switch {
	case groups&^AllDiscardGroups != 0:
		return nil, fmt.Errorf("afterstate: groups %#x: want bits of %#x, all groups", uint32(groups), uint32(AllDiscardGroups))
	case groups == 0:
		return nil, errors.New("afterstate: no groups of fields: want at least one")
	}
	if table == nil {
		table = opponent.SimpleHandTable()
	}
	x := &Discards{Chosen: field.Chosen[DiscardGroups]{On: groups}, table: table}
	x.Fields = field.LayoutOf(func(w *field.Row[float32]) { x.fields(w, new(discarded)) })
	x.Size = x.Fields.Size()
	return x, nil
}

// Encode fills dst, whose length is the layout's Size, with the hand after action a of the
// observer, and returns true. If the action is not a discard, with or after a knock or
// without one, it returns false and leaves dst unchanged. It panics if the length is wrong or
// obs is not a *gin.Observation.
func (x *Discards) Encode(dst []float32, obs game.Observation, a game.Action) bool {
	o, ok := obs.(*gin.Observation)
	if !ok {
		panic(fmt.Sprintf("afterstate: Encode of a %T: want *gin.Observation", obs))
	}
	c := gin.ActionCard(a)
	if !o.Hand.Has(c) || o.Phase != gin.Discard && o.Phase != gin.KnockDiscard {
		return false
	}
	r := DiscardReader{x: x}
	r.Observe(o)
	r.Encode(dst, c)
	return true
}

// NewReader returns a reader.
func (x *Discards) NewReader() *DiscardReader { return &DiscardReader{x: x} }

// DiscardReader encodes the hands after the discards of one decision after another. Its
// methods do not allocate. It is not safe for concurrent use.
type DiscardReader struct {
	x        *Discards
	hand     card.Cards
	estimate [card.NumSuited]float32 // squashed, by card.Card.Index
}

// Observe prepares the reader for the discards of a decision. The discards share the estimate
// of the opponent's hand, which is 0 for all eleven cards of the observer.
func (r *DiscardReader) Observe(o *gin.Observation) {
	r.hand = o.Hand
	r.x.table.Estimate(&r.estimate, o)
	for i, p := range r.estimate {
		r.estimate[i] = ginhand.Squash(p)
	}
}

// Risk returns the discard risk score of card c, see [ginhand.DiscardRisk], in [0, 6], for
// the observed decision.
func (r *DiscardReader) Risk(c card.Card) float32 { return ginhand.DiscardRisk(&r.estimate, c) }

// Encode fills dst, whose length is the layout's Size, with the hand after the discard of c,
// a card of the observed hand. It panics if the length is wrong.
func (r *DiscardReader) Encode(dst []float32, c card.Card) {
	r.EncodeRelabelled(dst, c, ginhand.PaperSuits())
}

// EncodeRelabelled is Encode after a relabelling of the suits: suits[0] takes the place of
// clubs, suits[1] that of hearts, suits[2] that of spades and suits[3] that of diamonds. The
// rules treat all suits alike, so the relabelled hand is worth the same.
func (r *DiscardReader) EncodeRelabelled(dst []float32, c card.Card, suits [card.NumSuits]card.Suit) {
	x := r.x
	if len(dst) != x.Size {
		panic(fmt.Sprintf("afterstate: Encode into %d entries, want %d as in the layout", len(dst), x.Size))
	}
	hand := r.hand.Without(c)
	var rows [card.NumSuits]uint16 // the ranks in each row of the matrices
	var relabelled card.Cards      // the hand with the suits that take the places of those of the paper
	d := discarded{}
	for i, s := range suits {
		rows[i] = hand.Ranks(s)
		d.rows |= card.Cards(rows[i]) << (16 * i)
		relabelled |= card.Cards(rows[i]) << (16 * ginhand.PaperSuits()[i])
		copy(d.estimate[i*card.NumRanks:(i+1)*card.NumRanks], r.estimate[int(s)*card.NumRanks:])
	}
	if x.On&DiscardMacros != 0 {
		d.macros = ginhand.MacrosOf(relabelled)
	}
	if x.On&DiscardInteractions != 0 {
		Interactions(&d.interactions, &rows)
	}
	w := field.NewRow(dst, 0)
	x.fields(&w, &d)
}

// NumInteractions is the number of pairs of neighbouring cards: for each rank the pairs of
// its four cards, and for each suit the pairs of adjacent ranks.
const NumInteractions = card.NumRanks*card.NumSuits*(card.NumSuits-1)/2 + card.NumSuits*(card.NumRanks-1)

// Interactions writes the interaction terms of a hand (the field interactions of
// [Discards]), given by the ranks in each row of the matrix x: bit r of rows[i] is 1 if the
// hand has the card of rank r, from 0 for the ace, of row i.
func Interactions(dst *[NumInteractions]float32, rows *[card.NumSuits]uint16) {
	n := 0
	for rank := range card.NumRanks {
		for i, a := range rows {
			for _, b := range rows[i+1:] {
				dst[n] = float32((a & b) >> rank & 1)
				n++
			}
		}
	}
	for _, row := range rows {
		for rank := range card.NumRanks - 1 {
			dst[n] = float32((row & (row >> 1)) >> rank & 1)
			n++
		}
	}
}

// DiscardGroups is a set of groups of fields of [Discards], one bit each.
type DiscardGroups uint32

// The groups of fields. [Discards.Layout] lists the fields of each. The three networks of
// truong2021datadriven take
//
//	Dual Inception, MLP  hand,belief,macros
//	MLP-i                belief,macros,interactions
const (
	DiscardHand         DiscardGroups = 1 << iota // the matrix x: the hand
	DiscardBelief                                 // the matrix o: the estimate of the opponent's hand
	DiscardMacros                                 // the vector m: runs, sets, deadwood, hit count
	DiscardInteractions                           // the vector i: pairs of neighbouring cards of the hand
	numDiscardGroups    = iota
)

// AllDiscardGroups is every group.
const AllDiscardGroups DiscardGroups = 1<<numDiscardGroups - 1

var discardGroupNames = field.Names[DiscardGroups]{
	Kind: "DiscardGroups", All: AllDiscardGroups,
	Words: []string{"hand", "belief", "macros", "interactions"},
}

// String returns the comma-separated names of the groups, which [ParseDiscardGroups] parses.
func (g DiscardGroups) String() string { return discardGroupNames.Text(g) }

// ParseDiscardGroups parses comma-separated names of groups.
func ParseDiscardGroups(s string) (DiscardGroups, error) { return discardGroupNames.Parse(s) }
