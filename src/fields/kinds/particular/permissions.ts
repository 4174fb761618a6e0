// Defines the kind for the operations that a user may use, by area; they follow from the user's rights.
import type { Field, Traits } from '../../field.ts'
import { type Output, type ValuePart, valuePart } from '../../part.ts'

const operations = ['Create', 'Read', 'Update', 'Delete']

interface PermissionsSpec {
  /** The areas that everybody writes, and those that administrators alone write. */
  readonly everybody: readonly string[]
  readonly administrators: readonly string[]
  /** The operations that an area does not have at all. */
  readonly lacking: Readonly<Record<string, readonly string[]>>
  /** The columns with the rights of the user. */
  readonly admin: string
  readonly enabled: string
}

/** A disabled user has no rights. */
export function permissions(spec: Traits & PermissionsSpec): Field {
  const { everybody, administrators, lacking, admin, enabled, ...traits } = spec
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
            isEnabled &&
              !lacking[area]?.includes(operation) &&
              (isAdmin || operation === 'Read' || everybody.includes(area)),
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
