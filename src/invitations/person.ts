// Declares an invited person, and derives the Uid and the name that the invitation leaves out.
import type { Store } from '../storage/store.ts'
import { uidsFrom } from './statements.ts'

export interface InvitedPerson {
  readonly email: string
  readonly uid?: string | undefined
  readonly culture?: string | undefined
  readonly ssoOnly: boolean
  /** Further fields of the User: names, groups, rights. */
  readonly fields: Readonly<Record<string, unknown>>
}

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

/** The last name is required of a user; without any name it is made of the address. */
export function nameFor({ email, fields }: InvitedPerson): { FirstName?: string | null; LastName?: string } {
  if (fields.LastName !== undefined && fields.LastName !== null && fields.LastName !== '') return {}
  const words = localPart(email)
    .split(/[._+-]+/)
    .filter(word => word !== '')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
  if (fields.FirstName) return { LastName: words.at(-1) ?? email }
  return { FirstName: words.slice(0, -1).join(' ') || null, LastName: words.at(-1) ?? email }
}

const localPart = (email: string): string => email.split('@', 1)[0] ?? ''
