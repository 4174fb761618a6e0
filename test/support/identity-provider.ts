// Runs a real OpenID Connect provider, the npm package oidc-provider with its own sign-in forms.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { type Page, Person } from './person.ts'

export interface IdentityProvider {
  readonly issuer: string
  /** The claim `groups` of each user; absent for users without an entry. */
  readonly groups: Map<string, string[]>
  /** Signs in at the provider as `login`, from the address that our server redirected to; gives the address of the callback. */
  visit(location: string, login: string): Promise<string>
  close(): Promise<void>
}

/** Settings of a server that may ask a provider on this machine. */
export const providerNearby = { outboundNetworks: '127.0.0.1', outboundHttp: true }

export const providerClient = { id: 'clientele', secret: 'the provider gave us this secret' }

/** The user `x` has the e-mail `x@example.com`, verified unless x is `unverified`. */
export async function startProvider(redirectUris: readonly string[]): Promise<IdentityProvider> {
  const groups = new Map<string, string[]>()
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: providerClient.id,
        client_secret: providerClient.secret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.com`,
        email_verified: id !== 'unverified',
        name: id,
        ...(groups.has(id) ? { groups: groups.get(id) } : {}),
      }),
    }),
    cookies: { keys: ['test'] },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    groups,
    async visit(location, login) {
      const person = new Person(issuer)
      let page = await person.go(location)
      while (page.location === null) page = await answer(person, page, login)
      return page.location
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The provider's development forms: first who you are, then whether that is all right. */
function answer(person: Person, page: Page, login: string): Promise<Page> {
  const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1]
  if (action === undefined) throw new Error(`The provider shows no form:\n${page.text}`)
  const prompt = /name="prompt" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  return person.post(action, { prompt, login, password: 'any' })
}
