// Gives codes to devices without a browser, takes the typed ones, and lets the devices poll (RFC 8628).
import { networkOf } from '../../accounts/network.ts'
import { seconds } from '../../base/clock.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { newNonce, type Random } from '../../base/secrets/secret.ts'
import { jsonType, type WebHandler } from '../../base/web.ts'
import { type AuthorizeCheck, AuthorizeContext } from '../../oauth/authorize/context.ts'
import { attemptOf } from '../../oauth/authorize/endpoint.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { fail } from '../../oauth/errors.ts'
import { readParameters, requireForm } from '../../oauth/token/check-request.ts'
import { type TokenCheck, TokenContext } from '../../oauth/token/context.ts'
import type { ClientLane } from '../../oauth/token/endpoint.ts'
import { issueOnce, requireUnusedCode, requireUser } from '../../oauth/token/exchange-code.ts'
import { codeSeconds } from '../../oauth/tokens/lifetimes.ts'
import { deviceOutcomePage, deviceOutcomes, devicePage } from '../../pages/sign-in/device-page.ts'
import { tooManyPage } from '../../pages/sign-in/error-page.ts'
import type { NewAttempt, SignInStart } from '../../sign-in/attempt.ts'
import { styleOf } from '../../sign-in/context.ts'
import { standardLane } from '../facts.ts'
import type { StandardRequest } from '../request.ts'
import {
  consumeDevice,
  type DeviceRow,
  deviceByDigest,
  insertDevice,
  notePoll,
  slowDownDevice,
  waitingDevice,
} from '../statements.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Short, so that it is typed easily; a path of the origin. */
export const devicePath = '/device'

const waitSeconds = 600
const intervalSeconds = 5

/** Consonants: no vowel makes a word, and no letter looks like a digit. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 8

interface DeviceParts {
  readonly endpoints: EndpointParts
  readonly clients: ClientLane
  readonly checks: readonly AuthorizeCheck[]
  readonly requestOf: (context: AuthorizeContext) => StandardRequest
  readonly origin: () => string
}

/** POST below the standard issuer: a code for the device, and one that a person types. */
export const deviceEndpoint =
  ({ endpoints, clients, checks, requestOf, origin }: DeviceParts): WebHandler =>
  async request => {
    const { store, clock, random, issuer } = endpoints
    const context = new TokenContext(endpoints, request, seconds(clock), standardLane)
    try {
      requireForm(context)
      readParameters(context)
      await clients.authenticate(context)
      const asked = new AuthorizeContext(endpoints, context.parameters, issuer())
      asked.application = context.application
      asked.redirectUri = origin() + devicePath
      for (const check of [requireRegistered, ...checks]) await check(asked)
      const code = newNonce(random)
      const userCode = newUserCode(random)
      const digest = digestOf(code)
      const attempt: NewAttempt = {
        ...attemptOf(asked),
        purpose: 'standard',
        request: JSON.stringify({ ...requestOf(asked), device: digest, ask: true }),
      }
      const row = { digest, user_code: digestOf(userCode), client_id: context.application.clientId }
      const life = { expires: context.now + waitSeconds, interval: intervalSeconds }
      const insert = insertDevice(store.dialect, { ...row, ...life, attempt: JSON.stringify(attempt) })
      await store.write(tx => tx.run(insert))
      const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`
      return {
        status: 200,
        headers: { 'content-type': jsonType, 'cache-control': 'no-store', pragma: 'no-cache' },
        body: JSON.stringify({
          device_code: code,
          user_code: shown,
          verification_uri: origin() + devicePath,
          verification_uri_complete: `${origin()}${devicePath}?user_code=${shown}`,
          expires_in: waitSeconds,
          interval: intervalSeconds,
        }),
      }
    } catch (error) {
      return clients.failure(error, endpoints)
    }
  }

/** A stranger could send people its own code and be let in from afar, so an administrator has registered the client. */
function requireRegistered({ application }: AuthorizeContext): void {
  if (application.document !== null) {
    fail('unauthorizedClient', 'The device grant is for applications that an administrator has registered.')
  }
}

function newUserCode(random: Random): string {
  let text = ''
  while (text.length < codeLength) {
    // 240 = 12 x 20: the bytes above it would make the first letters more likely.
    for (const byte of random(16)) if (byte < 240 && text.length < codeLength) text += letters[byte % letters.length]
  }
  return text
}

const typedCode = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '')

/** GET and POST of the page where the code is typed. */
export function createDevicePage(endpoints: EndpointParts, begin: SignInStart) {
  const { store, clock, throttle, policy } = endpoints
  const show: WebHandler = async request => {
    const query = new URLSearchParams(request.query)
    const outcome = deviceOutcomes.find(name => name === query.get('outcome'))
    const style = styleOf(endpoints, request)
    if (outcome) return deviceOutcomePage(style, outcome)
    return devicePage(style, { path: devicePath, typed: (query.get('user_code') ?? '').slice(0, 20) })
  }
  /** Typed codes are counted per network address before they are looked at; right ones are given back. */
  const answer: WebHandler = async request => {
    const style = styleOf(endpoints, request)
    const typed = (new URLSearchParams(request.body).get('user_code') ?? '').slice(0, 20)
    const allowance = { kind: 'device', subject: networkOf(request.address), limit: policy.failuresPerAddress }
    const wait = await throttle.take(allowance)
    if (wait > 0) return tooManyPage(style, wait)
    const asked = { userCode: digestOf(typedCode(typed)), now: seconds(clock) }
    const [row] = await store.rows(waitingDevice(store.dialect, asked))
    if (!row) {
      const notice = { text: style.texts.device.wrong, good: false, typed, answer: { status: 200 } }
      return devicePage(style, { path: devicePath, typed, notice })
    }
    await throttle.giveBack(allowance)
    return begin(request, JSON.parse(row.attempt) as NewAttempt)
  }
  return { show, answer }
}

const badCode = (): never => fail('invalidCode', 'The device_code is unknown or was used before.')

/** The device that polls, and its code as that of a redirect once the person has answered. */
const findDevice: TokenCheck = async context => {
  const { parts, parameters, application, now } = context
  const code = parameters.get('device_code')
  if (code === undefined) fail('invalidRequest', 'The parameter device_code is missing.')
  const [row] = await parts.store.rows(deviceByDigest(parts.store.dialect, { digest: digestOf(code) }))
  if (row?.client_id !== application.clientId) return badCode()
  if (row.used === null) {
    if (row.answered !== null && row.uid === null) fail('cancelled', 'The person did not allow it.')
    if (row.expires <= now) fail('expiredToken', 'The person did not answer in time; ask for a new code.')
    if (row.answered === null) await refuseWaiting(context, row)
  }
  context.code = codeOf(row)
}

async function refuseWaiting({ parts: { store }, now }: TokenContext, { digest, interval }: DeviceRow): Promise<never> {
  // A second of tolerance, since times are whole seconds.
  const inTime = await store.write(tx => tx.run(notePoll(store.dialect, { digest, now, before: now - interval + 1 })))
  if (inTime === 1) return fail('authorizationPending', 'The person has not answered yet.')
  await store.write(tx => tx.run(slowDownDevice(store.dialect, { digest, now })))
  return fail('slowDown', `The device asks too often; wait ${interval + intervalSeconds} seconds between requests.`)
}

const codeOf = ({
  digest,
  client_id,
  db,
  uid,
  scope,
  began,
  used,
  chain,
  standard,
}: DeviceRow): TokenContext['code'] => ({
  ...{ digest, client_id, db: db ?? 0, uid: uid ?? '', scope: scope ?? '', used, chain, standard },
  redirect_uri: '',
  challenge: null,
  // A device is not in the browser that signs out at the provider.
  provider: null,
  expires: (began ?? 0) + codeSeconds,
})

const issueToDevice: TokenCheck = context => issueOnce(context, consumeDevice, [findDevice, requireUnusedCode])

/** The checks of a polling device; `shape` is the check that gives the first pair its form. */
export const pollDevice = (shape: TokenCheck): readonly TokenCheck[] => [
  findDevice,
  requireUnusedCode,
  requireUser,
  shape,
  issueToDevice,
]
