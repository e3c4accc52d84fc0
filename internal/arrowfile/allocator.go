package arrowfile

import (
	"fmt"
	"sync"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// A batch may take 1 GiB of memory, or 64 times the size of its file if that is more.
const (
	minMemory = 1 << 30
	maxRatio  = 64
)

// Allocator is an allocator that panics if a batch takes too much memory. It keeps the memory of
// the message that holds a batch for the next one, which saves clearing it: Arrow copies the
// values out of the message and frees it before it returns. It is not safe for concurrent use.
type Allocator struct {
	mem         memory.Allocator
	limit, used int64

	reading bool   // Arrow is reading a batch
	spare   []byte // freed by Arrow while it was reading
	lent    bool   // spare is in use
}

// spares holds memory of messages of shards that have been read, for the next shard.
var spares sync.Pool

// NewAllocator returns an allocator for the batches of a file of the given size.
func NewAllocator(size int64) *Allocator {
	return &Allocator{mem: memory.DefaultAllocator, limit: MemoryLimit(size)}
}

// Keeping returns next, which reads a batch out of a message, such that the memory of the
// message is kept. Call FreeSpare in the end.
func (b *Allocator) Keeping(next func() (arrow.Record, error)) func() (arrow.Record, error) {
	if spare, ok := spares.Get().(*[]byte); ok {
		b.spare = *spare
	}
	return func() (arrow.Record, error) {
		b.reading = true
		defer func() { b.reading = false }()
		return next()
	}
}

// MemoryLimit returns the memory that a batch of a file of the given size may take.
func MemoryLimit(size int64) int64 { return max(minMemory, maxRatio*size) }

func (b *Allocator) take(n int) {
	if n < 0 || int64(n) > b.limit-max(0, b.used) {
		panic(fmt.Sprintf("it asks for %d bytes of memory, more than the %d that a batch of a file of its size may have", n, b.limit))
	}
	b.used += int64(n)
}

// Allocate returns n bytes, or panics if the batch takes too much.
func (b *Allocator) Allocate(n int) []byte {
	b.take(n)
	if b.reading && !b.lent && n <= len(b.spare) && n > len(b.spare)/2 {
		b.lent = true
		return b.spare[:n:n]
	}
	return b.mem.Allocate(n)
}

// Reallocate returns n bytes that begin as old, or panics as Allocate does.
func (b *Allocator) Reallocate(n int, old []byte) []byte {
	if b.isSpare(old) {
		grown := b.Allocate(n)
		copy(grown, old)
		b.Free(old)
		return grown
	}
	b.take(n)
	b.used -= int64(len(old))
	return b.mem.Reallocate(n, old)
}

// Free frees what Allocate or Reallocate returned.
func (b *Allocator) Free(old []byte) {
	b.used -= int64(len(old))
	switch {
	case b.isSpare(old):
		b.lent = false
	case b.reading && !b.lent && len(old) > len(b.spare):
		b.FreeSpare()
		b.spare = old
	default:
		b.mem.Free(old)
	}
}

// isSpare reports whether p is the memory that is lent.
func (b *Allocator) isSpare(p []byte) bool {
	return b.lent && len(b.spare) > 0 && cap(p) > 0 && &p[:1][0] == &b.spare[0]
}

// Reset begins a new batch: what earlier ones use counts no more.
func (b *Allocator) Reset() { b.used = 0 }

// FreeSpare keeps the memory that is kept for the next batch for other shards.
func (b *Allocator) FreeSpare() {
	if spare := b.spare; !b.lent && len(spare) > 0 {
		spares.Put(&spare)
	}
	b.spare = nil
}
