// Resolves GroupBy.Fields: the columns that records are grouped by, and what else is constant within a group.
import type { Expression } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { isObject, nameOf } from '../../base/text/json.ts'
import { fixedLimits } from '../../config/limits.ts'
import type { Join, Operand, Part, Source } from '../../fields/part.ts'
import { asOrdered, operandOfPart, outputOfPart } from '../../fields/part-access.ts'
import type { ModelEntity } from '../../model/model.ts'
import { cursorAt, type ResolvedPath, resolve } from '../../model/resolve.ts'
import { datePartOf } from '../functions/date-part.ts'
import { isPeriodic } from '../operators/operator.ts'
import type { SelectionPlan } from './selection.ts'
import type { SqlScope } from './sql-scope.ts'

export type GroupingPlan = SelectionPlan & { readonly entity: ModelEntity }

export interface Group {
  readonly target: GroupTarget
  readonly operand: Operand
  readonly part: Part
  readonly x: Expression<unknown>
}

/** A field, or the year or month of one. Different spellings of one target have the same `id`. */
interface GroupTarget {
  readonly id: string
  readonly call: 'year' | 'month' | null
  readonly found: ResolvedPath
}

const dateCall = /^\$(YEAR|MONTH)\((.*)\)$/i

export const isDateCall = (name: string): boolean => dateCall.test(name.trim())

export function findTarget(name: string, path: string, plan: GroupingPlan): GroupTarget {
  const match = dateCall.exec(name.trim())
  const field = match ? (match[2] as string).trim() : name
  const call = match ? ((match[1] as string).toLowerCase() as 'year' | 'month') : null
  const resolved = resolve(plan.model, cursorAt(plan.entity), field, path)
  const found = { ...resolved, part: asOrdered(resolved.part) }
  for (const driver of found.drivers) plan.requireDriver(driver, path, field)
  const driver = plan.entity.entity.functionDriver
  if (call && driver) plan.requireDriver(driver, path, `$${call.toUpperCase()}`)
  return { id: `${call ?? ''} ${sourceId(operandOfPart(found.part)?.sources[0])}`, call, found }
}

export function parseGroups(fields: unknown, scope: SqlScope, plan: GroupingPlan): Group[] {
  const list = fields === undefined || fields === null ? [] : Array.isArray(fields) ? fields : [fields]
  const here = 'GroupBy.Fields'
  if (list.length > fixedLimits.groups)
    refuse('LimitExceeded', here, `${here} names ${list.length} fields; at most ${fixedLimits.groups} are allowed.`)
  return list.map((element, i) => {
    const path = Array.isArray(fields) ? `${here}[${i}]` : here
    const name = isObject(element) ? Object.keys(element)[0] : element
    if (typeof name === 'string') return groupOf(name, path, scope, plan)
    return refuse('InvalidRequest', path, `${path} is the name of a field, not ${nameOf(element)}.`)
  })
}

function groupOf(name: string, path: string, scope: SqlScope, plan: GroupingPlan): Group {
  const target = findTarget(name, path, plan)
  const { part, lists } = target.found
  const own = operandOfPart(part)
  if (lists.length > 0 || !own) {
    return refuse('NotSelectable', path, `Records cannot be grouped by ${name}.`)
  }
  const operand = target.call ? dateOperand(own, target.call, name, path) : own
  return { target, operand, part, x: scope.guardedValue(operand) }
}

function dateOperand(operand: Operand, call: 'year' | 'month', name: string, path: string): Operand {
  if (isPeriodic(operand.type)) return datePartOf(operand, call)
  return refuse('OperatorNotAllowed', path, `$${call.toUpperCase()} takes a date, and ${name} has none.`)
}

const sourceId = (source: Source | undefined): string => (source ? `${source.join.path}|${source.column}` : '')

/** What is constant within a group: its own columns, and the columns of rows that keys among them refer to. */
export class GroupDependencies {
  readonly #columns = new Set<string>()

  constructor(groups: readonly Group[]) {
    for (const { target, operand, part } of groups) {
      if (target.call) continue
      for (const source of operand.sources) this.#columns.add(sourceId(source))
      // A text is grouped by its folded form and shown in the spelling of one record.
      const written = outputOfPart(part)?.sources[0]
      if (written && !operand.guard) this.#columns.add(sourceId(written))
    }
  }

  has(source: Source): boolean {
    return (!source.writable && this.#columns.has(sourceId(source))) || this.#row(source.join)
  }

  #row(join: Join): boolean {
    const { from } = join
    if (from === null) return this.#columns.has(sourceId({ join, column: 'id' }))
    return join.on.every(
      ({ equals }) => 'constant' in equals || equals.from === 'db' || this.has({ join: from, column: equals.from }),
    )
  }
}
