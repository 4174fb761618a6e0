// Finds members of a request that are misspelt or at the wrong level, and suggests the correct name or level.
import type { Message, Problems } from '../base/errors.ts'
import { isEmpty, isObject } from '../base/text/json.ts'
import { nearest } from '../base/text/nearest.ts'
import type { ApiOperation } from '../entities/entity.ts'
import type { ModelEntity } from '../model/model.ts'
import type { EntityRequest } from './context.ts'

/** The names of the members of an object, by the name of the object. */
type Holders = Readonly<Record<string, readonly string[]>>

const sections: Holders = {
  Scope: ['Fields'],
  Criteria: ['SearchQuery', 'Top'],
  OrderBy: ['Fields', 'PageSize', 'PageKey'],
  GroupBy: ['Fields'],
}

/** The members of a request that are settings: they stand beside the entity members, or inside one. */
export const settingNames = ['Compatibility', 'Configuration', 'Globalization']
const ofEntity = [
  ...Object.keys(sections),
  'Options',
  'OptionArgs',
  'Data',
  'Match',
  'FieldOptions',
  'Count',
  'Expected',
]

const inEntity: ReadonlySet<string> = new Set([...ofEntity, ...settingNames].map(name => name.toLowerCase()))

/** Further members of an entity member that an operation takes. */
const ofOperation: Readonly<Partial<Record<ApiOperation, readonly string[]>>> = {
  Duplicates: ['Top', 'Ignore'],
}

/** Looking for a near name takes time, and a body may have very many members. */
const mostLookedAt = 50
/** A shorter name begins many others. */
const shortestPrefix = 4
/** A name that is farther from a known one is ignored, as other unknown members are: programs send members of their own. */
const mostEdits = 2

export const spelling = (name: string, known: readonly string[]): string | undefined =>
  known.find(each => each.toLowerCase() === name.toLowerCase())

const holderOf = (name: string, among: Holders): string | undefined =>
  Object.keys(among).find(holder => spelling(name, among[holder] ?? []))

/** The sections of a Read of the entity, with their members. */
const sectionsOf = ({ entity }: ModelEntity): Holders => ({
  ...sections,
  Criteria: [...(sections.Criteria ?? []), ...Object.keys(entity.criteria ?? {})],
})

/** The known name that a name resembles or begins. */
const meantBy = (name: string, known: readonly string[]): string | null =>
  nearest(name, known, undefined, mostEdits) ??
  known.find(each => name.length >= shortestPrefix && isNearPrefix(name.toLowerCase(), each.toLowerCase())) ??
  null

const isNearPrefix = (prefix: string, name: string): boolean =>
  name.startsWith(prefix) && name.length - prefix.length <= mostEdits

/** The message for an unknown member; null when it resembles no known one. */
function hintFor(name: string, known: readonly string[], elsewhere: Holders): Message | null {
  const where = holderOf(name, elsewhere)
  if (where) return `${name} is a member of ${where}.`
  const meant = meantBy(name, known)
  if (meant !== null) return suggest => `There is no ${name}.${suggest.given(meant)}`
  for (const [holder, names] of Object.entries(elsewhere)) {
    const near = meantBy(name, names)
    if (near !== null) return suggest => `There is no ${name}.${suggest.given(near, `, a member of ${holder}`)}`
  }
  return null
}

/** Checks the members beside the entity members of a body. `entities` are the names that an entity member may have. */
export function checkBodyMembers(
  unknown: Readonly<Record<string, unknown>>,
  first: EntityRequest,
  entities: readonly string[],
  problems: Problems,
): void {
  const elsewhere = { [first.member]: ofEntity, ...inside(first.member, sectionsOf(first.entity)) }
  for (const name of filled(Object.keys(unknown), unknown)) {
    const hint = hintFor(name, [], elsewhere) ?? hintFor(name, [...settingNames, ...entities], {})
    if (hint !== null) problems.add('InvalidRequest', name, hint)
  }
}

const inside = (member: string, holders: Holders): Holders =>
  Object.fromEntries(Object.entries(holders).map(([name, members]) => [`${name} in ${member}`, members]))

/** Checks the members of an entity member. Its fields have their place in Data, or in the sections of a Read. */
export function checkEntityMembers(
  { member, entity, content }: EntityRequest,
  operation: ApiOperation | null,
  problems: Problems,
): void {
  const own = (operation && ofOperation[operation]) ?? []
  const unknown = Object.keys(content).filter(name => !inEntity.has(name.toLowerCase()) && !spelling(name, own))
  for (const name of filled(unknown, content)) {
    const isField = entity.field(name) !== undefined
    const places = 'Data of a write, Scope.Fields and Criteria.SearchQuery of a Read'
    const hint = isField ? `${name} is a field of ${entity.name}. Fields stand in ${places}.` : null
    const message =
      hintFor(name, [], sectionsOf(entity)) ??
      hint ??
      hintFor(name, [...ofEntity, ...own, ...settingNames], sectionsOf(entity))
    if (message !== null) problems.add('InvalidRequest', `${member}.${name}`, message)
  }
}

const filled = (names: readonly string[], of: Readonly<Record<string, unknown>>): string[] =>
  names.slice(0, mostLookedAt).filter(name => !isEmpty(of[name]))

/** Checks the members of the sections of a Read: an unknown one is refused unless it is empty. */
export function checkSections({ entity, content }: EntityRequest, problems: Problems): void {
  const among = sectionsOf(entity)
  for (const [name, value] of Object.entries(content)) {
    const section = spelling(name, Object.keys(among))
    if (section === undefined || !isObject(value)) continue
    const known = among[section] ?? []
    for (const [inner, sent] of Object.entries(value)) {
      if (spelling(inner, known) || isEmpty(sent)) continue
      const path = `${section}.${inner}`
      problems.add('InvalidRequest', path, suggest => {
        const where = holderOf(inner, among)
        const hint = where ? ` ${inner} is a member of ${where}.` : suggest(inner, known)
        return `There is no ${path}.${hint} ${section} has ${known.join(', ')}.`
      })
    }
  }
}
