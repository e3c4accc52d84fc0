#include "textflag.h"

// The eight numbers of a column in y that are not zero go to the values at (to)(DX), and their
// rows, which begin at Y14, to (to), which moves on.
#define COLUMN(y, to) \
	VCMPPS    $4, Y15, y, Y8   \
	VMOVMSKPS Y8, AX           \
	VPMOVZXBD (BX)(AX*8), Y9   \
	VPERMPS   y, Y9, Y10       \
	VPADDD    Y14, Y9, Y9      \
	VMOVUPS   Y10, (to)(DX*1)  \
	VMOVDQU   Y9, (to)         \
	POPCNTL   AX, AX           \
	LEAQ      (to)(AX*4), to

// The number of rows from DI to the pointer to, which is lost, goes to count at off. R12 is the
// number of bytes between columns.
#define COUNT(off, to) \
	SUBQ DI, to      \
	SHRQ $2, to      \
	MOVQ to, off(SI) \
	ADDQ R12, DI

// func columns4(count *[4]int, row *int32, value *float32, room int, x *float32, blocks, stride int, places *[256][Lanes]uint8)
TEXT ·columns4(SB), NOSPLIT, $0-64
	MOVQ         row+8(FP), R8
	MOVQ         value+16(FP), DX
	MOVQ         room+24(FP), R9
	MOVQ         x+32(FP), SI
	MOVQ         blocks+40(FP), CX
	MOVQ         stride+48(FP), R12
	MOVQ         places+56(FP), BX
	SUBQ         R8, DX             // from rows to values
	LEAQ         (R8)(R9*4), R10
	LEAQ         (R10)(R9*4), R11
	LEAQ         (R11)(R9*4), R13
	SHLQ         $2, R12
	LEAQ         (R12)(R12*2), R9   // three rows of x
	VXORPS       Y15, Y15, Y15
	VXORPS       Y14, Y14, Y14
	MOVL         $8, AX
	VMOVQ        AX, X13
	VPBROADCASTD X13, Y13

loop:
	LEAQ        (SI)(R12*4), DI
	VMOVUPS     (SI), X0
	VMOVUPS     (SI)(R12*1), X1
	VMOVUPS     (SI)(R12*2), X2
	VMOVUPS     (SI)(R9*1), X3
	VINSERTF128 $1, (DI), Y0, Y0
	VINSERTF128 $1, (DI)(R12*1), Y1, Y1
	VINSERTF128 $1, (DI)(R12*2), Y2, Y2
	VINSERTF128 $1, (DI)(R9*1), Y3, Y3
	PREFETCHT0  128(SI)             // the lines of the next columns
	PREFETCHT0  128(SI)(R12*1)
	PREFETCHT0  128(SI)(R12*2)
	PREFETCHT0  128(SI)(R9*1)
	PREFETCHT0  128(DI)
	PREFETCHT0  128(DI)(R12*1)
	PREFETCHT0  128(DI)(R12*2)
	PREFETCHT0  128(DI)(R9*1)
	VUNPCKLPS   Y1, Y0, Y4
	VUNPCKHPS   Y1, Y0, Y5
	VUNPCKLPS   Y3, Y2, Y6
	VUNPCKHPS   Y3, Y2, Y7
	VUNPCKLPD   Y6, Y4, Y0
	VUNPCKHPD   Y6, Y4, Y1
	VUNPCKLPD   Y7, Y5, Y2
	VUNPCKHPD   Y7, Y5, Y3
	COLUMN(Y0, R8)
	COLUMN(Y1, R10)
	COLUMN(Y2, R11)
	COLUMN(Y3, R13)
	VPADDD      Y13, Y14, Y14
	LEAQ        (DI)(R12*4), SI
	DECQ        CX
	JNZ         loop
	MOVQ        count+0(FP), SI
	MOVQ        row+8(FP), DI
	MOVQ        room+24(FP), R12
	SHLQ        $2, R12
	COUNT(0, R8)
	COUNT(8, R10)
	COUNT(16, R11)
	COUNT(24, R13)
	VZEROUPPER
	RET
