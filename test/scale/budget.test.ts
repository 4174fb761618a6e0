// Sends expensive requests within the limits and measures how long another tenant's Read waits for them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eachEngine } from '../support/engines.ts'
import { mebibytes } from '../support/report.ts'
import { waitsDuring } from '../support/stall.ts'
import { type Expensive, expensiveRequests } from './expensive.ts'
import { type Served, serveFilled } from './served.ts'

/** `npm run budget` measures at 1, 10 and 100 % of the limits and prints a table. */
const full = process.env.CLIENTELE_BUDGET === 'full'
const shares = full ? [0.01, 0.1, 1] : [0.05]
/** In `npm test` generous, since tests share the machine. In `npm run budget` it is the server's own processor time. */
const most = { waitMs: 10_000, cpuMs: 100, memory: 2, requestMs: 35_000 }

eachEngine('expensive requests', (engine, fresh) => {
  let served: Served
  let idle = 0
  before(async () => {
    served = await serveFilled(engine, fresh.url(), full ? 10 : 1)
    for (let i = 0; i < 50; i++) await served.otherRead()
    if (full) await haveCodeLoaded()
    idle = await served.memory()
  })
  after(() => served.close())

  /** A server loads much of its code when it is asked for the first time; only then its memory is that of a server at rest. */
  const haveCodeLoaded = async (): Promise<void> => {
    const started = await served.memory()
    for (const { operation, body } of expensiveRequests(0.01, served.parent))
      await send(operation, JSON.stringify(body))
    console.log(
      `Memory: ${mebibytes(started)} after the start, ${mebibytes(await served.memory())} after small requests.`,
    )
  }

  const send = async (operation: string, body: string): Promise<{ status: number; ms: number }> => {
    const started = performance.now()
    const headers = { authorization: `Bearer ${served.userToken}` }
    const response = await fetch(`${served.url}/api/${operation}`, { method: 'POST', headers, body })
    for await (const _ of response.body ?? []);
    return { status: response.status, ms: performance.now() - started }
  }

  const measure = async ({ name, operation, body }: Expensive, share: number): Promise<string> => {
    const text = JSON.stringify(body)
    const watched = { ask: served.otherRead, cpuMs: served.cpuMs }
    const { result, wallMs, busyMs } = await waitsDuring(watched, () => send(operation, text))
    const told = `${name}: another request waited ${wallMs} ms, the server computed ${busyMs} ms of them`
    assert.equal(result.status, 200, name)
    assert.ok(result.ms < most.requestMs, `${name} took ${result.ms} ms`)
    assert.ok(full || wallMs < most.waitMs, told)
    const figures = [result.ms, wallMs, busyMs].map(ms => ms.toFixed(0))
    return `| ${engine} | ${name} | ${share * 100} % | ${figures.join(' | ')} |`
  }

  for (const share of shares) {
    test(`at ${share * 100} % of the limits hold up nobody`, async () => {
      const rows: string[] = []
      let largest = idle
      for (const one of expensiveRequests(share, served.parent)) {
        const row = await measure(one, share)
        const memory = await served.memory()
        rows.push(`${row} ${mebibytes(memory)} |`)
        largest = Math.max(largest, memory)
      }
      if (!full) return
      const head =
        '| engine | request | share | took, ms | longest wait of another, ms | of it computed, ms | memory after it |'
      console.log([head, '|---|---|---|---|---|---|---|', ...rows].join('\n'))
      console.log(`Memory: ${mebibytes(idle)} before, ${mebibytes(largest)} at most.`)
      const over = rows.filter(row => Number(row.split('|').at(-3)) > most.cpuMs)
      assert.deepEqual(over, [], 'these held up another tenant')
      assert.ok(largest < idle * most.memory, `memory rose from ${mebibytes(idle)} to ${mebibytes(largest)}`)
    })
  }
})
