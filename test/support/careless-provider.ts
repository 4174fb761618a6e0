// An OpenID Connect provider whose tokens a test writes itself: with other keys, other claims, or endless documents.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface CarelessProvider {
  readonly issuer: string
  /** What the next ID tokens say besides issuer, audience and nonce. */
  claims: Record<string, unknown>
  /** Signs the next ID tokens with a key that the key set does not have. */
  foreignKey: boolean
  /** What its discovery document says in the place of the truth. */
  metadata: Record<string, unknown>
  /** Makes the discovery document endless. */
  endless: boolean
  /** How often it was asked. */
  requests: number
  /** A token with these claims, signed with a key of the key set unless `foreignKey` is true. */
  sign(claims: object, header?: object): string
  /** The address to which the provider sends the browser back. */
  visit(location: string): string
  close(): void
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function jwt(claims: object, key: KeyObject, header: object = {}): string {
  const text = `${base64({ alg: 'RS256', kid: 'one', ...header })}.${base64(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

export async function startCarelessProvider(clientId: string): Promise<CarelessProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const nonces = new Map<string, string>()
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: CarelessProvider = {
    issuer,
    claims: {},
    metadata: {},
    foreignKey: false,
    endless: false,
    requests: 0,
    sign: (claims, header) => jwt(claims, (provider.foreignKey ? foreign : own).privateKey, header),
    visit(location) {
      const asked = new URL(location).searchParams
      const code = `code${nonces.size}`
      nonces.set(code, asked.get('nonce') ?? '')
      return `${asked.get('redirect_uri')}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const idToken = (code: string): string => {
    const now = Math.floor(Date.now() / 1000)
    const known = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce: nonces.get(code) }
    return jwt({ ...known, ...provider.claims }, (provider.foreignKey ? foreign : own).privateKey)
  }
  const answers: Record<string, (body: URLSearchParams) => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...provider.metadata,
    }),
    '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }),
    '/token': body => ({ access_token: 'any', token_type: 'Bearer', id_token: idToken(body.get('code') ?? '') }),
  }
  server.on('request', async (request, response) => {
    provider.requests++
    let body = ''
    for await (const chunk of request) body += chunk
    response.setHeader('content-type', 'application/json')
    if (provider.endless) {
      response.write(`{"issuer":"${issuer}","padding":"`)
      const timer = setInterval(() => response.write('x'.repeat(256 * 1024)), 1)
      response.on('close', () => clearInterval(timer))
      return
    }
    response.end(JSON.stringify(answers[request.url ?? '']?.(new URLSearchParams(body)) ?? {}))
  })
  return provider
}
