package arrowfile

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"
)

// NewParquetWriter returns a writer that stores each batch as a row group, and the
// Arrow schema in the file. zstd compresses it. Numeric columns are not dictionary-encoded: a column
// chunk then has a single encoding. With several, Arrow 15 lists them in the random
// order of a Go map, so that equal data gives different bytes. Data pages have
// version 2: in version 1 the level buffer of a list grows by a few bytes at a time,
// and writing a page is quadratic in its rows.
//
// Arrow 15 makes a new compressor for each page. Pages of at most 4 MiB instead of 1 MiB
// and the fastest compressor, whose tables are small, therefore save a third of the
// time of writing; the files are 3 % larger than with the default level.
func NewParquetWriter(w io.Writer, schema *arrow.Schema, zstd bool) (*pqarrow.FileWriter, error) {
	codec := compress.Codecs.Uncompressed
	if zstd {
		codec = compress.Codecs.Zstd
	}
	properties := parquet.NewWriterProperties(parquet.WithCompression(codec), parquet.WithDictionaryDefault(false),
		parquet.WithCompressionLevel(1), parquet.WithDataPageSize(4<<20),
		parquet.WithVersion(parquet.V2_LATEST), parquet.WithDataPageVersion(parquet.DataPageV2))
	out, err := pqarrow.NewFileWriter(schema, w, properties, pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	return out, nil
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
				return fmt.Errorf("its columns are compressed with %v: want ZSTD or none", codec)
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
