#include "textflag.h"
#include "sum_amd64.h"

// The next four rows, at R9 to R12, and their values, in all lanes of Y8 to Y11.
#define FOUR \
	ROWS                     \
	VBROADCASTSS (DX), Y8    \
	VBROADCASTSS 4(DX), Y9   \
	VBROADCASTSS 8(DX), Y10  \
	VBROADCASTSS 12(DX), Y11 \
	ADDQ $16, SI             \
	ADDQ $16, DX

// The next row, at R9, and its value, in all lanes of Y8.
#define ONE \
	ROW                   \
	VBROADCASTSS (DX), Y8 \
	ADDQ $4, SI           \
	ADDQ $4, DX

// acc += (v0*r0 + v1*r1) + (v2*r2 + v3*r3) for the eight numbers at off.
#define ADD4(off, acc) \
	VMULPS off(R9), Y8, Y12   \
	VMULPS off(R10), Y9, Y13  \
	VMULPS off(R11), Y10, Y14 \
	VMULPS off(R12), Y11, Y15 \
	VADDPS Y13, Y12, Y12      \
	VADDPS Y15, Y14, Y14      \
	VADDPS Y14, Y12, Y12      \
	VADDPS Y12, acc, acc

// acc += v*r
#define ADD1(off, acc) \
	VMULPS off(R9), Y8, Y12 \
	VADDPS Y12, acc, acc

// func sum64(y *float32, rows *int32, values *float32, n int, m *float32, stride int)
TEXT ·sum64(SB), NOSPLIT, $0-48
	ARGUMENTS
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	VMOVUPS 128(DI), Y4
	VMOVUPS 160(DI), Y5
	VMOVUPS 192(DI), Y6
	VMOVUPS 224(DI), Y7
	SUBQ $4, CX
	JL   rest

four:
	FOUR
	ADD4(0, Y0)
	ADD4(32, Y1)
	ADD4(64, Y2)
	ADD4(96, Y3)
	ADD4(128, Y4)
	ADD4(160, Y5)
	ADD4(192, Y6)
	ADD4(224, Y7)
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   done

one:
	ONE
	ADD1(0, Y0)
	ADD1(32, Y1)
	ADD1(64, Y2)
	ADD1(96, Y3)
	ADD1(128, Y4)
	ADD1(160, Y5)
	ADD1(192, Y6)
	ADD1(224, Y7)
	DECQ CX
	JNZ  one

done:
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VMOVUPS Y4, 128(DI)
	VMOVUPS Y5, 160(DI)
	VMOVUPS Y6, 192(DI)
	VMOVUPS Y7, 224(DI)
	VZEROUPPER
	RET

// func sum32(y *float32, rows *int32, values *float32, n int, m *float32, stride int)
TEXT ·sum32(SB), NOSPLIT, $0-48
	ARGUMENTS
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	SUBQ $4, CX
	JL   rest

four:
	FOUR
	ADD4(0, Y0)
	ADD4(32, Y1)
	ADD4(64, Y2)
	ADD4(96, Y3)
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   done

one:
	ONE
	ADD1(0, Y0)
	ADD1(32, Y1)
	ADD1(64, Y2)
	ADD1(96, Y3)
	DECQ CX
	JNZ  one

done:
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VZEROUPPER
	RET

// func sum8(y *float32, rows *int32, values *float32, n int, m *float32, stride int)
TEXT ·sum8(SB), NOSPLIT, $0-48
	ARGUMENTS
	VMOVUPS (DI), Y0
	SUBQ $4, CX
	JL   rest

four:
	FOUR
	ADD4(0, Y0)
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   done

one:
	ONE
	ADD1(0, Y0)
	DECQ CX
	JNZ  one

done:
	VMOVUPS Y0, (DI)
	VZEROUPPER
	RET
