// Completes names of entities, fields and operators, and values of options, from the Schema of the database.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { EntityModel, Field } from '../api/schema.ts'
import { type JsonPosition, placeAt } from './place.ts'

/** What completions are made from; the functions cache their answers. */
export interface Knowledge {
  readonly operation: string
  readonly entities: readonly { readonly name: string; readonly description: string }[]
  readonly model: (entity: string) => Promise<EntityModel | null>
  readonly options: (entity: string, path: string) => Promise<readonly { key: unknown; label: string }[]>
}

/** A name or value to choose. `value` is the text behind a new name, in which `|` is the place of the cursor. */
interface Choice {
  readonly label: string
  readonly detail?: string | undefined
  readonly info?: string | null | undefined
  readonly value?: string
  readonly type?: string
  /** A literal that stands without quotation marks. */
  readonly bare?: boolean
}

const object = '{ | }'
const objects = '[{ | }]'
const section = (label: string, value: string, info?: string): Choice => ({ label, value, info, type: 'keyword' })

const readSections = [
  section('Scope', '{ "Fields": { | } }'),
  section('Criteria', '{ "SearchQuery": { | }, "Top": 25 }'),
  section('OrderBy', '{ "Fields": [{ | }] }'),
  section('GroupBy', '{ "Fields": [{ | }] }'),
  section('FieldOptions', object),
  section('Options', object),
]
const writeSections = [section('Data', object), section('Options', object)]
const aggregates = ['$COUNT()', '$COUNTUPTO(10001)', '$SUM()', '$AVG()', '$MIN()', '$MAX()']
const moments = ['$TODAY()', '$NOW()', '$THISWEEK()', '$THISMONTH()', '$THISYEAR()', '$OFFSET(D-7, $TODAY())']
const driverValues: Readonly<Record<string, string>> = {
  IAbEntrySearcher: 'Service.Model.Access.Sql.AbEntrySearcher',
  IDocumentSearcher: 'Service.Model.Access.Sql.DocumentSearcher',
  IOpportunitySearcher: 'Service.Model.Access.Sql.OpportunitySearcher',
  IOpportunityAccess: 'Service.Model.Access.Sql.OpportunityAccess',
}

const fieldChoice = ({ path, label, type, description }: Field, value: string): Choice => ({
  label: path,
  detail: label === path ? type : `${label} · ${type}`,
  info: description,
  value,
  type: 'property',
})

/** The entity whose records a field holds: `ListField<User>`, or a reference by Attributes.RefersTo. */
function targetOf({ type, attributes }: Field): string | null {
  const named = attributes.RefersTo
  if (typeof named === 'string') return named
  return /<(\w+)>$/.exec(type)?.[1] ?? null
}

async function namesAt(path: readonly string[], known: Knowledge): Promise<readonly Choice[]> {
  const [member, part, ...rest] = path
  if (member === undefined) return rootNames(known)
  if (member === 'Configuration') {
    if (part === undefined) return [section('Drivers', object)]
    return Object.entries(driverValues).map(([label, driver]) => ({ label, value: `"${driver}"|` }))
  }
  if (member === 'Globalization') return ['Culture', 'TimeZone'].map(label => ({ label, value: '"|"' }))
  const model = await known.model(member.split('.')[0] as string)
  if (!model) return []
  if (part === undefined) return known.operation === 'Read' ? readSections : writeSections
  return namesIn(part, rest, model, known)
}

const rootNames = ({ entities, operation }: Knowledge): Choice[] => [
  ...entities.map(({ name, description }) => ({
    label: name,
    info: description,
    type: 'class',
    value: operation === 'Read' ? '{ "Scope": { "Fields": { | } } }' : '{ "Data": { | } }',
  })),
  section('Configuration', '{ "Drivers": { | } }'),
  section('Globalization', '{ "Culture": "$CURRENTUSER()", "TimeZone": "$CURRENTUSER()" }|'),
]

function namesIn(
  part: string,
  rest: readonly string[],
  model: EntityModel,
  known: Knowledge,
): readonly Choice[] | Promise<readonly Choice[]> {
  const [inner, ...deeper] = rest
  const { fields } = model
  if (part === 'Scope') return inner === undefined ? [section('Fields', object)] : selectable(model, deeper, known)
  if (part === 'Criteria') {
    if (inner === undefined) return [section('SearchQuery', object), section('Top', '25|')]
    return inner === 'SearchQuery' ? conditionNames(model, deeper) : []
  }
  if (part === 'OrderBy' || part === 'GroupBy') {
    if (inner === undefined) return orderSections.slice(0, part === 'OrderBy' ? 3 : 1)
    const direction = part === 'OrderBy' ? '"ASC"|' : '1|'
    return fields.filter(({ isSortable }) => isSortable).map(field => fieldChoice(field, direction))
  }
  if (part === 'FieldOptions' && inner === undefined) {
    return fields
      .filter(({ hasOptions }) => hasOptions)
      .map(field => fieldChoice(field, '[{ "Key": 1, "DisplayValue": 1 }]|'))
  }
  if (part === 'Data' && (inner === undefined || inner === '[]')) return written(fields)
  return []
}

const orderSections = [section('Fields', objects), section('PageSize', '50|'), section('PageKey', '"|"')]

const written = (fields: readonly Field[]): Choice[] =>
  fields
    .filter(({ isAssignable, path }) => isAssignable || path === 'Key' || path === 'Version')
    .map(field => fieldChoice(field, /^(Integer|Numeric|Boolean)/.test(field.type) ? '|' : '"|"'))

/** Fields of the entity; below a field its parts, or the fields of the record to which it refers. */
async function selectable(model: EntityModel, path: readonly string[], known: Knowledge): Promise<readonly Choice[]> {
  const [name, ...rest] = path.filter(step => step !== '[]')
  if (name === undefined) {
    return [
      ...model.fields.map(field => fieldChoice(field, '1|')),
      ...aggregates.map(label => ({ label, value: '1|', type: 'function' })),
    ]
  }
  const field = model.field(name)
  const target = field && targetOf(field)
  const other = target && known.entities.some(entity => entity.name === target) ? await known.model(target) : null
  if (other) return selectable(other, rest, known)
  const parts = model.fields.filter(one => one.path.startsWith(`${name}/`))
  return [
    ...parts.map(part => ({ ...fieldChoice(part, '1|'), label: part.path.slice(name.length + 1) })),
    ...['Key', 'Value', 'DisplayValue'].map(label => ({ label, value: '1|' })),
  ]
}

function conditionNames(model: EntityModel, path: readonly string[]): readonly Choice[] {
  const last = path.findLast(step => step !== '[]')
  if (last === undefined || last === '$AND' || last === '$OR') {
    return [
      ...model.fields
        .filter(({ operators }) => operators.length > 0)
        .map(field => fieldChoice(field, `{ "${field.operators[0]}": | }`)),
      section('$AND', objects),
      section('$OR', objects),
      section('$PHRASE', '"|"'),
    ]
  }
  return (model.field(last)?.operators ?? []).map(label => ({
    label,
    type: 'keyword',
    value: ['$IN', '$NIN', '$RANGE', '$NRANGE', '$ALL'].includes(label) ? '[|]' : '|',
  }))
}

async function valuesAt(path: readonly string[], known: Knowledge): Promise<readonly Choice[]> {
  const [member = '', part, inner, ...rest] = path
  if (member === 'Globalization') return [{ label: '$CURRENTUSER()' }]
  if (member === 'Configuration') return [{ label: driverValues[rest.at(-1) ?? inner ?? ''] ?? '' }]
  if (part === 'OrderBy' && inner === 'Fields') return [{ label: 'ASC' }, { label: 'DESC' }]
  const entity = member.split('.')[0] as string
  const model = await known.model(entity)
  const steps = [inner, ...rest].filter((step): step is string => step !== undefined && !/^(\[\]|\$[A-Z]+)$/.test(step))
  const field = model?.field(steps.at(-1) ?? '')
  if (!field || (part !== 'Criteria' && part !== 'Data')) return []
  if (field.type === 'BooleanField') return ['true', 'false'].map(label => ({ label, bare: true }))
  if (field.type === 'DateTimeField' && part === 'Criteria') return moments.map(label => ({ label, type: 'function' }))
  if (!field.hasOptions) return []
  const options = await known.options(entity, field.path)
  return options.map(({ key, label }) => ({ label: String(key), detail: label, bare: typeof key === 'number' }))
}

/** Puts the choice in the place of what was typed, with quotation marks, and a colon behind a new name. */
function apply(view: EditorView, { label, value = '', bare }: Choice, { isName, from, to }: JsonPosition): void {
  const name = bare ? label : JSON.stringify(label)
  const hasColon = /^\s*:/.test(view.state.sliceDoc(to, to + 20))
  const text = isName && !hasColon ? `${name}: ${value}` : name
  const mark = isName && !hasColon ? text.lastIndexOf('|') : -1
  const needsComma = isName && !hasColon && /^\s*"/.test(view.state.sliceDoc(to, to + 200))
  const insert = (mark < 0 ? text : text.slice(0, mark) + text.slice(mark + 1)) + (needsComma ? ',' : '')
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + (mark < 0 ? text.length : mark) },
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
}

/** The source of completions for the editor of a request. */
export const completeFrom =
  (known: () => Knowledge) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const place = placeAt(context.state, context.pos)
    const isInText = place !== null && place.to > place.from
    if (!place || !(isInText || context.explicit)) return null
    const choices = await (place.isName ? namesAt : valuesAt)(place.path, known())
    const options = choices.map(
      (choice): Completion => ({
        label: choice.label,
        ...(choice.detail ? { detail: choice.detail } : {}),
        ...(choice.info ? { info: choice.info } : {}),
        ...(choice.type ? { type: choice.type } : {}),
        apply: view => apply(view, choice, placeAt(view.state, view.state.selection.main.head) ?? place),
      }),
    )
    return { from: isInText ? place.from + 1 : place.from, options, validFor: /^[\w$/.()-]*$/ }
  }
