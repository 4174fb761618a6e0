// The plan of a Read that returns records: small passes from the request's parts to statements with slots.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Problems } from '../../base/errors.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { Access, all } from '../access.ts'
import type { PageType } from '../page-key.ts'
import type { Condition } from '../parse/condition.ts'
import { compileCondition } from './compile-condition.ts'
import { driverCheck } from './drivers.ts'
import type { Emit } from './emit.ts'
import { isQuick } from './is-quick.ts'
import { Order, parseOrder } from './order.ts'
import { Selection } from './selection.ts'
import { type Conversion, Conversions, dbSlot, limitSlot, principalsSlot, uidSlot } from './slot.ts'
import { newStatement, SqlScope } from './sql-scope.ts'

/** Everything that the text of a statement depends on. */
export interface ReadShape {
  readonly model: Model
  readonly entity: ModelEntity
  readonly dialect: Dialect
  readonly admin: boolean
  readonly drivers: ReadonlySet<string>
  /** The recycle bin instead of the live records. */
  readonly deleted: boolean
  readonly condition: Condition
  readonly fields: unknown
  readonly order: unknown
}

export interface CompiledText {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface ReadPlan {
  readonly conversions: readonly Conversion[]
  /** The JSON of one record. Columns of the order follow those that it uses. */
  readonly emit: Emit
  readonly segments: number
  /** Where the values that a page key remembers begin in a row. */
  readonly rememberedAt: number
  pageTypes(segment: number): readonly PageType[] | undefined
  /** The statement of a segment; `nulls` for one that continues after a record. */
  statement(segment: number, nulls: readonly boolean[] | null): CompiledText
  /** Served by an index as far as one can tell; corrected by how long it takes. */
  quick: boolean
}

export function planRead(shape: ReadShape, problems: Problems): ReadPlan {
  const { model, entity, dialect } = shape
  const access = new Access(model, dialect, { admin: shape.admin, uid: uidSlot, principals: principalsSlot })
  const scope = new SqlScope(newStatement(dialect, access), entity.entity.table)
  const conversions = new Conversions()
  const requireDriver = driverCheck(shape.drivers, problems)
  if (entity.entity.readDriver) requireDriver(entity.entity.readDriver, '', `Reading ${entity.name}`)
  const plan = { model, entity, conversions, problems, requireDriver }

  const condition = compileCondition(shape.condition, scope, plan)
  const keys = problems.try(() => parseOrder(shape.order, 'OrderBy.Fields', plan)) ?? []
  const order = new Order(keys, scope)
  const selection = new Selection(plan, scope)
  const emit =
    problems.try(() => selection.record(entity, shape.fields ?? { Key: 1 }, 'Scope.Fields')) ?? (() => 'null')
  const selected = selection.list()
  const where = baseConditions(shape, scope, access)
  const texts = new Map<string, CompiledText>()

  return {
    conversions: conversions.list,
    emit,
    segments: order.segments.length,
    rememberedAt: selected.length,
    pageTypes: segment => (segment < order.segments.length ? order.types(segment) : undefined),
    quick: isQuick(shape.condition, entity, keys),
    statement: (segment, nulls) => {
      const key = `${segment}|${nulls?.map(Number).join('') ?? ''}`
      let text = texts.get(key)
      if (!text) {
        const conditions = [...where, condition, order.condition(segment), nulls && order.after(segment, nulls)]
        const columns = [...selected, ...order.remembered(segment)]
        const query = sql`select ${sql.join(columns)} from ${scope.from()} where ${all(conditions)} order by ${order.by(segment)} limit ${limitSlot}`
        text = query.compile(dialect.builder)
        texts.set(key, text)
      }
      return text
    },
  }
}

/** The database, the recycle bin and the access rule: on every query, because the plan puts them there. */
export function baseConditions(
  shape: Pick<ReadShape, 'entity' | 'deleted'>,
  scope: SqlScope,
  access: Access,
): (RawBuilder<SqlBool> | null)[] {
  const deleted = sql.ref(`${scope.root}.deleted`)
  return [
    sql<SqlBool>`${sql.ref(`${scope.root}.db`)} = ${dbSlot}`,
    shape.deleted ? sql<SqlBool>`${deleted} is not null` : sql<SqlBool>`${deleted} is null`,
    access.mayRead(shape.entity.name, scope.root),
  ]
}
