// Reads what a client says of itself: in a document at its address, or when it registers (RFC 7591).
import { Refusal } from '../../base/errors.ts'
import { type ClientKeys, clientKeysProblem } from '../../entities/rules/client-keys.ts'
import { standardRedirectProblem } from '../../entities/rules/redirect-uri.ts'
import { fail } from '../../oauth/errors.ts'

/** What is kept of it, as JSON. */
export interface ClientMetadata {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly method: string
  readonly keys?: ClientKeys
}

interface MetadataRules {
  /** Redirect URIs with a scheme of their own that a client may have, in full. */
  readonly listed: readonly string[]
  /** How a client may authenticate; the first one when it does not say. */
  readonly methods: readonly string[]
}

const mostRedirectUris = 50
const nameMaxLength = 80

export function readClientMetadata(json: Readonly<Record<string, unknown>>, rules: MetadataRules): ClientMetadata {
  const { token_endpoint_auth_method: method = rules.methods[0] } = json
  if (typeof method !== 'string' || !rules.methods.includes(method)) {
    fail('invalidClientMetadata', `The token_endpoint_auth_method must be ${rules.methods.join(' or ')}.`)
  }
  const redirectUris = redirectUrisIn(json.redirect_uris, rules)
  const keys = method === 'private_key_jwt' ? { keys: keysIn(json) } : {}
  return { name: shownName(json.client_name), redirectUris, method, ...keys }
}

function redirectUrisIn(given: unknown, { listed }: MetadataRules): readonly string[] {
  if (!Array.isArray(given) || given.length === 0) {
    fail('invalidRedirectUri', 'The redirect_uris must be a list of one URI at least.')
  }
  if (given.length > mostRedirectUris)
    fail('invalidRedirectUri', `At most ${mostRedirectUris} redirect_uris are taken.`)
  given.forEach((uri, at) => {
    const message = typeof uri === 'string' ? standardRedirectProblem(uri, listed) : 'It is no text.'
    if (message === null) return
    const { message: text } = new Refusal([{ error: 'InvalidValue', path: '', message }])
    fail('invalidRedirectUri', `redirect_uris[${at}]: ${text}`)
  })
  return given as string[]
}

/** By either of the two members (RFC 7591, 2). */
function keysIn({ jwks, jwks_uri }: Readonly<Record<string, unknown>>): ClientKeys {
  const given = jwks_uri === undefined ? jwks : { jwks_uri, ...(jwks === undefined ? {} : { keys: jwks }) }
  const problem = clientKeysProblem(given)
  if (problem !== null) fail('invalidClientMetadata', `For private_key_jwt the metadata ${problem}.`)
  return given as ClientKeys
}

/** Without characters that are not seen, or that turn the direction of what follows. */
function shownName(name: unknown): string {
  const seen = typeof name === 'string' ? name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() : ''
  return seen === '' ? 'Application' : seen.slice(0, nameMaxLength)
}
