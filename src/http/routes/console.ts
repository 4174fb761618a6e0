// Serves the console: its sign-in, its session, and every route of the API once more for requests with its cookie.
import { type Caller, isFresh } from '../../accounts/caller.ts'
import { seconds } from '../../base/clock.ts'
import { version } from '../../base/version.ts'
import { jsonAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { AuthorizationServer } from '../../oauth/index.ts'
import { nameAndEmail } from '../../options/users.ts'
import type { Look } from '../../pages/look.ts'
import { type Handler, lanePrefix, type Route } from '../route.ts'

interface ConsoleParts {
  readonly settings: Settings
  readonly look: Look
  readonly authorization: Pick<AuthorizationServer, 'sessions' | 'consoleSignIn'>
  readonly operations: OperationParts
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

export function consoleRoutes(parts: ConsoleParts): readonly Route[] {
  const { sessions, consoleSignIn } = parts.authorization
  const own = { auth: 'session', face: 'envelope' } as const
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
  return [
    {
      method: 'GET',
      path: '/console/sign-in',
      body: 'none',
      auth: 'none',
      face: 'page',
      operation: 'console-sign-in',
      handler: consoleSignIn,
    },
    {
      ...own,
      method: 'GET',
      path: `${lanePrefix}/session`,
      body: 'none',
      operation: 'console-session',
      handler: session,
    },
    {
      ...own,
      auth: 'none',
      method: 'GET',
      path: `${lanePrefix}/sessions`,
      body: 'none',
      operation: 'console-session',
      handler: all,
    },
    {
      ...own,
      method: 'POST',
      path: `${lanePrefix}/sign-out`,
      body: 'text',
      bodyLimit: 1024,
      operation: 'console-session',
      handler: signOut,
    },
  ]
}

const installationOf = ({ look }: ConsoleParts) => ({ name: look.name, version })

async function person({ db, uid, admin }: Caller, { operations }: ConsoleParts) {
  const { name, email } = await nameAndEmail(operations, db, uid)
  return { key: encodeKey('User', uid), uid, name, email, administrator: admin }
}

/** What the console has to know before its first screen. */
async function sessionFacts(caller: Caller, parts: ConsoleParts): Promise<object> {
  const { operations, settings } = parts
  const { database, culture, timeZone, session } = caller
  const catalog = await operations.catalogs.get(caller.db)
  return {
    database,
    user: await person(caller, parts),
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
  }
}

const isoOf = (moment = 0): string => new Date(moment * 1000).toISOString()
