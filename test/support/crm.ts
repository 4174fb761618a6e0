// Starts a server with a fresh database, an administrator and a plain user, each with a token, and calls the data API.
import assert from 'node:assert/strict'
import type { Database } from '../../src/accounts/databases.ts'
import type { Clock } from '../../src/base/clock.ts'
import type { Settings } from '../../src/config/settings.ts'
import { encodeKey } from '../../src/fields/record-key.ts'
import { createDatabaseWithDefaults } from '../../src/operations/system/new-database.ts'
import { systemContext } from '../../src/operations/system/system-context.ts'
import { runWrites } from '../../src/operations/write/write.ts'
import { type Engine, eachMigrated } from './engines.ts'
import { startServer, type TestServer } from './server.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; the tests say what they expect.
export type Json = any

interface Problem {
  readonly ErrorCode: number
  readonly Path: string
  readonly Message: string
  readonly Suggestion?: string
}

export interface Person {
  readonly uid: string
  readonly key: string
  readonly token: string
}

export interface Crm {
  readonly server: TestServer
  readonly engine: Engine
  readonly database: Database
  /** MASTER, an administrator. */
  readonly admin: Person
  /** JOE, who is not. */
  readonly user: Person
  /** Posts to the data API and gives the body, whatever it says. The administrator calls unless another is named. */
  call(operation: string, body: Json, as?: Person, headers?: Record<string, string>): Promise<Json>
  /** The same, and it must succeed. */
  ok(operation: string, body: Json, as?: Person): Promise<Json>
  /** The same, and it must be refused; gives the problems. */
  refused(operation: string, body: Json, as?: Person): Promise<Problem[]>
  /** Creates one record and gives its key. */
  create(entity: string, data: Json, as?: Person): Promise<string>
  /** The one record of a key, with the fields asked for. Drivers are sent. */
  get(entity: string, key: string, fields: Json, as?: Person): Promise<Json>
  /** Further users, groups, databases: written by the service itself. */
  setUp(entity: string, data: Json, database?: Database): Promise<Json>
  addPerson(uid: string, data?: Json, database?: Database): Promise<Person>
  addDatabase(name: string, currency?: string): Promise<Database>
  close(): Promise<void>
}

export const drivers = {
  Drivers: {
    IAbEntrySearcher: 'Service.Model.Access.Sql.AbEntrySearcher',
    IDocumentSearcher: 'Service.Model.Access.Sql.DocumentSearcher',
    IOpportunitySearcher: 'Service.Model.Access.Sql.OpportunitySearcher',
    IOpportunityAccess: 'Service.Model.Access.Sql.OpportunityAccess',
  },
}

const token = { Name: 'test', Scope: 'data webaccess' }

export interface CrmOptions {
  readonly engine: Engine
  readonly settings?: Partial<Settings>
  readonly clock?: Clock
  readonly currency?: string
  /** In which the days of the database begin; UTC when it is left out. */
  readonly timeZone?: string
  /** A store that exists; it is kept at the end. */
  readonly storeUrl?: string
  /** Keep the log lines of the server. */
  readonly logged?: boolean
}

export async function startCrm({ currency = 'USD', timeZone, ...options }: CrmOptions): Promise<Crm> {
  const { engine } = options
  const server = await startServer(options)
  const parts = { store: server.store, clock: server.clock, settings: server.settings }
  const addDatabase: Crm['addDatabase'] = (name, code = currency) =>
    createDatabaseWithDefaults(parts, { name, currency: code, timeZone })
  const database = await addDatabase('acme')

  const setUp: Crm['setUp'] = async (entity, data, where = database) => {
    const context = await systemContext(parts, where)
    const request = {
      member: entity,
      entity: context.catalog.model.entity(entity),
      log: false,
      content: { Data: data },
    }
    const [answer] = await runWrites('Create', [request], context)
    return answer?.content.Data
  }
  const addPerson: Crm['addPerson'] = async (uid, data = {}, where = database) => {
    const email = `${uid.toLowerCase()}@example.com`
    const { Key } = await setUp('User', { Uid: uid, LastName: uid, Email: email, ...data }, where)
    const { Token } = await setUp('PersonalAccessToken', { ...token, UserKey: encodeKey('User', uid) }, where)
    return { uid, key: Key, token: Token }
  }
  const admin = await addPerson('MASTER', { Admin: true, FirstName: 'Mary', LastName: 'Master' })
  const user = await addPerson('JOE', { FirstName: 'Joe', LastName: 'Plain' })

  const call: Crm['call'] = async (operation, body, as = admin, headers = {}) => {
    const response = await fetch(`${server.url}/api/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const ok: Crm['ok'] = async (operation, body, as) => {
    const answer = await call(operation, body, as)
    assert.equal(answer.Code, 0, `${operation} was refused: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    server,
    engine,
    database,
    admin,
    user,
    call,
    ok,
    setUp,
    addPerson,
    addDatabase,
    close: () => server.close(),
    refused: async (operation, body, as) => {
      const answer = await call(operation, body, as)
      assert.equal(answer.Code, -1, `${operation} was not refused: ${JSON.stringify(answer)}`)
      return answer.Errors
    },
    create: async (entity, data, as) => (await ok('Create', { [entity]: { Data: data } }, as))[entity].Data.Key,
    get: async (entity, key, fields, as) => {
      const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: { Key: { $EQ: key } } } }
      return (await ok('Read', { [entity]: content, Configuration: drivers }, as))[entity].Data[0]
    },
  }
}

/** Declares a suite for each engine, or for those given, over a server that its tests share. */
export function eachCrm(
  title: string,
  suite: (crm: () => Crm, engine: Engine) => void,
  options: Omit<CrmOptions, 'engine' | 'storeUrl'> = {},
  on?: readonly Engine[],
): void {
  const declare: Parameters<typeof eachMigrated>[1] = (engine, fresh) => {
    suite(
      fresh.use(() => startCrm({ engine, ...options, storeUrl: fresh.url() })),
      engine,
    )
  }
  eachMigrated(title, declare, on)
}
