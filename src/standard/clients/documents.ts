// Knows the clients that describe themselves by a document at an https address, which is their client id.
import { BoundedMap } from '../../base/caches/bounded-map.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { isObject } from '../../base/text/json.ts'
import type { Settings } from '../../config/settings.ts'
import { type ClientKeys, clientKeysProblem } from '../../entities/rules/client-keys.ts'
import { standardRedirectProblem } from '../../entities/rules/redirect-uri.ts'
import { type Application, type Applications, createApplications } from '../../oauth/applications.ts'
import { outboundFetch } from '../../outbound/fetch.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Store, Tx } from '../../storage/store.ts'
import { keepDocument, keptDocument, replaceDocument } from '../statements.ts'

interface DocumentParts {
  readonly store: Store
  readonly clock: Clock
  readonly outbound: Outbound
  /** The applications that are registered. */
  readonly registered: Applications
  readonly settings: Pick<Settings, 'standardLane' | 'standardHosts' | 'standardRedirects'>
}

/** Cursor's, which is no https address and not on this machine. */
const redirectOfCursor = 'cursor://anysphere.cursor-mcp/oauth/callback'

export interface Clients extends Applications {
  /** The client as its document describes it now, for a new sign-in; null when there is none, or it is not allowed. */
  current(clientId: string): Promise<Application | null>
}

const documentMaxBytes = 5 * 1024
const documentMs = 5_000
const shortestSeconds = 5 * 60
const longestSeconds = 24 * 3600
/** A document that could not be had is asked for again after this time. */
const failureSeconds = 60
const mostRedirectUris = 50
const nameMaxLength = 80
/** Documents that are fetched at the same time, for all clients together. */
const mostFetches = 8
const remembered = 1000

/** What is kept of a document. */
interface KeptDocument {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly keys?: ClientKeys
}

interface KnownClient {
  readonly application: Application
  /** When the document is to be fetched again. */
  readonly until: number
}

/** What the store has of clients, registered ones and others; a grant goes on while its document cannot be reached. */
function keptClients(store: Store, registered: Applications) {
  const known = new BoundedMap<KnownClient>(remembered)
  const read = async (clientId: string): Promise<KnownClient | null> => {
    const [row] = await store.rows(keptDocument(store.dialect, { clientId }))
    if (!row) return null
    const entry = { application: applicationOf(clientId, row.document), until: row.expires }
    known.set(clientId, entry)
    return entry
  }
  const find: Applications['find'] = clientId => {
    if (!describesItself(clientId)) return registered.find(clientId)
    return known.get(clientId)?.application ?? read(clientId).then(entry => entry?.application ?? null)
  }
  return { known, read, find, close: registered.close }
}

const describesItself = (clientId: string): boolean => clientId.startsWith('https://')

/** The clients of what was granted, for programs without sign-ins. */
export const storedClients = (store: Store): Applications => keptClients(store, createApplications(store))

export function createClients(parts: DocumentParts): Clients {
  const { store, clock, registered, settings } = parts
  const { known, read, find, close } = keptClients(store, registered)
  const failed = new BoundedMap<number>(remembered)
  let fetching = 0

  const fetched = async (clientId: string): Promise<Application | null> => {
    const now = seconds(clock)
    if (fetching >= mostFetches || (failed.get(clientId) ?? 0) > now) return null
    fetching++
    try {
      const found = await fetchDocument(parts, clientId)
      if (found) {
        const application = applicationOf(clientId, JSON.stringify(found.document))
        known.set(clientId, { application, until: now + found.maxAge })
        return application
      }
      failed.set(clientId, now + failureSeconds)
      return null
    } finally {
      fetching--
    }
  }

  return {
    find,
    close,
    async current(clientId) {
      if (!describesItself(clientId)) return registered.find(clientId)
      if (!isDocumentAddress(clientId) || !isAllowed(settings, clientId)) return null
      const entry = known.get(clientId) ?? (await read(clientId))
      return entry && entry.until > seconds(clock) ? entry.application : fetched(clientId)
    },
  }
}

/** Https with a path, written as a browser would write it; no fragment and no credentials. */
function isDocumentAddress(clientId: string): boolean {
  if (clientId.length > 500 || !URL.canParse(clientId)) return false
  const { href, pathname, hash, username, password } = new URL(clientId)
  return href === clientId && pathname !== '/' && hash === '' && username === '' && password === ''
}

function isAllowed({ standardLane, standardHosts }: DocumentParts['settings'], clientId: string): boolean {
  if (standardLane === 'any') return true
  const { hostname } = new URL(clientId)
  return standardLane === 'listed' && standardHosts.split(',').some(host => host.trim() === hostname)
}

/** The name comes from a stranger, so the host, which was proved, stands beside it wherever it is shown. */
function applicationOf(clientId: string, document: string): Application {
  const { name, redirectUris, keys = null } = JSON.parse(document) as KeptDocument
  return {
    clientId,
    name: `${name} (${new URL(clientId).host})`,
    redirectUris,
    secretDigest: null,
    isPublic: keys === null,
    keys,
    allowS256: true,
    db: 0,
    document,
  }
}

/** Stores the document with the first code that a person lets a client have, so that strangers cannot fill the store. */
export async function keepClient(
  tx: Tx,
  { store, clock }: Pick<DocumentParts, 'store' | 'clock'>,
  clientId: string,
  document: string,
): Promise<void> {
  const row = { client_id: clientId, document, expires: seconds(clock) + shortestSeconds }
  if ((await tx.run(replaceDocument(store.dialect, row))) === 0) await tx.run(keepDocument(store.dialect, row))
}

async function fetchDocument({ outbound, settings }: DocumentParts, clientId: string) {
  try {
    const answer = await outboundFetch(outbound, documentMaxBytes)(clientId, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(documentMs),
    })
    const type = answer.headers.get('content-type') ?? ''
    if (answer.status !== 200 || !/^application\/([a-z.+-]+\+)?json\b/.test(type)) return null
    const document = documentOf(
      await answer.json(),
      clientId,
      `${redirectOfCursor},${settings.standardRedirects ?? ''}`,
    )
    return document && { document, maxAge: maxAgeOf(answer.headers.get('cache-control') ?? '') }
  } catch {
    // Whatever the other side did wrong, there is no document.
    return null
  }
}

function documentOf(json: unknown, clientId: string, schemes: string): KeptDocument | null {
  if (!isObject(json) || json.client_id !== clientId) return null
  const { redirect_uris: uris, client_name: name, token_endpoint_auth_method: method = 'none' } = json
  const keys = method === 'private_key_jwt' ? keysIn(json) : undefined
  if ((method !== 'none' && keys === undefined) || 'client_secret' in json) return null
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > mostRedirectUris) return null
  if (!uris.every(uri => typeof uri === 'string' && standardRedirectProblem(uri, schemes) === null)) return null
  return { name: shownName(name), redirectUris: uris as string[], ...(keys === undefined ? {} : { keys }) }
}

/** The keys of a client's metadata, by either of the two members (RFC 7591); undefined when they are none. */
function keysIn({ jwks, jwks_uri }: Readonly<Record<string, unknown>>): ClientKeys | undefined {
  const given = jwks_uri === undefined ? jwks : { jwks_uri, ...(jwks === undefined ? {} : { keys: jwks }) }
  return clientKeysProblem(given) === null ? (given as ClientKeys) : undefined
}

/** Without characters that are not seen, or that turn the direction of what follows. */
function shownName(name: unknown): string {
  const seen = typeof name === 'string' ? name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() : ''
  return seen === '' ? 'Application' : seen.slice(0, nameMaxLength)
}

function maxAgeOf(control: string): number {
  const given = /(?:^|[ ,])max-age=(\d{1,9})/.exec(control)?.[1]
  const wanted = /no-store|no-cache/.test(control) || given === undefined ? 0 : Number(given)
  return Math.min(longestSeconds, Math.max(shortestSeconds, wanted))
}
