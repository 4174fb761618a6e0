// Checks that a caller cannot tell a database from the same one without the records that the caller may not read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { manualClock } from '../../src/base/clock.ts'
import { type Crm, drivers, eachCrm, type Json } from '../support/crm.ts'
import { receiverNearby } from '../support/receiver.ts'
import { report, sizeOf } from '../support/report.ts'
import { type PlannedRequest, plannedRecords, plannedRequests } from './isolation-arbitraries.ts'
import { observedEvents } from './isolation-events.ts'
import { makeWorld, neutral, placed, type World } from './isolation-world.ts'

/** `npm run fuzz` compares more worlds. A failure prints the seed that repeats it. */
const worlds = sizeOf('CLIENTELE_FUZZ_WORLDS', 1)
const seed = Number(process.env.CLIENTELE_FUZZ_SEED ?? 20_261_117)
const requests = 40
/** More pages than there are records. */
const mostPages = 40

/** The answers to a request, page by page, in which keys read as the numbers of their records. */
async function answersOf(crm: Crm, { viewer, keys }: World, request: PlannedRequest): Promise<Json[]> {
  const spelled = (body: Json): Json =>
    JSON.parse(JSON.stringify(body).replace(/\{\{(\d+)\}\}/g, (_, n) => keys[Number(n) % keys.length] as string))
  if (request.operation === 'BinaryDownload') {
    const url = `${crm.server.url}/api/BinaryDownload/${encodeURIComponent(spelled(request.body))}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${viewer.token}` } })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return [answer.status, isJson ? neutral(JSON.parse(text), keys) : text]
  }
  const answers: Json[] = []
  const body = { ...spelled(request.body), Configuration: drivers }
  for (let page = 0; page < mostPages; page++) {
    const headers: Record<string, string> =
      request.idempotency === undefined ? {} : { 'idempotency-key': request.idempotency }
    const answer = await crm.call(request.operation, body, viewer, headers)
    answers.push(neutral(answer, keys))
    if (request.idempotency !== undefined)
      answers.push(neutral(await crm.call(request.operation, body, viewer, headers), keys))
    const [entity] = Object.keys(request.body)
    const next = answer[entity as string]?.PageKey
    if (!request.paged || typeof next !== 'string') return answers
    body[entity as string].OrderBy.PageKey = next
  }
  return assert.fail('the pages have no end')
}

eachCrm(
  'Isolation',
  (crm, engine) => {
    let count = 0
    test(`no answer, webhook or feed depends on records that the viewer may not read, in ${worlds} random worlds`, async () => {
      const tell = { refused: 0, found: 0, hidden: 0, events: 0 }
      const property = fc.asyncProperty(plannedRecords, plannedRequests(requests), async (plan, list) => {
        const number = count++
        const full = await makeWorld(crm(), `full${number}`, plan, null)
        const reduced = await makeWorld(crm(), `reduced${number}`, plan, full)
        tell.hidden += placed(plan).filter(({ hidden }) => hidden).length
        const [observed, other] = await Promise.all([observedEvents(crm(), full), observedEvents(crm(), reduced)])
        assert.deepEqual(observed, other, 'webhooks and the change feed')
        tell.events += observed.feed.length
        for (const request of list) {
          const [one, other] = [await answersOf(crm(), full, request), await answersOf(crm(), reduced, request)]
          assert.deepEqual(one, other, `${request.operation} ${JSON.stringify(request.body)}`)
          tell.refused += JSON.stringify(one).includes('"Code":-1') ? 1 : 0
          tell.found += JSON.stringify(one).includes('#') ? 1 : 0
        }
      })
      await fc.assert(property, { seed, numRuns: worlds, endOnFailure: true, includeErrorInReport: true })
      // The property proves nothing unless requests are accepted, are refused, and concern hidden records.
      for (const [what, times] of Object.entries(tell)) assert.ok(times > worlds * 3, `${what}: ${times}`)
      report('CLIENTELE_FUZZ_WORLDS', `isolation, ${engine}`, {
        worlds,
        'hidden records': tell.hidden,
        'requests compared': worlds * requests,
        'events compared': tell.events,
        differences: 0,
      })
    })
  },
  { clock: manualClock(Date.UTC(2026, 2, 4, 12)), settings: receiverNearby },
)
