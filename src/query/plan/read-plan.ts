// The plan of a Read that returns records: small passes from the request's parts to statements with placeholders.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { BoundedMap } from '../../base/bounded-map.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { fixedLimits } from '../../config/limits.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { type CompiledText, compileText } from '../../storage/statement.ts'
import { RowAccess } from '../access.ts'
import { all, type SqlCondition, truth } from '../combine.ts'
import type { PageValue } from '../page-key.ts'
import { type Condition, conjunctsOf } from '../parse/condition.ts'
import { compileCondition } from './compile-condition.ts'
import { driverCheck } from './drivers.ts'
import type { Emit } from './emit.ts'
import { foundByName } from './found-by-name.ts'
import { type Leading, leadingPhrase } from './leading-phrase.ts'
import { Order, type OrderKey, orderBy, parseOrder } from './order.ts'
import {
  binSincePlaceholder,
  type Conversion,
  Conversions,
  dbPlaceholder,
  limitPlaceholder,
  pagePlaceholder,
  principalsPlaceholder,
  uidPlaceholder,
} from './placeholders.ts'
import { indexOfOrder, rangeBesideOrder, rangeOrOrder, type SelectQuery } from './range-or-order.ts'
import { searches } from './searches.ts'
import { FieldBudget, Selection } from './selection.ts'
import { isByKey, isPicked, isQuick, isSelective } from './selectivity.ts'
import { newStatement, SqlScope, selectList } from './sql-scope.ts'

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

/** The part of a plan that does not depend on where its rows come from. */
export interface RecordPlan {
  readonly conversions: readonly Conversion[]
  /** Writes the JSON of one record. Columns of the order follow those that it uses. */
  readonly emit: Emit
  /** The index in a row at which the values begin that a page key remembers. */
  readonly rememberedAt: number
  /** Describes what a page key remembers of a record of the segment; undefined when there is no such segment. */
  pageValues(segment: number): readonly PageValue[] | undefined
}

export interface ReadPlan extends RecordPlan {
  readonly segments: number
  /** The statement of a segment; `nulls` for one that continues after a record. */
  statement(segment: number, nulls: readonly boolean[] | null): CompiledText
  /** Served by an index as far as one can tell. */
  readonly quick: boolean
  /** Gives one record at most. */
  readonly single: boolean
}

/** Compiles the SELECT of a plan. Each has a limit; that it has one tenant shows by its placeholder. */
export const compileSelect = (query: RawBuilder<unknown>, { dynamicBuilder }: Dialect, quick: boolean): CompiledText =>
  compileText({ compile: () => query.compile(dynamicBuilder) }, { reads: true, limited: true, genericPlan: quick })

/** The facts by which every plan resolves names: the model, the drivers that were sent, and where problems go. */
export function namesOf(
  { model, entity, drivers }: Pick<ReadShape, 'model' | 'entity' | 'drivers'>,
  problems: Problems,
  leading: Leading | null = null,
) {
  const requireDriver = driverCheck(drivers, problems)
  if (entity.entity.readDriver) requireDriver(entity.entity.readDriver, '', `Reading ${entity.name}`)
  return { model, entity, conversions: new Conversions(), problems, requireDriver, leading, budget: new FieldBudget() }
}

/** What every plan over a table begins with: the table, the viewer, and the conditions that each query carries. */
export function beginPlan(
  shape: ReadShape,
  problems: Problems,
  leading: Leading | null = null,
  unindexed?: ReadonlySet<string>,
) {
  const { model, entity, dialect } = shape
  const viewer = {
    admin: shape.admin,
    db: dbPlaceholder,
    uid: uidPlaceholder,
    principals: principalsPlaceholder,
    bin: shape.deleted,
  }
  const access = new RowAccess(model, dialect, viewer)
  const scope = new SqlScope(newStatement(dialect, access, readsCommonRows(shape)), entity.entity.table, unindexed)
  const plan = namesOf(shape, problems, leading)
  const condition = compileCondition(shape.condition, scope, plan)
  const narrowing = [access.mayRead(entity.name, scope.root), condition === truth ? null : condition]
  return {
    plan,
    scope,
    where: [...baseConditions(shape, scope, leading !== null), ...narrowing],
    /** No live record of the database is left out, unless by the phrase that leads. */
    open: all(narrowing) === null,
  }
}

/** Whether the rows read are also those that belong to no tenant. */
const readsCommonRows = ({ entity, admin }: ReadShape): boolean => entity.entity.commonRows === true && admin

/** The database and the recycle bin: on every query, as the access rule is, because the plan puts them there. */
function baseConditions(shape: ReadShape, { root }: SqlScope, byKey: boolean): (SqlCondition | null)[] {
  const { entity, deleted, dialect, condition } = shape
  const column = (name: string) => sql.ref(`${root}.${name}`)
  const own = sql<SqlBool>`${column('db')} = ${dbPlaceholder}`
  return [
    // One record takes no time that would have to be limited.
    isByKey(condition, entity) ? null : dialect.stoppable,
    readsCommonRows(shape) ? sql<SqlBool>`(${own} or ${column('db')} = 0)` : own,
    deleted
      ? sql<SqlBool>`(${column('deleted')} is not null and ${column('deleted_at')} > ${binSincePlaceholder})`
      : byKey
        ? dialect.notDeletedByKey(column('deleted'))
        : dialect.notDeleted(column('deleted')),
  ]
}

/** A position has a text for each set of its values that are null; of these few occur. */
const textsKept = 32

export function planRead(shape: ReadShape, problems: Problems): ReadPlan {
  const leading = leadingPhrase(shape)
  const select = planSelect(shape, problems, leading)
  const { plan, keys, order, emit, selected } = select
  const texts = new BoundedMap<CompiledText>(textsKept)
  const range = shape.dialect.countsRanges ? rangeBesideOrder(shape.condition, shape.entity, keys) : null
  const quick = range !== null || (isQuick(shape.condition, shape.entity, keys) && !gathersHits(shape, leading))
  // The problems of the request are told by the select above.
  const without = (columns: ReadonlySet<string>) => planSelect(shape, new Problems(), null, columns).query
  const query = range ? rangeOrOrder(range, select, without) : select.query

  return {
    conversions: plan.conversions.list,
    emit,
    segments: order.segments.length,
    rememberedAt: selected.length,
    pageValues: segment => (segment < order.segments.length ? order.values(segment) : undefined),
    quick,
    single: isByKey(shape.condition, shape.entity),
    statement: (segment, nulls) => {
      const key = nulls === null ? String(segment) : `${segment}|${nulls.map(Number).join('')}`
      let text = texts.get(key)
      if (!text) {
        text = compileSelect(query(segment, nulls), shape.dialect, quick)
        texts.set(key, text)
      }
      return text
    },
  }
}

/** Plans the SELECT of a Read; columns that are `unindexed` lead to no rows. */
function planSelect(
  shape: ReadShape,
  problems: Problems,
  leading: Leading | null,
  unindexed: ReadonlySet<string> = new Set(),
) {
  const { plan, scope, where, open } = beginPlan(shape, problems, leading, unindexed)
  const keys = problems.try(() => parseOrder(shape.order, 'OrderBy.Fields', plan)) ?? []
  const found = {
    picked: isPicked(shape.condition, { ...shape, order: keys }),
    selective: isSelective(shape.condition, shape.entity),
  }
  const order = new Order(keys, scope, found)
  const { table } = shape.entity.entity
  const named = leading?.by === 'name' ? foundByName(table, scope, keys, open) : null
  const late = named || (leading === null && sortsMany(shape, keys, unindexed)) ? scope.again() : null
  const shown = late === null ? order : new Order(keys, late, found)
  const selection = new Selection(plan, late ?? scope)
  const emit =
    problems.try(() => selection.record(shape.entity, shape.fields ?? { Key: 1 }, 'Scope.Fields')) ?? (() => 'null')
  const selected = problems.try(() => checkedColumns(selection)) ?? []
  const led = leading?.by === 'key' ? ledOrder(shape, scope.root, keys[0]?.descending ?? false) : null

  const query: SelectQuery = (segment, nulls, gate) => {
    const beyond = nulls && !named ? order.after(segment, nulls) : null
    const conditions = [gate?.where ?? null, ...where, order.condition(segment), named?.on ?? null, beyond]
    if (led && nulls) conditions.push(led.beyond)
    if (led) conditions.push(led.within(scope, all(conditions) as SqlCondition, nulls !== null))
    const columns = selectList([...selected, ...shown.remembered(segment)])
    const by = named ? named.by(segment) : sql` order by ${led ? led.order : order.by(segment)}`
    const from = sql`${gate?.from ?? sql``}${named?.lead(segment, nulls) ?? sql``}${scope.from()}`
    const rows = sql`from ${from} where ${all(conditions)}${by} limit ${limitPlaceholder}`
    if (late === null) return sql`select ${columns} ${rows}`
    const of = sql`${sql.ref(`${late.root}.db`)} = ${dbPlaceholder} and ${sql.ref(`${late.root}.id`)} = "found"."id"`
    const again = shown.by(segment)
    return sql`select ${columns} from (select ${scope.own('id')} as "id" ${rows}) as "found" cross join ${late.from()} where ${of} order by ${again}`
  }
  return { plan, scope, keys, order, emit, selected, query }
}

/**
 * Many records may be found, and all of them are sorted before the first is returned. What is shown beside them is then joined to
 * those that are returned, not to all that are sorted.
 */
function sortsMany(shape: ReadShape, keys: readonly OrderKey[], unindexed: ReadonlySet<string>): boolean {
  const { entity, condition, dialect } = shape
  if (!dialect.nestsJoins || readsCommonRows(shape)) return false
  if (conjunctsOf(condition).some(one => one.kind !== 'phrase' && isSelective(one, entity))) return false
  const column = indexOfOrder(entity, keys)
  return searches(condition) || column === null || unindexed.has(column)
}

/**
 * All that a phrase finds is gathered, before the first record is returned. How rare its words are decides how long that takes, and
 * on PostgreSQL by which index they are found.
 */
const gathersHits = ({ condition }: ReadShape, leading: Leading | null): boolean =>
  searches(condition, leading?.by === 'key' ? leading.phrase : null)

/** The order of the keys as the word index has it, and where a page goes on in it. */
function ledOrder({ dialect, entity }: ReadShape, alias: string, descending: boolean) {
  const { inOrder } = dialect.search
  const { table } = entity.entity
  const order = inOrder.order(table, alias)
  return {
    order: orderBy([{ x: order, descending }]),
    beyond: inOrder.beyond(table, pagePlaceholder(0, false), descending),
    within: (scope: SqlScope, where: SqlCondition, continues: boolean): SqlCondition | null =>
      inOrder.within({
        table,
        alias,
        prefixes: scope.ledBy,
        db: dbPlaceholder,
        from: scope.from(),
        where,
        after: continues ? pagePlaceholder(0, false) : null,
        limit: limitPlaceholder,
        descending,
      }),
  }
}

function checkedColumns(selection: Selection) {
  const columns = selection.list()
  if (columns.length <= fixedLimits.selectedColumns) return columns
  return refuse(
    'LimitExceeded',
    'Scope.Fields',
    `Scope.Fields selects more than ${fixedLimits.selectedColumns} values.`,
  )
}
