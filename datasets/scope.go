package datasets

import "github.com/apache/arrow/go/v15/arrow/memory"

// scope is an allocator that can free memory that its user does not release. Arrow
// 15's file reader never releases the dictionaries that it reads when it opens a
// file, nor the messages that held them. The scope records all allocations between
// open and sealed, and freeRest frees those that are left. It is not safe for
// concurrent use.
type scope struct {
	memory.Allocator
	sealed bool
	live   map[*byte][]byte // by first byte
}

func newScope(mem memory.Allocator) *scope {
	return &scope{Allocator: mem, live: make(map[*byte][]byte)}
}

func (s *scope) Allocate(size int) []byte {
	return s.note(s.Allocator.Allocate(size))
}

func (s *scope) Reallocate(size int, b []byte) []byte {
	noted := s.forget(b)
	b = s.Allocator.Reallocate(size, b)
	if noted && cap(b) > 0 {
		s.live[&b[:1][0]] = b
		return b
	}
	return s.note(b)
}

func (s *scope) Free(b []byte) {
	s.forget(b)
	s.Allocator.Free(b)
}

func (s *scope) note(b []byte) []byte {
	if !s.sealed && cap(b) > 0 {
		s.live[&b[:1][0]] = b
	}
	return b
}

func (s *scope) forget(b []byte) (noted bool) {
	if cap(b) == 0 {
		return false
	}
	_, noted = s.live[&b[:1][0]]
	delete(s.live, &b[:1][0])
	return noted
}

// freeRest frees the recorded allocations that have not been freed.
func (s *scope) freeRest() {
	for _, b := range s.live {
		s.Allocator.Free(b)
	}
	clear(s.live)
}
