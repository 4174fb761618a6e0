// Serves the console: its sign-in, its session, and every route of the API once more for requests with its cookie.
import { type Caller, isFresh } from '../../accounts/caller.ts'
import { seconds } from '../../base/clock.ts'
import { refuse } from '../../base/errors.ts'
import { version } from '../../base/version.ts'
import { jsonAnswer, type WebHandler } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { CheckResult } from '../../model/store-check/store-check.ts'
import { nameAndEmail } from '../../options/users.ts'
import type { Look } from '../../pages/look.ts'
import type { Pictures } from '../../sessions/pictures.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { mcpPath } from '../../standard/index.ts'
import { type Handler, lanePrefix, type Route } from '../route.ts'
import { page } from './kinds.ts'
import { checkFacts } from './probes.ts'

export interface ConsoleParts {
  readonly settings: Settings
  readonly look: Look
  readonly sessions: Sessions
  readonly pictures: Pictures
  readonly consoleSignIn: WebHandler
  readonly operations: OperationParts
  /** The public origin. */
  readonly origin: () => string
  /** The last check of the whole store; null before the first one. */
  readonly lastCheck: () => Promise<CheckResult | null>
  /** Fills an empty database; returns the number of created records by entity. */
  readonly addSampleData: (database: string) => Promise<Readonly<Record<string, number>>>
}

/** The routes that take a bearer token, under the prefix of the console: the same handlers, by session, without CORS. */
export const consoleLane = (routes: readonly Route[], settings: Settings): readonly Route[] =>
  routes
    .filter(({ auth }) => auth === 'bearer' || auth === 'optional')
    .map(({ cors: _, ...route }) => ({ ...route, path: lanePrefix + lanePath(route.path, settings), auth: 'session' }))

/** `/api/Read` becomes `/Read`; the others keep their place, and the authorization server is `/auth` whatever its prefix. */
function lanePath(path: string, { apiPrefix, authPrefix }: Settings): string {
  if (path.startsWith(`${apiPrefix}/`)) return path.slice(apiPrefix.length)
  return path.startsWith(`${authPrefix}/`) ? `/auth${path.slice(authPrefix.length)}` : path
}

const got = { method: 'GET', body: 'none', auth: 'session', face: 'envelope' } as const
const sent = { method: 'POST', body: 'text', bodyLimit: 1024, auth: 'session', face: 'envelope' } as const

export function consoleRoutes(parts: ConsoleParts): readonly Route[] {
  const { sessions, consoleSignIn } = parts
  const session: Handler = async ({ caller }) => jsonAnswer(JSON.stringify(await sessionFacts(caller as Caller, parts)))
  const all: Handler = async request => {
    const callers = await sessions.all(request)
    const shown = await Promise.all(
      callers.map(async one => ({ database: one.database, user: await person(one, parts) })),
    )
    return jsonAnswer(
      JSON.stringify({ sessions: shown, installation: installationOf(parts), demo: parts.settings.demo }),
    )
  }
  const signOut: Handler = async ({ caller }) => {
    const { session, database, uid } = caller as Caller
    if (session) {
      await parts.operations.store.write(tx => sessions.end(tx, session.id, { reason: 'signed-out', by: uid }))
    }
    const answer = jsonAnswer('{"Code":0}')
    return { ...answer, headers: { ...answer.headers, 'set-cookie': sessions.endingCookie(database) } }
  }
  const addSampleData: Handler = async ({ caller }) => {
    const { admin, database } = caller as Caller
    if (!admin) refuse('AdministratorRequired', '', 'Only an administrator may add sample data.')
    return jsonAnswer(JSON.stringify({ Code: 0, Made: await parts.addSampleData(database) }))
  }
  const storeCheck: Handler = async ({ caller }) => {
    if (!(caller as Caller).admin) refuse('AdministratorRequired', '', 'Only an administrator may see the store check.')
    // Figures only, since findings may be about records of other databases.
    return jsonAnswer(JSON.stringify({ Code: 0, Check: checkFacts(await parts.lastCheck()) }))
  }
  const at = (path: string) => `${lanePrefix}/${path}`
  return [
    { ...page, path: '/console/sign-in', operation: 'console-sign-in', handler: consoleSignIn },
    { ...got, path: at('session'), operation: 'console-session', handler: session },
    { ...got, auth: 'none', path: at('sessions'), operation: 'console-session', handler: all },
    { ...got, path: at('store-check'), operation: 'console-store-check', handler: storeCheck },
    { ...sent, path: at('sign-out'), operation: 'console-sign-out', handler: signOut },
    { ...sent, path: at('sample-data'), operation: 'console-sample-data', handler: addSampleData },
  ]
}

const installationOf = ({ look }: ConsoleParts) => ({ name: look.name, version })

async function person({ db, uid, admin }: Caller, { operations }: ConsoleParts) {
  const { name, email } = await nameAndEmail(operations, db, uid)
  return { key: encodeKey('User', uid), uid, name, email, administrator: admin }
}

/** What the console needs before its first screen. */
async function sessionFacts(caller: Caller, parts: ConsoleParts): Promise<object> {
  const { operations, settings } = parts
  const { database, culture, timeZone, session } = caller
  const catalog = await operations.catalogs.get(caller.db)
  return {
    database,
    user: { ...(await person(caller, parts)), picture: await parts.pictures.version(caller) },
    culture,
    timeZone,
    currency: catalog.currency,
    language: culture.split('-', 1)[0],
    created: isoOf(session?.created),
    ends: isoOf(session?.ends),
    fresh: isFresh(caller, seconds(operations.clock)),
    modelDigest: catalog.digest(),
    installation: installationOf(parts),
    demo: settings.demo,
    authPrefix: settings.authPrefix,
    assistants: assistantsOf(parts),
  }
}

/** Where assistants connect, and whether those that no administrator has registered may; null where none can. */
const assistantsOf = ({ settings: { standardLane }, origin }: ConsoleParts) =>
  standardLane === 'off' ? null : { address: origin() + mcpPath, isOpen: standardLane === 'any' }

const isoOf = (moment = 0): string => new Date(moment * 1000).toISOString()
