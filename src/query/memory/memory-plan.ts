// Plans a Read over rows in memory: the passes of a Read over a table, with an evaluator instead of SQL.
import type { Problems } from '../../base/errors.ts'
import { type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts'
import type { Source } from '../../fields/part.ts'
import type { Scalar, Value } from '../../storage/store.ts'
import { namesOf, type ReadShape } from '../plan/begin-plan.ts'
import type { Emit } from '../plan/emit.ts'
import { parseOrder } from '../plan/order.ts'
import type { RecordPlan } from '../plan/read-plan.ts'
import { Selection } from '../plan/selection.ts'
import { RowCondition } from './row-condition.ts'
import { RowOrder } from './row-order.ts'
import { type RowSource, scalarOf } from './row-source.ts'

export interface MemoryPlan extends RecordPlan {
  /** Returns the first `limit` rows that meet the condition; `after`: those after the position of a page key. */
  rows(
    source: RowSource,
    converted: readonly (readonly Value[])[],
    after: readonly Scalar[] | null,
    limit: number,
  ): MaybePromise<Scalar[][]>
}

type MemoryShape = Omit<ReadShape, 'dialect' | 'admin'>

export function planMemoryRead(shape: MemoryShape, problems: Problems): MemoryPlan {
  const plan = namesOf(shape, problems)
  const { entity } = shape
  const condition = new RowCondition(shape.condition, plan)
  const keys = problems.try(() => parseOrder(shape.order, 'OrderBy.Fields', plan)) ?? []
  const [key] = parseOrder({ Key: 'ASC' }, '', plan)
  const order = new RowOrder(keys, key?.operand.sources[0]?.column as string)
  const selection = new Selection(plan, null)
  const emit: Emit =
    problems.try(() => selection.record(entity, shape.fields ?? { Key: 1 }, 'Scope.Fields')) ?? (() => 'null')
  const columns = selection.columns.list as readonly Source[]
  return {
    conversions: plan.conversions.list,
    emit,
    rememberedAt: columns.length,
    keyAt: undefined,
    pageValues: segment => (segment === 0 ? order.pageValues : undefined),
    rows: (source, converted, after, limit) => {
      // Rows in memory have no recycle bin.
      const rows = shape.deleted ? [] : condition.filter(source, converted)
      return whenReady(rows, found =>
        order
          .sort(found, source, after)
          .slice(0, limit)
          .map(({ row, place }) => [...columns.map(column => scalarOf(source, row, column)), ...place]),
      )
    },
  }
}
