// Sends expensive requests within the limits and measures how long another tenant's Read waits for them.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Person } from '../support/crm.ts'
import { stalledBy } from '../support/stall.ts'
import { type Expensive, expensiveRequests } from './expensive.ts'

/** `npm run budget` measures at 1, 10 and 100 % of the limits and prints a table. */
const full = process.env.CLIENTELE_BUDGET === 'full'
const shares = full ? [0.01, 0.1, 1] : [0.05]
/** Generous, since tests share the machine. */
const mostMs = 10_000

eachCrm('expensive requests', (crm, engine) => {
  let parent = ''
  let stranger: Person
  before(async () => {
    parent = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Expensive' })
    const records = Array.from({ length: 1_000 }, (_, i) => ({ Type: 'Individual', LastName: `a${i}` }))
    for (let i = 0; i < (full ? 10 : 1); i++) await crm().ok('Create', { AbEntry: { Data: records } })
    stranger = await crm().addPerson('STRANGER', {}, await crm().addDatabase('other'))
  })

  /** The smallest Read, of another database. */
  const otherRead = async (): Promise<void> => {
    const body = { User: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Key: stranger.key } } } }
    assert.equal((await crm().call('Read', body, stranger)).Code, 0)
  }

  const send = async ({ operation, body }: Expensive): Promise<{ status: number; ms: number }> => {
    const started = performance.now()
    const response = await fetch(`${crm().server.url}/api/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crm().user.token}` },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return { status: response.status, ms: performance.now() - started }
  }

  for (const share of shares) {
    test(`at ${share * 100} % of the limits hold up nobody`, async () => {
      const idle = process.memoryUsage.rss()
      let largest = idle
      const rows: string[] = []
      for (const one of expensiveRequests(share, parent)) {
        const { result, longestMs } = await stalledBy(otherRead, () => send(one))
        assert.equal(result.status, 200, one.name)
        assert.ok(longestMs < mostMs || full, `${one.name}: another request waited ${longestMs} ms`)
        largest = Math.max(largest, process.memoryUsage.rss())
        rows.push(`| ${engine} | ${one.name} | ${share * 100} % | ${result.ms.toFixed(0)} | ${longestMs.toFixed(0)} |`)
      }
      if (!full) return
      console.log(
        [
          '| engine | request | share | took, ms | longest wait of another, ms |',
          '|---|---|---|---|---|',
          ...rows,
        ].join('\n'),
      )
      console.log(
        `Memory: ${(idle / 1024 ** 2).toFixed(0)} MiB before, ${(largest / 1024 ** 2).toFixed(0)} MiB at most.`,
      )
    })
  }
})
