// Compiles Scope.Fields to a select list and to emitters that write records in the spelling of the request.
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Problems, refuse } from '../../base/errors.ts'
import { isObject, member, nameOf } from '../../base/text/json.ts'
import { fixedLimits } from '../../config/limits.ts'
import type { Guard, ListPart, Part, Source } from '../../fields/part.ts'
import { asOrdered, operandOfPart, outputOfPart, presenceOf, readsAsArray } from '../../fields/part-access.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { cursorAt, type PathCursor, resolve, stepInto, stepsOf } from '../../model/resolve.ts'
import { all } from '../combine.ts'
import { belonging } from './conditions/elements.ts'
import {
  Columns,
  type Emit,
  emitJoined,
  emitList,
  emitObject,
  emitOutput,
  emitPresent,
  emitUnlessNull,
  isSource,
  type Member,
} from './emit.ts'
import { emitJsonElements } from './json-elements.ts'
import { SqlScope, selectList } from './sql-scope.ts'

export interface SelectionPlan {
  readonly model: Model
  readonly problems: Problems
  readonly budget: FieldBudget
  requireDriver(driver: string, path: string, what: string): void
  /** In a group, only sources that are constant within it decide whether an object is null. */
  judgesBy?(source: Source): boolean
}

/** Counts the names that a request may still select. */
export class FieldBudget {
  #left = fixedLimits.selectedNames
  #depth = 0
  /** False when there are too many, which is reported once. */
  take(path: string, problems: Problems): boolean {
    if (this.#left-- > 0) return true
    if (this.#left === -1)
      problems.add('LimitExceeded', path, `More than ${fixedLimits.selectedNames} fields are selected.`)
    return false
  }

  /** Runs the work of a nested level. Each level uses stack, so their number is limited. */
  level<T>(path: string, work: () => T): T {
    if (this.#depth === fixedLimits.selectionDepth)
      return refuse('LimitExceeded', path, `Fields are nested more than ${fixedLimits.selectionDepth} levels deep.`)
    this.#depth++
    try {
      return work()
    } finally {
      this.#depth--
    }
  }
}

/** `1`, `true` and `"1"` include, `0` and `false` leave out; undefined for anything else. */
export function isIncluded(selector: unknown): boolean | undefined {
  if (selector === 1 || selector === true || selector === '1') return true
  if (selector === 0 || selector === false || selector === '0') return false
  return undefined
}

/** One level of the selection: a record or an object, with its columns. */
export class Selection {
  readonly columns = new Columns()
  readonly #plan: SelectionPlan
  readonly #sql: SqlScope | null

  /** `scope` is null for rows in memory, which have no side tables and need only `columns`. */
  constructor(plan: SelectionPlan, scope: SqlScope | null) {
    this.#plan = plan
    this.#sql = scope
  }

  get #scope(): SqlScope {
    if (!this.#sql) throw new Error('Rows in memory are not selected by SQL')
    return this.#sql
  }

  /** The select list, in the order of the values of a row. `held`: a guard that all records of the select meet. */
  list(held: Guard | null = null): Expression<unknown>[] {
    return this.columns.list.map(column => (isSource(column) ? this.#scope.selected(column, held) : column))
  }

  record(entity: ModelEntity, fields: unknown, path: string): Emit {
    const selectors = isIncluded(fields) === true ? everyField(entity) : fields
    if (isObject(selectors)) return emitObject(this.#members(cursorAt(entity), selectors, path))
    const message = `${path} names the fields to return, each with the value 1, not ${nameOf(fields)}.`
    return refuse('InvalidRequest', path, message)
  }

  #members(cursor: PathCursor, selectors: Record<string, unknown>, path: string, prefix = ''): Member[] {
    return this.#plan.budget.level(path, () => this.#levelMembers(cursor, selectors, path, prefix))
  }

  #levelMembers(cursor: PathCursor, selectors: Record<string, unknown>, path: string, prefix: string): Member[] {
    const members: Member[] = []
    for (const [name, selector] of Object.entries(selectors)) {
      if (isIncluded(selector) === false) continue
      const here = `${path}.${name}`
      if (!this.#plan.budget.take(path, this.#plan.problems)) break
      const emit = this.#plan.problems.try(() => this.field(cursor, prefix + name, selector, here))
      if (emit) members.push({ name, emit })
    }
    return members
  }

  /** A field by its name or path; a path through a list emits a list. */
  field(from: PathCursor, name: string, selector: unknown, path: string): Emit {
    // `Udf: {"$TYPEID(7)": 1}` is another way to write `"Udf/$TYPEID(7)": 1`.
    if (/^udf$/i.test(name) && isObject(selector)) return emitObject(this.#members(from, selector, path, `${name}/`))
    const steps = stepsOf(this.#plan.model, from, name, path)
    let cursor = from
    for (let i = 0; i < steps.length; i++) {
      const before = cursor.drivers.length
      cursor = stepInto(this.#plan.model, cursor, steps[i] as string, path)
      for (const driver of cursor.drivers.slice(before)) this.#plan.requireDriver(driver, path, name)
      const part = cursor.part as Part
      if (part.shape === 'list' && i < steps.length - 1)
        return this.#list(part, steps.slice(i + 1).join('/'), selector, path, cursor)
    }
    return this.#part(cursor, selector, path)
  }

  /** A field that records are grouped by: a list of at most one element is read through its join, not through its table. */
  grouped(from: PathCursor, name: string, selector: unknown, path: string): Emit {
    const found = resolve(this.#plan.model, from, name, path)
    const single = asOrdered(found.part)
    if (single === found.part || found.lists.length > 0) return this.field(from, name, selector, path)
    const cursor: PathCursor = { ...from, entity: null, join: found.owner, part: single, field: found.field }
    return this.#arrayOfOne(cursor, selector, path)
  }

  #part(cursor: PathCursor, selector: unknown, path: string): Emit {
    const part = cursor.part as Part
    if (part.shape === 'list') {
      return isObject(selector) && member(selector, 'Items') !== undefined
        ? this.#listObject(part, selector, path, cursor)
        : this.#list(part, null, selector, path, cursor)
    }
    if (isIncluded(selector) === true) return this.#whole(cursor, path)
    if (part.shape === 'jsonList') return emitJsonElements(part, selector, this.columns, path)
    if (Array.isArray(selector)) return this.#arrayOfOne(cursor, selector, path)
    if (!isObject(selector)) {
      const message = `${path} is selected with 1, an object or an array, not ${nameOf(selector)}.`
      return refuse('InvalidRequest', path, message)
    }
    return this.#unlessAbsent(part, emitObject(this.#members(cursor, selector, path)))
  }

  /** An object of sub-fields is null where the field has no value. */
  #unlessAbsent(part: Part, emit: Emit): Emit {
    if (part.shape === 'object') return emit
    const { judgesBy } = this.#plan
    const presence = judgesBy ? presenceOf(part)?.filter(judgesBy) : presenceOf(part)
    if (presence)
      return emitPresent(
        presence.map(source => this.columns.place(source)),
        emit,
      )
    const output = outputOfPart(part)
    return output ? emitUnlessNull(emitOutput(output, this.columns), emit) : emit
  }

  #arrayOfOne(cursor: PathCursor, selector: unknown, path: string): Emit {
    if (!readsAsArray(cursor.part as Part)) {
      return refuse('InvalidRequest', path, `${path} is not a list; select it with an object or 1.`)
    }
    const array = Array.isArray(selector)
    const inner = this.#part(cursor, array ? (selector[0] ?? 1) : selector, path)
    return (row, context) => {
      const text = inner(row, context)
      if (text === 'null') return array ? '[]' : 'null'
      return `[${text}]`
    }
  }

  #whole(cursor: PathCursor, path: string): Emit {
    const part = cursor.part as Part
    const output = outputOfPart(part)
    if (output) return emitOutput(output, this.columns)
    if (part.shape !== 'object') return refuse('NotSelectable', path, `${part.name} cannot be selected by itself.`)
    const selectors = Object.fromEntries([...part.parts.values()].map(sub => [sub.name, 1]))
    return emitObject(this.#members(cursor, selectors, path))
  }

  /** A list as an object: its Items, and their names in one text. */
  #listObject(list: ListPart, selector: Record<string, unknown>, path: string, cursor: PathCursor): Emit {
    const members = Object.entries(selector).flatMap(([name, inner]): Member[] => {
      if (isIncluded(inner) === false) return []
      if (name.toLowerCase() === 'items') {
        const elements = Array.isArray(inner) ? inner : [inner]
        return [{ name, emit: this.#list(list, null, elements, `${path}.${name}`, cursor) }]
      }
      if (name.toLowerCase() === 'displayvalue') {
        return [{ name, emit: emitJoined(this.#list(list, 'DisplayValue', 1, `${path}.${name}`, cursor)) }]
      }
      return refuse('UnknownField', `${path}.${name}`, `${path} is selected with Items and DisplayValue, not ${name}.`)
    })
    return emitObject(members)
  }

  /** A subquery over the side table, whose elements are a level of the selection. */
  #list(list: ListPart, rest: string | null, selector: unknown, path: string, cursor: PathCursor): Emit {
    const inner = new SqlScope(this.#scope.statement, list.table)
    const nested = new Selection(this.#plan, inner)
    const element: PathCursor = { ...cursor, part: list.element, lists: [] }
    const one = Array.isArray(selector) ? (selector[0] ?? 1) : selector
    const emit = rest === null ? nested.#part(element, one, path) : nested.field(element, rest, one, path)
    const selected = nested.list()
    const width = Math.max(1, selected.length)
    const names = Array.from({ length: width }, (_, i) => `c${i}`)
    const shown = selected.length === 0 ? [sql`1`] : selected
    const live = list.live && sql<SqlBool>`${inner.column({ join: list.live.join, column: 'id' })} is not null`
    const where = all([...belonging({ list, owner: cursor.join }, this.#scope, inner), live ?? null])
    const item = operandOfPart(list.element)?.sources[0]?.column ?? list.owner
    const order = sql`${sql.ref(`${inner.root}.position`)}, ${sql.ref(`${inner.root}.${item}`)}`
    const query = sql`select ${selectList(shown)} from ${inner.from()} where ${where} order by ${order}`
    const at = this.columns.add(this.#scope.statement.dialect.jsonArray(query, names))
    return emitList(at, width, emit, Array.isArray(selector) || list.emptyIsValue ? '[]' : 'null')
  }
}

/** `Fields: 1` selects everything that needs no driver. */
export const everyField = (entity: ModelEntity): Record<string, unknown> =>
  Object.fromEntries(
    entity.all
      .filter(
        f =>
          !f.field.traits.writeOnly &&
          f.field.traits.driver === undefined &&
          !['DeletedDate', 'DeletedBy'].includes(f.name),
      )
      .map(f => [f.name, 1]),
  )
