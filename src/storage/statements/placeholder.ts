// Marks the parameters of a compiled statement whose values are bound when it runs.
import type { Value } from './row-list.ts'

interface PlaceholderOptions {
  /** The value is the number of the tenant whose rows the statement reads or writes. */
  readonly tenant?: boolean
}

/** Stands in a query for a value that is read from `S` when the statement runs. Kysely carries it to the parameter list. */
export class Placeholder<S> {
  readonly read: (source: S) => Value
  readonly tenant: boolean

  constructor(read: (source: S) => Value, { tenant = false }: PlaceholderOptions = {}) {
    this.read = read
    this.tenant = tenant
  }
}

/** Replaces the placeholders of a compiled parameter list by the values of one run. */
export function bindParameters<S>(parameters: readonly unknown[], source: S): Value[] {
  const values = new Array<Value>(parameters.length)
  for (let i = 0; i < parameters.length; i++) {
    const parameter = parameters[i]
    values[i] = parameter instanceof Placeholder ? parameter.read(source) : (parameter as Value)
  }
  return values
}
