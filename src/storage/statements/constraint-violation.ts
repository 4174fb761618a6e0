// Declares the error of a write that a constraint of the store refused, the same for both engines.

export class ConstraintViolation extends Error {
  readonly kind: 'unique' | 'foreignKey' | 'other'
  /** Empty when the engine does not name the columns. */
  readonly columns: readonly string[]
  constructor(kind: ConstraintViolation['kind'], columns: readonly string[], options?: ErrorOptions) {
    super(`The write breaks a constraint (${kind}${columns.length > 0 ? `: ${columns.join(', ')}` : ''})`, options)
    this.name = 'ConstraintViolation'
    this.kind = kind
    this.columns = columns
  }
}
