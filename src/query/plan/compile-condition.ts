// From the condition tree to SQL: names are resolved, operators checked against their fields, values left to slots.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Problems, Refusal, refuse } from '../../base/errors.ts'
import { snakeCase } from '../../base/names.ts'
import type { Operand, Part } from '../../fields/part.ts'
import type { OperatorName, ValueType } from '../../fields/value-type.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { type ListStep, type Resolved, resolve, standAt } from '../../model/resolve.ts'
import type { Value } from '../../storage/store.ts'
import { all, any } from '../access.ts'
import { yearPeriod } from '../functions/calendar.ts'
import { datePartOf } from '../functions/date-part.ts'
import { phraseDigits, phrasePrefixes, reversed } from '../functions/phrase.ts'
import { bindRing, compileRing, parseRing } from '../functions/polygon.ts'
import { operators } from '../operators/index.ts'
import { isPeriodic, type Operator } from '../operators/operator.ts'
import type { Condition, Target } from '../parse/condition.ts'
import { type Conversions, dbSlot, type Slot } from './slot.ts'
import { SqlScope } from './sql-scope.ts'

type Sql = RawBuilder<SqlBool>
type Test = Extract<Condition, { kind: 'test' }>

const truth = sql<SqlBool>`1 = 1`

export interface ConditionPlan {
  readonly model: Model
  readonly entity: ModelEntity
  readonly conversions: Conversions
  readonly problems: Problems
  /** Interfaces that the condition cannot do without, and where. */
  requireDriver(driver: string, path: string, what: string): void
}

export function compileCondition(condition: Condition, scope: SqlScope, plan: ConditionPlan): Sql {
  switch (condition.kind) {
    case 'all':
      return all(condition.of.map(inner => compileCondition(inner, scope, plan))) ?? truth
    case 'any':
      return condition.of.length === 0 ? truth : any(condition.of.map(inner => compileCondition(inner, scope, plan)))
    default:
      try {
        return compileLeaf(condition, scope, plan)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        plan.problems.list.push(...error.problems)
        return truth
      }
  }
}

function compileLeaf(
  condition: Exclude<Condition, { kind: 'all' | 'any' }>,
  scope: SqlScope,
  plan: ConditionPlan,
): Sql {
  switch (condition.kind) {
    case 'test':
      return compileTest(condition, scope, plan)
    case 'empty':
      return compileEmpty(condition, scope, plan)
    case 'phrase':
      return compilePhrase(condition, scope, plan)
    case 'related':
      return compileRelated(condition, scope, plan)
    case 'exists':
      return compileExists(condition, scope, plan)
    case 'inbound':
      return compileInbound(condition, scope, plan)
    case 'tree':
      return refuse('OperatorNotAllowed', condition.path, `${condition.path}: $TREE is for Schema alone.`)
  }
}

/** The part that a target names, seen as criteria see it. */
function find(target: Target, path: string, plan: ConditionPlan): Resolved {
  const found = resolve(plan.model, standAt(plan.entity), target.name, path)
  for (const driver of found.drivers) plan.requireDriver(driver, path, target.name)
  if (target.call && plan.entity.entity.functionDriver) {
    plan.requireDriver(plan.entity.entity.functionDriver, path, `$${target.call}`)
  }
  return found.part.searchAs ? { ...found, part: found.part.searchAs } : found
}

/** The lists on the way to a part, its own included, and the part of which each element is tested. */
function throughLists({ part, lists, owner }: Resolved): { part: Part; lists: readonly ListStep[] } {
  return part.list ? { part: part.list.element, lists: [...lists, { list: part.list, owner }] } : { part, lists }
}

function operandOf(part: Part, path: string, name: string): Operand {
  return part.operand ?? refuse('OperatorNotAllowed', path, `${name} cannot be searched.`)
}

/** The rows of a list that belong to its owner. */
function elements({ list, owner }: ListStep, scope: SqlScope, inner: SqlScope): RawBuilder<unknown>[] {
  const alias = scope.alias(owner)
  return [
    sql`${sql.ref(`${inner.root}.db`)} = ${sql.ref(`${alias}.db`)}`,
    sql`${sql.ref(`${inner.root}.${list.owner}`)} = ${sql.ref(`${alias}.id`)}`,
    ...(list.where ?? []).map(({ column, equals }) => sql`${sql.ref(`${inner.root}.${column}`)} = ${sql.lit(equals)}`),
  ]
}

/** Runs `test` on the rows of the lists: some element for which it holds. */
function someElement(lists: readonly ListStep[], scope: SqlScope, test: (inner: SqlScope) => Sql | null): Sql {
  const [step, ...rest] = lists
  if (!step) return test(scope) ?? truth
  const inner = new SqlScope(scope.statement, step.list.table)
  const own = elements(step, scope, inner)
  const tested = rest.length > 0 ? someElement(rest, inner, test) : test(inner)
  if (tested) own.push(tested)
  return sql<SqlBool>`exists (select 1 from ${inner.from()} where ${sql.join(own, sql` and `)})`
}

function compileTest(condition: Test, scope: SqlScope, plan: ConditionPlan): Sql {
  const { target, path } = condition
  const { part, lists } = throughLists(find(target, path, plan))
  const operand = withCall(operandOf(part, path, target.name), target, path)
  const operator = operators.get(condition.operator) as Operator
  checkOperator(operator.name, operand.type, target.name, lists.length > 0, path)
  const type = operand.type
  const literal = condition.literal
  const slot = plan.conversions.add({
    literal: literal.index,
    convert: (value, context) => {
      const bound = operator.bind(
        callLiteral(target, value, literal.path, context.timeZone),
        type,
        literal.path,
        context,
      )
      return operator.name === '$ALL' ? [bound[0] as Value, new Set(bound[0] as string[]).size] : bound
    },
  })
  if (operator.name === '$ALL') return compileAll(lists, operand, scope, slot)
  const positive = someElement(lists, scope, inner =>
    guarded(operand, inner, compileOperator(operator, operand, inner, slot, condition.sort)),
  )
  return operator.complementOf === undefined ? positive : sql<SqlBool>`(${positive}) is not true`
}

const compileOperator = (
  operator: Operator,
  operand: Operand,
  scope: SqlScope,
  slot: (i: number) => Slot,
  sort: string,
): Sql => operator.compile(scope.value(operand), operand.type, i => sql`${slot(i)}`, sort, scope.statement.dialect)

const guarded = (operand: Operand, scope: SqlScope, test: Sql): Sql => {
  const guard = scope.guard(operand)
  return guard === null ? test : sql<SqlBool>`(${guard} and ${test})`
}

function compileAll(lists: readonly ListStep[], operand: Operand, scope: SqlScope, slot: (i: number) => Slot): Sql {
  const step = lists.at(-1) as ListStep
  const inner = new SqlScope(scope.statement, step.list.table)
  const value = inner.value(operand)
  const own = [...elements(step, scope, inner), scope.statement.dialect.inList(value, slot(0), operand.type.list)]
  return sql<SqlBool>`(select count(distinct ${value}) from ${inner.from()} where ${sql.join(own, sql` and `)}) = ${slot(1)}`
}

function checkOperator(name: OperatorName, type: ValueType, field: string, listed: boolean, path: string): void {
  if (name === '$ALL') {
    if (!listed) refuse('OperatorNotAllowed', path, `${field} has one value, so $ALL cannot be used on it.`)
    return
  }
  if (type.operators.includes(name)) return
  refuse('OperatorNotAllowed', path, `${name} cannot be used on ${field}, which takes ${type.operators.join(', ')}.`)
}

/** `$YEAR(x)` compares with periods, `$MONTH(x)` with the number of the month. */
function withCall(operand: Operand, target: Target, path: string): Operand {
  if (target.call === null) return operand
  if (!isPeriodic(operand.type)) {
    return refuse('OperatorNotAllowed', path, `$${target.call} takes a date, and ${target.name} is none.`)
  }
  return target.call === 'YEAR' ? operand : datePartOf(operand, 'month')
}

function callLiteral(target: Target, value: unknown, path: string, timeZone: string): unknown {
  if (target.call !== 'YEAR') return value
  const year = (element: unknown): unknown => {
    const number = typeof element === 'string' && /^\d{1,4}$/.test(element) ? Number(element) : element
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 9999) {
      return refuse('WrongType', path, `${path} is compared with a year, such as 2026.`)
    }
    return yearPeriod(number, timeZone)
  }
  return Array.isArray(value) ? value.map(year) : year(value)
}

function compileEmpty(condition: Extract<Condition, { kind: 'empty' }>, scope: SqlScope, plan: ConditionPlan): Sql {
  const found = throughLists(find(condition.target, condition.path, plan))
  if (found.lists.length > 0) {
    const there = someElement(found.lists, scope, inner =>
      found.part.operand ? sql<SqlBool>`${inner.guardedValue(found.part.operand)} is not null` : null,
    )
    return condition.negated ? there : sql<SqlBool>`not ${there}`
  }
  const values = found.part.operand
    ? [scope.guardedValue(found.part.operand)]
    : (found.part.presence ?? []).map(source => scope.column(source))
  if (values.length === 0)
    refuse('OperatorNotAllowed', condition.path, `${condition.target.name} cannot be compared with null.`)
  const empty = all(values.map(value => sql<SqlBool>`${value} is null`)) as Sql
  return condition.negated ? sql<SqlBool>`not ${empty}` : empty
}

function compilePhrase(condition: Extract<Condition, { kind: 'phrase' }>, scope: SqlScope, plan: ConditionPlan): Sql {
  const { entity } = plan.entity
  if (!entity.searchWords)
    refuse('OperatorNotAllowed', condition.path, `${entity.name} has no text that $PHRASE could search.`)
  const { search } = scope.statement.dialect
  const sort = entity.phrase ?? 'text'
  const { namesOnly, digits, literal } = condition
  const slot = plan.conversions.add({
    literal: literal.index,
    convert: (value, _context, db) => {
      const words = search.bind(db, phrasePrefixes(String(value), sort, namesOnly))
      const number = digits ? (phraseDigits(String(value)) as string) : ''
      return digits ? [words, search.bind(db, [`p${number}`]), search.bind(db, [`r${reversed(number)}`])] : [words]
    },
  })
  const match = (i: number) => search.matches(entity.table, scope.root, slot(i))
  // Digits may begin or end a phone number, or begin a word: either finds the record.
  return digits && sort === 'names' ? any([match(0), match(1), match(2)]) : match(0)
}

function compileRelated(condition: Extract<Condition, { kind: 'related' }>, scope: SqlScope, plan: ConditionPlan): Sql {
  const found = find(condition.target, condition.path, plan)
  if (plan.entity.name !== 'AbEntry' || found.field.name !== 'Key') {
    refuse('OperatorNotAllowed', condition.path, 'OrRelated is for the Key of an AbEntry.')
  }
  const type = operandOf(found.part, condition.path, 'Key').type
  const slot = plan.conversions.add({
    literal: condition.literal.index,
    convert: (value, context) => [type.bind(value, condition.literal.path, context) as string],
  })
  const [id, parent] = [sql.ref(`${scope.root}.id`), sql.ref(`${scope.root}.parent_key`)]
  const asked = scope.statement.nextAlias()
  const readable = scope.statement.access.mayRead('AbEntry', asked)
  const conditions = [
    sql`${sql.ref(`${asked}.db`)} = ${dbSlot}`,
    sql`${sql.ref(`${asked}.id`)} = ${slot(0)}`,
    sql`${sql.ref(`${asked}.deleted`)} is null`,
    ...(readable ? [readable] : []),
  ]
  // Of a record that the caller may not read, nothing is related.
  const family = sql`select coalesce(${sql.ref(`${asked}.parent_key`)}, ${sql.ref(`${asked}.id`)}) from ${sql.table('ab_entry')} as ${sql.id(asked)} where ${sql.join(conditions, sql` and `)}`
  return any([sql<SqlBool>`${id} in (${family})`, sql<SqlBool>`${parent} in (${family})`])
}

function compileExists(condition: Extract<Condition, { kind: 'exists' }>, scope: SqlScope, plan: ConditionPlan): Sql {
  const found = find(condition.target, condition.path, plan)
  if (plan.entity.entity.functionDriver)
    plan.requireDriver(plan.entity.entity.functionDriver, condition.path, '$EXISTS')
  const other = plan.model.find(condition.object.replace(/Object$/i, ''))
  if (found.field.name !== 'Key' || !other) {
    return refuse(
      'UnknownOperator',
      condition.path,
      `${condition.path} takes the form "Key": {"$EXISTS(LeadObject)": "OpportunityKey"}.`,
    )
  }
  const link = other.field(condition.column)
  const target = link?.field.schema.attributes?.RefersTo
  if (!link || target !== plan.entity.name) {
    return refuse(
      'UnknownField',
      condition.path,
      `${condition.column} of ${other.name} does not lead to ${plan.entity.name}.`,
    )
  }
  const alias = scope.statement.nextAlias()
  const readable = scope.statement.access.mayRead(other.name, alias)
  const conditions = [
    sql`${sql.ref(`${alias}.db`)} = ${sql.ref(`${scope.root}.db`)}`,
    sql`${sql.ref(`${alias}.${link.column}`)} = ${sql.ref(`${scope.root}.id`)}`,
    sql`${sql.ref(`${alias}.deleted`)} is null`,
    ...(readable ? [readable] : []),
  ]
  return sql<SqlBool>`exists (select 1 from ${sql.table(snakeCase(other.name))} as ${sql.id(alias)} where ${sql.join(conditions, sql` and `)})`
}

function compileInbound(condition: Extract<Condition, { kind: 'inbound' }>, scope: SqlScope, plan: ConditionPlan): Sql {
  const found = find({ name: condition.name, call: null }, condition.path, plan)
  const area = found.part.area
  if (!area)
    return refuse(
      'OperatorNotAllowed',
      condition.path,
      `$INBOUND takes a location such as Address/Location, and ${condition.name} is none.`,
    )
  const slot = plan.conversions.add({
    literal: condition.literal.index,
    convert: value => bindRing(parseRing(value as string[], condition.path)),
  })
  const columns = {
    longitude: scope.column(area.longitude),
    latitude: scope.column(area.latitude),
    cell: scope.column(area.cell),
  }
  const inside = compileRing(columns, i => sql`${slot(i)}`, scope.statement.dialect)
  return condition.negated ? sql<SqlBool>`${inside} is not true` : inside
}
