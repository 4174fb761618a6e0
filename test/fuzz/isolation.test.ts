// Checks that a caller cannot tell a database from the same one without the records that the caller may not read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { manualClock } from '../../src/base/clock.ts'
import { type Crm, drivers, eachCrm, type Json, type Person } from '../support/crm.ts'
import { report, sizeOf } from '../support/report.ts'
import { type Asked, type Audience, askedRequests, type Planned, plannedRecords } from './isolation-arbitraries.ts'

/** `npm run fuzz` compares more worlds. A failure prints the seed that repeats it. */
const worlds = sizeOf('CLIENTELE_FUZZ_WORLDS', 4)
const seed = Number(process.env.CLIENTELE_FUZZ_SEED ?? 20_261_116)
const requests = 40
/** More pages than there are records. */
const mostPages = 40

interface World {
  readonly viewer: Person
  /** The keys of all planned records; a record that was left out has its key of the other world, which is unknown here. */
  readonly keys: readonly string[]
}

const closed: readonly Audience[] = ['master', 'eve', 'closed']

interface Placed {
  /** The positions of the entries that each record hangs on or relates. */
  readonly parents: readonly number[]
  /** The viewer may not read the record. */
  readonly hidden: boolean
}

/**
 * Opportunities, tasks and cases are read whatever entry they hang on, so those that the viewer may read hang on an entry
 * that the viewer may read: what a record shows of a hidden one is told by `hidden-records.test.ts`.
 */
function placed(plan: readonly Planned[]): Placed[] {
  const entries = plan.filter(({ entity }) => entity === 'AbEntry')
  const isClosed = ({ entity, audience }: Planned) =>
    ['AbEntry', 'Opportunity', 'Note', 'Document'].includes(entity) && closed.includes(audience)
  const all = entries.map((_, i) => i)
  const open = all.filter(i => !isClosed(entries[i] as Planned))
  return plan.map(one => {
    if (one.entity === 'AbEntry') return { parents: [], hidden: isClosed(one) }
    const standsAlone = ['Opportunity', 'Task', 'Case'].includes(one.entity)
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

async function makeWorld(crm: Crm, name: string, plan: readonly Planned[], full: World | null): Promise<World> {
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
  for (const [i, one] of plan.entries()) {
    const { parents, hidden } = places[i] as Placed
    if (full && hidden) {
      keys.push(full.keys[i] as string)
      continue
    }
    const secAccess = one.audience === 'all' ? {} : { 'SecAccess/Read': readers[one.audience] }
    const data = dataOf(
      one,
      parents.map(at => keys[at] as string),
      secAccess,
    )
    keys.push(await crm.create(one.entity, data, master))
  }
  return { viewer, keys }
}

/** The answers to a request, page by page, in which keys read as the numbers of their records. */
async function answersOf(crm: Crm, { viewer, keys }: World, asked: Asked): Promise<Json[]> {
  const spelled = (body: Json): Json =>
    JSON.parse(JSON.stringify(body).replace(/\{\{(\d+)\}\}/g, (_, n) => keys[Number(n) % keys.length] as string))
  if (asked.operation === 'BinaryDownload') {
    const url = `${crm.server.url}/api/BinaryDownload/${encodeURIComponent(spelled(asked.body))}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${viewer.token}` } })
    return [answer.status, neutral(await answer.json(), keys)]
  }
  const answers: Json[] = []
  const body = { ...spelled(asked.body), Configuration: drivers }
  for (let page = 0; page < mostPages; page++) {
    const answer = await crm.call(asked.operation, body, viewer)
    answers.push(neutral(answer, keys))
    const [entity] = Object.keys(asked.body)
    const next = answer[entity as string]?.PageKey
    if (!asked.paged || typeof next !== 'string') return answers
    body[entity as string].OrderBy.PageKey = next
  }
  return assert.fail('the pages have no end')
}

/** Keys of planned records become their numbers, other identifiers the order in which they are met. */
function neutral(answer: Json, keys: readonly string[]): Json {
  const ids = new Map(keys.map((key, i) => [atob(key).split('\t')[1] as string, `#${i}`]))
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

eachCrm(
  'Isolation',
  (crm, engine) => {
    let count = 0
    test(`what may not be read is told by nothing, in ${worlds} random worlds`, async () => {
      const tell = { refused: 0, found: 0, hidden: 0 }
      const property = fc.asyncProperty(plannedRecords, askedRequests(requests), async (plan, list) => {
        const number = count++
        const full = await makeWorld(crm(), `full${number}`, plan, null)
        const reduced = await makeWorld(crm(), `reduced${number}`, plan, full)
        tell.hidden += placed(plan).filter(({ hidden }) => hidden).length
        for (const asked of list) {
          const [one, other] = [await answersOf(crm(), full, asked), await answersOf(crm(), reduced, asked)]
          assert.deepEqual(one, other, `${asked.operation} ${JSON.stringify(asked.body)}`)
          tell.refused += JSON.stringify(one).includes('"Code":-1') ? 1 : 0
          tell.found += JSON.stringify(one).includes('#') ? 1 : 0
        }
      })
      await fc.assert(property, { seed, numRuns: worlds, endOnFailure: true, includeErrorInReport: true })
      // The property says nothing unless requests are accepted, refused, and about hidden records.
      for (const [what, times] of Object.entries(tell)) assert.ok(times > worlds * 3, `${what}: ${times}`)
      report('CLIENTELE_FUZZ_WORLDS', `isolation, ${engine}`, {
        worlds,
        'hidden records': tell.hidden,
        'requests compared': worlds * requests,
        differences: 0,
      })
    })
  },
  { clock: manualClock(Date.UTC(2026, 2, 4, 12)) },
)
