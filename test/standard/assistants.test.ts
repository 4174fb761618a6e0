// Tests that known assistants connect by discovery alone, with the unmodified client of the protocol: by document and by registration.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { eachAuth } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { documentHost } from '../support/document-host.ts'
import { Person } from '../support/person.ts'
import { signedIn } from '../support/standard.ts'

interface Assistant {
  readonly name: string
  /** What its document lists. */
  readonly listed: readonly string[]
  /** What it registers where it knows no documents, if it does. */
  readonly registered: readonly string[]
  /** Where its browser goes back to. */
  readonly sent: readonly string[]
}

const claude = ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback']
const web = ['https://vscode.dev/redirect', 'https://insiders.vscode.dev/redirect']
const cursor = ['cursor://anysphere.cursor-mcp/oauth/callback', 'https://www.cursor.com/agents/mcp/oauth/callback']

const assistants: readonly Assistant[] = [
  { name: 'Claude', listed: claude, registered: claude, sent: claude },
  {
    name: 'Claude Code',
    listed: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    registered: ['http://localhost:54212/callback'],
    sent: ['http://localhost:54212/callback'],
  },
  {
    name: 'VS Code',
    listed: [...web, 'http://127.0.0.1/'],
    registered: [...web, 'http://127.0.0.1/', 'http://127.0.0.1:33418/'],
    sent: [...web, 'http://127.0.0.1:61733/'],
  },
  { name: 'Cursor', listed: cursor, registered: cursor, sent: cursor },
  {
    name: 'Codex',
    listed: ['http://127.0.0.1/callback/3f9ac1'],
    registered: ['http://127.0.0.1:1455/callback/3f9ac1'],
    sent: ['http://127.0.0.1:1455/callback/3f9ac1'],
  },
]

const host = documentHost()
before(() => host.start())
after(() => host.close())

/** Keeps what the client of the protocol is given, as an assistant does. */
function keeper(redirectUrl: string, metadata: OAuthClientMetadata, clientMetadataUrl?: string) {
  const kept: Json = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: metadata,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    state: () => 'a state of the assistant',
    clientInformation: () => kept.client,
    saveClientInformation: client => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: tokens => void Object.assign(kept, { tokens }),
    redirectToAuthorization: url => void Object.assign(kept, { url }),
    saveCodeVerifier: verifier => void Object.assign(kept, { verifier: verifier }),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: state => void Object.assign(kept, { discovery: state }),
    discoveryState: () => kept.discovery,
  }
  return { kept, provider }
}

eachAuth(
  'known assistants',
  world => {
    const resource = () => new URL(`${world().url}/mcp`)
    const metadataOf = (name: string, redirects: readonly string[]): OAuthClientMetadata => ({
      client_name: name,
      redirect_uris: [...redirects],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
    const connect = async (provider: OAuthClientProvider) => {
      const client = new Client({ name: 'assistant', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      const transport = new StreamableHTTPClientTransport(resource(), { authProvider: provider })
      return { client, transport, connected: client.connect(transport) }
    }

    /** From the address of the server alone to a call, and past the end of the first token. */
    async function walk({ kept, provider }: ReturnType<typeof keeper>, shown: string, redirect: string) {
      const first = await connect(provider)
      await assert.rejects(first.connected, UnauthorizedError)
      const asked: URLSearchParams = kept.url.searchParams
      assert.deepEqual([asked.get('resource'), asked.get('code_challenge_method')], [resource().href, 'S256'])
      assert.match(asked.get('scope') ?? '', /^data( |$)/)
      const person = new Person(world().url)
      const page = await signedIn(world(), kept.url.href, person)
      assert.ok(page.text.includes(`Allow ${shown}`), page.text)
      const isLocal = redirect.startsWith('http:')
      assert.ok(page.text.includes(isLocal ? 'runs on your own computer' : new URL(redirect).host), page.text)
      const back = new URL((await person.submit(page, '/allow')).location ?? assert.fail(page.text))
      assert.equal(`${back.href.split('?')[0]}`, redirect)
      assert.equal(back.searchParams.get('state'), 'a state of the assistant')
      await first.transport.finishAuth(back.searchParams)
      const { client, connected } = await connect(provider)
      await connected
      assert.equal((await client.listTools()).tools.length, 8)
      const before = kept.tokens.refresh_token
      world().clock.advance(11 * 60_000)
      const data = { Type: 'Company', CompanyName: `Made by ${shown}` }
      const saved = (await client.callTool({ name: 'save', arguments: { entity: 'AbEntry', data } })) as Json
      assert.notEqual(kept.tokens.refresh_token, before)
      const where = { ParentKey: saved.structuredContent.Key }
      const read = { entity: 'History', where, fields: ['Application'] }
      const history = (await client.callTool({ name: 'read', arguments: read })) as Json
      assert.ok(history.structuredContent.rows[0].Application.includes(shown), JSON.stringify(history))
      await client.close()
    }

    for (const { name, listed, registered, sent } of assistants) {
      test(`${name} connects by its document, with the scope of the challenge`, async () => {
        for (const redirect of sent) {
          const metadata = metadataOf(name, listed)
          const id = host.publish(`/walk-${encodeURIComponent(name)}.json`, metadata)
          const made = keeper(redirect, metadata, id)
          await walk(made, `${name} (127.0.0.1:`, redirect)
          assert.equal(made.kept.client?.client_id ?? id, id)
        }
      })

      test(`${name} connects where it registers itself`, async () => {
        const made = keeper(sent[0] as string, metadataOf(name, registered))
        await walk(made, `${name} (registered itself)`, sent[0] as string)
        assert.match(made.kept.client.client_id, /^self-/)
      })
    }
  },
  { settings: { standardLane: 'any', standardRegistrations: 50, outboundNetworks: '127.0.0.0/8' } },
)
