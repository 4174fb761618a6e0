// Caches prepared Reads by the text of their bodies: a body that differs from an earlier one only in texts of its
// SearchQuery and in its PageKey is not parsed.
import { Problems } from '../../base/errors.ts'
import { isObject } from '../../base/text/json.ts'
import type { ParsedCondition } from '../../query/parse/condition.ts'
import { replaceableLiterals, replaceLiterals } from '../../query/parse/replace-literals.ts'
import type { OperationContext, RequestSettings } from '../context.ts'
import type { RawRequest } from '../operation-request.ts'
import { PatternCache } from './body-patterns.ts'
import { type BoundRead, type PreparedRead, prepareAgain } from './read.ts'
import { parseSearchQuery, searchQueryOf } from './request.ts'

interface ReadTemplate {
  readonly read: PreparedRead
  readonly settings: RequestSettings
  readonly query: unknown
  /** The texts of the query that may differ in another body. */
  readonly holes: readonly string[]
  /** The index of each of these texts among the literals; null when the condition has to be parsed again. */
  readonly literals: readonly number[] | null
  /** The index of the page key among the texts of a match; -1 when it is part of the pattern. */
  readonly pageKey: number
}

/** A template takes some 50 bytes for each character of its body, with its plan: those of all databases 32 MiB. */
const mostCharacters = 325_000

/** By model, since a plan belongs to a model. Administrators have templates of their own, since their plans differ. */
const plainTemplates = new PatternCache<ReadTemplate>(mostCharacters)
const adminTemplates = new PatternCache<ReadTemplate>(mostCharacters)
const templatesFor = (admin: boolean) => (admin ? adminTemplates : plainTemplates)

/** Null when no template matches, its plan does not serve the body, or a value has a problem: then the body is parsed. */
export function recogniseRead(raw: RawRequest): BoundRead | null {
  const found = templatesFor(raw.admin).find(raw.model, raw.text)
  if (!found) return null
  const reading = fill(found.known, found.texts, raw.contextOf(found.known.settings))
  if (reading) raw.admit(reading.request)
  return reading
}

function fill(template: ReadTemplate, texts: readonly string[], context: OperationContext): BoundRead | null {
  const { read, pageKey } = template
  const condition = conditionOf(template, pageKey < 0 ? texts : texts.toSpliced(pageKey, 1), context)
  return condition && prepareAgain(read, condition, texts[pageKey] ?? read.asked.pageKey, context)
}

function conditionOf(
  { read, query, holes, literals }: ReadTemplate,
  texts: readonly string[],
  context: OperationContext,
): ParsedCondition | null {
  const { condition, shortcuts } = read.asked
  if (holes.length === 0) return condition
  const replaced = literals && replaceLiterals(condition, literals, texts)
  if (replaced) return replaced
  const problems = new Problems()
  const parsed = parseSearchQuery(withTexts(query, holes, texts), shortcuts, read.request, context, problems)
  return problems.count === 0 ? parsed : null
}

/** Makes a template of a body whose Read was prepared without problems. */
export function learnRead(body: string, { request, asked, plan, planned, context }: BoundRead): void {
  // A plan that is used for the first time may be used only once.
  if (!planned) return
  const query = searchQueryOf(request)
  const texts: string[] = []
  collectTexts([query, asked.pageKey], texts)
  const replaceable = replaceableLiterals(asked.condition)
  const { settings, caller, catalog } = context
  templatesFor(caller.admin).learn(catalog.model, body, texts, found => {
    const pageKey = typeof asked.pageKey === 'string' ? found.indexOf(asked.pageKey) : -1
    const holes = pageKey < 0 ? found : found.toSpliced(pageKey, 1)
    const literals = holes.map(hole => replaceable.get(hole) ?? -1)
    const read = { request, asked, plan }
    return { read, settings, query, holes, literals: literals.includes(-1) ? null : literals, pageKey }
  })
}

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (Array.isArray(value)) for (const element of value) collectTexts(element, texts)
  else if (isObject(value)) for (const name of Object.keys(value)) collectTexts(value[name], texts)
}

function withTexts(value: unknown, before: readonly string[], after: readonly string[]): unknown {
  if (typeof value === 'string') return after[before.indexOf(value)] ?? value
  if (Array.isArray(value)) return value.map(element => withTexts(element, before, after))
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) copy[name] = withTexts(value[name], before, after)
  return copy
}
