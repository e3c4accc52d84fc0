#include "textflag.h"

// func fetchLines(start unsafe.Pointer, lines int)
TEXT ·fetchLines(SB), NOSPLIT, $0-16
	MOVD start+0(FP), R0
	MOVD lines+8(FP), R1

line:
	SUBS $1, R1
	BLT  done
	PRFM (R0), PLDL1KEEP
	ADD  $64, R0
	B    line

done:
	RET
