// Parses filters of SCIM (RFC 7644, 3.4.2.2) and paths of PATCH (3.5.2) into trees, within limits on length, depth and terms.
import { invalid, type ScimType } from './errors.ts'

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof operators)[number]

type Literal = string | number | boolean | null

/** An attribute is in lower case and without the URN of its schema: `name.givenname`. */
export type Filter =
  | { readonly kind: 'and'; readonly of: readonly Filter[] }
  | { readonly kind: 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'present'; readonly attribute: string }
  | { readonly kind: 'compare'; readonly attribute: string; readonly operator: Comparison; readonly value: Literal }

/** `emails[type eq "work"].value`: the filter's attributes begin with that of the path. */
export interface PatchPath {
  readonly attribute: string
  readonly filter: Filter | null
}

const limits = { characters: 4_000, depth: 20, terms: 100 } as const

type Token = { readonly kind: 'word' | 'mark' | 'literal'; readonly text: string; readonly value?: Literal }

/** Sticky, so that each character is looked at a bounded number of times. */
const patterns = {
  blank: /[ \t]+/y,
  mark: /[()[\]]/y,
  text: /"(?:[^"\\]|\\.)*"/y,
  number: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.:$-])/y,
  word: /[A-Za-z$.][\w.:$-]*/y,
}

function tokensOf(text: string, fail: ScimType): Token[] {
  if (text.length > limits.characters) invalid(fail, `It has more than ${limits.characters} characters.`)
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  while (at < text.length) {
    if (take(patterns.blank) !== null) continue
    const begin = at
    const mark = take(patterns.mark)
    const literal = mark ?? take(patterns.text) ?? take(patterns.number)
    if (mark !== null) tokens.push({ kind: 'mark', text: mark })
    else if (literal !== null) tokens.push({ kind: 'literal', text: literal, value: literalIn(literal, fail) })
    else {
      const word = take(patterns.word)
      if (word === null)
        return invalid(fail, `At character ${begin + 1}, ${JSON.stringify(text[begin])} is not expected.`)
      tokens.push({ kind: 'word', text: word })
    }
  }
  return tokens
}

function literalIn(literal: string, fail: ScimType): Literal {
  try {
    return JSON.parse(literal) as Literal
  } catch {
    return invalid(fail, `${literal} is not a value of JSON.`)
  }
}

const constants: Readonly<Record<string, Literal>> = { true: true, false: false, null: null }

class Parser {
  readonly #tokens: readonly Token[]
  readonly #fail: ScimType
  #at = 0
  #terms = 0

  constructor(text: string, fail: ScimType) {
    this.#tokens = tokensOf(text, fail)
    this.#fail = fail
  }

  whole(): Filter {
    const found = this.#either('', 0)
    return this.#end(found)
  }

  path(): PatchPath {
    const attribute = attributeOf(this.#word('an attribute'))
    const filter = this.#takes('[') ? this.#bracketed(attribute, 0) : null
    const sub = this.#peek()
    if (filter !== null && sub?.kind === 'word' && sub.text.startsWith('.')) {
      this.#at++
      return this.#end({ attribute: attribute + sub.text.toLowerCase(), filter })
    }
    return this.#end({ attribute, filter })
  }

  #end<T>(found: T): T {
    const next = this.#peek()
    return next ? this.#unexpected('the end', next) : found
  }

  #either(within: string, depth: number): Filter {
    if (depth > limits.depth) invalid(this.#fail, `It nests deeper than ${limits.depth} levels.`)
    const of = [this.#both(within, depth)]
    while (this.#takesWord('or')) of.push(this.#both(within, depth))
    return of.length === 1 ? (of[0] as Filter) : { kind: 'or', of }
  }

  #both(within: string, depth: number): Filter {
    const of = [this.#one(within, depth)]
    while (this.#takesWord('and')) of.push(this.#one(within, depth))
    return of.length === 1 ? (of[0] as Filter) : { kind: 'and', of }
  }

  #one(within: string, depth: number): Filter {
    const next = this.#tokens[this.#at + 1]
    if (next?.text === '(' && this.#takesWord('not')) return { kind: 'not', of: this.#one(within, depth + 1) }
    if (this.#takes('(')) {
      const inner = this.#either(within, depth + 1)
      this.#expect(')')
      return inner
    }
    if (++this.#terms > limits.terms) invalid(this.#fail, `It has more than ${limits.terms} comparisons.`)
    const attribute = within + attributeOf(this.#word('an attribute'))
    if (within === '' && this.#takes('[')) return this.#bracketed(attribute, depth)
    const operator = this.#word('an operator').toLowerCase()
    if (operator === 'pr') return { kind: 'present', attribute }
    const known = operators.find(name => name === operator)
    if (!known) return invalid(this.#fail, `${operator} is no operator; there are ${operators.join(', ')} and pr.`)
    return { kind: 'compare', attribute, operator: known, value: this.#value() }
  }

  #bracketed(attribute: string, depth: number): Filter {
    const inner = this.#either(`${attribute}.`, depth + 1)
    this.#expect(']')
    return inner
  }

  #value(): Literal {
    const token = this.#tokens[this.#at]
    const constant = token?.kind === 'word' ? constants[token.text.toLowerCase()] : token?.value
    if (!token || constant === undefined) return this.#unexpected('a value, such as "text", 1, true or null', token)
    this.#at++
    return constant
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #takes(mark: string): boolean {
    const token = this.#peek()
    const found = token?.kind === 'mark' && token.text === mark
    if (found) this.#at++
    return found
  }

  #takesWord(word: string): boolean {
    const token = this.#peek()
    const found = token?.kind === 'word' && token.text.toLowerCase() === word
    if (found) this.#at++
    return found
  }

  #word(expected: string): string {
    const token = this.#peek()
    if (token?.kind !== 'word') return this.#unexpected(expected, token)
    this.#at++
    return token.text
  }

  #expect(mark: string): void {
    if (!this.#takes(mark)) this.#unexpected(mark, this.#peek())
  }

  #unexpected(expected: string, found: Token | undefined): never {
    return invalid(this.#fail, `It needs ${expected} where it has ${found ? found.text : 'nothing more'}.`)
  }
}

const schemaPrefix = /^urn:ietf:params:scim:schemas:(?:core:2\.0:(?:user|group)|extension:enterprise:2\.0:user)(?::|$)/

/** The name without the URN of a known schema. A whole schema is `core` or `enterprise`. */
function attributeOf(word: string): string {
  const name = word.toLowerCase()
  const rest = name.replace(schemaPrefix, '')
  if (rest !== '') return rest
  return name.includes('enterprise') ? 'enterprise' : 'core'
}

export const parseFilter = (text: string): Filter => new Parser(text, 'invalidFilter').whole()

export const parsePath = (text: string): PatchPath => new Parser(text, 'invalidPath').path()
