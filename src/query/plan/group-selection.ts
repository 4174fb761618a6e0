// Plans what a grouped Read selects and is ordered by: aggregates, and fields that are constant within a group.
import { type Expression, sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { isObject } from '../../base/text/json.ts'
import { outputOfPart } from '../../fields/part-access.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import { cursorAt, resolve } from '../../model/resolve.ts'
import type { Scalar } from '../../storage/store.ts'
import {
  type Aggregate,
  type AggregateCall,
  aggregateOf,
  countAll,
  countUpTo,
  parseAggregate,
  unknownAggregate,
} from './aggregate.ts'
import { type Emit, emitObject, isSource, type Member } from './emit.ts'
import { findTarget, type Group, GroupDependencies, type GroupingPlan, isDateCall } from './group-by.ts'
import { orderEntries } from './order.ts'
import { isIncluded, Selection } from './selection.ts'
import type { SqlScope } from './sql-scope.ts'

type Render = (cells: readonly Scalar[], context: RenderContext) => string

export class GroupSelection {
  readonly #plan: GroupingPlan
  readonly #scope: SqlScope
  readonly #groups: readonly Group[]
  readonly #selection: Selection
  readonly #determined: GroupDependencies
  /** The select list begins with the groups, which GROUP BY names by position, and ends with these columns of the order. */
  readonly #extra: Expression<unknown>[] = []
  #countsTo: number | null = null

  constructor(plan: GroupingPlan, scope: SqlScope, groups: readonly Group[]) {
    this.#plan = plan
    this.#scope = scope
    this.#groups = groups
    this.#determined = new GroupDependencies(groups)
    this.#selection = new Selection({ ...plan, judgesBy: source => this.#determined.has(source) }, scope)
    for (const group of groups) this.#selection.columns.add(group.x)
  }

  /** The number of records at which counting stops; null when all are counted. Called after everything was selected. */
  countsTo(): number | null {
    const alone = this.#groups.length === 0 && this.list().length === 1
    if (this.#countsTo !== null && !alone)
      refuse('NotSelectable', 'Scope.Fields', '$COUNTUPTO stands alone: without groups and other aggregates.')
    return this.#countsTo
  }

  /** A field that is constant within a group is selected as its minimum. */
  list(): Expression<unknown>[] {
    const columns = this.#selection.columns.list.map(column => {
      if (!isSource(column)) return column
      const least = sql`min(${this.#scope.column(column)})`
      return column.exact ? this.#scope.statement.dialect.asText(least) : least
    })
    const all = [...columns, ...this.#extra]
    return all.length === 0 ? [sql`1`] : all
  }

  row(fields: unknown, path: string): Emit {
    if (!isObject(fields)) return refuse('InvalidRequest', path, `${path} names what to return for each group.`)
    const members: Member[] = []
    for (const [name, selector] of Object.entries(fields)) {
      if (isIncluded(selector) === false) continue
      if (!this.#plan.budget.take(path, this.#plan.problems)) break
      const emit = this.#plan.problems.try(() => this.#member(name, selector, `${path}.${name}`))
      if (emit) members.push({ name, emit })
    }
    return emitObject(members)
  }

  #member(name: string, selector: unknown, path: string): Emit {
    if (name.trim().startsWith('$') && !isDateCall(name)) return this.#aggregate(name, selector, path)
    const target = findTarget(name, path, this.#plan)
    const index = this.#groups.findIndex(group => group.target.id === target.id)
    if (target.call) {
      if (index < 0) return this.#notGrouped(name, path)
      return row => (row[index] === null ? 'null' : String(row[index]))
    }
    const group = this.#groups[index]
    if (group?.operand.guard) return this.#guarded(group, selector, path)
    const before = this.#selection.columns.list.length
    const cursor = cursorAt(this.#plan.entity)
    const emit = group
      ? this.#selection.grouped(cursor, name, selector, path)
      : this.#selection.field(cursor, name, selector, path)
    const added = this.#selection.columns.list.slice(before)
    const follows = added.every(column => isSource(column) && this.#determined.has(column))
    return follows ? emit : this.#notGrouped(name, path)
  }

  #notGrouped(name: string, path: string): never {
    return refuse('NotSelectable', path, `${name} is neither grouped by nor aggregated.`)
  }

  /** A name that only some callers may see. Records whose name is hidden are in the group without a name. */
  #guarded({ operand, part }: Group, selector: unknown, path: string): Emit {
    const written = outputOfPart(part)?.sources[0]
    if (!written) return refuse('NotSelectable', path, `${part.name} cannot be selected in a group.`)
    const shown = sql`min(${this.#scope.guarded(operand, this.#scope.column(written))})`
    const render: Render = ([text]) => JSON.stringify(text ?? null)
    return this.#withSubs({ columns: [shown], order: shown, value: render, display: render }, part.name, selector, path)
  }

  #aggregate(name: string, selector: unknown, path: string): Emit {
    const call = parseAggregate(name) ?? unknownAggregate(name, path)
    const aggregate = this.#aggregateFor(call, path)
    return this.#withSubs(aggregate, name, call.sub === null ? selector : { [call.sub]: 1 }, path, call.sub !== null)
  }

  /** The value itself, or an object of Value and DisplayValue; `bare`: one sub-field without the object around it. */
  #withSubs(aggregate: Aggregate, name: string, selector: unknown, path: string, bare = false): Emit {
    const at = aggregate.columns.map(column => this.#selection.columns.add(column))
    const placed =
      (render: Render): Emit =>
      (row, context) =>
        render(
          at.map(i => row[i] ?? null),
          context,
        )
    if (!isObject(selector)) return placed(aggregate.value)
    const members = Object.keys(selector)
      .filter(sub => isIncluded(selector[sub]) !== false)
      .map((sub): Member => {
        const lower = sub.toLowerCase()
        if (lower === 'displayvalue') return { name: sub, emit: placed(aggregate.display) }
        if (lower === 'value') return { name: sub, emit: placed(aggregate.value) }
        const message = `There is no sub-field ${sub} in ${name}; there are Value and DisplayValue.`
        return refuse('UnknownField', path, message)
      })
    return bare ? (members[0] as Member).emit : emitObject(members)
  }

  #aggregateFor(call: AggregateCall, path: string): Aggregate {
    const { name } = call
    if (name === 'COUNTUPTO') return this.#capped(call, path)
    if (call.field === '')
      return name === 'COUNT' ? countAll : refuse('InvalidRequest', path, `$${name} needs a field.`)
    const found = resolve(this.#plan.model, cursorAt(this.#plan.entity), call.field, path)
    for (const driver of found.drivers) this.#plan.requireDriver(driver, path, call.field)
    if (found.lists.length > 0 || found.part.shape === 'list')
      refuse('NotSelectable', path, `${call.field} is a list and cannot be aggregated.`)
    return aggregateOf({ ...call, name }, found.part, this.#scope, path)
  }

  #capped(call: AggregateCall, path: string): Aggregate {
    const { aggregate, limit } = countUpTo(call, path)
    this.#countsTo = limit
    return aggregate
  }

  /** OrderBy, then the groups in their order. Called after everything was selected. */
  order(fields: unknown, path: string): Expression<unknown>[] {
    const chosen = orderEntries(fields, path).flatMap(entry =>
      ordered(this.#orderColumn(entry.name, entry.path), entry.descending),
    )
    return [...chosen, ...this.#groups.flatMap((_, i) => ordered(i, false))]
  }

  #orderColumn(name: string, path: string): number {
    const call = parseAggregate(name)
    if (call) {
      const { order } = this.#aggregateFor(call, path)
      return this.#selection.columns.list.length + this.#extra.push(order) - 1
    }
    const target = findTarget(name, path, this.#plan)
    const index = this.#groups.findIndex(group => group.target.id === target.id)
    return index >= 0 ? index : this.#notGrouped(name, path)
  }
}

/** Groups without a value come last in both directions. */
const ordered = (column: number, descending: boolean): Expression<unknown>[] => {
  const x = sql.ref(`q.c${column}`)
  return [sql`${x} is null`, descending ? sql`${x} desc` : sql`${x}`]
}
