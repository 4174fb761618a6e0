// Edits the layout of a definition of key fields according to Options, and describes each field that the layout names.
import { asList, isObject, member } from '../../base/text/json.ts'
import type { LayoutElement, LayoutGroup } from '../../fields/kinds/particular/key-field-layout.ts'
import { listedEntities } from './favorite-list-rules.ts'
import type { EntityRules, RuleContext } from './types.ts'

const groupsOf = (layout: unknown): LayoutGroup[] => (typeof layout === 'string' ? JSON.parse(layout) : [])

export const keyFieldDefinitionRules: EntityRules = {
  before: write => {
    const { row, before, options, creating } = write
    checkRule(write)
    if (options.clear === true && !creating) row.layout = '[]'
    if (!write.sent('Layout') || typeof row.layout !== 'string') return
    const [stored, sent] = [creating ? [] : groupsOf(before.layout), groupsOf(row.layout)]
    const edited =
      options.append === true
        ? appended(stored, sent)
        : options.remove === true
          ? without(stored, sent, options.includeseparator === true)
          : sent
    row.layout = JSON.stringify(
      edited.map(group => ({ ...group, Element: group.Element.map(one => described(write, one)) })),
    )
  },
}

const ruleMembers = ['$AND', 'Type', 'Lead']

/** A rule that is not a text has conditions on Type and Lead. */
function checkRule(write: RuleContext): void {
  const rule = write.sent('Rule') && typeof write.row.rule === 'string' ? (JSON.parse(write.row.rule) as unknown) : null
  if (!isObject(rule)) return
  const conditions = [rule, ...asList(member(rule, '$AND') ?? [])]
  for (const condition of conditions) {
    const unknown = isObject(condition)
      ? Object.keys(condition).find(name => !ruleMembers.some(known => known.toLowerCase() === name.toLowerCase()))
      : 'a value'
    if (unknown === undefined) continue
    write.problem(
      'InvalidValue',
      'Rule',
      `${write.path}.Rule has conditions on Type and Lead, in $AND, not ${unknown}.`,
    )
    return
  }
}

const sameGroup = (one: LayoutGroup, other: LayoutGroup): boolean =>
  one.Name === other.Name && one.ColumnNo === other.ColumnNo

/** Adds the elements sent to the group of the same Name and column, or as a new group. Fields that are in the layout stay where they are. */
function appended(stored: readonly LayoutGroup[], all: readonly LayoutGroup[]): LayoutGroup[] {
  const there = new Set(stored.flatMap(group => group.Element.map(({ ID }) => ID?.toLowerCase())))
  const isNew = ({ ID }: LayoutElement) => ID === null || !there.has(ID.toLowerCase())
  const sent = all
    .map(group => ({ ...group, Element: group.Element.filter(isNew) }))
    .filter((group, i) => group.Element.length > 0 || all[i]?.Element.length === 0)
  const grown = stored.map(group => {
    const more = sent.filter(other => sameGroup(group, other)).flatMap(other => other.Element)
    return { ...group, Element: [...group.Element, ...more] }
  })
  return [...grown, ...sent.filter(group => !stored.some(other => sameGroup(group, other)))]
}

/** Removes the fields sent from every group, and groups that become empty. */
function without(stored: readonly LayoutGroup[], sent: readonly LayoutGroup[], separators: boolean): LayoutGroup[] {
  const gone = new Set(sent.flatMap(group => group.Element.map(({ ID }) => ID?.toLowerCase())))
  const stays = ({ ID }: LayoutElement) => (ID === null ? !separators : !gone.has(ID.toLowerCase()))
  return stored
    .map(group => ({ ...group, Element: group.Element.filter(stays) }))
    .filter(group => group.Element.length > 0)
}

function described(write: RuleContext, { ID, Description }: LayoutElement): LayoutElement {
  if (ID === null) return { ID, Description }
  const entity = listedEntities.find(({ key }) => key === write.row.entity_type)?.entity
  if (entity === undefined) return { ID, Description }
  const reason = write.whyNoField(entity, ID)
  if (reason !== null) write.problem('UnknownField', 'Layout', `${write.path}.Layout: ${reason}`)
  return { ID, Description, Field: write.describeField(entity, ID) }
}
