// Builds the bodies of requests: the entity members, with the drivers, the culture and the time zone beside them.
import { configurationFor } from '../../../packages/client/src/index.ts'
import { ownerOf } from './owners.ts'

/** A body, or the members of one: `{ AbEntry: { Scope, Criteria } }`. */
export type Body = Readonly<Record<string, unknown>>

/** A record, flat: its members are spelled as the Scope spelled them (`Address/City`). */
export type Row = Readonly<Record<string, unknown>>

export interface ReadAnswer {
  readonly Data: readonly Row[]
  readonly PageKey?: string | null
}

/** The value of a JSON text; null when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The whole body: values are shown in the user's culture, periods such as `$TODAY()` are those of the user's time zone. */
export function envelope(members: Body): Body {
  const Configuration = configurationFor(Object.keys(members).flatMap(driven))
  return {
    ...members,
    ...(Configuration ? { Configuration } : {}),
    Globalization: { Culture: '$CURRENTUSER()', TimeZone: '$CURRENTUSER()' },
  }
}

/** The entities whose drivers a member may need: its own, and that of what its records belong to. */
function driven(member: string): readonly string[] {
  const entity = entityOf(member)
  const owner = ownerOf(entity)
  return owner ? [entity, owner.entity] : [entity]
}

/** Under this name the server gives interactions of all entries; as `Interaction` only those of one. */
const interactionLog = 'InteractionLog'

/** How a Read of any records of an entity spells it. */
export const memberFor = (entity: string): string => (entity === 'Interaction' ? interactionLog : entity)

/** The entity of a member: `Task` of `Task.y`. */
export function entityOf(member: string): string {
  const name = member.split('.')[0] as string
  return name === interactionLog ? 'Interaction' : name
}

/** The entities that a body is about: `AbEntry`, or `AbEntry` and `Task` of a batch `AbEntry.x`, `Task.y`. */
export const entitiesOf = (body: Body): string[] => [...new Set(Object.keys(body).map(entityOf))]

export const noRows: readonly Row[] = []

/** The rows of one member of an answer. */
export const rowsOf = (answer: Body | undefined, member: string): readonly Row[] =>
  (answer?.[member] as ReadAnswer | undefined)?.Data ?? noRows

/** How a value of a record reads: most kinds come with a DisplayValue in the user's culture. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  if (typeof value !== 'object') return String(value)
  const { DisplayValue, Value, Name, Key } = value as Record<string, unknown>
  return String(DisplayValue ?? Value ?? Name ?? Key ?? '')
}
