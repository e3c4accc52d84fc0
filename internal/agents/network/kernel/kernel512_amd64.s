#include "textflag.h"
#include "sum_amd64.h"

// The functions of this file are those of kernel_amd64.s and update_amd64.s with vectors of
// sixteen numbers.

// The next four rows, at R9 to R12, and their values, in all lanes of Z8 to Z11.
#define FOUR \
	ROWS                     \
	VBROADCASTSS (DX), Z8    \
	VBROADCASTSS 4(DX), Z9   \
	VBROADCASTSS 8(DX), Z10  \
	VBROADCASTSS 12(DX), Z11 \
	ADDQ $16, SI             \
	ADDQ $16, DX

// The next row, at R9, and its value, in all lanes of Z8.
#define ONE \
	ROW                   \
	VBROADCASTSS (DX), Z8 \
	ADDQ $4, SI           \
	ADDQ $4, DX

// acc += (v0*r0 + v1*r1) + (v2*r2 + v3*r3) for the sixteen numbers at off.
#define ADD4(off, acc) \
	VMULPS off(R9), Z8, Z12   \
	VMULPS off(R10), Z9, Z13  \
	VMULPS off(R11), Z10, Z14 \
	VMULPS off(R12), Z11, Z15 \
	VADDPS Z13, Z12, Z12      \
	VADDPS Z15, Z14, Z14      \
	VADDPS Z14, Z12, Z12      \
	VADDPS Z12, acc, acc

// acc += v*r
#define ADD1(off, acc) \
	VMULPS off(R9), Z8, Z12 \
	VADDPS Z12, acc, acc

// Those of the sixteen numbers in Z3 that are not zero go to value (DX) and, as Z1, to index
// (DI), behind the CX before. AX is their number.
#define COMPRESS \
	VCMPPS        $4, Z0, Z3, K1 \
	KMOVW         K1, AX         \
	SCALE                        \
	VCOMPRESSPS.Z Z3, K1, Z4     \
	VPCOMPRESSD.Z Z1, K1, Z5     \
	POPCNTL       AX, AX

// Lists the numbers at SI, without those that are zero. R11 is where the scales are, for SCALE.
#define LIST \
	MOVQ         index+0(FP), DI    \
	MOVQ         value+8(FP), DX    \
	MOVQ         x+16(FP), SI       \
	MOVQ         n+24(FP), R9       \
	MOVQ         count+32(FP), R8   \
	XORQ         CX, CX             \
	VPXORD       Z0, Z0, Z0         \
	VMOVDQU32    (R8), Z1           \
	MOVL         $16, AX            \
	VPBROADCASTD AX, Z2             \
	KXNORW       K2, K2, K2         \
	SUBQ         $16, R9            \
	JL           rest               \
loop:                               \
	VMOVUPS      (SI), Z3           \
	COMPRESS                        \
	VMOVUPS      Z4, (DX)(CX*4)     \
	VMOVDQU32    Z5, (DI)(CX*4)     \
	ADDQ         AX, CX             \
	VPADDD       Z2, Z1, Z1         \
	ADDQ         $64, SI            \
	ADDQ         $64, R11           \
	SUBQ         $16, R9            \
	JGE          loop               \
rest:                               \
	ADDQ         $16, R9            \
	JZ           done               \
	MOVL         $-1, AX            \
	BZHIL        R9, AX, AX         \
	KMOVW        AX, K2             \
	VMOVUPS.Z    (SI), K2, Z3       \
	COMPRESS                        \
	MOVL         $-1, R10           \
	BZHIL        AX, R10, R10       \
	KMOVW        R10, K2            \
	VMOVUPS      Z4, K2, (DX)(CX*4) \
	VMOVDQU32    Z5, K2, (DI)(CX*4) \
	ADDQ         AX, CX             \
done:

// func sum64z(y *float32, rows *int32, values *float32, n int, m *float32, stride int)
TEXT ·sum64z(SB), NOSPLIT, $0-48
	ARGUMENTS
	VMOVUPS (DI), Z0
	VMOVUPS 64(DI), Z1
	VMOVUPS 128(DI), Z2
	VMOVUPS 192(DI), Z3
	SUBQ $4, CX
	JL   rest

four:
	FOUR
	ADD4(0, Z0)
	ADD4(64, Z1)
	ADD4(128, Z2)
	ADD4(192, Z3)
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   done

one:
	ONE
	ADD1(0, Z0)
	ADD1(64, Z1)
	ADD1(128, Z2)
	ADD1(192, Z3)
	DECQ CX
	JNZ  one

done:
	VMOVUPS Z0, (DI)
	VMOVUPS Z1, 64(DI)
	VMOVUPS Z2, 128(DI)
	VMOVUPS Z3, 192(DI)
	VZEROUPPER
	RET

// func sum16z(y *float32, rows *int32, values *float32, n int, m *float32, stride int)
TEXT ·sum16z(SB), NOSPLIT, $0-48
	ARGUMENTS
	VMOVUPS (DI), Z0
	SUBQ $4, CX
	JL   rest

four:
	FOUR
	ADD4(0, Z0)
	SUBQ $4, CX
	JGE  four

rest:
	ADDQ $4, CX
	JZ   done

one:
	ONE
	ADD1(0, Z0)
	DECQ CX
	JNZ  one

done:
	VMOVUPS Z0, (DI)
	VZEROUPPER
	RET

#define SCALE
// func listz(index *int32, value, x *float32, n int, count *[16]int32) int
TEXT ·listz(SB), NOSPLIT, $0-48
	LIST
	MOVQ CX, ret+40(FP)
	VZEROUPPER
	RET
#undef SCALE

#define SCALE VDIVPS.Z (R11), Z3, K2, Z3
// func listScaledz(index *int32, value, x *float32, n int, count *[16]int32, scales *float32) int
TEXT ·listScaledz(SB), NOSPLIT, $0-56
	MOVQ scales+40(FP), R11
	LIST
	MOVQ CX, ret+48(FP)
	VZEROUPPER
	RET
