#include "textflag.h"

// func fetchLines(start unsafe.Pointer, lines int)
TEXT ·fetchLines(SB), NOSPLIT, $0-16
	MOVQ start+0(FP), AX
	MOVQ lines+8(FP), CX

line:
	DECQ CX
	JLT  done
	PREFETCHT0 (AX)
	ADDQ $64, AX
	JMP  line

done:
	RET
