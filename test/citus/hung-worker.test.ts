// A worker of a Citus cluster that hangs: databases on other workers go on, its own are refused until it is back.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCli } from '../support/cli.ts'
import type { CitusWorker } from '../support/start-citus.mjs'
import { until } from '../support/until.ts'
import { OwnCluster, type Tenant } from './own-cluster.ts'

describe('A worker of Citus that hangs', () => {
  const own = OwnCluster.ofSuite()
  const whileHanging = async (work: () => Promise<void>) => {
    const [worker] = own.workers as [CitusWorker]
    worker.hang()
    try {
      await work()
    } finally {
      worker.goOn()
    }
  }
  const isRefused = async (tenant: Tenant) => (await own.read(tenant)).Code !== 0

  test('under load: databases of others go on, its own are refused, and it comes back by itself', async () => {
    const [hung, other] = await own.oneOnEach('hang')
    const [a, b] = [own.writer(hung), own.writer(other)]
    const reader = own.reader(other)
    await until(() => [a, b].every(({ state }) => state.keys.length > 10) && reader.state.answers > 10, 'The load')
    await whileHanging(async () => {
      await until(() => a.state.failures > 3, 'The refusal of a write')
      const [written, answers] = [b.state.keys.length, reader.state.answers]
      await until(() => b.state.keys.length > written + 20 && reader.state.answers > answers + 20, 'The next write')
      assert.deepEqual([b.state.failures, reader.state.failures], [0, 0], 'a database of another node was refused')
      await b.stop()
      await own.positionsOf(other)
      const refused = await fetch(`${own.crm.server.url}/api/Read`, {
        method: 'POST',
        headers: { authorization: `Bearer ${hung.person.token}` },
        body: JSON.stringify({ AbEntry: { Scope: { Fields: { Key: 1 } } } }),
      })
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
      assert.equal((await fetch(`${own.crm.server.url}/readyz`)).status, 200)
      const report = (await runCli(['doctor', '--store', own.url])).stdout
      assert.ok(report.includes(`${hung.node} cannot be reached`), report)
      assert.ok(report.includes(`${other.node} has`), report)
    })
    const back = a.state.keys.length
    await until(() => a.state.keys.length > back + 10, 'The next write')
    await Promise.all([a.stop(), reader.stop()])
    await own.assertAllThere(hung, a.state.keys)
    await own.assertAllThere(other, b.state.keys)
    await own.positionsOf(hung)
  })

  test('a database that was moved away from it goes on', async () => {
    const [moved, other] = await own.oneOnEach('lane')
    const [left] = await own.oneOnEach('left')
    await own.read(moved)
    const done = await runCli(['database', 'move', moved.database.name, '--to', other.node, '--store', own.url])
    assert.equal(done.status, 0, done.stderr)
    await whileHanging(async () => {
      await until(() => isRefused(left), 'The refusal')
      // The node of a database is cached for some seconds.
      await until(async () => !(await isRefused(moved)), 'An answer')
      for (let i = 0; i < 20; i++) assert.equal(await isRefused(moved), false)
      assert.equal(await isRefused(left), true)
    })
    await until(async () => !(await isRefused(left)), 'An answer')
  })
})
