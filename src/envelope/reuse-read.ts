// Reads that repeat: the same request with other texts to look for is run without being taken apart again.
import { Problems } from '../base/errors.ts'
import { isObject, member } from '../base/json.ts'
import type { Model } from '../model/model.ts'
import type { OperationContext } from '../operations/context.ts'
import { prepareAgain, type Reading } from '../operations/read/read.ts'
import { parseSearchQuery, searchQueryOf } from '../operations/read/request.ts'
import type { ParsedCondition } from '../query/parse/condition.ts'
import { exchange, exchangeable } from '../query/parse/replace-literals.ts'
import { RequestTemplates, type TemplateMatch } from './request-templates.ts'

interface KnownRead {
  readonly reading: Reading
  readonly query: unknown
  /** The texts of the query that may be others the next time. */
  readonly holes: readonly string[]
  /** Where they stand among the literals of the condition; null when it has to be parsed again. */
  readonly places: readonly number[] | null
}

/** For each model, since a plan is one of a model; apart for administrators, whose plans are others. */
const repeats = new WeakMap<
  Model,
  { readonly plain: RequestTemplates<KnownRead>; readonly admin: RequestTemplates<KnownRead> }
>()

function repeatsOf(model: Model, admin: boolean): RequestTemplates<KnownRead> {
  let known = repeats.get(model)
  if (!known) {
    known = { plain: new RequestTemplates(), admin: new RequestTemplates() }
    repeats.set(model, known)
  }
  return admin ? known.admin : known.plain
}

/** What was found out about an earlier body like this one; null when there was none. `context` is that of this request. */
export function reuseRead(
  text: string,
  model: Model,
  admin: boolean,
  context: (before: OperationContext) => OperationContext,
): Reading | null {
  const repeat = repeatsOf(model, admin).find(text)
  if (!repeat) return null
  const condition = conditionOf(repeat)
  return condition && prepareAgain(repeat.known.reading, condition, context(repeat.known.reading.context))
}

function conditionOf({
  known: { reading, query, holes, places },
  texts,
}: TemplateMatch<KnownRead>): ParsedCondition | null {
  const exchanged = places && exchange(reading.asked.condition, places, texts)
  if (exchanged) return exchanged
  const problems = new Problems()
  const condition = parseSearchQuery(withTexts(query, holes, texts), reading.context.limits, problems)
  return problems.list.length === 0 ? condition : null
}

/** To be told of a Read that nothing is wrong with, and of the body that it came from. */
export function remember(text: string, body: unknown, reading: Reading): void {
  const { planned, asked, request, context } = reading
  // What was asked once may never come again; a page key does not, and language is a matter of who asks.
  if (!planned || asked.pageKey !== null || (isObject(body) && member(body, 'Globalization') !== undefined)) return
  const query = searchQueryOf(request)
  const texts: string[] = []
  collectTexts(query, texts)
  const known = exchangeable(asked.condition)
  repeatsOf(context.catalog.model, context.caller.admin).learn(text, texts, holes => {
    const places = holes.map(hole => known.get(hole) ?? -1)
    return { reading, query, holes, places: places.includes(-1) ? null : places }
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
