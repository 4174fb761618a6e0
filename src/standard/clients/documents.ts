// Knows the clients that describe themselves by a document at an https address, which is their client id.
import { BoundedMap } from '../../base/caches/bounded-map.ts'
import { type Clock, seconds, systemClock } from '../../base/clock.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import { isObject } from '../../base/text/json.ts'
import type { Settings } from '../../config/settings.ts'
import { listedRedirects } from '../../entities/rules/redirect-uri.ts'
import { type Application, type Applications, createApplications } from '../../oauth/applications.ts'
import { outboundFetch } from '../../outbound/fetch.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Store, Tx } from '../../storage/store.ts'
import { keepDocument, keptDocument, replaceDocument } from '../statements.ts'
import { type ClientMetadata, readClientMetadata } from './client-metadata.ts'
import { createRegistrations, keepRegistration, registersItself } from './registrations.ts'

interface DocumentParts {
  readonly store: Store
  readonly clock: Clock
  readonly outbound: Outbound
  /** The applications that are registered. */
  readonly registered: Applications
  readonly settings: Pick<Settings, 'standardLane' | 'standardHosts' | 'standardRedirects'>
}

export interface Clients extends Applications {
  /** The client as its document describes it now, for a new sign-in; null when there is none, or it is not allowed. */
  current(clientId: string): Promise<Application | null>
  /** Notes that a client goes on with a grant, so that its registration is kept. */
  noteUse(clientId: string): MaybePromise<void>
}

const documentMaxBytes = 5 * 1024
const documentMs = 5_000
const shortestSeconds = 5 * 60
const longestSeconds = 24 * 3600
/** A document that could not be had is asked for again after this time. */
const failureSeconds = 60
/** Documents that are fetched at the same time, for all clients together. */
const mostFetches = 8
const remembered = 1000

interface KnownClient {
  readonly application: Application
  /** When the document is to be fetched again. */
  readonly until: number
}

/** What the store has of clients, registered ones and others; a grant goes on while its document cannot be reached. */
function keptClients(store: Store, clock: Clock, registered: Applications) {
  const registrations = createRegistrations(store, clock)
  const known = new BoundedMap<KnownClient>(remembered)
  const read = async (clientId: string): Promise<KnownClient | null> => {
    const [row] = await store.rows(keptDocument(store.dialect, { clientId }))
    if (!row) return null
    const entry = { application: applicationOf(clientId, row.document), until: row.expires }
    known.set(clientId, entry)
    return entry
  }
  const find: Applications['find'] = clientId => {
    if (registersItself(clientId)) return registrations.find(clientId)
    if (!describesItself(clientId)) return registered.find(clientId)
    return known.get(clientId)?.application ?? read(clientId).then(entry => entry?.application ?? null)
  }
  return { known, read, find, noteUse: registrations.noteUse, close: registered.close }
}

const describesItself = (clientId: string): boolean => clientId.startsWith('https://')

/** The clients of what was granted, for programs without sign-ins. */
export const storedClients = (store: Store): Applications => keptClients(store, systemClock, createApplications(store))

export function createClients(parts: DocumentParts): Clients {
  const { store, clock, registered, settings } = parts
  const { known, read, find, noteUse, close } = keptClients(store, clock, registered)
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
    ...{ find, noteUse, close },
    async current(clientId) {
      if (!describesItself(clientId)) return find(clientId)
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
  const { name, redirectUris, keys = null } = JSON.parse(document) as ClientMetadata
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

/**
 * Stores the document with the first code that a person lets a client have, so that strangers cannot fill the store. What
 * registers itself is stored already, and kept longer from now on.
 */
export async function keepClient(
  tx: Tx,
  { store, clock }: Pick<DocumentParts, 'store' | 'clock'>,
  clientId: string,
  document: string,
): Promise<void> {
  if (registersItself(clientId)) return keepRegistration(tx, { store, clock }, clientId)
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
    const document = documentOf(await answer.json(), clientId, listedRedirects(settings.standardRedirects))
    return document && { document, maxAge: maxAgeOf(answer.headers.get('cache-control') ?? '') }
  } catch {
    // Whatever the other side did wrong, there is no document.
    return null
  }
}

function documentOf(json: unknown, clientId: string, listed: readonly string[]): ClientMetadata | null {
  if (!isObject(json) || json.client_id !== clientId || 'client_secret' in json) return null
  return readClientMetadata(json, { listed, methods: ['none', 'private_key_jwt'] })
}

function maxAgeOf(control: string): number {
  const given = /(?:^|[ ,])max-age=(\d{1,9})/.exec(control)?.[1]
  const wanted = /no-store|no-cache/.test(control) || given === undefined ? 0 : Number(given)
  return Math.min(longestSeconds, Math.max(shortestSeconds, wanted))
}
