#include "textflag.h"

// func gate8(y, x, open *float32, blocks int)
TEXT ·gate8(SB), NOSPLIT, $0-32
	MOVQ   y+0(FP), DI
	MOVQ   x+8(FP), SI
	MOVQ   open+16(FP), DX
	MOVQ   blocks+24(FP), CX
	VXORPS Y0, Y0, Y0

loop:
	VMOVUPS (DX), Y1
	VCMPPS  $30, Y0, Y1, Y1 // open > 0, false for NaN
	VANDPS  (SI), Y1, Y1
	VMOVUPS Y1, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	ADDQ    $32, DX
	DECQ    CX
	JNZ     loop
	VZEROUPPER
	RET

// func relu8(y *float32, blocks int)
TEXT ·relu8(SB), NOSPLIT, $0-16
	MOVQ   y+0(FP), DI
	MOVQ   blocks+8(FP), CX
	VXORPS Y0, Y0, Y0

loop:
	VMAXPS  (DI), Y0, Y1 // NaN and -0 stay as they are
	VMOVUPS Y1, (DI)
	ADDQ    $32, DI
	DECQ    CX
	JNZ     loop
	VZEROUPPER
	RET

// Numbers of x below Y4 in magnitude become 0; NaN stays. It uses Y0, the weights at (DI).
#define FLUSH(x) \
	VANDPS  x, Y5, Y0      \
	VCMPPS  $17, Y4, Y0, Y0 \
	VANDNPS x, Y0, x

// func adam8(w, gradient, m, v *float32, blocks int, u *Update)
TEXT ·adam8(SB), NOSPLIT, $0-48
	MOVQ         w+0(FP), DI
	MOVQ         gradient+8(FP), SI
	MOVQ         m+16(FP), DX
	MOVQ         v+24(FP), BX
	MOVQ         blocks+32(FP), CX
	MOVQ         u+40(FP), AX
	VBROADCASTSS 0(AX), Y15  // Scale
	VBROADCASTSS 4(AX), Y14  // Decay
	VBROADCASTSS 8(AX), Y13  // Beta1
	VBROADCASTSS 12(AX), Y12 // Rest1
	VBROADCASTSS 16(AX), Y11 // Beta2
	VBROADCASTSS 20(AX), Y10 // Rest2
	VBROADCASTSS 24(AX), Y9  // Rate1
	VBROADCASTSS 28(AX), Y8  // Correct2
	VBROADCASTSS 32(AX), Y7  // Epsilon
	VBROADCASTSS 36(AX), Y6  // Shrink
	MOVL         $0x7fffffff, AX
	VMOVQ        AX, X5
	VPBROADCASTD X5, Y5      // magnitude
	MOVL         $0x00800000, AX
	VMOVQ        AX, X4
	VPBROADCASTD X4, Y4      // tiny

loop:
	VMOVUPS (DI), Y0      // weight
	VMULPS  (SI), Y15, Y1
	VMULPS  Y0, Y14, Y2
	VADDPS  Y2, Y1, Y1    // d
	VMULPS  (DX), Y13, Y2
	VMULPS  Y1, Y12, Y3
	VADDPS  Y3, Y2, Y2    // m
	FLUSH(Y2)
	VMOVUPS Y2, (DX)
	VMULPS  Y1, Y1, Y1
	VMULPS  (BX), Y11, Y3
	VMULPS  Y1, Y10, Y1
	VADDPS  Y1, Y3, Y3    // v
	FLUSH(Y3)
	VMOVUPS Y3, (BX)
	VMOVUPS (DI), Y0
	VMULPS  Y3, Y8, Y3
	VSQRTPS Y3, Y3
	VADDPS  Y7, Y3, Y3
	VMULPS  Y2, Y9, Y2
	VDIVPS  Y3, Y2, Y2
	VMULPS  Y0, Y6, Y3
	VADDPS  Y3, Y2, Y2
	VSUBPS  Y2, Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	ADDQ    $32, DX
	ADDQ    $32, BX
	DECQ    CX
	JNZ     loop
	VZEROUPPER
	RET

// The eight numbers at SI are in Y3. Those that are not zero, by the places at R8, go
// to value (DX) and, plus Y1, to index (DI), behind the CX before.
#define APPEND \
	VCMPPS    $4, Y0, Y3, Y4       \
	VMOVMSKPS Y4, AX               \
	VPMOVZXBD (R8)(AX*8), Y5       \
	SCALE                          \
	VPERMPS   Y3, Y5, Y6           \
	VMOVUPS   Y6, (DX)(CX*4)       \
	VPADDD    Y1, Y5, Y5           \
	VMOVDQU   Y5, (DI)(CX*4)       \
	POPCNTL   AX, AX               \
	ADDQ      AX, CX               \
	VPADDD    Y2, Y1, Y1           \
	ADDQ      $32, SI

// func list8(index *int32, value, x *float32, blocks int, places *[256][Lanes]uint8) int
TEXT ·list8(SB), NOSPLIT, $0-48
	MOVQ         index+0(FP), DI
	MOVQ         value+8(FP), DX
	MOVQ         x+16(FP), SI
	MOVQ         blocks+24(FP), R9
	MOVQ         places+32(FP), R8
	XORQ         CX, CX
	VXORPS       Y0, Y0, Y0
	VXORPS       Y1, Y1, Y1
	MOVL         $8, AX
	VMOVQ        AX, X2
	VPBROADCASTD X2, Y2

#define SCALE
loop:
	VMOVUPS (SI), Y3
	APPEND
	DECQ    R9
	JNZ     loop
	MOVQ    CX, ret+40(FP)
	VZEROUPPER
	RET
#undef SCALE

// func listScaled8(index *int32, value, x *float32, blocks int, places *[256][Lanes]uint8, scales *float32) int
TEXT ·listScaled8(SB), NOSPLIT, $0-56
	MOVQ         index+0(FP), DI
	MOVQ         value+8(FP), DX
	MOVQ         x+16(FP), SI
	MOVQ         blocks+24(FP), R9
	MOVQ         places+32(FP), R8
	MOVQ         scales+40(FP), R10
	XORQ         CX, CX
	VXORPS       Y0, Y0, Y0
	VXORPS       Y1, Y1, Y1
	MOVL         $8, AX
	VMOVQ        AX, X2
	VPBROADCASTD X2, Y2

#define SCALE \
	VDIVPS (R10), Y3, Y3 \
	ADDQ   $32, R10
loop:
	VMOVUPS (SI), Y3
	APPEND
	DECQ    R9
	JNZ     loop
	MOVQ    CX, ret+48(FP)
	VZEROUPPER
	RET
