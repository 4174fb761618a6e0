// Defines the kinds of member that only Schema rows have: their key, lists of texts, and JSON values.
import type { Field, Traits } from '../../field.ts'
import { outputOf, textOutput } from '../../output.ts'
import { type Join, type ListPart, partsOf, valuePart } from '../../part.ts'
import { flagType, textType } from '../../types.ts'

/** Schema rows are in memory: their members have cells, named like columns, and no table. */
const noColumns = () => []

/** The texts that criteria on a member compare: a cell with a list of folded texts. */
function searchedTexts(name: string, join: Join, cell: string): ListPart {
  const source = { join, column: cell }
  const element = valuePart(name, { output: textOutput(source), operand: { type: textType, sources: [source] } })
  return { shape: 'list', name, table: join.table, root: join, owner: cell, element }
}

/** The key: shown and sorted as one text, found by each of its spellings. */
export const pathKey = (traits: Traits): Field => ({
  traits: { ...traits, always: true },
  schema: { type: 'KeyField' },
  columns: noColumns,
  part: ({ name, join, column }) =>
    valuePart(name, {
      output: textOutput({ join, column }),
      operand: { type: textType, sources: [{ join, column: `${column}_f` }] },
      searchAs: searchedTexts(name, join, `${column}_spellings`),
    }),
})

/** A list of texts, read as an array; a criterion on any of them finds the row. */
export const textList = (traits: Traits): Field => ({
  traits,
  schema: { type: 'ListField' },
  columns: noColumns,
  part: ({ name, join, column }) =>
    valuePart(name, {
      output: outputOf({ join, column }, String),
      searchAs: searchedTexts(name, join, `${column}_f`),
    }),
})

/** True, false, or a rule; compared as a flag. */
export const flagOrRule = (traits: Traits): Field => ({
  traits,
  schema: { type: 'BooleanField' },
  columns: noColumns,
  part: ({ name, join, column }) =>
    valuePart(name, {
      output: outputOf({ join, column: `${column}_json` }, String),
      operand: { type: flagType, sources: [{ join, column }] },
    }),
})

/** An object of any members, or with `members` a list of objects that have these. */
export function jsonCell({ members = [], ...traits }: Traits & { members?: readonly string[] }): Field {
  return {
    traits,
    schema: { type: members.length > 0 ? 'ListField<Object>' : 'ObjectField' },
    columns: noColumns,
    part: ({ name, join, column }) => {
      const source = { join, column }
      const parts = members.map(member => ({ shape: 'jsonMember', name: member }) as const)
      return { shape: 'jsonList', name, source, output: outputOf(source, String), parts: partsOf(...parts) }
    },
  }
}
