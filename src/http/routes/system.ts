// Answers requests about the service, its API versions, the caller's session, and the options and types of a database.
import type { Caller } from '../../accounts/caller.ts'
import { seconds } from '../../base/clock.ts'
import { refuse } from '../../base/errors.ts'
import { isObject, member, nameOf } from '../../base/text/json.ts'
import { version } from '../../base/version.ts'
import { jsonAnswer, type WebAnswer } from '../../base/web.ts'
import { databaseTypes } from '../../contracts/database-types.ts'
import { rightsOf } from '../../entities/entity.ts'
import { withinBudget } from '../../envelope/budget.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { localeOf } from '../../locale/locale.ts'
import type { Model } from '../../model/model.ts'
import { hasScope, requireScope } from '../../oauth/scope.ts'
import { currencyOptions } from '../../options/currencies.ts'
import { userName } from '../../options/users.ts'
import { isIncluded } from '../../query/plan/selection.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, RouteRequest } from '../route.ts'

/** The versions of the API family whose requests are understood, newest last. */
const apiVersions = ['1.0', '2.0', '2.68']

type Facts = Readonly<Record<string, unknown>>

export function systemHandlers(parts: OperationParts): Readonly<Record<string, Handler>> {
  /** Answers with the facts that the body selects; the token must allow reading. */
  const selecting =
    (factsOf: (caller: Caller) => Promise<Facts>): Handler =>
    async request => {
      const caller = request.caller as Caller
      requireScope(caller, 'read')
      const selection = selectionIn(bodyOf(request, parts), await factsOf(caller))
      return answer(selection)
    }
  return {
    GetSessionInfo: selecting(caller => sessionFacts(caller, parts)),
    GetVersionInfo: selecting(async () => ({ Current: apiVersions.at(-1), Supported: apiVersions })),
    ConfigurationRead: selecting(caller => configurationFacts(caller, parts)),
  }
}

/** Browsers have no type for TypeScript, and read `video/mp2t` into the name `.ts`. */
const typesHeaders = Object.freeze({ 'content-type': 'text/plain; charset=utf-8' })

/** The TypeScript types of the caller's database. */
export const typesOfDatabase =
  ({ catalogs }: Pick<OperationParts, 'catalogs'>): Handler =>
  async request => {
    const caller = request.caller as Caller
    requireScope(caller, 'read')
    const body = databaseTypes(await catalogs.get(caller.db), caller.database)
    return { status: 200, headers: typesHeaders, body }
  }

/** Passwords are typed into the pages of this server only, so a program cannot send one. */
export const authenticate: Handler = () =>
  refuse(
    'NotOffered',
    '',
    'This server takes passwords on its own sign-in pages only. Programs get a token by the authorization code grant (/docs/how-to/register-an-application), scripts use a personal access token (PersonalAccessToken, or `clientele token create`).',
  )

/** Needs no token and no body. */
export const systemInfo: Handler = () => answer({ Name: 'Clientele', Version: version })

const answer = (Data: Facts): WebAnswer => jsonAnswer(JSON.stringify({ Code: 0, Data }))

function bodyOf({ body }: RouteRequest, { limits }: OperationParts): Record<string, unknown> {
  const parsed = withinBudget(parseBody(body), limits)
  return isObject(parsed) ? parsed : refuse('InvalidRequest', '', `The body is a JSON object, not ${nameOf(parsed)}.`)
}

async function optionsContext(caller: Caller, { store, catalogs, clock, limits }: OperationParts) {
  const catalog = await catalogs.get(caller.db)
  return { store, catalog, caller, now: seconds(clock), locale: localeOf(caller.culture, 'UTC'), limits }
}

async function sessionFacts(caller: Caller, parts: OperationParts): Promise<Facts> {
  const { db, database, uid, admin } = caller
  const name = await userName(parts, db, uid)
  const catalog = await parts.catalogs.get(db)
  const ModelDigest = catalog.digest()
  const user = { Key: encodeKey('User', uid), Uid: uid, DisplayName: name, DisplayValue: name }
  return {
    AddressBook: { Udbid: db, Database: database, DisplayValue: database, WorkspaceId: String(db), ModelDigest },
    User: { ...user, Administrator: admin, Permissions: permissionsOf(caller, catalog.model) },
  }
}

/** The rights of the caller in each entity with this token; a record may allow less. */
function permissionsOf(caller: Caller, { entities, schema }: Model): Facts {
  const allowed = (access: 'read' | 'write', tokenScope?: string) => hasScope(caller, access, tokenScope)
  return Object.fromEntries(
    [...entities, schema].map(({ name, entity }) => {
      const { Create, Read, Update, Delete } = rightsOf(entity, caller.admin)
      const [reads, writes] = [allowed('read', entity.tokenScope), allowed('write', entity.tokenScope)]
      return [
        name,
        { Create: Create && writes, Read: Read && reads, Update: Update && writes, Delete: Delete && writes },
      ]
    }),
  )
}

/** The history of every write is always kept, and years begin in January. */
async function configurationFacts(caller: Caller, parts: OperationParts): Promise<Facts> {
  const context = await optionsContext(caller, parts)
  const { items } = await currencyOptions(context)
  return {
    AuditLog: { Enabled: true },
    SystemOption: {
      FiscalYearStartMonth: 1,
      MultiCurrencyEnabled: items.length > 1,
      CorporateCurrency: context.catalog.currency,
    },
  }
}

/** The places in which a body may have its selection. */
const places = [['Data'], ['Scope', 'Fields'], ['Configuration', 'Data'], ['Configuration', 'Scope', 'Fields'], []]

/** The facts that a body selects, in its own spelling; all of them when it selects nothing. */
function selectionIn(body: Record<string, unknown>, facts: Facts): Facts {
  for (const place of places) {
    const held = place.reduce<unknown>((value, name) => (isObject(value) ? member(value, name) : undefined), body)
    if (isObject(held) && Object.keys(facts).some(name => member(held, name) !== undefined)) {
      return select(held, facts, place.join('.'), place.length === 0)
    }
  }
  return facts
}

/** `lenient`: unknown names are ignored, because the body has other members beside the selection. */
function select(selectors: Record<string, unknown>, facts: Facts, path: string, lenient: boolean): Facts {
  const selected: Record<string, unknown> = {}
  for (const [name, selector] of Object.entries(selectors)) {
    const here = path === '' ? name : `${path}.${name}`
    const value = member(facts as Record<string, unknown>, name)
    if (value === undefined && lenient) continue
    if (value === undefined) {
      refuse('UnknownField', here, suggest => `There is no ${here}.${suggest(name, Object.keys(facts))}`)
    }
    const included = isIncluded(selector)
    if (included === false) continue
    const whole = included === true || !isObject(selector) || !isObject(value)
    selected[name] = whole ? value : select(selector, value, here, false)
  }
  return selected
}
