// Derives the Uid and the name of a new user from the e-mail address.
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'

/** The Uids, in lower case, that begin with a text, also of users in the bin. */
const uidsFrom = statementsOn<EntityTables>()((db, p: Args<{ db: number; from: string; to: string }>) =>
  db
    .selectFrom('user')
    .select('uid_f')
    .where('db', '=', p('db'))
    .where('uid_f', '>=', p('from'))
    .where('uid_f', '<', p('to'))
    .limit(1000),
)

const uidMaxLength = 40

/** `ann.archer@example.com` becomes ANN.ARCHER, or ANN.ARCHER2 when that is taken. */
export async function freeUid(store: Store, db: number, email: string): Promise<string> {
  const plain = localPart(email).normalize('NFD')
  const letters = plain.replace(/[^A-Za-z0-9._-]/g, '').replace(/^[._-]+|[._-]+$/g, '')
  const wanted = (letters || 'USER').slice(0, uidMaxLength).toUpperCase()
  const from = wanted.toLowerCase()
  const rows = await store.rows(uidsFrom(store.dialect, { db, from, to: `${from}\u{ffff}` }))
  const taken = new Set(rows.map(({ uid_f }) => uid_f))
  let uid = wanted
  for (let n = 2; taken.has(uid.toLowerCase()); n++) uid = `${wanted}${n}`
  return uid
}

interface NamedPerson {
  readonly email: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** The last name is required of a user; without any name it is made of the address. */
export function nameFor({ email, fields }: NamedPerson): { FirstName?: string | null; LastName?: string } {
  if (fields.LastName !== undefined && fields.LastName !== null && fields.LastName !== '') return {}
  const words = localPart(email)
    .split(/[._+-]+/)
    .filter(word => word !== '')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
  if (fields.FirstName) return { LastName: words.at(-1) ?? email }
  return { FirstName: words.slice(0, -1).join(' ') || null, LastName: words.at(-1) ?? email }
}

const localPart = (email: string): string => email.split('@', 1)[0] ?? ''
