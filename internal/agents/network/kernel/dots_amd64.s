#include "textflag.h"

// func dots4(sums *[4][4]float32, rows *float32, stride int, x *float32, blocks int)
TEXT ·dots4(SB), NOSPLIT, $0-40
	MOVQ   sums+0(FP), DI
	MOVQ   rows+8(FP), SI
	MOVQ   stride+16(FP), DX
	MOVQ   x+24(FP), BX
	MOVQ   blocks+32(FP), CX
	SHLQ   $2, DX
	LEAQ   (SI)(DX*1), R8
	LEAQ   (R8)(DX*1), R9
	LEAQ   (R9)(DX*1), R10
	VXORPS X0, X0, X0
	VXORPS X1, X1, X1
	VXORPS X2, X2, X2
	VXORPS X3, X3, X3
	XORQ   AX, AX

loop:
	VMOVUPS (BX)(AX*1), X8
	VMULPS  (SI)(AX*1), X8, X4
	VMULPS  (R8)(AX*1), X8, X5
	VMULPS  (R9)(AX*1), X8, X6
	VMULPS  (R10)(AX*1), X8, X7
	VADDPS  X4, X0, X0
	VADDPS  X5, X1, X1
	VADDPS  X6, X2, X2
	VADDPS  X7, X3, X3
	ADDQ    $16, AX
	DECQ    CX
	JNZ     loop
	VMOVUPS X0, (DI)
	VMOVUPS X1, 16(DI)
	VMOVUPS X2, 32(DI)
	VMOVUPS X3, 48(DI)
	VZEROUPPER
	RET
