// Declares the values that columns and parameters hold, and a row of them.

export type Scalar = string | number | bigint | Uint8Array | null
export type Row = Record<string, Scalar>
