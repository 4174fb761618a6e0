// Loads the context of a request within an attempt: shared parts, attempt row, page frame, current step.
import { createHmac } from 'node:crypto'
import { databaseById } from '../accounts/databases.ts'
import { accountsOf } from '../accounts/directory.ts'
import { networkOf } from '../accounts/network.ts'
import type { Allowance, Throttle } from '../accounts/throttle.ts'
import { seconds } from '../base/clock.ts'
import { digestOf, sameSecret } from '../base/secrets/digest.ts'
import type { Random } from '../base/secrets/secret.ts'
import type { WebAnswer, WebRequest } from '../base/web.ts'
import type { Factors } from '../factors/factors.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SystemParts } from '../operations/system/system-context.ts'
import type { Look } from '../pages/look.ts'
import type { PageFrame, Style } from '../pages/sign-in/layout.ts'
import type { Notice } from '../pages/sign-in/notice.ts'
import { textsFor } from '../pages/sign-in/texts/index.ts'
import { databasesOfDomain, isKnownAddress } from '../sso/new-users.ts'
import type { Sso } from '../sso/providers.ts'
import type { AttemptRow, NewAttempt, Purpose, SignInOutcome } from './attempt.ts'
import { attemptCookie, readCookie } from './cookies.ts'
import { type AccountChoice, nextStep, type Proof, type Proofs, type SignInStep } from './flow.ts'
import { forgottenSince, rememberedCookie } from './known-browsers.ts'
import { attemptByDigest } from './statements.ts'

/** The messages about sign-ins in the log. */
type SignInEvent =
  | 'signed in'
  | 'a wrong password was given'
  | 'a wrong code was given'
  | 'a wrong second factor was given'
  | 'a wrong passkey was given'
  | 'another identity was given'

interface EventFacts {
  /** The id of the request. */
  readonly id: string
  readonly purpose: string
  /** Absent when no account is known yet, or none exists. */
  readonly db?: number
  readonly uid?: string
}

interface SignInPolicy {
  /** Sends a mail when a user signs in with another browser than before. */
  readonly newDeviceMail: boolean
  /** Wrong passwords, and mails, allowed per e-mail and window. */
  readonly perEmail: number
  /** Wrong passwords, and mails, allowed per network address and window. */
  readonly perAddress: number
}

export interface SignInParts extends SystemParts {
  readonly random: Random
  readonly mailer: Mailer
  readonly sso: Sso
  readonly factors: Factors
  readonly look: Look
  readonly throttle: Throttle
  readonly policy: SignInPolicy
  readonly outcomes: Readonly<Record<Purpose, SignInOutcome>>
  /** The attempt of a person whom an invitation has brought, who goes on to the console. */
  readonly consoleAttempt: (database: number) => NewAttempt
  /** The public origin. */
  readonly origin: () => string
  readonly prefix: string
  readonly newId: () => string
  readonly onFault: (error: unknown) => void
  readonly onSignIn: (event: SignInEvent, facts: EventFacts) => void
}

export interface SignInRoom extends SignInParts {
  /** Runs work after the response, so that the response time does not reveal which users exist. */
  readonly afterResponse: (work: () => Promise<void>) => void
}

export interface SignInContext {
  readonly room: SignInRoom
  readonly request: WebRequest
  readonly id: string
  readonly row: AttemptRow
  /** The value of the attempt's cookie. */
  readonly secret: string
  readonly frame: PageFrame
}

/** Returns the answer, or the notice that the step shows after the redirect. */
export type StepHandler = (context: SignInContext, form: URLSearchParams) => Promise<WebAnswer | Notice>

export function logSignIn(
  { room, row, request }: SignInContext,
  event: SignInEvent,
  account: Pick<AccountChoice, 'db' | 'uid'> | null,
): void {
  const who = account ? { db: account.db, uid: account.uid } : {}
  room.onSignIn(event, { id: request.id, purpose: row.purpose, ...who })
}

export const styleOf = ({ look }: Pick<SignInParts, 'look'>, request: WebRequest): Style => ({
  look,
  texts: textsFor(request),
})

export const isHttps = (room: SignInParts): boolean => room.origin().startsWith('https:')

/** The attempt for any browser; null when it is unknown, ended or expired. */
export async function findAttempt(room: SignInParts, id: string): Promise<AttemptRow | null> {
  const [row] = await room.store.rows(attemptByDigest(room.store.dialect, { digest: digestOf(id) }))
  return row && row.finished === null && row.expires > seconds(room.clock) ? row : null
}

/** The attempt for the browser that began it; null for any other browser. */
export async function loadContext(room: SignInRoom, request: WebRequest, id: string): Promise<SignInContext | null> {
  const row = await findAttempt(room, id)
  const secret = row && readCookie(request, attemptCookie(row.digest, isHttps(room)))
  if (!row || !secret || !sameSecret(digestOf(secret), row.secret)) return null
  const frame: PageFrame = {
    ...styleOf(room, request),
    application: row.application,
    scope: JSON.parse(row.meanings) as string[],
    path: `${room.prefix}/v1/sign-in/${id}`,
    csrf: csrfToken(id, secret),
    returnOrigin: row.return_origin,
  }
  return { room, request, id, row, secret, frame }
}

/** Derives the CSRF token from the attempt's cookie, which other sites cannot read. */
export const csrfToken = (id: string, secret: string): string =>
  createHmac('sha256', secret).update(`csrf ${id}`).digest('base64url')

export const isOwnForm = (context: SignInContext, form: URLSearchParams): boolean =>
  sameSecret(form.get('csrf') ?? '', context.frame.csrf)

export const reload = async (context: SignInContext): Promise<SignInContext> => {
  const row = await findAttempt(context.room, context.id)
  return row ? { ...context, row } : context
}

/** The next step of the attempt. */
export async function currentStep(context: SignInContext): Promise<SignInStep> {
  const { room, row, request } = context
  const confirmedAt = row.confirmed === 1 ? row.confirmed_at : null
  const choices = confirmedAt !== null && row.email !== null ? await choicesOf({ room, row, request }, row.email) : []
  const chosen = row.db !== null && row.uid !== null ? { db: row.db, uid: row.uid } : null
  const proof = row.proof as Proof | null
  const need = await neededFactor(context)
  return nextStep({ email: row.email, confirmedAt, choices, chosen, hint: row.hint, proof, need })
}

/** The provider of single sign-on asks for factors of its own, so a person who comes from there is asked for none. */
async function neededFactor({ room, row: { db, uid, proof, factor, kept } }: SignInContext): Promise<Proofs['need']> {
  if (kept !== null) return 'see'
  if (proof !== 'password' || factor !== null || db === null || uid === null) return 'none'
  return room.factors.needOf({ db, uid })
}

export async function choicesOf(
  { room, row, request }: Pick<SignInContext, 'room' | 'row' | 'request'>,
  email: string,
): Promise<AccountChoice[]> {
  const cookie = rememberedCookie(request, isHttps(room))
  const choices: AccountChoice[] = []
  for (const account of await accountsOf(room.store, email)) {
    if (row.only_db !== 0 && row.only_db !== account.db) continue
    const sso = await room.sso.settings(account.db)
    choices.push({
      ...account,
      browsersFrom: Math.max(account.browsersFrom, await forgottenSince(room.store, account, cookie)),
      ssoOffered: sso !== null,
      ssoRequired: account.ssoOnly || sso?.only === true,
      isNew: false,
    })
  }
  return [...choices, ...(await newAccounts({ room, row }, email, choices))]
}

/** The databases to which the provider of the address's domain may sign in a person who is no user there yet. */
async function newAccounts(
  { room, row }: Pick<SignInContext, 'room' | 'row'>,
  email: string,
  known: readonly AccountChoice[],
): Promise<AccountChoice[]> {
  const found: AccountChoice[] = []
  for (const db of await databasesOfDomain(room.store, email)) {
    if ((row.only_db !== 0 && row.only_db !== db) || known.some(account => account.db === db)) continue
    if (await isKnownAddress(room.store, db, email)) continue
    const database = await databaseById(room.store, db)
    if (!database) continue
    const account = { db, database: database.name, uid: '', email, displayName: email, password: null, browsersFrom: 0 }
    found.push({ ...account, ssoOnly: true, ssoOffered: true, ssoRequired: true, isNew: true })
  }
  return found
}

/** Sign-ins that one network address may begin, per allowed failure. Each is a row, and offices share an address. */
const beginningsPerFailure = 10

export const beginning = ({ policy }: SignInParts, { address }: WebRequest): Allowance => ({
  kind: 'begin',
  subject: networkOf(address),
  limit: policy.perAddress * beginningsPerFailure,
})

/** The allowances of an e-mail and of a network address for one kind of event. */
export const allowances = (
  { room, request }: { readonly room: Pick<SignInParts, 'policy'>; readonly request: Pick<WebRequest, 'address'> },
  kind: string,
  address: string,
): [Allowance, Allowance] => [
  { kind, subject: address, limit: room.policy.perEmail },
  { kind: `${kind}-address`, subject: networkOf(request.address), limit: room.policy.perAddress },
]

/** Networks that may each use up their allowance of mails to one e-mail before all networks together are held back. */
const networksPerEmail = 5

/**
 * The allowances of a mail. They count per network, so that a stranger cannot use up the allowance of the person's own
 * network. `first` is the first mail of an attempt; mails sent again do not count against the total of all networks.
 */
export function mailAllowances({ room, request }: SignInContext, address: string, first: boolean): Allowance[] {
  const { perEmail, perAddress } = room.policy
  const network = networkOf(request.address)
  const total = { kind: 'mail', subject: address, limit: perEmail * networksPerEmail }
  return [
    { kind: 'mail-from', subject: `${network} ${address}`, limit: perEmail },
    { kind: 'mail-address', subject: network, limit: perAddress },
    ...(first ? [total] : []),
  ]
}
