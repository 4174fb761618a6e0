// Says of a person what the granted scope lets a client know, for ID tokens and userinfo.
import { addressOf } from '../../accounts/address.ts'
import type { EntityTables } from '../../model/entity-tables.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import { type StandardFacts, subjectOf } from '../facts.ts'

const userOf = statementsOn<EntityTables>()((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('user')
    .select(['display', 'first_name', 'last_name', 'email', 'culture', 'time_zone'])
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('deleted', 'is', null),
)

interface Subject {
  readonly db: number
  readonly uid: string
  readonly database: string
}

type Claims = Readonly<Record<string, unknown>>

/** The claims that each scope gives, for the metadata too. */
export const claimNames: Readonly<Record<string, readonly string[]>> = {
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'zoneinfo', 'database'],
  email: ['email', 'email_verified'],
}

/**
 * An address is verified when the browser confirmed it in the sign-in of this grant. An administrator may have given the user
 * another address since, which may belong to a different person.
 */
export async function claimsOf(
  store: Store,
  { db, uid, database }: Subject,
  { login }: Pick<StandardFacts, 'login'>,
  scope: readonly string[],
): Promise<Claims> {
  const [row] = await store.rows(userOf(store.dialect, { db, uid }))
  const { email } = row ?? { email: null }
  const known: Claims = {
    name: row?.display,
    given_name: row?.first_name,
    family_name: row?.last_name,
    preferred_username: uid,
    locale: row?.culture ?? 'en-US',
    zoneinfo: row?.time_zone ?? 'UTC',
    database,
    email,
    email_verified: email !== null && login !== undefined && addressOf(email) === addressOf(login.email),
  }
  const wanted = scope.flatMap(name => claimNames[name] ?? [])
  const told = wanted.flatMap(name => (known[name] == null ? [] : [[name, known[name]] as const]))
  return { sub: subjectOf({ db, uid }), ...Object.fromEntries(told) }
}

/** RFC 8176; a provider of single sign-on does not say in the same words what it asked for. */
const methods: Readonly<Record<string, string>> = { password: 'pwd', sso: 'fed', totp: 'otp', recovery: 'otp' }

/** How strong a sign-in was: by one proof or by two. */
export const assurances = ['1fa', '2fa'] as const

/** How the person was authenticated. */
export function authenticationOf(proofs: readonly string[]): { readonly amr: readonly string[]; readonly acr: string } {
  const amr = proofs.map(proof => methods[proof] ?? proof)
  return proofs.length > 1 ? { amr: [...amr, 'mfa'], acr: assurances[1] } : { amr, acr: assurances[0] }
}
