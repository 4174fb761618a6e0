// Tests the provider of single sign-on step by step, so that administrators see mistakes before the first sign-in.
import { isObject } from '../base/text/json.ts'
import { outboundFetch } from '../outbound/fetch.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { isLoopbackIssuer, largestAnswer } from './settings.ts'

export const providerChecks = ['discovery', 'issuer', 'endpoints', 'client', 'keys'] as const

interface ProviderCheck {
  readonly name: (typeof providerChecks)[number]
  /** Null when the check needs something that an earlier one did not find. */
  readonly passed: boolean | null
  readonly message: string
}

export interface ProviderTest {
  readonly passed: boolean
  readonly checks: readonly ProviderCheck[]
}

interface TestedProvider {
  readonly issuer: string
  readonly hasSecret: boolean
}

type Metadata = Record<string, unknown>

/** The message of a failed check. */
class CheckFailure extends Error {}

const fail = (message: string): never => {
  throw new CheckFailure(message)
}

/** Everything but the sign-in itself, for which a person is needed. The requests go through the outbound guard. */
export async function testProvider(outbound: Outbound, { issuer, hasSecret }: TestedProvider): Promise<ProviderTest> {
  const get = jsonGetter(outbound)
  let metadata: Metadata | null = null
  const steps: Record<ProviderCheck['name'], (metadata: Metadata) => string | Promise<string>> = {
    async discovery() {
      const url = discoveryUrl(issuer)
      metadata = await get(url)
      return `${url} has the metadata of the provider.`
    },
    issuer: found => checkIssuer(found, issuer),
    endpoints: found => checkEndpoints(found, outbound),
    client: found => checkClient(found, hasSecret),
    async keys(found) {
      const url = typeof found.jwks_uri === 'string' ? found.jwks_uri : fail('The metadata has no jwks_uri.')
      return checkKeys(await get(url), url)
    },
  }
  const checks: ProviderCheck[] = []
  for (const name of providerChecks) {
    const missing = name !== 'discovery' && metadata === null
    checks.push(
      missing
        ? { name, passed: null, message: 'Not checked: there is no metadata.' }
        : { name, ...(await outcomeOf(() => steps[name](metadata ?? {}))) },
    )
  }
  return { passed: checks.every(({ passed }) => passed === true), checks }
}

async function outcomeOf(step: () => string | Promise<string>): Promise<{ passed: boolean; message: string }> {
  try {
    return { passed: true, message: await step() }
  } catch (error) {
    // The messages of refused and failed requests are for the person who chose the address.
    return { passed: false, message: error instanceof Error ? error.message : String(error) }
  }
}

/** The path is appended to that of the issuer, as OpenID Connect Discovery has it. */
function discoveryUrl(issuer: string): string {
  const url = new URL(issuer)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
  return url.href
}

const jsonGetter = (outbound: Outbound) => {
  const fetch = outboundFetch(outbound, largestAnswer)
  return async (url: string): Promise<Metadata> => {
    const answer = await fetch(url, { headers: { accept: 'application/json' } })
    if (answer.status !== 200) fail(`${url} answers with HTTP ${answer.status}.`)
    const content: unknown = await answer.json().catch(() => null)
    return isObject(content) ? content : fail(`${url} does not answer with a JSON object.`)
  }
}

function checkIssuer({ issuer: reported }: Metadata, issuer: string): string {
  const spelled = typeof reported === 'string' && URL.canParse(reported) ? new URL(reported).href : null
  if (spelled === new URL(issuer).href) return `The provider calls itself ${reported}.`
  return fail(
    `The provider calls itself ${JSON.stringify(reported ?? null)}, not ${issuer}. Enter what it calls itself.`,
  )
}

function checkEndpoints(metadata: Metadata, outbound: Outbound): string {
  for (const name of ['authorization_endpoint', 'token_endpoint']) {
    const url = metadata[name]
    if (typeof url !== 'string' || !URL.canParse(url)) return fail(`The metadata has no ${name}.`)
    if (!url.startsWith('https:') && !isLoopbackIssuer(url)) fail(`The ${name} ${url} is not an https address.`)
  }
  // The browser goes to the first one; this server asks the second.
  const complaint = outbound.complaint(String(metadata.token_endpoint))
  if (complaint !== null) fail(`The token_endpoint ${metadata.token_endpoint} is refused: ${complaint}.`)
  const { response_types_supported: types } = metadata
  if (Array.isArray(types) && !types.includes('code')) fail('The provider does not support the code flow.')
  return 'There are an authorization endpoint and a token endpoint.'
}

/** A provider that says nothing takes client_secret_basic, and most take client_secret_post, which is sent. */
function checkClient({ token_endpoint_auth_methods_supported: methods }: Metadata, hasSecret: boolean): string {
  const wanted = hasSecret ? 'client_secret_post' : 'none'
  if (Array.isArray(methods) && !methods.includes(wanted)) {
    const advice = hasSecret ? 'Register a client that it takes.' : 'Enter the client secret.'
    fail(`The provider does not take the client authentication ${wanted}, but ${methods.join(', ')}. ${advice}`)
  }
  return hasSecret
    ? 'The client secret is sent as client_secret_post. Whether it is right shows at the first sign-in.'
    : 'The client has no secret.'
}

function checkKeys({ keys }: Metadata, url: string): string {
  const signing = Array.isArray(keys) ? keys.filter(key => isObject(key) && key.use !== 'enc') : []
  if (signing.length === 0) fail(`${url} has no key that signs.`)
  return `${url} has ${signing.length} ${signing.length === 1 ? 'key' : 'keys'} for signatures.`
}
