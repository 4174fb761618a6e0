// Measures how much the floods of one tenant slow down the point reads of another.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eachEngine } from '../support/engines.ts'
import { type FloodName, floodNames } from './flood.ts'
import { type Served, serveFilled } from './served.ts'

const measureMs = process.env.CLIENTELE_BUDGET === 'short' ? 500 : 4_000
/** The longest wait beside a flood: so many times the wait without one, or so many milliseconds if that is more. */
const most = { times: 5, ms: 5 }
const floodFile = fileURLToPath(new URL('flood.ts', import.meta.url))

eachEngine('the point reads of another tenant', (engine, fresh) => {
  let served: Served
  before(async () => {
    served = await serveFilled(engine, fresh.url(), 10)
  })
  after(() => served.close())

  /** The median of the other tenant's point read, in ms. */
  const median = async (): Promise<number> => {
    const times: number[] = []
    const end = performance.now() + measureMs
    while (performance.now() < end) {
      const started = performance.now()
      await served.otherRead()
      times.push(performance.now() - started)
    }
    return times.toSorted((a, b) => a - b)[times.length >> 1] as number
  }

  const medianBeside = async (name: FloodName): Promise<number> => {
    const flood = spawn(process.execPath, [...process.execArgv, floodFile, served.url, served.tokens.admin, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(flood, 'exit')
    try {
      await Promise.race([once(flood.stdout, 'data'), ended])
      const ms = await median()
      assert.equal(flood.exitCode, null, 'The flood has ended by itself.')
      return ms
    } finally {
      flood.kill()
      await ended
    }
  }

  test('are held up little by its floods', async () => {
    await median()
    const alone = await median()
    const rows: string[] = []
    const over: FloodName[] = []
    for (const name of floodNames) {
      const ms = await medianBeside(name)
      rows.push(`| ${engine} | ${name} | ${alone.toFixed(2)} | ${ms.toFixed(2)} | ${(ms / alone).toFixed(1)} |`)
      if (ms > Math.max(most.ms, most.times * alone)) over.push(name)
    }
    const head = '| engine | flood of another | alone, ms | beside it, ms | times |'
    console.log([head, '|---|---|---|---|---|', ...rows].join('\n'))
    assert.deepEqual(over, [], 'these held up another tenant')
  })
})
