// From Scope.Fields to emitters: what to select, and how to write it in the request's own spelling.
import { sql } from 'kysely'
import { type Problems, Refusal, refuse } from '../../base/errors.ts'
import { isObject, nameOf } from '../../fields/checks.ts'
import type { ListPart, Part } from '../../fields/part.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { type Stand, splitPath, standAt, stepInto } from '../../model/resolve.ts'
import { Columns, type Emit, emitList, emitObject, emitOutput } from './emit.ts'
import { SqlScope } from './sql-scope.ts'

export interface SelectionPlan {
  readonly model: Model
  readonly problems: Problems
  requireDriver(driver: string, path: string, what: string): void
}

/** `1`, `true` and `"1"` include, `0` and `false` leave out; undefined for anything else. */
export function isIncluded(selector: unknown): boolean | undefined {
  if (selector === 1 || selector === true || selector === '1') return true
  if (selector === 0 || selector === false || selector === '0') return false
  return undefined
}

/** One level of the selection: a record or an object, with the columns that it is selected from. */
export class Selection {
  readonly columns = new Columns()
  readonly #plan: SelectionPlan
  readonly #scope: SqlScope

  constructor(plan: SelectionPlan, scope: SqlScope) {
    this.#plan = plan
    this.#scope = scope
  }

  /** The expressions to select, in the order in which rows carry them. */
  list() {
    return this.columns.sources.map(source => ('join' in source ? this.#scope.selected(source) : source))
  }

  record(entity: ModelEntity, fields: unknown, path: string): Emit {
    const selectors = isIncluded(fields) === true ? everyField(entity) : fields
    if (!isObject(selectors)) {
      return refuse(
        'InvalidRequest',
        path,
        `${path} names the fields to return, each with the value 1, not ${nameOf(fields)}.`,
      )
    }
    return emitObject(this.members(standAt(entity), selectors, path), null)
  }

  members(stand: Stand, selectors: Record<string, unknown>, path: string): { name: string; emit: Emit }[] {
    const members: { name: string; emit: Emit }[] = []
    for (const [name, selector] of Object.entries(selectors)) {
      if (isIncluded(selector) === false) continue
      try {
        members.push({ name, emit: this.field(stand, name, selector, `${path}.${name}`) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.#plan.problems.list.push(...error.problems)
      }
    }
    return members
  }

  /** A field by its name or path; a path through a list gives the list of what it leads to. */
  field(from: Stand, name: string, selector: unknown, path: string): Emit {
    let steps = splitPath(name)
    if (steps[0] === '') steps = steps.slice(2)
    let stand = from
    for (let i = 0; i < steps.length; i++) {
      const before = stand.drivers.length
      stand = stepInto(this.#plan.model, stand, steps[i] as string, path)
      for (const driver of stand.drivers.slice(before)) this.#plan.requireDriver(driver, path, name)
      const list = (stand.part as Part).list
      if (list && i < steps.length - 1) return this.#list(list, steps.slice(i + 1).join('/'), selector, path, stand)
    }
    return this.#part(stand, selector, path)
  }

  #part(stand: Stand, selector: unknown, path: string): Emit {
    const part = stand.part as Part
    if (part.list) return this.#list(part.list, null, selector, path, stand)
    if (isIncluded(selector) === true) return this.#whole(stand, path)
    if (Array.isArray(selector)) {
      if (part.jsonElements) return this.#jsonElements(part, selector[0] ?? 1, path)
      if (!part.arrayOfOne)
        return refuse('InvalidRequest', path, `${path} is not a list; select it with an object or 1.`)
      const inner = this.#part(stand, selector[0] ?? 1, path)
      return (row, context) => {
        const text = inner(row, context)
        return text === 'null' ? '[]' : `[${text}]`
      }
    }
    if (!isObject(selector))
      return refuse(
        'InvalidRequest',
        path,
        `${path} is selected with 1, an object or an array, not ${nameOf(selector)}.`,
      )
    if (part.jsonElements) return this.#jsonElements(part, selector, path)
    const presence = part.wholeObject ? null : (part.presence ?? []).map(source => this.columns.place(source))
    return emitObject(this.members(stand, selector, path), presence)
  }

  #whole(stand: Stand, path: string): Emit {
    const part = stand.part as Part
    if (part.output) return emitOutput(part.output, this.columns)
    if (part.wholeObject) {
      const selectors = Object.fromEntries([...(part.parts?.values() ?? [])].map(sub => [sub.name, 1]))
      return emitObject(this.members(stand, selectors, path), null)
    }
    return refuse('NotSelectable', path, `${part.name} cannot be selected by itself.`)
  }

  /** A subquery for the side table; its elements are selected like a level of their own. */
  #list(list: ListPart, rest: string | null, selector: unknown, path: string, stand: Stand): Emit {
    const inner = new SqlScope(this.#scope.statement, list.table)
    const nested = new Selection(this.#plan, inner)
    const element: Stand = { ...stand, part: list.element, lists: [] }
    const one = Array.isArray(selector) ? (selector[0] ?? 1) : selector
    const emit = rest === null ? nested.#part(element, one, path) : nested.field(element, rest, one, path)
    const selected = nested.list()
    const width = Math.max(1, selected.length)
    const names = Array.from({ length: width }, (_, i) => `c${i}`)
    const alias = this.#scope.alias(stand.join)
    const conditions = [
      sql`${sql.ref(`${inner.root}.db`)} = ${sql.ref(`${alias}.db`)}`,
      sql`${sql.ref(`${inner.root}.${list.owner}`)} = ${sql.ref(`${alias}.id`)}`,
      ...(list.where ?? []).map(
        ({ column, equals }) => sql`${sql.ref(`${inner.root}.${column}`)} = ${sql.lit(equals)}`,
      ),
    ]
    const shown =
      selected.length === 0
        ? [sql`1 as ${sql.id('c0')}`]
        : selected.map((expression, i) => sql`${expression} as ${sql.id(names[i] as string)}`)
    const query = sql`select ${sql.join(shown)} from ${inner.from()} where ${sql.join(conditions, sql` and `)} order by ${sql.ref(`${inner.root}.position`)}, ${sql.ref(`${inner.root}.${list.element.operand?.sources[0]?.column ?? list.owner}`)}`
    const at = this.columns.placeExpression(this.#scope.statement.dialect.jsonArray(query, names))
    return emitList(at, width, emit)
  }

  /** Members of the elements of an array that is kept as JSON. */
  #jsonElements(part: Part, selector: unknown, path: string): Emit {
    const at = this.columns.place(part.jsonElements as NonNullable<Part['jsonElements']>)
    if (isIncluded(selector) === true) return row => (row[at] as string | null) ?? 'null'
    if (!isObject(selector)) return refuse('InvalidRequest', path, `${path} takes an array with one selector.`)
    const wanted = Object.entries(selector)
      .filter(([, value]) => isIncluded(value) !== false)
      .map(([spelled]) => {
        const sub = part.parts?.get(spelled.toLowerCase())
        if (!sub?.jsonMember)
          return refuse('UnknownField', `${path}.${spelled}`, `There is no sub-field ${spelled} in ${part.name}.`)
        return { spelled, member: sub.jsonMember.member }
      })
    return row => {
      const text = row[at] as string | null
      if (text === null) return 'null'
      const elements = JSON.parse(text) as Record<string, unknown>[]
      return JSON.stringify(elements.map(e => Object.fromEntries(wanted.map(w => [w.spelled, e[w.member] ?? null]))))
    }
  }
}

/** What `Fields: 1` means: everything that can be had without a driver. */
const everyField = (entity: ModelEntity): Record<string, unknown> =>
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
