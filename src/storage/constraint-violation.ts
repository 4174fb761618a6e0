// A write that the store's own constraints forbid, told the same way by both engines.

export class ConstraintViolation extends Error {
  readonly kind: 'unique' | 'foreignKey' | 'other'
  /** Empty when the engine does not say. */
  readonly columns: readonly string[]
  constructor(kind: ConstraintViolation['kind'], columns: readonly string[], options?: ErrorOptions) {
    super(`The write breaks a constraint (${kind}${columns.length > 0 ? `: ${columns.join(', ')}` : ''})`, options)
    this.name = 'ConstraintViolation'
    this.kind = kind
    this.columns = columns
  }
}
