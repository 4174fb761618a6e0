// The plan of a Read that aggregates: one row for each group, or one row for everything.
import { type Expression, sql } from 'kysely'
import { type Problems, refuse } from '../../base/errors.ts'
import { isObject, nameOf } from '../../fields/checks.ts'
import type { Operand, Part } from '../../fields/part.ts'
import type { ModelField } from '../../model/model.ts'
import { resolve, standAt } from '../../model/resolve.ts'
import { Access, all } from '../access.ts'
import { datePartOf } from '../functions/date-part.ts'
import { isPeriodic } from '../operators/operator.ts'
import { aggregateOf, countAll, parseAggregate, unknownAggregate } from './aggregate.ts'
import { compileCondition } from './compile-condition.ts'
import { driverCheck } from './drivers.ts'
import { Columns, type Emit, emitObject } from './emit.ts'
import { isQuick } from './is-quick.ts'
import { baseConditions, type CompiledText, type ReadShape } from './read-plan.ts'
import { isIncluded, Selection, type SelectionPlan } from './selection.ts'
import { type Conversion, Conversions, limitSlot, principalsSlot, uidSlot } from './slot.ts'
import { newStatement, SqlScope } from './sql-scope.ts'

export interface GroupShape extends ReadShape {
  readonly groups: unknown
}

export interface GroupPlan {
  readonly conversions: readonly Conversion[]
  readonly emit: Emit
  readonly text: CompiledText
  quick: boolean
}

interface Group {
  readonly name: string
  readonly operand: Operand
  readonly field: ModelField
  readonly part: Part
  readonly x: Expression<unknown>
}

const dateCall = /^\$(YEAR|MONTH)\((.*)\)$/i

/** Some selected name is an aggregate, so the Read aggregates even without GroupBy. */
export const selectsAggregate = (fields: unknown): boolean =>
  isObject(fields) &&
  Object.entries(fields).some(([name, selector]) => isIncluded(selector) !== false && parseAggregate(name) !== null)

export function planGroups(shape: GroupShape, problems: Problems): GroupPlan {
  const { model, entity, dialect } = shape
  const access = new Access(model, dialect, { admin: shape.admin, uid: uidSlot, principals: principalsSlot })
  const scope = new SqlScope(newStatement(dialect, access), entity.entity.table)
  const conversions = new Conversions()
  const requireDriver = driverCheck(shape.drivers, problems)
  if (entity.entity.readDriver) requireDriver(entity.entity.readDriver, '', `Reading ${entity.name}`)
  const plan = { model, entity, conversions, problems, requireDriver }
  const condition = compileCondition(shape.condition, scope, plan)
  const groups = problems.try(() => parseGroups(shape.groups, scope, plan)) ?? []
  const builder = new GroupSelection(plan, scope, entity, groups)
  const emit = problems.try(() => builder.row(shape.fields, 'Scope.Fields')) ?? (() => 'null')
  const order = problems.try(() => builder.order(shape.order, 'OrderBy.Fields')) ?? []
  const columns = builder.list()
  const first = builder.groupsAt()
  // By position and by name: an expression with a bound value in it, said twice, is not the same to PostgreSQL.
  const grouped = groups.length === 0 ? sql`` : sql` group by ${sql.join(groups.map((_, i) => sql.lit(first + i + 1)))}`
  const inner = sql`select ${sql.join(columns.map((column, i) => sql`${column} as ${sql.id(`c${i}`)}`))} from ${scope.from()} where ${all([...baseConditions(shape, scope, access), condition])}${grouped}`
  const ordered = order.length === 0 ? sql`` : sql` order by ${sql.join(order)}`
  const query = sql`select * from (${inner}) as q${ordered} limit ${limitSlot}`
  const failed = problems.list.length > 0
  return {
    conversions: conversions.list,
    emit,
    text: failed ? { sql: '', parameters: [] } : query.compile(dialect.builder),
    quick: isQuick(shape.condition, entity, []) && !(shape.condition.kind === 'all' && shape.condition.of.length === 0),
  }
}

function parseGroups(fields: unknown, scope: SqlScope, plan: SelectionPlan & { entity: ReadShape['entity'] }): Group[] {
  if (fields === undefined || fields === null) return []
  const list = Array.isArray(fields) ? fields : [fields]
  return list.map((element, i) => {
    const path = `GroupBy.Fields[${i}]`
    const name = isObject(element) ? Object.keys(element)[0] : element
    if (typeof name !== 'string')
      return refuse('InvalidRequest', path, `${path} is the name of a field, not ${nameOf(element)}.`)
    return groupOf(name, path, scope, plan)
  })
}

function groupOf(
  name: string,
  path: string,
  scope: SqlScope,
  plan: SelectionPlan & { entity: ReadShape['entity'] },
): Group {
  const call = dateCall.exec(name.trim())
  const field = call ? (call[2] as string).trim() : name
  const found = resolve(plan.model, standAt(plan.entity), field, path)
  for (const driver of found.drivers) plan.requireDriver(driver, path, field)
  if (found.lists.length > 0 || found.part.list || !found.part.operand) {
    return refuse('NotSelectable', path, `Records cannot be grouped by ${name}.`)
  }
  const operand = call ? dateOperand(found.part.operand, call[1] as string, field, path, plan) : found.part.operand
  return { name: name.trim(), operand, field: found.field, part: found.part, x: scope.guardedValue(operand) }
}

function dateOperand(
  operand: Operand,
  call: string,
  field: string,
  path: string,
  plan: SelectionPlan & { entity: ReadShape['entity'] },
): Operand {
  if (!isPeriodic(operand.type))
    return refuse('OperatorNotAllowed', path, `$${call.toUpperCase()} takes a date, and ${field} is none.`)
  const driver = plan.entity.entity.functionDriver
  if (driver) plan.requireDriver(driver, path, `$${call.toUpperCase()}`)
  return datePartOf(operand, call.toUpperCase() === 'YEAR' ? 'year' : 'month')
}

/** What a grouped Read selects: aggregates, and fields that are one and the same within a group. */
class GroupSelection {
  readonly #plan: SelectionPlan
  readonly #scope: SqlScope
  readonly #entity: ReadShape['entity']
  readonly #groups: readonly Group[]
  readonly #columns = new Columns()
  readonly #selection: Selection
  readonly #orders: Expression<unknown>[] = []
  /** How many columns the fields take, before the aggregates. */
  #fieldsAt = 0

  constructor(plan: SelectionPlan, scope: SqlScope, entity: ReadShape['entity'], groups: readonly Group[]) {
    this.#plan = plan
    this.#scope = scope
    this.#entity = entity
    this.#groups = groups
    this.#selection = new Selection(plan, scope)
  }

  /** Fields first, each column as the least of its group, since all of them are alike; then aggregates, groups, orders. */
  list(): Expression<unknown>[] {
    const fields = this.#selection.columns.sources.map(source => {
      const least = sql`min(${this.#scope.column(source)})`
      return source.exact ? this.#scope.statement.dialect.asText(least) : least
    })
    const aggregates = this.#columns.sources as unknown as Expression<unknown>[]
    const all = [...fields, ...aggregates, ...this.#groups.map(group => group.x), ...this.#orders]
    return all.length === 0 ? [sql`1`] : all
  }

  /** Where the groups' own values begin in a row. */
  groupsAt(): number {
    return this.#fieldsAt + this.#columns.sources.length
  }

  row(fields: unknown, path: string): Emit {
    if (!isObject(fields)) return refuse('InvalidRequest', path, `${path} names what to return for each group.`)
    const members: { name: string; emit: Emit }[] = []
    for (const [name, selector] of Object.entries(fields)) {
      if (isIncluded(selector) === false) continue
      const emit = this.#plan.problems.try(() => this.#member(name, selector, `${path}.${name}`))
      if (emit) members.push({ name, emit })
    }
    this.#fieldsAt = this.#selection.columns.sources.length
    return emitObject(members, null)
  }

  #member(name: string, selector: unknown, path: string): Emit {
    if (name.startsWith('$') && !dateCall.test(name)) return this.#aggregate(name, selector, path)
    const group = this.#groups.find(g => g.name.toLowerCase() === name.trim().toLowerCase())
    if (group && dateCall.test(name))
      return this.#placed([group.x], cells => (cells[0] === null ? 'null' : String(cells[0])))
    const found = dateCall.test(name) ? null : resolve(this.#plan.model, standAt(this.#entity), name, path)
    if (!found || !this.#groups.some(g => g.field === found.field && !g.operand.datePart)) {
      return refuse('NotSelectable', path, `${name} is neither grouped by nor aggregated.`)
    }
    return this.#selection.field(standAt(this.#entity), name, selector, path)
  }

  #aggregate(name: string, selector: unknown, path: string): Emit {
    const call = parseAggregate(name) ?? unknownAggregate(name, path)
    const aggregate = this.#aggregateFor(call, path)
    const render = (sub: string): ((cells: readonly never[], context: never) => string) => {
      if (sub.toLowerCase() === 'displayvalue') return aggregate.display as never
      if (sub.toLowerCase() === 'value') return aggregate.value as never
      return refuse('UnknownField', path, `There is no sub-field ${sub} in ${name}; there are Value and DisplayValue.`)
    }
    if (call.sub !== null) return this.#placed(aggregate.columns, render(call.sub) as never)
    if (!isObject(selector)) return this.#placed(aggregate.columns, aggregate.value)
    const members = Object.keys(selector)
      .filter(sub => isIncluded(selector[sub]) !== false)
      .map(sub => ({ name: sub, emit: this.#placed(aggregate.columns, render(sub) as never) }))
    return emitObject(members, null)
  }

  #aggregateFor(call: NonNullable<ReturnType<typeof parseAggregate>>, path: string) {
    if (call.field === '')
      return call.name === 'COUNT' ? countAll : refuse('InvalidRequest', path, `$${call.name} needs a field.`)
    const found = resolve(this.#plan.model, standAt(this.#entity), call.field, path)
    for (const driver of found.drivers) this.#plan.requireDriver(driver, path, call.field)
    if (found.lists.length > 0 || found.part.list)
      refuse('NotSelectable', path, `${call.field} is a list and cannot be aggregated.`)
    return aggregateOf(call, found.part, this.#scope, path)
  }

  #placed(
    columns: readonly Expression<unknown>[],
    render: (cells: readonly (string | number | bigint | Uint8Array | null)[], context: Parameters<Emit>[1]) => string,
  ): Emit {
    const at = columns.map(column => this.#columns.placeExpression(column))
    return (row, context) =>
      render(
        at.map(i => row[this.#fieldsAt + i] ?? null),
        context,
      )
  }

  /** By the groups in their order, unless OrderBy names groups or aggregates. */
  order(fields: unknown, path: string): Expression<unknown>[] {
    const byGroups = this.#groups.flatMap((_, i) => terms(this.groupsAt() + i, 'ASC'))
    if (fields === undefined || fields === null) return byGroups
    const list = Array.isArray(fields) ? fields : [fields]
    const chosen = list.flatMap((element, i) => {
      const here = `${path}[${i}]`
      if (!isObject(element))
        return refuse('InvalidRequest', here, `${here} is an object such as {"$COUNT()": "DESC"}.`)
      return Object.entries(element).flatMap(([name, way]) => terms(this.#orderColumn(name, `${here}.${name}`), way))
    })
    return [...chosen, ...byGroups]
  }

  #orderColumn(name: string, path: string): number {
    const group = this.#groups.findIndex(g => g.name.toLowerCase() === name.trim().toLowerCase())
    if (group >= 0) return this.groupsAt() + group
    const call = parseAggregate(name)
    if (!call)
      return refuse(
        'NotSelectable',
        path,
        `${name} is neither grouped by nor aggregated, so groups cannot be ordered by it.`,
      )
    this.#orders.push(this.#orderedAggregate(call, path))
    return this.groupsAt() + this.#groups.length + this.#orders.length - 1
  }

  #orderedAggregate(call: NonNullable<ReturnType<typeof parseAggregate>>, path: string): Expression<unknown> {
    if (call.field === '') return sql`count(*)`
    const found = resolve(this.#plan.model, standAt(this.#entity), call.field, path)
    const operand = found.part.operand ?? refuse('NotSelectable', path, `${call.field} cannot be aggregated.`)
    return sql`${sql.raw(call.name.toLowerCase())}(${this.#scope.guardedValue(operand)})`
  }
}

const terms = (at: number, way: unknown): Expression<unknown>[] => {
  const x = sql.ref(`q.c${at}`)
  return [sql`${x} is null`, String(way).toUpperCase() === 'DESC' ? sql`${x} desc` : sql`${x}`]
}
