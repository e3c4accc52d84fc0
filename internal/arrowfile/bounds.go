// Package arrowfile reads files of Arrow that may be damaged, and writes them:
//
//	CheckFile   lengths in a file against its size
//	Allocator   a limit on the memory of a batch
//	Fence       errors in place of Arrow's panics
//	NewWriter   files to any writer, such as a pipe
//
// Arrow 15, the version that this module is built with, allocates whatever lengths a file
// names, and panics where they do not fit. CheckFile compares the lengths in a file
// with its size before Arrow sees them; what only shows while a batch is decoded is bounded by
// the allocator. Where a file ends too early it panics itself, which [Fence] turns into
// an error.
//
// Each part answers a fault of Arrow for Go that was mended after version 15, or is open. With
// a version that has the mend, the part can go:
//
//	CheckFile   lengths of messages and blocks: apache/arrow-go#948, mended by #955 and #1097 (2026)
//	Allocator   what a batch unpacks to: limits on the body alone came with apache/arrow-go#955
//	Fence       panics on a malformed batch: apache/arrow-go#1062 (2026),
//	            apache/arrow-go#691 (offsets of text beyond their data)
package arrowfile

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Fence is deferred around everything that Arrow does with a file. It turns a panic into an
// error.
func Fence(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("damaged: %v", r)
	}
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
const dictionaryMessage, batchMessage = 2, 3

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
