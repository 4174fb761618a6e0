// Checks the names of the members of a Read, since more would come than was asked for if a restriction were passed over.
import type { Problems } from '../../base/errors.ts'
import { isEmpty, isObject } from '../../base/json.ts'
import { nearest } from '../../base/nearest.ts'
import type { EntityRequest } from '../context.ts'

type Sections = Readonly<Record<string, readonly string[]>>

const sections: Sections = {
  Scope: ['Fields'],
  Criteria: ['SearchQuery', 'Top'],
  OrderBy: ['Fields', 'PageSize', 'PageKey'],
  GroupBy: ['Fields'],
}

const besideSections = ['Options', 'Data', 'FieldOptions', 'Compatibility', 'Configuration', 'Globalization']

const isSpelling = (name: string, known: string): boolean => name.toLowerCase() === known.toLowerCase()
const canonical = (name: string, known: readonly string[]): string | undefined =>
  known.find(each => isSpelling(name, each))

/** The section that has a member of this name. */
const holderOf = (name: string, among: Sections): string | undefined =>
  Object.keys(among).find(holder => canonical(name, among[holder] ?? []))

/**
 * An unknown member of a section is refused unless it is empty. One beside the sections is passed over, unless it seems to be
 * meant for a section, or for a member of one.
 */
export function checkSections({ entity, content }: EntityRequest, problems: Problems): void {
  const Criteria = [...(sections.Criteria ?? []), ...Object.keys(entity.entity.criteria ?? {})]
  const among = { ...sections, Criteria }
  const known = [...Object.keys(sections), ...besideSections]
  for (const [name, value] of Object.entries(content)) {
    if (isEmpty(value)) continue
    const section = canonical(name, known)
    if (section !== undefined) checkMembers(section, value, among, problems)
    else checkBeside(name, known, among, problems)
  }
}

function checkMembers(section: string, value: unknown, among: Sections, problems: Problems): void {
  const known = among[section]
  if (!known || !isObject(value)) return
  for (const [name, sent] of Object.entries(value)) {
    if (canonical(name, known) || isEmpty(sent)) continue
    const path = `${section}.${name}`
    const where = holderOf(name, among)
    problems.add('InvalidRequest', path, suggest => {
      const hint = where ? ` ${name} is a member of ${where}.` : suggest(name, known)
      return `There is no ${path}.${hint} ${section} has ${known.join(', ')}.`
    })
  }
}

function checkBeside(name: string, known: readonly string[], among: Sections, problems: Problems): void {
  const where = holderOf(name, among)
  const meant = where === undefined ? nearest(name, known) : null
  if (where) problems.add('InvalidRequest', name, `${name} is a member of ${where}.`)
  else if (meant) problems.add('InvalidRequest', name, `There is no ${name}. Did you mean "${meant}"?`)
}
