// Package arrowfile reads files of Arrow and Parquet that may be damaged, and writes Arrow files
// to streams:
//
//	CheckFile, CheckStream, CheckParquet   lengths in a file against its size
//	Allocator                              a limit on the memory of a batch
//	Fence                                  errors in place of Arrow's panics
//	NewWriter                              an Arrow file to a pipe
//
// Arrow 15 allocates whatever lengths a file names, and panics where they do not fit. The Check
// functions compare the lengths in a file with its size before Arrow sees them; what only shows
// while a batch is decoded is bounded by the allocator. Where a file ends too early they panic
// themselves, which [Fence] turns into an error.
package arrowfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"sync"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
)

// A batch may take 1 GiB of memory, or 64 times the size of its file if that is more.
const (
	minMemory = 1 << 30
	maxRatio  = 64
)

// Fence is deferred around everything that Arrow does with a file. It turns a panic into an
// error.
func Fence(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("damaged: %v", r)
	}
}

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
func NewAllocator(mem memory.Allocator, size int64) *Allocator {
	return &Allocator{mem: mem, limit: MemoryLimit(size)}
}

// Keeping returns next, which reads a batch out of a message, such that the memory of the
// message is kept. Call FreeSpare in the end.
func (b *Allocator) Keeping(next func() (arrow.Record, error)) func() (arrow.Record, error) {
	if b.mem == memory.DefaultAllocator {
		if spare, ok := spares.Get().(*[]byte); ok {
			b.spare = *spare
		}
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

// FreeSpare frees the memory that is kept for the next batch, or keeps it for other shards.
func (b *Allocator) FreeSpare() {
	switch {
	case b.lent || len(b.spare) == 0:
	case b.mem == memory.DefaultAllocator:
		spare := b.spare
		spares.Put(&spare)
	default:
		b.mem.Free(b.spare)
	}
	b.spare = nil
}

// section returns n bytes of a file of the given size.
func section(f io.ReaderAt, size, from, n int64) []byte {
	if from < 0 || n < 0 || n > size-from {
		panic(fmt.Sprintf("it names %d bytes at %d of a file of %d", n, from, size))
	}
	b := make([]byte, n)
	if _, err := f.ReadAt(b, from); err != nil {
		panic(err)
	}
	return b
}

// table is a table of a flatbuffer: at is its position in b.
type table struct {
	b  []byte
	at int
}

// root returns the root table of a flatbuffer.
func root(b []byte) table { return table{b, int(binary.LittleEndian.Uint32(b))} }

// field returns the position of a field, or 0 if the table lacks it.
func (t table) field(slot int) int {
	vtable := t.at - int(int32(binary.LittleEndian.Uint32(t.b[t.at:])))
	entry := 4 + 2*slot
	if entry+2 > int(binary.LittleEndian.Uint16(t.b[vtable:])) {
		return 0
	}
	if offset := int(binary.LittleEndian.Uint16(t.b[vtable+entry:])); offset > 0 {
		return t.at + offset
	}
	return 0
}

// table returns the table that a field refers to.
func (t table) table(slot int) (sub table, ok bool) {
	at := t.field(slot)
	if at == 0 {
		return sub, false
	}
	return table{t.b, at + int(binary.LittleEndian.Uint32(t.b[at:]))}, true
}

// number returns a field of 8 bytes, 0 if the table lacks it.
func (t table) number(slot int) int64 {
	if at := t.field(slot); at > 0 {
		return int64(binary.LittleEndian.Uint64(t.b[at:]))
	}
	return 0
}

// vector returns the entries of a vector, which have the given size.
func (t table) vector(slot, size int) (at, n int) {
	field := t.field(slot)
	if field == 0 {
		return 0, 0
	}
	at = field + int(binary.LittleEndian.Uint32(t.b[field:]))
	n = int(binary.LittleEndian.Uint32(t.b[at:]))
	if at += 4; n*size > len(t.b)-at {
		panic(fmt.Sprintf("it names %d entries of %d bytes in %d bytes", n, size, len(t.b)-at))
	}
	return at, n
}

// tables returns the tables of a vector.
func (t table) tables(slot int) []table {
	at, n := t.vector(slot, 4)
	list := make([]table, n)
	for i := range list {
		list[i] = table{t.b, at + 4*i + int(binary.LittleEndian.Uint32(t.b[at+4*i:]))}
	}
	return list
}

// Slots of the tables of Arrow's metadata (Schema.fbs, Message.fbs and File.fbs).
const (
	messageKind, messageHeader, messageBody = 1, 2, 3 // of a Message
	schemaFields, schemaMetadata            = 1, 2    // of a Schema
	fieldChildren, fieldMetadata            = 5, 6    // of a Field
	batchBuffers, batchCompression          = 2, 3    // of a RecordBatch; each buffer is an offset and a length
	dictionaryData                          = 1       // of a DictionaryBatch
	footerSchema                            = 1       // of a Footer
	footerDictionaries, footerBatches       = 2, 3    // vectors of blocks: offset, length of metadata, padding, length of body
)

// Kinds of the header of a Message.
const (
	schemaMessage, dictionaryMessage, batchMessage = 1, 2, 3
)

// checkSchema checks the vectors of a schema. The fields of a shard are nested once.
func checkSchema(schema table) {
	schema.vector(schemaMetadata, 4)
	for _, field := range schema.tables(schemaFields) {
		field.vector(fieldMetadata, 4)
		for _, child := range field.tables(fieldChildren) {
			child.vector(fieldMetadata, 4)
			if _, n := child.vector(fieldChildren, 4); n > 0 {
				panic("its fields are nested more than once")
			}
		}
	}
}

// checkMessage checks the metadata of a message, whose body is at a position of the file.
func checkMessage(f io.ReaderAt, size int64, metadata []byte, body, length int64) {
	m := root(metadata)
	section := m.number(messageBody)
	header, _ := m.table(messageHeader)
	if section != length || length < 0 || length > size-body {
		panic(fmt.Sprintf("it names a body of %d bytes at %d of a file of %d", section, body, size))
	}
	switch kind := m.field(messageKind); m.b[kind] {
	case schemaMessage:
		checkSchema(header)
		return
	case dictionaryMessage:
		header, _ = header.table(dictionaryData)
	case batchMessage:
	default:
		panic("it has a message of an unknown kind")
	}
	_, compressed := header.table(batchCompression)
	at, n := header.vector(batchBuffers, 16)
	for i := range n {
		from, n := int64(binary.LittleEndian.Uint64(m.b[at+16*i:])), int64(binary.LittleEndian.Uint64(m.b[at+16*i+8:]))
		if from < 0 || n < 0 || n > length-from {
			panic(fmt.Sprintf("it names %d bytes at %d of a body of %d", n, from, length))
		}
		if compressed && n > 8 {
			checkZstd(io.NewSectionReader(f, body+from+8, n-8), MemoryLimit(size))
		}
	}
}

// CheckFile checks the lengths in the footer of an Arrow file and of all its messages.
func CheckFile(f io.ReaderAt, size int64) (err error) {
	defer Fence(&err)
	const magic, word = "ARROW1", 4
	end := section(f, size, size-word-int64(len(magic)), word+int64(len(magic)))
	if string(end[word:]) != magic {
		return fmt.Errorf("not an Arrow file: it does not end with %s", magic)
	}
	n := int64(binary.LittleEndian.Uint32(end))
	footer := root(section(f, size, size-int64(len(end))-n, n))
	schema, ok := footer.table(footerSchema)
	if !ok {
		panic("it has no schema")
	}
	checkSchema(schema)
	for _, slot := range []int{footerDictionaries, footerBatches} {
		at, n := footer.vector(slot, 24)
		for i := range n {
			block := footer.b[at+24*i:]
			from, meta, body := int64(binary.LittleEndian.Uint64(block)), int64(int32(binary.LittleEndian.Uint32(block[8:]))), int64(binary.LittleEndian.Uint64(block[16:]))
			metadata := section(f, size, from, meta)
			checkMessage(f, size, metadata[8:], from+meta, body)
		}
	}
	return nil
}

// CheckStream checks the lengths of all messages of an Arrow stream, and that it has an
// end, a message of length 0: Arrow takes a stream that was cut between two batches for a
// whole one.
func CheckStream(f io.ReaderAt, size int64) (err error) {
	defer Fence(&err)
	for at := int64(0); ; {
		if at == size {
			return fmt.Errorf("the stream has no end: it is cut short")
		}
		prefix := section(f, size, at, 8)
		if mark := binary.LittleEndian.Uint32(prefix); mark != 0xffffffff {
			return fmt.Errorf("damaged: there is no message at byte %d", at)
		}
		n := int64(int32(binary.LittleEndian.Uint32(prefix[4:])))
		if n == 0 {
			return nil
		}
		metadata := section(f, size, at+8, n)
		body := root(metadata).number(messageBody)
		checkMessage(f, size, metadata, at+8+n, body)
		at += 8 + n + body
	}
}

// checkZstd checks the frames of compressed data (RFC 8878): none may need more memory than
// limit for its window or its contents.
func checkZstd(r *io.SectionReader, limit int64) {
	for at := int64(0); at < r.Size(); {
		magic := binary.LittleEndian.Uint32(section(r, r.Size(), at, 4))
		at += 4
		if magic&0xfffffff0 == 0x184d2a50 { // skippable
			at += 4 + int64(binary.LittleEndian.Uint32(section(r, r.Size(), at, 4)))
			continue
		}
		if magic != 0xfd2fb528 {
			panic("it is not compressed as it says")
		}
		d := section(r, r.Size(), at, 1)[0]
		at++
		if single := d>>5&1 == 1; !single {
			w := section(r, r.Size(), at, 1)[0]
			if window := int64(1) << (10 + w>>3); window+window/8*int64(w&7) > limit {
				panic(fmt.Sprintf("it asks for a window of %d bytes", window))
			}
			at++
		} else if d>>6 == 0 {
			at++ // a size of one byte
		}
		at += []int64{0, 1, 2, 4}[d&3]
		if n := []int64{0, 2, 4, 8}[d>>6]; n > 0 {
			b := append(section(r, r.Size(), at, n), make([]byte, 8)...)
			if contents := binary.LittleEndian.Uint64(b); contents > uint64(limit) {
				panic(fmt.Sprintf("it asks for contents of %d bytes", contents))
			}
			at += n
		}
		for last := false; !last; {
			b := append(section(r, r.Size(), at, 3), 0)
			h := binary.LittleEndian.Uint32(b)
			last = h&1 == 1
			at += 3
			if n := int64(h >> 3); h>>1&3 == 1 {
				at++ // one byte, repeated
			} else {
				at += n
			}
		}
		at += int64(d>>2&1) * 4
	}
}

// CheckParquet checks the column chunks of a Parquet file and the headers of their pages.
func CheckParquet(f io.ReaderAt, size int64, r *file.Reader) (err error) {
	defer Fence(&err)
	for g := range r.NumRowGroups() {
		group := r.MetaData().RowGroup(g)
		for c := range group.NumColumns() {
			chunk, err := group.ColumnChunk(c)
			if err != nil {
				return err
			}
			from := chunk.DataPageOffset()
			if at := chunk.DictionaryPageOffset(); chunk.HasDictionaryPage() && at > 0 {
				from = min(from, at)
			}
			n := chunk.TotalCompressedSize()
			if from < 0 || n < 0 || n > size-from {
				return fmt.Errorf("damaged: column chunk %d of row group %d has %d bytes at %d of a file of %d", c, g, n, from, size)
			}
			if chunk.NumValues() < 0 || group.NumRows() < 0 {
				return fmt.Errorf("damaged: column chunk %d of row group %d has %d values", c, g, chunk.NumValues())
			}
			codec := chunk.Compression()
			if codec != compress.Codecs.Zstd && codec != compress.Codecs.Uncompressed {
				return fmt.Errorf("damaged: column chunk %d of row group %d is compressed with %v, want ZSTD or UNCOMPRESSED", c, g, codec)
			}
			checkPages(io.NewSectionReader(f, from, n), size, codec == compress.Codecs.Zstd)
		}
	}
	return nil
}

// checkPages checks the pages of a column chunk.
func checkPages(r *io.SectionReader, size int64, compressed bool) {
	for at := int64(0); at < r.Size(); {
		t := &thrift{b: section(r, r.Size(), at, min(1<<16, r.Size()-at))}
		header := t.message()
		uncompressed, n := header[2], header[3] // of PageHeader
		if uncompressed < 0 || uncompressed > MemoryLimit(size) || n < 0 || n > r.Size()-at-int64(t.at) {
			panic(fmt.Sprintf("it names a page of %d bytes, compressed %d", uncompressed, n))
		}
		at += int64(t.at)
		levels, plain := header[85]+header[86], header[87] == 2 // of its DataPageHeaderV2; 2 is false
		if levels < 0 || levels > n {
			panic(fmt.Sprintf("it names %d bytes of levels in a page of %d", levels, n))
		}
		if compressed && !plain && n > levels {
			checkZstd(io.NewSectionReader(r, at+levels, n-levels), MemoryLimit(size))
		}
		at += n
	}
}

// thrift reads structs in Thrift's compact protocol.
type thrift struct {
	b  []byte
	at int
}

func (t *thrift) varint() uint64 {
	v, n := binary.Uvarint(t.b[t.at:])
	if n <= 0 {
		panic("it has a number that does not end")
	}
	t.at += n
	return v
}

// message returns the integers and booleans of a struct by the numbers of their fields. Field
// j of a struct in field i has the number 10·i+j.
func (t *thrift) message() map[int]int64 {
	found := map[int]int64{}
	t.fields(found, 0, 0)
	return found
}

// fields reads a struct into found, or skips it if found is nil.
func (t *thrift) fields(found map[int]int64, base, depth int) {
	if depth > 8 {
		panic("its structs are nested too deeply")
	}
	for id := 0; ; {
		h := t.b[t.at]
		t.at++
		if h == 0 {
			return
		}
		if delta := int(h >> 4); delta > 0 {
			id += delta
		} else {
			v := t.varint()
			id = int(int64(v>>1) ^ -int64(v&1))
		}
		t.value(found, base, id, h&15, depth)
	}
}

// value reads a value of a field.
func (t *thrift) value(found map[int]int64, base, id int, kind byte, depth int) {
	switch kind {
	case 1, 2: // true, false
		if found != nil {
			found[base+id] = int64(kind)
		}
	case 3:
		t.at++
	case 4, 5, 6: // integers
		if v := t.varint(); found != nil {
			found[base+id] = int64(v>>1) ^ -int64(v&1)
		}
	case 7:
		t.at += 8
	case 8: // bytes
		n := t.varint()
		if n > uint64(len(t.b)-t.at) {
			panic("it has a string that is too long")
		}
		t.at += int(n)
	case 12:
		if base > 0 {
			found = nil
		}
		t.fields(found, 10*id, depth+1)
	default: // page headers have no lists
		panic(fmt.Sprintf("it has a field of kind %d", kind))
	}
}
