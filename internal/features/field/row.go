package field

import (
	"slices"
	"unsafe"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Row writes what a seat knows as numbers, one statement for each field in their order: its name and its meaning, then its
// value with shape and range.
//
//	w.Field("stock_size", "cards in the stock").Count(card.NumSuited, o.StockSize)
//	w.Field("taken", "1 at each card taken; the observer first").Rows(2).Cards(o.Taken[self]).Cards(o.Taken[other])
//
// The same statements make the layout: [LayoutOf] runs them on a Row that notes the fields. So everything that is said of a
// field stands in one place. The methods do not allocate while entries are written, and write every entry of their fields.
//
// Where every nanosecond counts, the methods with a name and a place ([Row.Planes], [Row.Bags], [Row.Bits], [Row.Numbers])
// describe fields that functions such as [Put] write; the compiler leaves out the descriptions.
//
//	at = w.Numbers("stock_size", "cards in the stock", 0, card.NumSuited, field.Put(dst, at, o.StockSize))
type Row[T Entry] struct {
	dst   []T
	at    int    // entry at which the next row starts
	notes *notes // nil while entries are written
	from  int    // entry after the last shared one
	rest  bool   // whether the shared entries are there already, and 0 at all others

	placing *Placing // where entries go in planes; nil where dst is a row of the layout
	planes  []T      // of placing; dst then has the entries that placing has to write
	scratch *[]T     // of placing.rows: dst
}

// Rest returns a Row that writes the entries of dst that are not shared. The others are copied from src, which a Row has written
// with the same statements.
func Rest[T Entry](dst, src []T) Row[T] {
	copy(dst, src)
	return Row[T]{dst: dst, rest: true}
}

// NewRow returns a Row that writes into dst from an entry on. In bytes, counts above 255 are written as 255; numbers below 0 and
// fractions have no bytes.
func NewRow[T Entry](dst []T, at int) Row[T] { return Row[T]{dst: dst, at: at} }

// Noting reports whether fields are noted for a layout: their values do not matter then.
func (w *Row[T]) Noting() bool { return w.notes != nil }

// Entries returns the entries that the Row writes, and At the one at which the next field starts.
func (w *Row[T]) Entries() []T { return w.dst }

// At returns the entry at which the next field starts.
func (w *Row[T]) At() int { return w.at }

// Move sets the entry at which the next field starts.
func (w *Row[T]) Move(at int) { w.at = at }

// Shared reports whether fields that many rows share are to be written: not by a Row of [Rest]. [Row.End] ends them, and the last
// fields are shared. The Row of [LayoutOf] sets n to the number of their entries.
func (w *Row[T]) Shared(n *int) bool {
	if w.rest {
		w.at += *n
		return false
	}
	clear(w.dst[w.from:w.at])
	if w.notes != nil {
		w.notes.shared, *n = n, -w.at
	}
	return true
}

// End ends fields that many rows share.
func (w *Row[T]) End() {
	w.from = w.at
	if w.notes != nil {
		*w.notes.shared += w.at
	}
}

// next returns the next n entries, which the caller writes.
func (w *Row[T]) next(n int) []T {
	w.at += n
	return w.dst[w.at-n : w.at]
}

// zeros returns the next n entries, 0.
func (w *Row[T]) zeros(n int) []T {
	dst := w.next(n)
	if !w.rest {
		clear(dst)
	}
	return dst
}

// Field begins a field with its name and its meaning.
func (w *Row[T]) Field(name, doc string) *Row[T] {
	if w.notes != nil {
		w.notes.begin(name, doc, 0)
	}
	return w
}

// Rows says that the field has rows, whose number, or numbers, are its first dimensions: as many values follow.
func (w *Row[T]) Rows(n ...int) *Row[T] {
	if w.notes != nil {
		w.notes.next.Shape = slices.Clone(n)
	}
	return w
}

// Per says that the last dimensions of the field range over something other than cards by card.Card.Index.
func (w *Row[T]) Per(of game.Per) *Row[T] {
	if w.notes != nil {
		w.notes.next.Per = of
	}
	return w
}

// whole notes a row of whole numbers in [low, high].
func (w *Row[T]) whole(low, high int) {
	if w.notes != nil {
		w.notes.whole(low, high)
	}
}

// row notes a row of n whole numbers in [low, high].
func (w *Row[T]) row(low, high, n int) {
	if w.notes != nil {
		w.notes.whole(low, high, n)
	}
}

// suited notes a row of whole numbers of the suited cards, in rows of suits.
func (w *Row[T]) suited(low, high int) {
	if w.notes != nil {
		w.notes.whole(low, high, card.NumSuits, card.NumRanks)
	}
}

// Flag writes 1 if yes is true, otherwise 0.
func (w *Row[T]) Flag(yes bool) *Row[T] {
	w.whole(0, 1)
	if v := T(0); yes || !w.rest {
		if yes {
			v = 1
		}
		w.dst[w.at] = v
	}
	w.at++
	return w
}

// Hot writes a row of n entries with 1 at entry i, without a 1 if i is negative.
func (w *Row[T]) Hot(n, i int) *Row[T] {
	w.row(0, 1, n)
	if !w.rest {
		clear(w.dst[w.at : w.at+n])
	}
	if i >= 0 {
		w.dst[w.at+i] = 1
	}
	w.at += n
	return w
}

// Cards writes 1 at each card of a set of suited cards, in rows of suits (clubs, diamonds, hearts, spades).
func (w *Row[T]) Cards(cs card.Cards) *Row[T] {
	w.suited(0, 1)
	PutCards((*[card.NumSuited]T)(w.zeros(card.NumSuited)), cs)
	return w
}

// Kinds writes 1 at each card of a set of suited cards, and at the printed joker if joker is true, by [card.Card.Index].
func (w *Row[T]) Kinds(cs card.Cards, joker bool) *Row[T] {
	w.row(0, 1, card.NumKinds)
	dst := w.zeros(card.NumKinds)
	PutCards((*[card.NumSuited]T)(dst), cs)
	if joker {
		dst[card.NumSuited] = 1
	}
	return w
}

// Kind is Kinds of one card, of none for [card.None].
func (w *Row[T]) Kind(c card.Card) *Row[T] {
	w.row(0, 1, card.NumKinds)
	kind(w.zeros(card.NumKinds), 0, c)
	return w
}

// Bag writes the number of copies of each card, in [0, high], by [card.Card.Index].
func (w *Row[T]) Bag(high int, b card.Bag) *Row[T] {
	w.row(0, high, card.NumKinds)
	PutBag((*[card.NumKinds]T)(w.zeros(card.NumKinds)), b)
	return w
}

// Count writes a whole number in [0, high], larger ones as high.
func (w *Row[T]) Count(high, v int) *Row[T] {
	w.whole(0, high)
	w.dst[w.at] = Number[T](min(v, high))
	w.at++
	return w
}

// Counts is Count for a row of numbers.
func (w *Row[T]) Counts(high int, v []int) *Row[T] {
	w.row(0, high, len(v))
	dst := w.next(len(v))
	for i, x := range v {
		Put(dst, i, min(x, high))
	}
	return w
}

// Number writes a whole number in [low, high].
func (w *Row[T]) Number(low, high, v int) *Row[T] {
	w.whole(low, high)
	w.next(1)[0] = T(v)
	return w
}

// Whole writes a row of n whole numbers in [low, high], all of them low if v is nil.
func Whole[T Entry, V int8 | int16](w *Row[T], low, high, n int, v []V) {
	w.row(low, high, n)
	convert(w.next(n), low, v)
}

// Ones writes a row of numbers that are 0 or 1.
func (w *Row[T]) Ones(v []float32) *Row[T] {
	w.row(0, 1, len(v))
	putFloats(w.next(len(v)), v)
	return w
}

// Suited is Whole for suited cards, in rows of suits.
func (w *Row[T]) Suited(low, high int, v []int8) *Row[T] {
	w.suited(low, high)
	convert(w.next(card.NumSuited), low, v)
	return w
}

// Float writes a number in [0, high].
func (w *Row[T]) Float(high float64, v float32) *Row[T] {
	w.fraction(high)
	w.next(1)[0] = T(v)
	return w
}

// Floats writes a number in [0, high] for each suited card, in rows of suits.
func (w *Row[T]) Floats(high float64, v *[card.NumSuited]float32) *Row[T] {
	w.fraction(high, card.NumSuits, card.NumRanks)
	putFloats(w.next(card.NumSuited), v[:])
	return w
}

// putFloats writes numbers as entries.
func putFloats[T Entry](dst []T, v []float32) {
	if dst, ok := any(dst).([]float32); ok {
		copy(dst, v)
		return
	}
	for i, x := range v {
		dst[i] = T(x)
	}
}

// convert writes numbers as entries, low as all of them if v is nil.
func convert[T Entry, V int8 | int16](dst []T, low int, v []V) {
	if v == nil {
		for i, x := 0, T(low); i < len(dst); i++ {
			dst[i] = x
		}
		return
	}
	dst = dst[:len(v)]
	for i, x := range v {
		dst[i] = T(x)
	}
}

// fraction notes a row of numbers in [0, high].
func (w *Row[T]) fraction(high float64, shape ...int) {
	if w.notes != nil {
		w.notes.row(game.Float32, 0, high, shape...)
	}
}

// Fraction writes a number in [0, high], clamped and rounded to a 255th of high.
func (w *Row[T]) Fraction(high float64, v float32) *Row[T] {
	w.fraction(high)
	if v != 0 {
		v = rounded(v, float32(high))
	}
	w.dst[w.at] = T(v)
	w.at++
	return w
}

// Fractions is Fraction for a row of numbers.
func (w *Row[T]) Fractions(high float64, v []float32) *Row[T] {
	w.fraction(high, len(v))
	dst := w.next(len(v))
	for i, x := range v {
		dst[i] = T(rounded(x, float32(high)))
	}
	return w
}

// CardFractions is Fraction for each suited card, in rows of suits.
func (w *Row[T]) CardFractions(high float64, v *[card.NumSuited]float32) *Row[T] {
	w.fraction(high, card.NumSuits, card.NumRanks)
	dst := w.zeros(card.NumSuited)
	for i, x := range v {
		if x != 0 {
			dst[i] = T(rounded(x, float32(high)))
		}
	}
	return w
}

// FractionAt writes a row of n entries with Fraction at entry i and 0 at the others.
func (w *Row[T]) FractionAt(n, i int, high float64, v float32) *Row[T] {
	w.fraction(high, n)
	w.zeros(n)[i] = T(rounded(v, float32(high)))
	return w
}

// rounded returns v clamped to [0, high] and rounded to a 255th of high. The conversion keeps compilers from fusing the product
// and the sum.
func rounded(v, high float32) float32 {
	return float32(int32(float32(min(max(v/high, 0), 1)*255)+0.5)) * (high / 255)
}

// noting reports whether T is Note. The compiler knows, and leaves out what depends on it.
func noting[T Entry]() bool { return unsafe.Sizeof(T(0)) == unsafe.Sizeof(Note(0)) }

// Planes describes a field of n planes of suited cards (0: one, without this dimension), which are written up to the entry at. It
// returns at.
func (w *Row[T]) Planes(name, doc string, n, at int) int {
	if noting[T]() {
		w.notes.planes(name, doc, n)
	}
	return at
}

// Bags is Planes for n rows of copies of all cards, in [0, high], by [card.Card.Index].
func (w *Row[T]) Bags(name, doc string, n, high, at int) int {
	if noting[T]() {
		w.notes.bags(name, doc, n, high)
	}
	return at
}

// Ranks is Planes for an entry of each rank that is 0 or 1.
func (w *Row[T]) Ranks(name, doc string, at int) int {
	if noting[T]() {
		w.notes.ranks(name, doc)
	}
	return at
}

// Bits is Planes for n entries that are 0 or 1.
func (w *Row[T]) Bits(name, doc string, n, at int) int {
	if noting[T]() {
		w.notes.counts(name, doc, n, 1)
	}
	return at
}

// Numbers is Planes for n whole numbers in [0, high].
func (w *Row[T]) Numbers(name, doc string, n, high, at int) int {
	if noting[T]() {
		w.notes.counts(name, doc, n, high)
	}
	return at
}

// Int32s is Planes for whole numbers in [low, high] of 32 bits, where the range does not say the type.
func (w *Row[T]) Int32s(name, doc string, low, high, at int, shape ...int) int {
	if noting[T]() {
		w.notes.int32s(name, doc, low, high, shape)
	}
	return at
}

// Put writes a number at an entry. As all that follow, it returns the next entry.
func Put[T Entry](dst []T, at, v int) int {
	dst[at] = Number[T](v)
	return at + 1
}

// Bit writes 1 if yes is true, into an entry that is 0.
func Bit[T Entry](dst []T, at int, yes bool) int {
	if yes {
		dst[at] = 1
	}
	return at + 1
}

// Hot writes 1 at entry i of n entries that are 0, nothing if i is negative.
func Hot[T Entry](dst []T, at, n, i int) int {
	if i >= 0 {
		dst[at+i] = 1
	}
	return at + n
}

// kind is Hot of a card among all cards, of none for [card.None].
func kind[T Entry](dst []T, at int, c card.Card) int {
	if c != card.None {
		dst[at+c.Index()] = 1
	}
	return at + card.NumKinds
}
