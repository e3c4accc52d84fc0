package main

import (
	"encoding/binary"
	"errors"
	"regexp"
	"strings"
)

// unused holds patterns of functions that are linked but that a page never calls, or that can only fail there. They are the names of the name section, where a character that is no letter, digit or dot is an underscore. A new version
// of Go may need other ones: a test says which patterns have no function.
var unused = []string{
	// Execution traces, which nothing starts.
	`runtime\.trace(Locker\.[GHPS]|Writer|EventWriter|Advance|Reader?|Stack|Stop|SyncBatch|ThreadDestroy|Register|AcquireEnabled|BufFlush)[\w.]*`,
	`runtime\.__trace[\w.]*`,
	// Profiles, metrics, and checks that GODEBUG turns on.
	`runtime\.(initMetrics|__metric|readMetric|__profBuf_|__timeHistogram_\.write|saveg|doRecordGoroutine|tryRecordGoroutine)[\w.]*`,
	`runtime\.(stkbucket|saveblockevent|saveBlockEvent|blockevent|mProf_Free|setprofilebucket|newBucket|__bucket_)[\w.]*`,
	`runtime\.(schedtrace|dump[A-Zg]|findGoroutineLeaks|findMaybeRunnable|checkFinalizersAndCleanups|(start|set|get|run)Checkmark|scanConservative|typesEqual)[\w.]*`,
	`internal_bisect\.[\w.]*`,
	// What the runtime prints of stacks after the message of a panic: they have no names here.
	`runtime\.(traceback[0-9PHos]|goroutineheader|showf|funcline|fpunwind|fpTraceback|CallersFrames|__Frames_|expandCgo|cgo[A-Zc]|callCgo|__unwinder_\.cgo)[\w.]*`,
	`runtime\.(print(ScavTrace|OneCgo|Cgo|Ancestor|createdby|Args|FuncName|complex)|gcDumpObject|hexdump|__hexdumper_|badPointer|__mspan_\.reportZombies)[\w.]*`,
	// Algorithms of package crypto other than SHA-256.
	`crypto_internal_fips140_(aes|aes_gcm|drbg|hmac|sha3|sha512|subtle)\.([_A-Za-hj-z]|inc)[\w.]*`,
	// Dates as text.
	`time\.(parse|Parse|nextStdChunk|tz|append|quote|__Location|__ParseError|initLocal|Date|lookup|getnum|fixedZone|FixedZone|newParseError|leadingInt|atoi)[\w.]*`,
	`time\.(Time\.(append|Append|Format|GoString|String|Marshal|locabs|absSec)|__Time_\.(Unmarshal|Marshal|String|GoString|setLoc|Append|Format))[\w.]*`,
	// Files, none of which a page can open.
	`os\.(__[fF]ile_|CreateTemp|[rR]ead[dD]ir|[oO]penFile|openDir|[rR]ename|Link|__LinkError_|Remove|chmod|__fileStat|fillFileStat|newUnixDirent)[\w.]*`,
	`internal_poll\.__(FD|fdMutex)_\.[A-HJ-Za-z][\w.]*`,
	`syscall\.(Open|Read|Write|P|Rename|Link|Lstat|Fchmod|Chmod|Unlink|Rmdir|Close|Fstat|setStat|Fsync)[\w.]*`,
	`io_fs\.(Format|FileMode)[\w.]*`,
	`slices\.[\w.]*io_fs[\w.]*`,
	// Calls by reflection, and binary forms by reflection.
	`reflect\.(callMethod|makeMethodValue|methodReceiver|__abiSeq_|newAbiDesc|funcLayout|addTypeBits|storeRcvr|__bitVector_)[\w.]*`,
	`encoding_binary\.[\w.]*[eE]ncode[\w.]*`,
	`gonum[\w.]*[bB]inary[\w.]*`,
	// Of this module: files that are written or locked, tabular agents, and encoders of networks with a policy, none of which is built in.
	`rummygym_internal_safefile\.(LockFile|hold|lock|Replace|Create|Write|publish|SyncFolder|createAside|removeUnlocked|names)[\w.]*`,
	`rummygym_agents_tabular\.(sum|appendValue|Next|Probe|probeText|NewPlayer|Open|Read|__(Hasher|Player|Table)_)[\w.]*`,
	`rummygym_features_encoder\.(New|matchFields|ginFields|indianFields|ginCounts|indianRow|__(Gin|Indian|Match)_)[\w.]*`,
}

var unusedNames = regexp.MustCompile(`^(` + strings.Join(unused, "|") + `)$`)

// trap is the body of a function that stops the program.
var trap = []byte{0, 0x00, 0x0b} // no locals, unreachable, end

// drop returns the content of a code section in which the functions of unused have no instructions. names are those of the functions
// of the program by index, imported ones included.
func drop(code []byte, imported int, names map[int]string) ([]byte, error) {
	r := &reader{code}
	count := r.number()
	out := binary.AppendUvarint(nil, uint64(count))
	for i := range count {
		size := r.number()
		body := r.bytes(size)
		if len(body) < size {
			return nil, errDamaged
		}
		if unusedNames.MatchString(names[imported+i]) {
			body = trap
		}
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, nil
}

// functionNames returns the names of functions by index, from the sections of a program.
func functionNames(sections []section) (map[int]string, error) {
	for _, s := range sections {
		r := &reader{s.content}
		if s.id != customSection || string(r.bytes(r.number())) != "name" {
			continue
		}
		names := map[int]string{}
		for len(r.b) > 0 {
			kind := r.number()
			sub := &reader{r.bytes(r.number())}
			if kind != 1 { // 1: names of functions
				continue
			}
			for range sub.number() {
				i := sub.number()
				names[i] = string(sub.bytes(sub.number()))
			}
		}
		return names, nil
	}
	return nil, errors.New("the program has no names of functions")
}
