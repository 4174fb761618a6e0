// Speaks SCIM to a server as an identity provider does, with a token that an administrator makes.
import assert from 'node:assert/strict'
import type { Crm, Json, Person } from '../support/crm.ts'

interface ScimAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

export interface ScimClient {
  readonly token: string
  ask(method: string, path: string, body?: Json, headers?: Record<string, string>): Promise<ScimAnswer>
  /** The same, and the status must be this one; gives the body. */
  expect(status: number, method: string, path: string, body?: Json, headers?: Record<string, string>): Promise<Json>
}

/** Asks for the set-up as an administrator does. */
export async function setUpScim(
  crm: Crm,
  method: string,
  path = '',
  body?: Json,
  as: Person = crm.admin,
): Promise<Json> {
  const answer = await fetch(`${crm.server.url}/oauth/v1/scim${path}`, {
    method,
    headers: { authorization: `Bearer ${as.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return answer.json()
}

export async function scimClient(crm: Crm, name = 'Entra'): Promise<ScimClient> {
  const { Token } = await setUpScim(crm, 'POST', '/tokens', { Name: name })
  return clientOf(crm.server.url, Token)
}

export function clientOf(url: string, token: string): ScimClient {
  const ask: ScimClient['ask'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    token,
    ask,
    expect: async (status, ...asked) => {
      const answer = await ask(...asked)
      assert.equal(answer.status, status, `${asked[0]} ${asked[1]}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}

export const patchOf = (...Operations: Json[]): Json => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

/** A filter as a query. */
export const filtered = (filter: string): string => `?filter=${encodeURIComponent(filter)}`
