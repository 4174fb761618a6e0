// Defines the kind for the operations that a user may use, by area; they follow from the user's rights.
import type { Field, Traits } from '../../field.ts'
import { type Output, type ValuePart, valuePart } from '../../part.ts'

const operations = ['Create', 'Read', 'Update', 'Delete']

/** Everybody writes the areas of `everybody`, administrators also those of `administrators`; a disabled user has no rights. */
export function permissions(
  spec: Traits & { everybody: readonly string[]; administrators: readonly string[]; admin: string; enabled: string },
): Field {
  const { everybody, administrators, admin, enabled, ...traits } = spec
  return {
    traits: { ...traits, readOnly: true },
    schema: { type: 'ObjectField' },
    columns: () => [],
    part: ({ name, join }) => {
      const sources = [admin, enabled].map(column => ({ join, column }))
      const shown = (json: (isAdmin: boolean, isEnabled: boolean) => string): Output => ({
        sources,
        json: (row, at) => json(row[at[0] as number] === 1, row[at[1] as number] === 1),
      })
      const rights = (area: string, isAdmin: boolean, isEnabled: boolean) =>
        Object.fromEntries(
          operations.map(operation => [
            operation,
            isEnabled && (isAdmin || operation === 'Read' || everybody.includes(area)),
          ]),
        )
      const areas = [...everybody, ...administrators]
      const areaPart = (area: string): ValuePart =>
        valuePart(
          area,
          { output: shown((...user) => JSON.stringify(rights(area, ...user))), doc: 'What the user may do there.' },
          ...operations.map(operation =>
            valuePart(operation, {
              output: shown((...user) => String(rights(area, ...user)[operation])),
              doc: `Whether the user may ${operation.toLowerCase()} records there.`,
            }),
          ),
        )
      const whole = shown((...user) =>
        JSON.stringify(Object.fromEntries(areas.map(area => [area, rights(area, ...user)]))),
      )
      return valuePart(name, { output: whole }, ...areas.map(areaPart))
    },
  }
}
