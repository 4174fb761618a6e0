// Defines the kind for a user of the database: stored as the Uid, and read with the user's name.
import { firstMember, isObject } from '../../base/text/json.ts'
import { column } from '../../storage/table.ts'
import { invalid, wrongType } from '../checks.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { textOutput } from '../output.ts'
import {
  type Join,
  joinById,
  type Output,
  type RecordPart,
  recordPart,
  type Source,
  type ValuePart,
  valuePart,
} from '../part.ts'
import { decodeKey } from '../record-key.ts'
import { keyType, uidType } from '../types.ts'
import { isCurrentUser, keyPart } from './reference.ts'
import { textPart } from './text.ts'

const userKey = keyType(['User'])

/** The Uid of the system user, which runs the command line and background jobs. It is reserved. */
export const systemUid = 'SYSTEM'
const systemName = '"System"'

/** The name of a user. The system user has no record and a fixed name. */
function namePart(name: string, source: Source, join: Join): ValuePart {
  const part = textPart(name, join, 'display')
  const output: Output = {
    sources: [...part.output.sources, source],
    json: (row, at, context) => {
      const text = part.output.json(row, at, context)
      return text === 'null' && row[at[1] as number] === systemUid ? systemName : text
    },
  }
  return { ...part, output }
}

export function userPart(name: string, source: Source): RecordPart {
  const join = joinById(source.join, `${source.column}_user`, 'user', source.column)
  const operand = { type: userKey, sources: [source] }
  const key = keyPart('Key', source, 'User')
  const id = { output: textOutput(source), operand: { type: uidType, sources: [source] } }
  return recordPart(
    name,
    { entity: 'User', join },
    { output: key.output, operand, presence: [source] },
    key,
    valuePart('Uid', id),
    valuePart('ID', id),
    namePart('Value', source, join),
    namePart('DisplayName', source, join),
    namePart('DisplayValue', source, join),
  )
}

/** Reads a Uid from a key, `{Uid}`, `{Key}`, `{Value}` or `$CURRENTUSER()`; undefined when it was refused. */
export function readUid(value: unknown, context: ParseContext): string | null | undefined {
  if (value === null || value === '') return null
  if (isObject(value)) {
    const uid = firstMember(value, 'Uid', 'ID')
    if (typeof uid === 'string' && uid !== '' && !uid.startsWith('$')) return context.findUid(uid)
    const inner = uid ?? firstMember(value, 'Key', 'Value')
    if (inner !== undefined) return readUid(inner, context)
    if (uid === null) return null
  }
  if (typeof value !== 'string') {
    wrongType(context, 'a user: {"Uid": ...}, a key, or $CURRENTUSER()', value)
    return undefined
  }
  if (isCurrentUser(value)) return context.uid
  const key = decodeKey(value)
  if (key?.kind === 'User') return context.findUid(key.id)
  if (key) {
    const message = `${context.path} needs the key of a User, and this is a key of ${key.kind}.`
    context.problems.add('WrongKeyKind', context.path, message)
  } else invalid(context, 'is not the key of a user')
  return undefined
}

export function user(spec: Traits): Field {
  return {
    traits: spec,
    schema: { type: 'UserField', hasOption: true },
    columns: c => [column(c, 'text')],
    keys: c => [{ column: c, entity: 'User' }],
    part: ({ name, join, column: c }) => userPart(name, { join, column: c }),
    parse: (value, c, _list, context) => {
      const uid = readUid(Array.isArray(value) && value.length === 1 ? value[0] : value, context)
      if (uid === undefined) return null
      const references = uid === null ? [] : [{ entity: 'User', id: uid, path: context.path }]
      return { columns: { [c]: uid }, references }
    },
    optionSource: { provider: 'users' },
  }
}
