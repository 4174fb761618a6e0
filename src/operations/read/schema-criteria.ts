// Criteria on Schema rows: the same conditions and operators as on records, bound once and judged on each row.
import type { Problems } from '../../base/errors.ts'
import { refuse } from '../../base/errors.ts'
import { fold } from '../../base/fold.ts'
import { didYouMean } from '../../base/nearest.ts'
import { flagType, textType } from '../../fields/types.ts'
import type { ValueType } from '../../fields/value-type.ts'
import type { Model } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'
import type { SchemaRow } from '../../model/schema-rows.ts'
import { bindContext } from '../../query/functions/call.ts'
import { operators } from '../../query/operators/index.ts'
import type { Condition, ParsedCondition } from '../../query/parse/condition.ts'
import type { Scalar } from '../../storage/store.ts'

export type RowTest = (row: SchemaRow) => boolean

interface Member {
  readonly type: ValueType
  readonly values: (row: SchemaRow) => readonly Scalar[]
}

const text = (of: (row: SchemaRow) => readonly string[]): Member => ({
  type: textType,
  values: row => of(row).map(fold),
})
const flag = (of: (row: SchemaRow) => boolean): Member => ({ type: flagType, values: row => [Number(of(row))] })

export const absolutePath = (row: SchemaRow, path = row.path): string =>
  path === '' ? `/${row.entity}` : `/${row.entity}/${path}`

export const relativePath = (row: SchemaRow, path = row.path): string => (path === '' ? row.entity : path)

const spellings = (row: SchemaRow): string[] =>
  [row.path, ...(row.path === '' ? [] : row.aliases)].flatMap(path => [
    absolutePath(row, path),
    relativePath(row, path),
  ])

/** What criteria can name. A key is found by any of its spellings; an entity's name means any of its types. */
export const searchable: Readonly<Record<string, Member>> = {
  Key: text(spellings),
  Alias: text(row => row.aliases.flatMap(alias => [absolutePath(row, alias), alias])),
  Type: text(row => [row.type]),
  Name: text(row => [row.name]),
  DisplayValue: text(row => [row.displayValue]),
  Description: text(row => [row.description]),
  AppliesTo: text(row => [...row.appliesTo, row.entity]),
  Queryable: text(row => row.queryable),
  Sortable: flag(row => row.sortable),
  Nullable: flag(row => row.nullable),
  Assignable: flag(row => row.assignable),
  Mandatory: flag(row => row.mandatory !== false),
  HasOption: flag(row => row.source !== null),
  Inactive: flag(row => row.inactive),
  TAG: text(row => (row.udf?.tag ? [row.udf.tag] : [])),
}

export function findMember(name: string, path: string): Member {
  const names = Object.keys(searchable)
  const found = names.find(n => n.toLowerCase() === name.toLowerCase())
  const hint = didYouMean(name, names)
  return (
    searchable[found ?? ''] ??
    refuse('UnknownField', path, `There is no field ${name} in Schema that can be searched.${hint}`)
  )
}

/** What is wrong goes to `problems`; a condition that was refused holds for every row. */
export function rowTest(parsed: ParsedCondition, model: Model, problems: Problems): RowTest {
  const context = bindContext(0, 'UTC', '')
  const test = (condition: Condition): RowTest => {
    switch (condition.kind) {
      case 'all': {
        const tests = condition.of.map(compile)
        return row => tests.every(t => t(row))
      }
      case 'any': {
        const tests = condition.of.map(compile)
        return row => tests.some(t => t(row))
      }
      case 'empty': {
        const member = findMember(condition.target.name, condition.path)
        return row => (member.values(row).length === 0) !== condition.negated
      }
      case 'tree':
        return treeTest(parsed.literals[condition.literal.index], model, condition.path)
      case 'test':
        return compare(condition)
      default:
        return refuse('OperatorNotAllowed', condition.path, `${condition.path} cannot be used in a Read of Schema.`)
    }
  }
  const compare = ({
    target,
    operator: name,
    literal,
    sort,
    orEmpty,
    path,
  }: Extract<Condition, { kind: 'test' }>): RowTest => {
    if (target.call) refuse('OperatorNotAllowed', path, `${path} cannot be used in a Read of Schema.`)
    const { type, values } = findMember(target.name, path)
    const operator = operators.get(name)
    const listed = name === '$ALL' || (operator !== undefined && type.operators.includes(operator.name))
    if (!operator || !listed) return refuse('OperatorNotAllowed', path, `${target.name} does not take ${name}.`)
    const given = parsed.literals[literal.index]
    if (name === '$ALL') {
      const each = (Array.isArray(given) ? given : [given]).map(v => operator.bind([v], type, path, context))
      return row => each.every(bound => values(row).some(value => operator.holds(value, bound, type, sort)))
    }
    const bound = operator.bind(given, type, path, context)
    const holds: RowTest = row => {
      const stored = values(row)
      // A list of values that has null among them also finds rows without any.
      return stored.some(value => operator.holds(value, bound, type, sort)) || (orEmpty && stored.length === 0)
    }
    return operator.complementOf === undefined ? holds : row => !holds(row)
  }
  const compile = (condition: Condition): RowTest => problems.try(() => test(condition)) ?? (() => true)
  return compile(parsed.root)
}

/** `/` is everything; `/AbEntry` the entity and its fields; `/AbEntry/Udf` those that administrators defined. */
function treeTest(literal: unknown, model: Model, path: string): RowTest {
  if (typeof literal !== 'string') return refuse('WrongType', path, `${path} takes a path such as "/AbEntry".`)
  const [name = '', ...rest] = splitPath(literal.trim().replace(/^\/+|\/+$/g, ''))
  if (name === '') return () => true
  const entity = model.find(name)
  if (!entity) {
    const known = model.entities.map(e => e.name)
    return refuse('UnknownEntity', path, `There is no entity ${name}.${didYouMean(name, known)}`)
  }
  const inner = rest.join('/').toLowerCase()
  if (inner === '') return row => row.entity === entity.name
  if (inner !== 'udf' && !entity.field(rest[0] as string)) {
    refuse('UnknownField', path, `There is no field ${rest[0]} in ${entity.name}.${entity.suggest(rest[0] as string)}`)
  }
  const within = (spelling: string): boolean => {
    const lower = spelling.toLowerCase()
    return lower === inner || lower.startsWith(`${inner}/`)
  }
  return row => row.entity === entity.name && row.path !== '' && [row.path, ...row.aliases].some(within)
}
