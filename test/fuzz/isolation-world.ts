// Makes random databases for the isolation test, with and without the records that the viewer may not read.
import type { Database } from '../../src/accounts/databases.ts'
import type { Crm, Json, Person } from '../support/crm.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'
import type { Audience, Planned } from './isolation-arbitraries.ts'

export interface World {
  readonly database: Database
  readonly viewer: Person
  /** The keys of all planned records; a record that was left out has its key of the other world, which is unknown here. */
  readonly keys: readonly string[]
  /** The event of each record's creation, likewise. */
  readonly events: readonly string[]
  /** Receives what the targets of the viewer are sent; the path of a request is the number of its target. */
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>
  readonly targets: readonly string[]
}

const closed: readonly Audience[] = ['master', 'eve', 'closed']

interface Placed {
  /** The positions of the entries that each record hangs on or relates. */
  readonly parents: readonly number[]
  /** The viewer may not read the record. */
  readonly hidden: boolean
}

/**
 * Opportunities and cases are read whatever entry they hang on, so those that the viewer may read hang on an entry
 * that the viewer may read: `hidden-records.test.ts` tests what a record shows of a hidden one.
 */
export function placed(plan: readonly Planned[]): Placed[] {
  const entries = plan.filter(({ entity }) => entity === 'AbEntry')
  const isClosed = ({ entity, audience }: Planned) =>
    ['AbEntry', 'Opportunity', 'Note', 'Document'].includes(entity) && closed.includes(audience)
  const all = entries.map((_, i) => i)
  const open = all.filter(i => !isClosed(entries[i] as Planned))
  return plan.map(one => {
    if (one.entity === 'AbEntry') return { parents: [], hidden: isClosed(one) }
    const standsAlone = ['Opportunity', 'Case'].includes(one.entity)
    const choice = standsAlone && !isClosed(one) ? open : all
    const [first, second] = one.on.map(at => at % choice.length) as [number, number]
    const other = first === second ? (second + 1) % choice.length : second
    const parents = (one.entity === 'RelatedEntry' ? [first, other] : [first]).map(at => choice[at] as number)
    return { parents, hidden: isClosed(one) || (!standsAlone && parents.some(at => !open.includes(at))) }
  })
}

function dataOf(one: Planned, parents: readonly string[], secAccess: Json): Json {
  const { entity, text, other, number } = one
  const [parent, second] = parents
  switch (entity) {
    case 'AbEntry':
      return number < 3
        ? { CompanyName: text, Division: other, ...secAccess }
        : { Type: 'Individual', LastName: text, CompanyName: other, ...secAccess }
    case 'Opportunity':
      return { AbEntryKey: parent, Objective: text, Description: other, ForecastRevenue: number * 10.5, ...secAccess }
    case 'Note':
      return { ParentKey: parent, Text: `${text} ${other}`, ...secAccess }
    case 'Document':
      return { ParentKey: parent, Name: text, Description: other, ...secAccess }
    case 'Interaction':
      return { AbEntryKey: parent, Type: 60_001, Subject: text, Description: other }
    case 'Task':
      return { AbEntryKey: parent, Activity: text, DateTime: '2026-05-05T10:00:00Z' }
    case 'Case':
      return { AbEntryKey: parent, Subject: text }
    case 'RelatedEntry':
      return { FromKey: parent, ToKey: second, Description: other }
  }
}

/** Webhook targets of the viewer, with different payloads and filters; the last one is disabled. */
const targets: readonly Json[] = [
  { payload: 'full' },
  {
    payload: 'changes',
    entities: ['AbEntry'],
    filter: { $OR: [{ CompanyName: { $LIKE: 'a%' } }, { '$CHANGED(Division)': true }] },
  },
  { payload: 'thin', entities: ['Note', 'Opportunity', 'Task'], operations: ['created', 'deleted'] },
  { payload: 'thin', enabled: false },
]

export async function makeWorld(crm: Crm, name: string, plan: readonly Planned[], full: World | null): Promise<World> {
  const database = await crm.addDatabase(name)
  const group = async (Name: string): Promise<string> => (await crm.setUp('SecurityGroup', { Name }, database)).Key
  const [open, shut] = [await group('Open'), await group('Closed')]
  const master = await crm.addPerson('MASTER', { Admin: true }, database)
  const viewer = await crm.addPerson('VIEWER', { Groups: [open] }, database)
  const eve = await crm.addPerson('EVE', { Groups: [shut] }, database)
  const readers: Record<Audience, string[]> = {
    all: [],
    viewer: [viewer.key],
    open: [open],
    master: [master.key],
    eve: [eve.key],
    closed: [shut],
  }
  const places = placed(plan)
  const keys: string[] = []
  const receiver = await startReceiver()
  const { target } = webhookCalls(() => crm)
  const ids: string[] = []
  for (const [i, one] of targets.entries()) ids.push((await target({ ...one, url: `${receiver.url}/${i}` }, viewer)).id)
  // An event is rendered when it is sent, so each change of a record waits for the deliveries of the one before.
  for (const [i, one] of plan.entries()) {
    const { parents, hidden } = places[i] as Placed
    // It changes the LastContactDate of its entry.
    if (one.entity === 'Interaction') await settled(crm, database)
    if (full && hidden) {
      keys.push(full.keys[i] as string)
      continue
    }
    const secAccess = one.audience === 'all' ? {} : { 'SecAccess/Read': readers[one.audience] }
    const parentKeys = parents.map(at => keys[at] as string)
    const data = dataOf(one, parentKeys, secAccess)
    const content = one.entity === 'Document' ? { BinaryDataId: await upload(crm, one.text, master) } : {}
    // The viewer will use the same Idempotency-Key.
    const body = { [one.entity]: { Data: { ...data, ...content } } }
    const made = await crm.call('Create', body, master, { 'idempotency-key': `made ${i}` })
    keys.push(made[one.entity].Data.Key)
  }
  await settled(crm, database)
  for (const [i, { entity, number, other }] of plan.entries()) {
    if (full && places[i]?.hidden) continue
    const change = async (operation: string, data: Json) => {
      await crm.ok(operation, { [entity]: { Data: { Key: keys[i], ...data } } }, master)
      await settled(crm, database)
    }
    if (entity === 'AbEntry' && number % 2 === 0) await change('Update', { Division: other })
    if (entity !== 'Note' || number % 2 === 1) continue
    await change('Delete', {})
    if (number > 0) await change('Restore', {})
  }
  const events = await creations(crm, database, keys, full)
  return { database, viewer, keys, events, receiver, targets: ids }
}

/** Waits until the targets have come to the end of the log, and nothing waits to be sent again. */
export async function settled(crm: Crm, { id }: Database): Promise<void> {
  const count = async (sql: string) => Number((await crm.server.store.rows<Json>({ sql, params: [] }))[0]?.n)
  const end = `(select max(position) from event_log where db = ${id})`
  const open = `select count(*) as n from webhook_target where db = ${id} and enabled = 1`
  await until(async () => {
    if ((await count(`select count(*) as n from event_log where db = ${id} and position is null`)) > 0) return false
    if ((await count(`${open} and position < ${end}`)) > 0) return false
    const queued = `select count(*) as n from webhook_queue q join webhook_target t on t.db = q.db and t.id = q.target`
    return (await count(`${queued} where q.db = ${id} and t.enabled = 1`)) === 0
  }, 'The end of the deliveries')
}

async function upload(crm: Crm, content: string, as: Person): Promise<string> {
  const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' }
  const answer = await fetch(`${crm.server.url}/api/BinaryUpload`, { method: 'POST', headers, body: content })
  const { BinaryData } = (await answer.json()) as Json
  return BinaryData.Data.BinaryDataId
}

const recordOf = (key: string): string => atob(key).split('\t')[1] as string

async function creations(crm: Crm, { id }: Database, keys: readonly string[], full: World | null): Promise<string[]> {
  const sql = `select id, record from event_log where db = ${id} and operation = 'created'`
  const rows = await crm.server.store.rows<{ id: string; record: string }>({ sql, params: [] })
  const byRecord = new Map(rows.map(row => [row.record, row.id]))
  return keys.map((key, i) => byRecord.get(recordOf(key)) ?? (full?.events[i] as string))
}

/** Keys of planned records become their numbers, other identifiers the order in which they are met. */
export function neutral(answer: Json, keys: readonly string[]): Json {
  const ids = new Map(keys.map((key, i) => [recordOf(key), `#${i}`]))
  const name = (id: string): string => {
    const known = ids.get(id) ?? `new ${ids.size}`
    ids.set(id, known)
    return known
  }
  const plain = (text: string) => text.replace(/\b[0-9A-HJKMNP-TV-Z]{20}\b/g, name)
  return JSON.parse(JSON.stringify(answer), (member, value) => {
    if (typeof value !== 'string') return value
    // The first element binds the page key to the database.
    if (member === 'PageKey')
      return plain(
        Buffer.from(value, 'base64url')
          .toString()
          .replace(/^\["[^"]*"/, '["mark"'),
      )
    const decoded = value.replace(/[A-Za-z0-9+/]{16,}={0,2}/g, part => {
      const text = Buffer.from(part, 'base64').toString('latin1')
      return /^\w+\t[\w.-]+$/.test(text) ? text : part
    })
    return plain(decoded)
  })
}
