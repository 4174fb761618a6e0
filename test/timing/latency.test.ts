// Measures what has to be fast: a start, a change that other nodes see, a revocation, a comparison of tables.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startClientele } from '../../packages/testing/src/index.ts'
import { textTopic } from '../../src/storage/nodes/topics.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { tables } from '../contract/fixture.ts'
import { eachAuth, newTokens, oauthPost, tokenValid } from '../support/auth.ts'
import { cleanEnv, root } from '../support/cli.ts'
import { eachEngine } from '../support/engines.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** The median of several measurements of the work, in ms. */
async function median(count: number, measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < count; i++) times.push(await measure())
  return times.toSorted((a, b) => a - b)[count >> 1] as number
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function expect(what: string, ms: number, most: number): void {
  console.log(`| ${what} | ${ms.toFixed(1)} ms | less than ${most} ms |`)
  assert.ok(ms < most, `${what} takes ${ms.toFixed(1)} ms, not less than ${most}`)
}

/** The processor time of a run of bin/clientele, as the system counts it. */
async function processorMs(args: readonly string[]): Promise<number> {
  const report = `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\ncpu ' + (user + system) / 1000) })`
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(report)}`]
  const child = spawn(process.execPath, [...flags, join(root, 'bin', 'clientele'), ...args], { env: cleanEnv() })
  return Number(/cpu ([\d.]+)/.exec(await text(child.stderr))?.[1])
}

test('help and version', async () => {
  for (const args of [['--version'], ['--help'], ['user', 'create', '--help']]) {
    // The first run fills the cache of compiled code.
    await processorMs(args)
    expect(`clientele ${args.join(' ')}, processor time`, await median(5, () => processorMs(args)), 150)
  }
})

test('a further test server in one process', async () => {
  const first = await startClientele()
  const cost = async (): Promise<number> => {
    const before = process.cpuUsage()
    const other = await startClientele()
    const { user, system } = process.cpuUsage(before)
    await other.close()
    return (user + system) / 1000
  }
  expect('a further test server, processor time', await median(5, cost), 1_000)
  await first.close()
})

eachEngine('a store', (engine, fresh) => {
  test('that is as declared is recognised', async () => {
    const store = await fresh.open()
    await migrate(store, tables)
    expect(`comparison of tables on ${engine}`, await median(9, () => timed(() => migrate(store, tables))), 20)
  })

  test('receives what another store has published', async () => {
    const [store, other] = [await fresh.open(), await fresh.open()]
    const heard: string[] = []
    const topic = textTopic('across')
    let isReady = false
    other.subscribe(
      topic,
      payload => heard.push(payload),
      () => {
        isReady = true
      },
    )
    await until(async () => {
      await store.write(tx => tx.publish(topic, 'ready'))
      return isReady || heard.length > 0
    })
    let count = 0
    const send = async (): Promise<void> => {
      const payload = String(count++)
      await store.write(tx => tx.publish(topic, payload))
      await until(() => heard.includes(payload))
    }
    expect(`publication on ${engine}`, await median(9, () => timed(send)), 1_000)
  })
})

eachAuth('a revocation', (world, engine) => {
  test('reaches another server', async () => {
    const other = await startServer({ engine, clock: world().clock, storeUrl: world().server.settings.store })
    const { clientId, clientSecret } = world().app
    const revoke = async (): Promise<number> => {
      const { access_token, refresh_token } = await newTokens(world())
      assert.ok(await tokenValid(other.url, access_token))
      return timed(async () => {
        const client = { client_id: clientId, client_secret: clientSecret }
        assert.equal((await oauthPost(world().url, 'revoke', { ...client, token: refresh_token })).status, 200)
        await until(async () => !(await tokenValid(other.url, access_token)))
      })
    }
    try {
      expect(`revocation on another server, ${engine}`, await median(5, revoke), 1_000)
    } finally {
      await other.close()
    }
  })
})
