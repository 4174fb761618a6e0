// Sends expensive requests within the limits and measures how long another tenant's Read waits for them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eachEngine } from '../support/engines.ts'
import { mebibytes } from '../support/report.ts'
import { waitsDuring } from '../support/stall.ts'
import { pause } from '../support/until.ts'
import { expensiveRequests } from './expensive.ts'
import { type Served, serveFilled } from './served.ts'
import type { Expensive } from './work.ts'

/** Shares of the limits. */
const shares = process.env.CLIENTELE_BUDGET === 'short' ? [0.01] : [0.01, 0.1, 1]
/** Measures the requests alone whose names it matches. */
const only = new RegExp(process.env.CLIENTELE_BUDGET_ONLY ?? '')
/** What another request may wait for: the server's own processor time, which other work on the machine does not add to. */
const most = { cpuMs: 100, memory: 2, requestMs: 35_000 }

eachEngine('expensive requests', (engine, fresh) => {
  let served: Served
  let idle = 0
  before(async () => {
    served = await serveFilled(engine, fresh.url(), 10)
    for (let i = 0; i < 50; i++) await served.otherRead()
    await haveCodeLoaded()
    idle = await served.memory()
  })
  after(() => served.close())

  /** A server loads much of its code when it is asked for the first time; only then its memory is that of a server at rest. */
  const haveCodeLoaded = async (): Promise<void> => {
    const started = await served.memory()
    for (const one of expensiveRequests(0.01, served.parent)) await send({ ...one, mapping: null }, await one.file?.())
    console.log(
      `Memory: ${mebibytes(started)} after the start, ${mebibytes(await served.memory())} after small requests.`,
    )
  }

  const send = async (
    {
      operation,
      body,
      text,
      method = 'POST',
      path = `api/${operation}`,
      headers: others,
      mapping,
      as = 'user',
    }: Expensive,
    file?: string | Uint8Array<ArrayBuffer>,
  ): Promise<{ status: number; ms: number }> => {
    const sent = method === 'GET' ? {} : { body: file ?? text ?? JSON.stringify(body) }
    const started = performance.now()
    const headers = { authorization: `Bearer ${served.tokens[as]}`, ...others }
    const response = await fetch(`${served.url}/${path}`, { method, headers, ...sent })
    if (mapping && response.ok) await plan(((await response.json()) as { id: string }).id, mapping, headers)
    else for await (const _ of response.body ?? []);
    return { status: response.status, ms: performance.now() - started }
  }

  /** Sends the mapping of an import, and waits for its plan. */
  const plan = async (id: string, mapping: object, headers: Record<string, string>): Promise<void> => {
    const url = `${served.url}/import/v1/imports/${id}`
    const mapped = await fetch(`${url}/mapping`, { method: 'PUT', headers, body: JSON.stringify(mapping) })
    const answer = await mapped.text()
    assert.equal(mapped.status, 202, answer)
    for (let status = 'planning'; status === 'planning'; await pause(50))
      status = ((await (await fetch(url, { headers })).json()) as { status: string }).status
  }

  /** Sends what comes first, and gives the request with the keys of the records that were created. */
  const prepare = async (request: Expensive): Promise<Expensive> => {
    const headers = { authorization: `Bearer ${served.tokens.admin}` }
    const created: string[] = []
    for (const { path, body, bodyOf } of request.before ?? []) {
      const sent = JSON.stringify(bodyOf?.(created) ?? body)
      const response = await fetch(`${served.url}/${path}`, { method: 'POST', headers, body: sent })
      const answer = await response.text()
      assert.ok(response.status < 300 && !answer.startsWith('{"Code":-1'), answer)
      for (const [, key] of answer.matchAll(/"Key":"([^"]+)"/g)) created.push(key as string)
    }
    return request.bodyOf ? { ...request, body: request.bodyOf(created) } : request
  }

  const measure = async (given: Expensive, share: number): Promise<string> => {
    const { name, afterMs = 0 } = given
    const request = await prepare(given)
    const file = await request.file?.()
    const watched = { ask: served.otherRead, cpuMs: served.cpuMs }
    const { result, wallMs, busyMs } = await waitsDuring(watched, async () => {
      const answered = await send(request, file)
      await pause(afterMs)
      return answered
    })
    assert.ok(result.status === 200 || (request.mayBeRefused && result.status < 500), `${name}: ${result.status}`)
    assert.ok(result.ms < most.requestMs, `${name} took ${result.ms} ms`)
    const figures = [result.ms, wallMs, busyMs].map(ms => ms.toFixed(0))
    return `| ${engine} | ${name} | ${share * 100} % | ${figures.join(' | ')} |`
  }

  for (const share of shares) {
    test(`at ${share * 100} % of the limits do not delay other requests`, async () => {
      const rows: string[] = []
      let largest = idle
      console.log(
        '| engine | request | share | took, ms | longest wait of another, ms | of it computed, ms | memory after it |\n|---|---|---|---|---|---|---|',
      )
      for (const one of expensiveRequests(share, served.parent).filter(({ name }) => only.test(name))) {
        const row = await measure(one, share)
        const memory = await served.memory()
        rows.push(`${row} ${mebibytes(memory)} |`)
        console.log(rows.at(-1))
        largest = Math.max(largest, memory)
      }
      console.log(`Memory: ${mebibytes(idle)} before, ${mebibytes(largest)} at most.`)
      const over = rows.filter(row => Number(row.split('|').at(-3)) > most.cpuMs)
      assert.deepEqual(over, [], 'these held up another tenant')
      assert.ok(largest < idle * most.memory, `memory rose from ${mebibytes(idle)} to ${mebibytes(largest)}`)
    })
  }
})
