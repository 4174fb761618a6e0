// Defines the kind for external keys: the identifiers that a record has in other systems, each unique within its entity.
import { fold } from '../../base/text/fold.ts'
import { asList, isObject, member } from '../../base/text/json.ts'
import { required, table, tenant } from '../../storage/table.ts'
import { at, checkText, wrongType } from '../checks.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { textOutput } from '../output.ts'
import { type ListPart, type Output, rootJoin, valuePart } from '../part.ts'
import { codeType } from '../types.ts'
import { textPart } from './text.ts'

/**
 * The external keys of all entities. `lost` is empty while the record holds the key; it is the record's identifier once
 * another record has taken the key over, which happens only while the holder is in the recycle bin.
 */
export const externalKeyTable = table({
  name: 'external_key',
  scope: 'database',
  columns: [
    tenant,
    required('kind', 'text'),
    required('owner', 'text'),
    required('position', 'integer'),
    required('source', 'text'),
    required('source_f', 'text'),
    required('key', 'text'),
    required('lost', 'text', ''),
  ],
  primaryKey: ['db', 'kind', 'source_f', 'key', 'lost'],
  indexes: [
    { name: 'owner', columns: ['db', 'owner', 'kind', 'lost'] },
    { name: 'key', columns: ['db', 'kind', 'key', 'owner'] },
  ],
})

const externalKeyLimits = { perRecord: 100, source: 100, key: 255 } as const

export interface ExternalKey {
  readonly source: string
  readonly key: string
}

/** Reads `{Source, Key}`; undefined when it was refused. */
export function readExternalKey(value: unknown, context: Pick<ParseContext, 'path' | 'problems'>) {
  const { path, problems } = context
  if (!isObject(value)) {
    wrongType(context, 'an object with Source and Key', value)
    return undefined
  }
  const read = (name: 'Source' | 'Key', most: number): string | undefined => {
    const here = { path: `${path}.${name}`, problems }
    const text = checkText(member(value, name) ?? null, most, here)
    if (text === null) problems.add('Required', here.path, `${here.path} is mandatory.`)
    return text ?? undefined
  }
  const [source, key] = [read('Source', externalKeyLimits.source), read('Key', externalKeyLimits.key)]
  return source === undefined || key === undefined ? undefined : { source, key }
}

/** Identifies an external key within an entity: Source is folded, Key is exact. */
export const externalKeyName = ({ source, key }: ExternalKey): string => `${fold(source)}\n${key}`

/** The rows of the list that belong to a record of the entity and are not lost. */
export const heldBy = (entity: string) => ({ kind: entity, lost: '' })

export function externalKeys(spec: Traits & { entity: string }): Field {
  const { entity, ...traits } = spec
  return {
    traits,
    schema: { type: 'ListField<ExternalKey>' },
    columns: () => [],
    part: ({ name }) => externalKeysPart(name, entity),
    parse: (value, _column, _listTable, context) => {
      const keys = new Map<string, ExternalKey>()
      let valid = true
      asList(value).forEach((element, i) => {
        const read = readExternalKey(element, Array.isArray(value) ? at(context, `[${i}]`) : context)
        if (read === undefined) valid = false
        else keys.set(externalKeyName(read), read)
      })
      if (keys.size > externalKeyLimits.perRecord) {
        const message = `${context.path} has at most ${externalKeyLimits.perRecord} keys, not ${keys.size}.`
        context.problems.add('LimitExceeded', context.path, message)
        return null
      }
      return valid ? { columns: {}, lists: [externalKeyRows(entity, [...keys.values()])] } : null
    },
  }
}

/** The list of a record with these keys. */
const externalKeyRows = (entity: string, keys: readonly ExternalKey[]) => ({
  table: externalKeyTable.name,
  owner: 'owner',
  where: heldBy(entity),
  rows: keys.map(({ source, key }, position) => ({ position, source, source_f: fold(source), key })),
})

function externalKeysPart(name: string, entity: string): ListPart {
  const root = rootJoin(externalKeyTable.name)
  const keyColumn = { join: root, column: 'key' }
  const sourcePart = { ...textPart('Source', root, 'source'), doc: 'The system that the key belongs to.' }
  const keyPart = {
    ...valuePart('Key', { output: textOutput(keyColumn), operand: { type: codeType, sources: [keyColumn] } }),
    doc: 'The identifier of the record in that system, compared exactly.',
  }
  const element = valuePart(name, { output: pairOutput(sourcePart.output, keyPart.output) }, sourcePart, keyPart)
  const where = Object.entries(heldBy(entity)).map(([column, equals]) => ({ column, equals }))
  return { shape: 'list', name, table: externalKeyTable.name, root, owner: 'owner', element, where }
}

/** `{"Source": "HubSpot", "Key": "42"}` */
const pairOutput = (source: Output, key: Output): Output => ({
  sources: [...source.sources, ...key.sources],
  json: (row, at, context) =>
    `{"Source":${source.json(row, at.slice(0, 1), context)},"Key":${key.json(row, at.slice(1), context)}}`,
})
