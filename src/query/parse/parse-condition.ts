// Parses the JSON of Criteria.SearchQuery to the condition tree, and to the shape by which its compiled statement is cached.
import type { Message, Problems } from '../../base/errors.ts'
import { isObject, member, nameOf } from '../../base/text/json.ts'
import { fixedLimits } from '../../config/limits.ts'
import { conditionNames, operatorNames, operators, withDollar } from '../operators/index.ts'
import type { Condition, ConditionLimits, GivenCondition, Literal, ParsedCondition, Target } from './condition.ts'

const nothing: Condition = { kind: 'all', of: [] }
const functionName = /^\$(YEAR|MONTH)\((.*)\)$/i
const inboundName = /^\$INBOUND\((.*)\)$/is
const changedName = /^\$CHANGED\((.*)\)$/is
const existsName = /^\$EXISTS\((.*)\)$/i
const udfName = /^\$(TYPEID|NAME|TAG)\(/i

const patterns: ReadonlySet<string> = new Set(['$LIKE', '$NLIKE'])

/** An empty text counts as no value. */
export const isNothing = (value: unknown): boolean => value === null || value === ''

/** `path` is that of the SearchQuery. Problems are collected; the tree lacks the conditions that have problems. */
export function parseCondition(
  query: unknown,
  path: string,
  limits: ConditionLimits,
  problems: Problems,
  given: readonly GivenCondition[] = [],
): ParsedCondition {
  const parser = new ConditionParser(path, limits, problems)
  const asked = query === undefined || query === null ? nothing : parser.object(query, null, path, 0)
  const root =
    given.length === 0 ? asked : { kind: 'all' as const, of: [asked, ...given.map(one => parser.given(one))] }
  return { root, literals: parser.literals, shape: parser.shape, count: parser.count }
}

class ConditionParser {
  readonly literals: unknown[] = []
  shape = ''
  readonly #base: string
  readonly #limits: ConditionLimits
  readonly #problems: Problems
  count = 0

  constructor(base: string, limits: ConditionLimits, problems: Problems) {
    this.#base = base
    this.#limits = limits
    this.#problems = problems
  }

  /** Several members mean AND. `within` is the field whose conditions these are; null at the top. */
  object(query: unknown, within: Target | null, path: string, depth: number): Condition {
    if (!isObject(query)) {
      return this.#wrong('InvalidRequest', path, `${path} is an object of conditions, not ${nameOf(query)}.`)
    }
    if (depth > this.#limits.conditionDepth) {
      const message = `${path} nests conditions deeper than ${this.#limits.conditionDepth} levels (limit condition-depth).`
      return this.#wrong('LimitExceeded', path, message)
    }
    const keys = Object.keys(query)
    if (keys.length === 0) this.#counted(() => nothing)
    const parts: Condition[] = []
    this.shape += '{'
    for (const key of keys) {
      if (this.#full) break
      // The points of a polygon are part of the key, but are values: polygons must not have different shapes.
      this.shape += JSON.stringify(inboundName.test(key) ? '$INBOUND' : key)
      parts.push(this.#member(key, query[key], within, `${path}.${key}`, depth))
    }
    this.shape += '}'
    return parts.length === 1 ? (parts[0] as Condition) : { kind: 'all', of: parts }
  }

  given({ name, value, path }: GivenCondition): Condition {
    this.shape += JSON.stringify(name)
    const target = { name, call: null }
    // `{"$ALLOWS": ...}` has an operator; `{"Key": ...}` is a value.
    const hasOperator = isObject(value) && Object.keys(value).some(key => key.startsWith('$'))
    return hasOperator ? this.object(value, target, path, 1) : this.#test(target, '$EQ', value, path)
  }

  #member(key: string, value: unknown, within: Target | null, path: string, depth: number): Condition {
    const operator = withDollar(key)
    if (operator !== undefined)
      return this.#wrong('UnknownOperator', path, suggest => `There is no ${key}.${suggest.given(operator)}`)
    if (!key.startsWith('$') || (udfName.test(key) && /(^|\/)udf$/i.test(within?.name ?? '')))
      return this.#field(within === null ? key : `${within.name}/${key}`, value, path, depth)
    const upper = key.toUpperCase()
    if (upper === '$AND' || upper === '$OR')
      return this.#group(upper === '$AND' ? 'all' : 'any', value, within, path, depth)
    if (upper === '$NEAR' || (upper === '$PHRASE' && within === null))
      return this.#phrase(value, path, upper === '$NEAR', within)
    const inbound = inboundName.exec(key)
    if (inbound) return this.#inbound(inbound[1] as string, within, value, path)
    const changed = changedName.exec(key)
    if (changed && within === null) return this.#changed((changed[1] as string).trim(), value, path)
    const call = functionName.exec(key)
    if (call && within === null)
      return this.#value(
        { name: (call[2] as string).trim(), call: (call[1] as string).toUpperCase() as 'YEAR' | 'MONTH' },
        value,
        path,
        depth,
      )
    const exists = existsName.exec(key)
    if (exists && within !== null) return this.#exists(within, (exists[1] as string).trim(), value, path)
    if (upper === '$TREE' && within !== null)
      return this.#counted(() => ({ kind: 'tree', target: within, literal: this.#literal(value, path), path }))
    if (upper === '$ALLOWS' && within !== null) return this.#allows(within, value, path)
    if (within !== null) return this.#test(within, upper, value, path)
    // The older form puts the operator first: {"$EQ": {"Email": "x"}}.
    if (isObject(value) && operators.has(upper)) {
      this.shape += '{'
      const parts = Object.keys(value).map(name => {
        this.shape += JSON.stringify(name)
        return this.#test({ name, call: null }, upper, value[name], `${path}.${name}`)
      })
      this.shape += '}'
      return { kind: 'all', of: parts }
    }
    return this.#unknownOperator(key, conditionNames, path)
  }

  #group(kind: 'all' | 'any', value: unknown, within: Target | null, path: string, depth: number): Condition {
    const list = Array.isArray(value) ? value : isObject(value) ? [value] : null
    if (list === null || list.length === 0) {
      return this.#wrong('InvalidRequest', path, `${path} takes an array of conditions.`)
    }
    this.shape += Array.isArray(value) ? '[' : '('
    const of: Condition[] = []
    for (let i = 0; i < list.length && !this.#full; i++)
      of.push(this.object(list[i], within, Array.isArray(value) ? `${path}[${i}]` : path, depth + 1))
    this.shape += ']'
    return { kind, of }
  }

  #field(name: string, value: unknown, path: string, depth: number): Condition {
    return this.#value({ name, call: null }, value, path, depth)
  }

  #value(target: Target, value: unknown, path: string, depth: number): Condition {
    if (isObject(value)) return this.object(value, target, path, depth + 1)
    // The request names no operator, so the shape must.
    if (!Array.isArray(value)) return this.#test(target, '$EQ', value, path)
    this.shape += '$IN'
    return this.#test(target, '$IN', value, path)
  }

  #test(target: Target, name: string, value: unknown, path: string): Condition {
    const operator = operators.get(name)
    if (!operator) return this.#unknownOperator(name, operatorNames, path)
    if (isNothing(value) && (name === '$EQ' || name === '$NE')) {
      this.shape += '0'
      return this.#counted(() => ({ kind: 'empty', target, negated: name === '$NE', path }))
    }
    if (name === '$EQ' && isObject(value) && member(value, 'Body') !== undefined) return this.#body(target, value, path)
    if (Array.isArray(value) && value.length > this.#limits.inValues) {
      this.#problems.add(
        'LimitExceeded',
        path,
        `${path} has ${value.length} values; at most ${this.#limits.inValues} are allowed (limit in-values).`,
      )
      return nothing
    }
    if (this.#tooLong(value, path, patterns.has(name) ? fixedLimits.pattern : fixedLimits.conditionText)) return nothing
    const sort = operator.sort?.(value) ?? ''
    const lists = operator.name === '$IN' || operator.name === '$NIN'
    const orEmpty = lists && (Array.isArray(value) ? value.some(isNothing) : isNothing(value))
    this.shape += `?${sort}${orEmpty ? '0' : ''}`
    return this.#counted(() => ({
      kind: 'test',
      target,
      operator: name,
      literal: this.#literal(value, path),
      sort,
      orEmpty,
      path,
    }))
  }

  #unknownOperator(name: string, known: readonly string[], path: string): Condition {
    const message: Message = suggest =>
      `There is no operator ${name}.${suggest(name, known)} There are ${known.join(', ')}.`
    return this.#wrong('UnknownOperator', path, message)
  }

  #wrong(...problem: Parameters<Problems['add']>): Condition {
    this.#problems.add(...problem)
    return nothing
  }

  /** The value is a text over the limit, or a list with such a text. */
  #tooLong(value: unknown, path: string, most: number = fixedLimits.conditionText): boolean {
    if (Array.isArray(value)) {
      const at = value.findIndex(element => typeof element === 'string' && element.length > most)
      return at >= 0 && this.#tooLong(value[at], `${path}[${at}]`, most)
    }
    if (typeof value !== 'string' || value.length <= most) return false
    const message = `${path} is a text of ${value.length} characters; at most ${most} can be searched for.`
    this.#problems.add('LimitExceeded', path, message)
    return true
  }

  /** `{Body, OrRelated}`: without OrRelated it is plain equality. */
  #body(target: Target, value: Record<string, unknown>, path: string): Condition {
    const [body, related] = [member(value, 'Body'), member(value, 'OrRelated')]
    if (related !== undefined && typeof related !== 'boolean') {
      this.#problems.add(
        'WrongType',
        `${path}.OrRelated`,
        `${path}.OrRelated is true or false, not ${nameOf(related)}.`,
      )
    }
    this.shape += related === true ? '+' : '='
    if (related !== true) return this.#test(target, '$EQ', body, `${path}.Body`)
    return this.#counted(() => ({ kind: 'related', target, literal: this.#literal(body, `${path}.Body`), path }))
  }

  #phrase(value: unknown, path: string, near: boolean, field: Target | null): Condition {
    const named = isObject(value) ? member(value, 'Name') : undefined
    const text = typeof named === 'string' ? named : value
    if (typeof text !== 'string' || (isObject(value) && Object.keys(value).length !== 1)) {
      return this.#wrong('WrongType', path, `${path} takes text to search for, not ${nameOf(value)}.`)
    }
    const prefix = /^\s*name\s*:(.*)$/is.exec(text)
    const namesOnly = named !== undefined || prefix !== null
    const phrase = prefix ? (prefix[1] as string) : text
    if (this.#tooLong(phrase, path)) return nothing
    const blank = phrase.trim() === ''
    this.shape += `${blank ? 'b' : namesOnly ? 'n' : 'p'}${near ? '~' : ''}`
    const literal = () => this.#literal(phrase, path)
    return this.#counted(() => ({ kind: 'phrase', literal: literal(), namesOnly, near, field, blank, path }))
  }

  #exists(target: Target, object: string, value: unknown, path: string): Condition {
    if (typeof value !== 'string') {
      return this.#wrong('WrongType', path, `${path} takes the name of a field, not ${nameOf(value)}.`)
    }
    this.shape += JSON.stringify(value)
    return this.#counted(() => ({ kind: 'exists', target, object, column: value, path }))
  }

  #allows(target: Target, value: unknown, path: string): Condition {
    if (typeof value !== 'string' || !/^\$CURRENTUSER\(\)$/i.test(value.trim())) {
      return this.#wrong('InvalidValue', path, `${path} takes "$CURRENTUSER()".`)
    }
    return this.#counted(() => ({ kind: 'allows', target, path }))
  }

  #changed(name: string, value: unknown, path: string): Condition {
    const wanted = isObject(value) ? member(value, '$EQ') : value
    if (typeof wanted === 'boolean') return this.#counted(() => ({ kind: 'changed', name, negated: !wanted, path }))
    this.#problems.add('WrongType', path, `${path} takes true or false.`)
    return nothing
  }

  #inbound(inner: string, within: Target | null, value: unknown, path: string): Condition {
    const wanted = isObject(value) ? member(value, '$EQ') : value
    if (typeof wanted !== 'boolean') {
      return this.#wrong('WrongType', path, `${path} takes {"$EQ": true}.`)
    }
    const [point = '', ...points] = inner.split(',').map(part => part.trim())
    const name = within === null ? point : `${within.name}/${point}`
    if (points.length > this.#limits.polygonPoints) {
      this.#problems.add(
        'LimitExceeded',
        path,
        `${path} has ${points.length} points; at most ${this.#limits.polygonPoints} are allowed (limit polygon-points).`,
      )
      return nothing
    }
    this.shape += `${JSON.stringify(name)}${wanted}`
    return this.#counted(() => ({
      kind: 'inbound',
      name,
      // The path contains the points, so a compiled statement cannot know it.
      literal: this.#literal({ points, path }, path),
      negated: !wanted,
      path,
    }))
  }

  #literal(value: unknown, path: string): Literal {
    this.literals.push(value)
    return { index: this.literals.length - 1, path }
  }

  /** There are more conditions than allowed: the rest is not parsed. */
  get #full(): boolean {
    return this.count > this.#limits.conditions
  }

  #counted(make: () => Condition): Condition {
    this.count++
    if (!this.#full) return make()
    const message = `${this.#base} has more than ${this.#limits.conditions} conditions (limit conditions).`
    if (this.count === this.#limits.conditions + 1) this.#problems.add('LimitExceeded', this.#base, message)
    return nothing
  }
}
