// Serves oidc-provider with its in-memory adapter, rotating refresh tokens, and an endpoint that begins chains.
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

interface Model {
  save(): Promise<string>
}

/** The members of oidc-provider that the bench uses beyond the declarations of the tests. */
interface FullProvider {
  callback(): (request: unknown, response: unknown) => void
  readonly Client: { find(id: string): Promise<object> }
  readonly Grant: new (properties: object) => Model & { addOIDCScope(scope: string): void }
  readonly RefreshToken: new (properties: object) => Model
}

const clientId = 'bench'
const scope = 'openid offline_access'
const provider = new Provider('http://127.0.0.1', {
  clients: [
    {
      client_id: clientId,
      client_secret: 'bench-secret',
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: ['https://bench.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  rotateRefreshToken: true,
  claims: {},
  cookies: { keys: ['bench'] },
  scopes: ['openid', 'offline_access'],
  findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
} as never) as unknown as FullProvider

/** Creates the first refresh token of a chain, as a sign-in would. */
async function newChain(): Promise<string> {
  const accountId = 'ada'
  const grant = new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(scope)
  const grantId = await grant.save()
  const client = await provider.Client.find(clientId)
  const properties = { accountId, client, clientId, grantId, scope, gty: 'authorization_code', rotations: 0 }
  return new provider.RefreshToken(properties).save()
}

const handle = provider.callback()
const server = createServer((request, response) => {
  if (request.url !== '/chains') {
    handle(request, response)
    return
  }
  Promise.all(Array.from({ length: 64 }, newChain)).then(
    tokens => response.end(JSON.stringify(tokens)),
    error => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
