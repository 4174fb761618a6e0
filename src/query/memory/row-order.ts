// Orders rows in memory: empty values last in both directions, ties by key, so that every order is total.
import type { Scalar } from '../../storage/store.ts'
import { compareValues } from '../operators/operator.ts'
import type { PageValue } from '../page-key.ts'
import { type OrderKey, pageType } from '../plan/order.ts'
import { naturalOrder, type RowSource, scalarOf } from './row-source.ts'

interface Term extends PageValue {
  readonly column: string
  readonly descending: boolean
}

/** A row with the values by which it is sorted, which a page key stores. */
interface PlacedRow {
  readonly row: unknown
  readonly place: readonly Scalar[]
}

export class RowOrder {
  readonly #terms: readonly Term[]

  /** `key`: the column that is unique among the rows. */
  constructor(keys: readonly OrderKey[], key: string) {
    const terms = keys.map(({ operand, descending, always }) => ({
      column: operand.sources[0]?.column as string,
      descending,
      nullable: !always,
      type: pageType(operand.type),
    }))
    const last = {
      column: keys.length === 0 ? naturalOrder : key,
      descending: false,
      nullable: false,
      type: 'text' as const,
    }
    this.#terms = keys.some(k => k.isKey) ? terms : [...terms, last]
  }

  get pageValues(): readonly PageValue[] {
    return this.#terms
  }

  /** Sorts the rows; with `after`, only those after that position. */
  sort(rows: readonly unknown[], source: RowSource, after: readonly Scalar[] | null): PlacedRow[] {
    const placed = rows.map(row => ({ row, place: this.#terms.map(term => scalarOf(source, row, term)) }))
    const left = after === null ? placed : placed.filter(({ place }) => this.#compare(place, after) > 0)
    return left.sort((a, b) => this.#compare(a.place, b.place))
  }

  #compare(a: readonly Scalar[], b: readonly Scalar[]): number {
    for (const [i, { descending }] of this.#terms.entries()) {
      const [x, y] = [a[i] as Scalar, b[i] as Scalar]
      if (x === y) continue
      if (x === null || y === null) return x === null ? 1 : -1
      const order = compareValues(x, y)
      if (order !== 0) return descending ? -order : order
    }
    return 0
  }
}
