// Measures how much the floods of one tenant slow down the point reads of another.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { drivers, type Json } from '../support/crm.ts'
import { eachEngine } from '../support/engines.ts'
import { type Served, serveFilled } from './served.ts'

/** `npm run budget` measures longer and prints a table. */
const full = process.env.CLIENTELE_BUDGET === 'full'
const measureMs = full ? 4_000 : 700
/** Generous in tests, which share the machine. */
const most = { times: 10, ms: 250 }

eachEngine('the point reads of another tenant', (engine, fresh) => {
  let served: Served
  before(async () => {
    served = await serveFilled(engine, fresh.url(), full ? 10 : 2)
  })
  after(() => served.close())

  const post = async (path: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> => {
    const headers = { authorization: `Bearer ${served.adminToken}` }
    const response = await fetch(`${served.url}/api/${path}`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    assert.ok([200, 429, 503].includes(response.status), String(response.status))
  }

  /** The median of the other tenant's point read, in ms, while `width` clients send one request after the other. */
  const median = async (width: number, send: (n: number) => Promise<void>): Promise<number> => {
    let over = false
    let count = 0
    const client = async () => {
      while (!over) await send(count++)
    }
    const clients = Array.from({ length: width }, client)
    const times: number[] = []
    const end = performance.now() + measureMs
    while (performance.now() < end) {
      const started = performance.now()
      await served.otherRead()
      times.push(performance.now() - started)
    }
    over = true
    await Promise.all(clients)
    return times.toSorted((a, b) => a - b)[times.length >> 1] as number
  }

  const scan = (n: number): Json => ({
    AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { LastName: { $LIKE: `%${n}_x%` } } } },
    Configuration: drivers,
  })
  const users = (n: number): Json => ({
    User: {
      Data: [0, 1, 2].map(i => ({ Uid: `U${n}-${i}`, Email: `u${n}-${i}@x.example`, Password: `pass word ${n} ${i}` })),
    },
  })
  const checked = {
    AbEntry: { Data: Array.from({ length: 300 }, () => ({ Type: 'Individual', LastName: 'checked' })) },
  }
  const bytes = new Uint8Array(1024 ** 2)
  const floods: Readonly<Record<string, (n: number) => Promise<void>>> = {
    'long queries': n => post('Read', JSON.stringify(scan(n))),
    'password hashes': n => post('Create', JSON.stringify(users(n))),
    uploads: () => post('BinaryUpload', bytes),
    'validations of 300 records': () => post('Validate', JSON.stringify(checked)),
  }

  test('are held up little by its floods', async () => {
    await median(0, async () => {})
    const alone = await median(0, async () => {})
    const rows: string[] = []
    for (const [name, send] of Object.entries(floods)) {
      const ms = await median(6, send)
      rows.push(`| ${engine} | ${name} | ${alone.toFixed(2)} | ${ms.toFixed(2)} | ${(ms / alone).toFixed(1)} |`)
      assert.ok(full || ms < Math.max(most.ms, most.times * alone), rows.join('\n'))
    }
    if (full) {
      console.log(
        ['| engine | flood of another | alone, ms | beside it, ms | times |', '|---|---|---|---|---|', ...rows].join(
          '\n',
        ),
      )
    }
  })
})
