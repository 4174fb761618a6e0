// Makes the databases in which the examples of pages run: one for each page, or the demo database.
import { type Clock, seconds } from '../../../src/base/clock.ts'
import { identifierMaker } from '../../../src/base/text/identifier.ts'
import { decodeKey, encodeKey, type RecordKey } from '../../../src/fields/record-key.ts'
import { rowOf } from '../../../src/notifications/notifications.ts'
import { RowStore } from '../../../src/operations/rows/row-store.ts'
import { createDatabaseWithDefaults } from '../../../src/operations/system/new-database.ts'
import { ensureDemo } from '../../../src/seed/demo.ts'
import { systemCreate, systemWrite } from '../../../src/seed/system-write.ts'
import { entryRow } from '../../../src/sign-in/sign-in-log.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { Names } from './names.ts'
import { fillWorld } from './world.ts'

/** The database of a page: who asks, and what stands for what. */
export interface PageDatabase {
  readonly name: string
  /** The name that pages show: that of the first database of a reader. */
  readonly shownAs: string
  readonly names: Names
  /** Personal access tokens by Uid; by the empty text that of the administrator, who asks unless a page says otherwise. */
  readonly tokens: ReadonlyMap<string, string>
  /** Gives ANN a password, once. Hashing takes long, so a page pays for it only when it has a sign-in. */
  setPassword(password: string): Promise<unknown>
}

const people = [
  { Uid: 'ANN', FirstName: 'Ann', LastName: 'Lee', Admin: true },
  { Uid: 'BEN', FirstName: 'Ben', LastName: 'Ruiz' },
]

/** The e-mail address of a user of the examples. */
export const emailOf = (uid: string, database: string): string => `${uid.toLowerCase()}@${database}.example`

export async function demoDatabase({ store, settings }: TestServer, clock: Clock): Promise<PageDatabase> {
  const { token, database } = await ensureDemo({ store, clock, settings }, settings.publicUrl)
  const names = new Names()
  names.set('token', token)
  return { name: database, shownAs: database, names, tokens: new Map([['', token]]), setPassword: async () => {} }
}

export async function newDatabase(server: TestServer, clock: Clock, name: string): Promise<PageDatabase> {
  const parts = { store: server.store, clock, settings: server.settings }
  const database = await createDatabaseWithDefaults(parts, { name, currency: 'USD' })
  const users = people.map(person => ({ ...person, Email: emailOf(person.Uid, name) }))
  await systemCreate(parts, database, 'User', users)
  const owned = people.map(({ Uid }) => ({
    Name: 'Examples',
    Scope: 'data webaccess',
    UserKey: encodeKey('User', Uid),
  }))
  const made = await systemCreate(parts, database, 'PersonalAccessToken', owned)
  const tokens = new Map(people.map(({ Uid }, i) => [Uid, String(made[i]?.Token)]))
  tokens.set('', tokens.get('ANN') as string)
  const [app] = await systemCreate(parts, { id: 0, name: '' }, 'Application', [
    { Name: 'Example application', RedirectUri: 'https://app.example.com/callback' },
  ])
  const names = new Names()
  names.set('token', tokens.get('') as string)
  names.set('client-id', String(app?.ClientId))
  names.set('client-secret', String(app?.ClientSecret))
  await fill(names, server.url)
  await notify(server, clock, database.id, names)
  await logSignIn(server, clock, database.id, names)
  let set: Promise<unknown> | null = null
  const setPassword = (Password: string) => {
    const Data = { Key: encodeKey('User', 'ANN'), Password }
    // The clock stands still, so a sign-in of this moment would count as one before the new password.
    const Options = { EndSessions: false, EndTokens: false }
    set ??= systemWrite(parts, database, 'Update', 'User', { Data, Options })
    return set
  }
  return { name, shownAs: 'acme', names, tokens, setPassword }
}

/** BEN has made ANN the manager of a customer; the background work would notify her at a moment that examples do not wait for. */
async function notify({ store }: TestServer, clock: Clock, db: number, names: Names): Promise<void> {
  const record = decodeKey(names.reveal('<lakeside>')) as RecordKey
  const at = seconds(clock)
  const notice = { uid: 'ANN', kind: 'Assigned', record, source: record, by: 'BEN', at } as const
  const id = identifierMaker(clock)()
  await store.write(tx => new RowStore(tx, store.dialect, db).insert('notification', rowOf(notice, id, at)))
  names.set('notification-1', encodeKey('Notification', id))
}

async function logSignIn({ store }: TestServer, clock: Clock, db: number, names: Names): Promise<void> {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const facts = { uid: 'ANN', application: 'console', address: '203.0.113.7', agent, now: seconds(clock) }
  const id = identifierMaker(clock)()
  const row = entryRow({ id, ...facts }, { outcome: 'SignedIn', proofs: ['code', 'password'], newDevice: true })
  await store.write(tx => new RowStore(tx, store.dialect, db).insert('sign_in', row))
  names.set('sign-in-1', encodeKey('SignIn', id))
}

async function fill(names: Names, url: string): Promise<void> {
  const post = async (path: string, body: string) => {
    const headers = { authorization: names.reveal('Bearer <token>') }
    const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body })
    // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer follows from its request.
    const parsed = (await answer.json()) as any
    if (parsed.Code !== 0) throw new Error(`${path} of ${body} was refused: ${JSON.stringify(parsed)}`)
    return parsed
  }
  const nameOptions = async (field: string, Data: object): Promise<void> => {
    const Opportunity = { FieldOptions: { [field]: [{ Key: 1, DisplayValue: 1 }] }, Data }
    const body = names.reveal(JSON.stringify({ Opportunity }))
    for (const { Key, DisplayValue } of (await post('Read', body)).Opportunity.FieldOptions[field]) {
      names.set(DisplayValue.toLowerCase().replaceAll(' ', '-'), Key)
    }
  }
  await nameOptions('SalesProcessSetup', {})
  await nameOptions('SalesStageSetup', { SalesProcessSetupKey: '<standard-sales-process>' })
  await fillWorld(
    async (entity, records) => {
      const body = names.reveal(JSON.stringify({ [entity]: { Data: Object.values(records) } }))
      const made: { Key: string }[] = (await post('Create', body))[entity].Data
      for (const [i, name] of Object.keys(records).entries()) {
        if (!name.startsWith('-')) names.set(name, made[i]?.Key as string)
      }
    },
    async text => (await post('BinaryUpload', text)).BinaryData.Data.BinaryDataId,
  )
}
