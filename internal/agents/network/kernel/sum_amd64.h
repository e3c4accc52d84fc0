// The arguments and rows of the sums in kernel_amd64.s and kernel512_amd64.s.

// Arguments: DI y, SI rows, DX values, CX n, BX matrix, R8 bytes of a row.
#define ARGUMENTS \
	MOVQ y+0(FP), DI       \
	MOVQ rows+8(FP), SI    \
	MOVQ values+16(FP), DX \
	MOVQ n+24(FP), CX      \
	MOVQ m+32(FP), BX      \
	MOVQ stride+40(FP), R8 \
	SHLQ $2, R8

// The next four rows, at R9 to R12.
#define ROWS \
	MOVLQSX (SI), R9         \
	MOVLQSX 4(SI), R10       \
	MOVLQSX 8(SI), R11       \
	MOVLQSX 12(SI), R12      \
	IMULQ R8, R9             \
	IMULQ R8, R10            \
	IMULQ R8, R11            \
	IMULQ R8, R12            \
	ADDQ BX, R9              \
	ADDQ BX, R10             \
	ADDQ BX, R11             \
	ADDQ BX, R12

// The next row, at R9.
#define ROW \
	MOVLQSX (SI), R9      \
	IMULQ R8, R9          \
	ADDQ BX, R9
