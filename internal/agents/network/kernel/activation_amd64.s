#include "textflag.h"

// TANH replaces Y0 with its hyperbolic tangent, computed with the terms at AX. NaN stays
// NaN: VMINPS and VMAXPS then return their first operand here. It uses Y1 to Y3.
#define STEP(off, acc) \
	VMULPS Y1, acc, acc \
	VADDPS off(AX), acc, acc

#define TANH \
	VMOVUPS (AX), Y1      \
	VMINPS  Y0, Y1, Y0    \
	VMOVUPS 32(AX), Y1    \
	VMAXPS  Y0, Y1, Y0    \
	VMULPS  Y0, Y0, Y1    \
	VMOVUPS 64(AX), Y2    \
	STEP(96, Y2)          \
	STEP(128, Y2)         \
	STEP(160, Y2)         \
	STEP(192, Y2)         \
	STEP(224, Y2)         \
	STEP(256, Y2)         \
	VMOVUPS 288(AX), Y3   \
	STEP(320, Y3)         \
	STEP(352, Y3)         \
	STEP(384, Y3)         \
	VMULPS  Y0, Y2, Y2    \
	VDIVPS  Y3, Y2, Y0

// func tanh8(y, slope *float32, blocks int, terms *[13][Lanes]float32, constants *[2]float32)
TEXT ·tanh8(SB), NOSPLIT, $0-40
	MOVQ         y+0(FP), DI
	MOVQ         slope+8(FP), DX
	MOVQ         blocks+16(FP), CX
	MOVQ         terms+24(FP), AX
	MOVQ         constants+32(FP), BX
	VBROADCASTSS 4(BX), Y15

loop:
	VMOVUPS (DI), Y0
	TANH
	VMOVUPS Y0, (DI)
	VMULPS  Y0, Y0, Y0
	VSUBPS  Y0, Y15, Y0
	VMOVUPS Y0, (DX)
	ADDQ    $32, DI
	ADDQ    $32, DX
	DECQ    CX
	JNZ     loop
	VZEROUPPER
	RET

// func silu8(y, slope *float32, blocks int, terms *[13][Lanes]float32, constants *[2]float32)
TEXT ·silu8(SB), NOSPLIT, $0-40
	MOVQ         y+0(FP), DI
	MOVQ         slope+8(FP), DX
	MOVQ         blocks+16(FP), CX
	MOVQ         terms+24(FP), AX
	MOVQ         constants+32(FP), BX
	VBROADCASTSS (BX), Y14
	VBROADCASTSS 4(BX), Y15

loop:
	VMOVUPS (DI), Y4
	VMULPS  Y4, Y14, Y0
	TANH
	VMULPS  Y0, Y14, Y0
	VADDPS  Y14, Y0, Y0 // s
	VMULPS  Y0, Y4, Y1
	VMOVUPS Y1, (DI)
	VSUBPS  Y0, Y15, Y1
	VMULPS  Y4, Y1, Y1
	VADDPS  Y15, Y1, Y1
	VMULPS  Y1, Y0, Y0
	VMOVUPS Y0, (DX)
	ADDQ    $32, DI
	ADDQ    $32, DX
	DECQ    CX
	JNZ     loop
	VZEROUPPER
	RET

// func times8(y, x, z *float32, blocks int)
TEXT ·times8(SB), NOSPLIT, $0-32
	MOVQ y+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ z+16(FP), DX
	MOVQ blocks+24(FP), CX

loop:
	VMOVUPS (SI), Y0
	VMULPS  (DX), Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	ADDQ    $32, DX
	DECQ    CX
	JNZ     loop
	VZEROUPPER
	RET
