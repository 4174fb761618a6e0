// Takes authorize requests ahead of the browser (RFC 9126), so that their parameters pass through no address line.
import { seconds } from '../../base/clock.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { newNonce } from '../../base/secrets/secret.ts'
import { header, jsonType, type WebHandler, type WebRequest } from '../../base/web.ts'
import { type AuthorizeCheck, AuthorizeContext, UnsafeToRedirect } from '../../oauth/authorize/context.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { fail } from '../../oauth/errors.ts'
import { Parameters } from '../../oauth/parameters.ts'
import { readParameters, requireForm } from '../../oauth/token/check-request.ts'
import { TokenContext } from '../../oauth/token/context.ts'
import type { ClientLane } from '../../oauth/token/endpoint.ts'
import { endedPage } from '../../pages/sign-in/error-page.ts'
import { en } from '../../pages/sign-in/texts/en.ts'
import { styleOf } from '../../sign-in/context.ts'
import { provedKey } from '../dpop/proof.ts'
import { standardLane } from '../facts.ts'
import { insertPushed, pushedQuery, takePushed } from '../statements.ts'

/** Long enough to redirect a browser. */
const pushedSeconds = 90

const prefix = 'urn:ietf:params:oauth:request_uri:'

/** Parameters that authenticate the client, which are no part of the request. */
const ofClient: readonly string[] = ['client_secret', 'client_assertion', 'client_assertion_type']

interface PushParts {
  readonly endpoints: EndpointParts
  readonly checks: readonly AuthorizeCheck[]
  readonly clients: ClientLane
}

/** POST below the standard issuer: the same checks as at the authorize endpoint, before a person waits. */
export const pushEndpoint =
  ({ endpoints, checks, clients }: PushParts): WebHandler =>
  async request => {
    const { store, clock, random, issuer } = endpoints
    const context = new TokenContext(endpoints, request, seconds(clock), standardLane)
    try {
      requireForm(context)
      readParameters(context)
      await clients.authenticate(context)
      const { clientId } = context.application
      if (context.parameters.get('request_uri') !== undefined) {
        fail('invalidRequest', 'The request_uri of an authorize request is no parameter here.')
      }
      const fields = [...new URLSearchParams(request.body)].filter(([name]) => !ofClient.includes(name))
      const query = new URLSearchParams(fields.filter(([name]) => name !== 'client_id'))
      query.set('client_id', clientId)
      await bindToProof(context, query)
      await checkAll(checks, new AuthorizeContext(endpoints, new Parameters(query.toString()), issuer()))
      const id = newNonce(random)
      const row = { digest: digestOf(id), client_id: clientId, query: query.toString() }
      const expires = context.now + pushedSeconds
      await store.write(tx => tx.run(insertPushed(store.dialect, { ...row, expires })))
      return {
        status: 201,
        headers: { 'content-type': jsonType, 'cache-control': 'no-store' },
        body: JSON.stringify({ request_uri: prefix + id, expires_in: pushedSeconds }),
      }
    } catch (error) {
      return clients.failure(error, endpoints)
    }
  }

/** A proof that comes with the request binds the code to its key (RFC 9449, 10.1). */
async function bindToProof({ parts, request }: TokenContext, query: URLSearchParams): Promise<void> {
  const proof = header(request, 'dpop')
  if (proof === undefined) return
  const key = await provedKey(parts, proof, { method: 'POST', url: `${parts.issuer()}/par` })
  if ((query.get('dpop_jkt') ?? key) !== key) fail('invalidDpopProof', 'The dpop_jkt names another key than the proof.')
  query.set('dpop_jkt', key)
}

async function checkAll(checks: readonly AuthorizeCheck[], context: AuthorizeContext): Promise<void> {
  try {
    for (const check of checks) await check(context)
  } catch (error) {
    if (!(error instanceof UnsafeToRedirect)) throw error
    fail('invalidRequest', error.say(en.errors.badRequest))
  }
}

/** Puts the parameters that were sent ahead into the place of their address, once. */
export const withPushed =
  (parts: EndpointParts, authorize: WebHandler): WebHandler =>
  async request => {
    const parameters = new Parameters(request.query)
    const uri = parameters.get('request_uri')
    if (uri === undefined) return authorize(request)
    const query = await queryOf(parts, uri, parameters.get('client_id') ?? '')
    return query === null ? endedPage(styleOf(parts, request)) : authorize(withQuery(request, query))
  }

async function queryOf({ store, clock }: EndpointParts, uri: string, clientId: string): Promise<string | null> {
  if (!uri.startsWith(prefix)) return null
  const digest = digestOf(uri.slice(prefix.length))
  const now = seconds(clock)
  const [row] = await store.rows(pushedQuery(store.dialect, { digest, clientId, now }))
  if (!row || (await store.write(tx => tx.run(takePushed(store.dialect, { digest, now })))) !== 1) return null
  return row.query
}

export const withQuery = (request: WebRequest, query: string): WebRequest => {
  const { id, method, headers, body, address, params } = request
  return { id, method, headers, body, address, params, query }
}
