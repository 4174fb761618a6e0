// Defines the kind for access lists: the users and groups that may read or write a record. An empty list admits everyone.
import { asList, isObject, member } from '../../base/text/json.ts'
import { required, type Table, tenant } from '../../storage/table.ts'
import { at, wrongType } from '../checks.ts'
import type { Field, FieldLocation, ListRows, ParseContext, ReferenceUse, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { type ListPart, partsOf, rootJoin, valuePart } from '../part.ts'
import { decodeKey, encodeKey, plainKey } from '../record-key.ts'
import { keyType } from '../types.ts'
import type { ValueType } from '../value-type.ts'
import { readKey } from './reference.ts'

export const accessTable = (entityTable: string): string => `${entityTable}_sec_access`

const kinds = ['User', 'SecurityGroup']
const modes = { Read: 1, Write: 2 } as const

const table = (name: string, owner: string): Table => ({
  name,
  scope: 'database',
  columns: [
    tenant,
    required('owner', 'text'),
    required('mode', 'integer'),
    required('position', 'integer'),
    required('principal', 'text'),
  ],
  primaryKey: ['db', 'owner', 'mode', 'principal'],
  indexes: [{ name: 'principal', columns: ['db', 'principal', 'owner'], fewValues: true }],
  foreignKeys: [{ columns: ['db', 'owner'], table: owner, references: ['db', 'id'], onDelete: 'cascade' }],
})

/** Principals are stored as plain keys, so that one column holds users and groups. */
const principalType: ValueType = {
  ...keyType(kinds),
  bind: (literal, path, context) => {
    const id = keyType(kinds).bind(literal, path, context) as string
    const key = isObject(literal) ? (member(literal, 'Key') ?? member(literal, 'Value')) : literal
    const kind = (typeof key === 'string' ? decodeKey(key)?.kind : undefined) ?? 'User'
    return id === '' ? '' : plainKey(kind, id)
  },
}

function listOf(name: string, place: FieldLocation, mode: number): ListPart {
  const root = rootJoin(place.listTable)
  const source = { join: root, column: 'principal' }
  const output = outputOf(source, value => {
    const [kind, id] = String(value).split('\t') as [string, string]
    return `"${encodeKey(kind, id)}"`
  })
  const uid = valuePart('Uid', {
    output: outputOf(source, value => {
      const [kind, id] = String(value).split('\t') as [string, string]
      return kind === 'User' ? JSON.stringify(id) : 'null'
    }),
  })
  const operand = { type: principalType, sources: [source] }
  const display = outputOf(source, (value, context) => JSON.stringify(context.principalName(String(value))))
  const element = valuePart(
    name,
    { output, operand },
    valuePart('Key', { output, operand }, uid),
    valuePart('Value', { output, operand }),
    uid,
    valuePart('DisplayValue', { output: display }),
  )
  const where = [{ column: 'mode', equals: mode }]
  const optionSource = { provider: 'principals' } as const
  const table = place.listTable
  const doc = `Keys of the users and groups that may ${name.toLowerCase()} the record; empty for everyone.`
  return { shape: 'list', name, doc, table, root, owner: 'owner', element, where, emptyIsValue: true, optionSource }
}

export function secAccess(spec: Traits): Field {
  return {
    traits: spec,
    schema: { type: 'SecAccessField', hasOption: true },
    optionSource: { provider: 'principals' },
    // A flag per list: most records are open, and the flag tells so without a query of the side table.
    columns: c => [required(`${c}_read`, 'flag', 0), required(`${c}_write`, 'flag', 0)],
    list: table,
    part: place => {
      const sub = (name: keyof typeof modes) => listOf(name, place, modes[name])
      return { shape: 'object', name: place.name, parts: partsOf(sub('Read'), sub('Write')) }
    },
    parse: (value, c, listTable, context) => {
      if (value === null) return build(c, listTable, { Read: [], Write: [] })
      if (!isObject(value)) return wrongType(context, 'an object with Read and Write', value)
      const sent: { Read?: Principal[]; Write?: Principal[] } = {}
      let fine = true
      for (const [key, list] of Object.entries(value)) {
        const mode = (Object.keys(modes) as (keyof typeof modes)[]).find(m => m.toLowerCase() === key.toLowerCase())
        if (!mode) continue
        const principals = readPrincipals(list, at(context, key))
        if (principals) sent[mode] = principals
        else fine = false
      }
      return fine ? build(c, listTable, sent) : null
    },
  }
}

interface Principal {
  readonly kind: string
  readonly id: string
  readonly path: string
}

function readPrincipals(list: unknown, context: ParseContext): Principal[] | null {
  const found = new Map<string, Principal>()
  let fine = true
  asList(list).forEach((element, i) => {
    const here = Array.isArray(list) ? at(context, `[${i}]`) : context
    const key = readKey(element, kinds, here)
    if (key === undefined) fine = false
    else if (key !== null) {
      const name = plainKey(key.kind, key.id)
      if (!found.has(name)) found.set(name, { ...key, path: here.path })
    }
  })
  return fine ? [...found.values()] : null
}

function build(c: string, listTable: string, sent: { Read?: Principal[]; Write?: Principal[] }) {
  const columns: Record<string, number> = {}
  const lists: ListRows[] = []
  const references: ReferenceUse[] = []
  for (const mode of ['Read', 'Write'] as const) {
    const principals = sent[mode]
    if (!principals) continue
    columns[`${c}_${mode.toLowerCase()}`] = principals.length === 0 ? 0 : 1
    const rows = principals.map((p, position) => ({ mode: modes[mode], position, principal: plainKey(p.kind, p.id) }))
    lists.push({ table: listTable, owner: 'owner', where: { mode: modes[mode] }, rows })
    // `*` means everyone, and is not the key of a record.
    for (const p of principals) if (p.id !== '*') references.push({ entity: p.kind, id: p.id, path: p.path })
  }
  return { columns, lists, references }
}
