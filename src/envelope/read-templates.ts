// Keeps templates of Reads: a body that differs from an earlier one only inside texts of its SearchQuery is not parsed again.
import { Problems } from '../base/errors.ts'
import { isObject } from '../base/json.ts'
import type { Model } from '../model/model.ts'
import type { OperationContext } from '../operations/context.ts'
import { prepareAgain, type Reading } from '../operations/read/read.ts'
import { parseSearchQuery, searchQueryOf } from '../operations/read/request.ts'
import type { ParsedCondition } from '../query/parse/condition.ts'
import { replaceableLiterals, replaceLiterals } from '../query/parse/replace-literals.ts'
import { settingOf } from './envelope.ts'
import { RequestTemplates, type TemplateMatch } from './request-templates.ts'

interface KnownRead {
  readonly reading: Reading
  readonly query: unknown
  /** The texts of the query that may differ in another body. */
  readonly holes: readonly string[]
  /** The index of each of these texts among the literals; null when the condition has to be parsed again. */
  readonly places: readonly number[] | null
}

/** Templates by model, since a plan belongs to a model. Administrators have their own, since their plans differ. */
const templates = new WeakMap<
  Model,
  { readonly plain: RequestTemplates<KnownRead>; readonly admin: RequestTemplates<KnownRead> }
>()

function templatesOf(model: Model, admin: boolean): RequestTemplates<KnownRead> {
  let known = templates.get(model)
  if (!known) {
    known = { plain: new RequestTemplates(), admin: new RequestTemplates() }
    templates.set(model, known)
  }
  return admin ? known.admin : known.plain
}

interface FoundTemplate extends TemplateMatch<KnownRead> {
  /** The settings of the body, which has them like the body that the template was made of. */
  readonly settings: Pick<OperationContext, 'drivers' | 'absoluteSchemaKeys'>
}

/** Finds the template that the body is an instance of; null when there is none. */
export function findTemplate(text: string, model: Model, admin: boolean): FoundTemplate | null {
  const found = templatesOf(model, admin).find(text)
  if (!found) return null
  const { drivers, absoluteSchemaKeys } = found.known.reading.context
  return { ...found, settings: { drivers, absoluteSchemaKeys } }
}

/** Prepares the Read of this body. Null when the plan does not serve it or something is wrong: then the body is parsed. */
export function fillTemplate(found: FoundTemplate, context: OperationContext): Reading | null {
  const condition = conditionOf(found)
  return condition && prepareAgain(found.known.reading, condition, context)
}

function conditionOf({
  known: { reading, query, holes, places },
  texts,
}: TemplateMatch<KnownRead>): ParsedCondition | null {
  const replaced = places && replaceLiterals(reading.asked.condition, places, texts)
  if (replaced) return replaced
  const problems = new Problems()
  const condition = parseSearchQuery(withTexts(query, holes, texts), reading.context.limits, problems)
  return problems.count === 0 ? condition : null
}

/** Makes a template of a body whose Read was prepared without problems. */
export function learnRead(text: string, body: unknown, reading: Reading): void {
  const { planned, asked, request, context } = reading
  // A plan that is used for the first time may be used only once; a page key is; the language depends on the caller; and
  // a condition outside the SearchQuery is not among the texts that may differ.
  if (
    !planned ||
    asked.hasShortcut ||
    asked.pageKey !== null ||
    (isObject(body) && settingOf(body, [request], 'Globalization') !== undefined)
  )
    return
  const query = searchQueryOf(request)
  const texts: string[] = []
  collectTexts(query, texts)
  const known = replaceableLiterals(asked.condition)
  templatesOf(context.catalog.model, context.caller.admin).learn(text, texts, holes => {
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
