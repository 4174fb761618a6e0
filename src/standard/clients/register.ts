// Lets clients register themselves (RFC 7591), within limits: per network address, and unused ones of all together.
import { networkOf } from '../../accounts/network.ts'
import { seconds } from '../../base/clock.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { randomLetters } from '../../base/secrets/secret.ts'
import { isObject } from '../../base/text/json.ts'
import { jsonType, type WebAnswer, type WebHandler } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { newClientSecret } from '../../entities/rules/credentials.ts'
import { listedRedirects } from '../../entities/rules/redirect-uri.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { fail, OAuthError } from '../../oauth/errors.ts'
import { failureAs, oauthErrorOf } from '../../oauth/token/endpoint.ts'
import type { Store } from '../../storage/store.ts'
import { insertRegistration, removeUnused, unusedBeyond } from '../statements.ts'
import { type ClientMetadata, readClientMetadata } from './client-metadata.ts'
import { registeredPrefix, unusedSeconds } from './registrations.ts'

/** Of further ones the oldest is deleted, so that strangers cannot fill the store, nor keep others out. */
const mostUnused = 10_000

/** The preferred one first: programs on machines of persons keep no secret. */
const methods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']

interface RegisterParts {
  readonly endpoints: EndpointParts
  readonly settings: Pick<Settings, 'standardLane' | 'standardHosts' | 'standardRedirects' | 'standardRegistrations'>
}

/** POST below the standard issuer. */
export function registerEndpoint({ endpoints, settings }: RegisterParts): WebHandler {
  const { store, clock, random, throttle } = endpoints
  return async ({ body, address }) => {
    try {
      const json = parsed(body)
      const grants = grantsIn(json)
      const metadata = readClientMetadata(json, { listed: listedRedirects(settings.standardRedirects), methods })
      checkHosts(metadata, settings)
      const wait = await throttle.take({
        ...{ kind: 'registration', subject: networkOf(address), limit: settings.standardRegistrations },
      })
      if (wait > 0) return tooMany(wait)
      const clientId = registeredPrefix + randomLetters(24, random)
      const secret = metadata.method.startsWith('client_secret') ? newClientSecret(random) : null
      const now = seconds(clock)
      const document = JSON.stringify(metadata)
      const row = { client_id: clientId, document, secret: secret && digestOf(secret), created: now }
      await store.write(tx => tx.run(insertRegistration(store.dialect, { ...row, expires: now + unusedSeconds })))
      await removeOldest(store)
      return created({ clientId, secret, now }, metadata, grants)
    } catch (error) {
      return failureAs(400, oauthErrorOf(error, endpoints))
    }
  }
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(body)
    if (isObject(json)) return json
  } catch {
    // The same answer as for JSON that is no object.
  }
  return fail('invalidClientMetadata', 'The body must be a JSON object with the metadata of the client.')
}

/** The device grant is for applications that an administrator has registered. */
const grantTypes: readonly string[] = ['authorization_code', 'refresh_token']

/** Of the grant types that a client names, those that it can have (RFC 7591, 2: the server may replace values). */
function grantsIn({ grant_types: asked, response_types: answers }: Readonly<Record<string, unknown>>) {
  const grants =
    asked === undefined ? grantTypes : grantTypes.filter(name => Array.isArray(asked) && asked.includes(name))
  if (!grants.includes('authorization_code')) {
    fail('invalidClientMetadata', 'The grant_types must have authorization_code.')
  }
  if (answers !== undefined && !(Array.isArray(answers) && answers.includes('code'))) {
    fail('invalidClientMetadata', 'The response_types must have code.')
  }
  return grants
}

/** A client says of itself what it likes, so with `listed` its web addresses are of the hosts that the operator trusts. */
function checkHosts(
  { redirectUris }: ClientMetadata,
  { standardLane, standardHosts }: RegisterParts['settings'],
): void {
  if (standardLane === 'any') return
  const hosts = standardHosts.split(',').map(host => host.trim())
  redirectUris.forEach((uri, at) => {
    const { protocol, hostname } = new URL(uri)
    if (protocol !== 'https:' || hosts.includes(hostname)) return
    fail(
      'invalidRedirectUri',
      `redirect_uris[${at}]: the host ${hostname} is none of those that may register themselves here (standard-hosts). An administrator can register the application.`,
    )
  })
}

async function removeOldest(store: Store): Promise<void> {
  const [beyond] = await store.rows(unusedBeyond(store.dialect, { kept: mostUnused }))
  if (beyond) await store.write(tx => tx.run(removeUnused(store.dialect, { until: beyond.expires })))
}

function tooMany(wait: number): WebAnswer {
  const text = 'Too many clients were registered from this address; try again later.'
  const answer = failureAs(429, new OAuthError('temporarilyUnavailable', text))
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(wait) } }
}

interface NewClient {
  readonly clientId: string
  readonly secret: string | null
  readonly now: number
}

/** RFC 7591, 3.2.1: all that is registered, which may be less than was asked. */
function created({ clientId, secret, now }: NewClient, metadata: ClientMetadata, grants: readonly string[]): WebAnswer {
  const { name, redirectUris, method, keys = {} } = metadata
  return {
    status: 201,
    headers: { 'content-type': jsonType, 'cache-control': 'no-store', pragma: 'no-cache' },
    body: JSON.stringify({
      client_id: clientId,
      client_id_issued_at: now,
      ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
      client_name: name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: method,
      grant_types: grants,
      response_types: ['code'],
      ...('keys' in keys ? { jwks: keys } : keys),
    }),
  }
}
