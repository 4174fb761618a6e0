// Builds the kinds that have members (phone, e-mail, address): each member has its own columns, and may be sent alone.
import { isObject } from '../../base/text/json.ts'
import type { Scalar } from '../../storage/store.ts'
import type { Column } from '../../storage/table.ts'
import { at, wrongType } from '../checks.ts'
import type { Field, ParseContext, ParsedValue, SchemaTraits, Traits } from '../field.ts'
import { type Output, type Part, type Source, valuePart } from '../part.ts'
import { outputOfPart } from '../part-access.ts'

interface ObjectShape {
  readonly traits: Traits
  readonly schema: SchemaTraits
  /** The members, each a field. The names of their columns are that of the object followed by that of the member. */
  readonly members: Readonly<Record<string, { readonly field: Field; readonly column: string }>>
  /** The member that a bare value is written to and that selector 1 reads; without it, the whole object. */
  readonly bare?: string
}

/** The column of a member; a member without a name of its own has the column of the object. */
const columnOf = (column: string, inner: string): string => (inner === '' ? column : `${column}_${inner}`)

export function objectField(shape: ObjectShape): Field {
  const members = Object.entries(shape.members)
  const byLowerName = new Map(members.map(([name, inner]) => [name.toLowerCase(), inner]))
  const bareMember = shape.members[shape.bare ?? '']
  if (bareMember) byLowerName.set('value', bareMember)
  return {
    traits: shape.traits,
    schema: shape.schema,
    columns: c => members.flatMap(([, inner]): readonly Column[] => inner.field.columns(columnOf(c, inner.column))),
    part: place => {
      const parts = members.map(([name, inner]) => ({
        ...inner.field.part({ ...place, name, column: columnOf(place.column, inner.column) }),
        doc: inner.field.traits.doc,
      }))
      const presence = parts.flatMap(part => outputOfPart(part)?.sources ?? [])
      const bare = parts.find(part => part.name === shape.bare)
      if (bare?.shape !== 'value') return valuePart(place.name, { output: wholeOutput(parts), presence }, ...parts)
      return valuePart(place.name, { ...bare, presence }, ...parts, ...bare.parts.values())
    },
    parse: (value, c, list, context) => {
      if (value === null || value === '') return clear(shape, c)
      if (!isObject(value)) {
        if (!bareMember) return wrongType(context, `an object with ${members.map(([n]) => n).join(', ')}`, value)
        return bareMember.field.parse?.(value, columnOf(c, bareMember.column), list, context) ?? null
      }
      return parseMembers(value, c, list, context, byLowerName)
    },
  }
}

function parseMembers(
  value: Record<string, unknown>,
  c: string,
  list: string,
  context: ParseContext,
  byLowerName: ReadonlyMap<string, { field: Field; column: string }>,
): ParsedValue | null {
  const columns: Record<string, Scalar> = {}
  let fine = true
  for (const [key, sent] of Object.entries(value)) {
    const here = at(context, key)
    const inner = byLowerName.get(key.toLowerCase())
    if (!inner) continue
    const parsed = inner.field.parse?.(sent, columnOf(c, inner.column), list, here)
    if (parsed) Object.assign(columns, parsed.columns)
    else fine = false
  }
  return fine ? { columns } : null
}

const clear = (shape: ObjectShape, c: string): ParsedValue => ({
  columns: Object.fromEntries(
    Object.values(shape.members)
      .flatMap(inner => inner.field.columns(columnOf(c, inner.column)))
      .map(column => [column.name, column.default ?? null]),
  ),
})

/** Renders the object with all its members, or null when no member has a value. */
export function wholeOutput(parts: readonly Part[]): Output {
  const sources: Source[] = []
  const shown = parts.flatMap(part => {
    const output = outputOfPart(part)
    if (output === undefined) return []
    return [{ name: part.name, output, start: sources.length, end: sources.push(...output.sources) }]
  })
  return {
    sources,
    json: (row, positions, context) => {
      let any = false
      let out = ''
      shown.forEach(({ name, output, start, end }, i) => {
        const text = output.json(row, positions.slice(start, end), context)
        if (text !== 'null') any = true
        out += `${i === 0 ? '' : ','}"${name}":${text}`
      })
      return any ? `{${out}}` : 'null'
    },
  }
}
