// Defines the kind for the operations that a user may use in each area, derived from the user's rights.
import type { Field, Traits } from '../../field.ts'
import { type Output, type ValuePart, valuePart } from '../../part.ts'

type Rights = Readonly<Record<string, boolean>>

interface PermissionsSpec {
  /** What an administrator, or another user, may do in each area. */
  readonly rights: (admin: boolean) => Readonly<Record<string, Rights>>
  /** The columns with the rights of the user. */
  readonly admin: string
  readonly enabled: string
}

/** A disabled user has no rights. */
export function permissions(spec: Traits & PermissionsSpec): Field {
  const { rights, admin, enabled, ...traits } = spec
  return {
    traits: { ...traits, readOnly: true },
    schema: { type: 'ObjectField' },
    columns: () => [],
    part: ({ name, join }) => {
      const sources = [admin, enabled].map(column => ({ join, column }))
      const [all, some] = [rights(true), rights(false)]
      const none = (of: Rights): Rights => Object.fromEntries(Object.keys(of).map(operation => [operation, false]))
      const nothing = Object.fromEntries(Object.entries(all).map(([area, of]) => [area, none(of)]))
      const shown = (pick: (of: typeof all) => unknown): Output => ({
        sources,
        json: (row, at) => {
          const [isAdmin, isEnabled] = [row[at[0] as number] === 1, row[at[1] as number] === 1]
          return JSON.stringify(pick(isEnabled ? (isAdmin ? all : some) : nothing))
        },
      })
      const areaPart = ([area, operations]: [string, Rights]): ValuePart =>
        valuePart(
          area,
          { output: shown(of => of[area]), doc: 'What the user may do there.' },
          ...Object.keys(operations).map(operation =>
            valuePart(operation, {
              output: shown(of => of[area]?.[operation]),
              doc: `Whether the user may ${operation.toLowerCase()} records there.`,
            }),
          ),
        )
      return valuePart(name, { output: shown(of => of) }, ...Object.entries(all).map(areaPart))
    },
  }
}
