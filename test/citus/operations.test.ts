// What operators do with a store on Citus: commands beside the server, backup and restore, and giving a node up.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { tables } from '../../src/app.ts'
import { runCli } from '../support/cli.ts'
import type { Json } from '../support/crm.ts'
import { OwnCluster } from './own-cluster.ts'

describe('Operating a store on Citus', () => {
  const own = OwnCluster.ofSuite()

  test('events of all databases get their positions', async () => {
    for (const tenant of await own.oneOnEach('events')) {
      for (let i = 0; i < 5; i++) await own.crm.create('AbEntry', { CompanyName: `Event ${i}` }, tenant.person)
      const found = await own.positionsOf(tenant)
      assert.deepEqual(
        found,
        found.map((_, i) => i + 1),
      )
    }
  })

  test('after=now is behind the event of a command that has just ended', async () => {
    for (const { database, person } of await own.oneOnEach('now')) {
      const changes = async (after: string): Promise<Json> => {
        const headers = { authorization: `Bearer ${person.token}` }
        return (await fetch(`${own.crm.server.url}/webhooks/v1/events?after=${after}`, { headers })).json()
      }
      const { next: before } = await changes('now')
      const user = ['--uid', 'EVA', '--email', 'eva@example.com', '--database', database.name]
      const added = await runCli(['user', 'create', ...user, '--store', own.url])
      assert.equal(added.status, 0, added.stderr)
      const { next } = await changes('now')
      await own.positionsOf({ database })
      assert.deepEqual((await changes(next)).events, [])
      assert.equal((await changes(before)).events.length, 1)
    }
  })

  test('the commands that backup and restore print work, and migrate distributes what was restored', async () => {
    const { startCrm } = await import('../support/crm.ts')
    const { startServer } = await import('../support/server.ts')
    const at = { engine: 'postgres', storeUrl: await own.freshDatabase() } as const
    const crm = await startCrm(at)
    const folder = mkdtempSync(join(tmpdir(), 'clientele-citus-backup-'))
    const env = { ...process.env, PATH: `${own.bin}:${process.env.PATH}`, PGPASSWORD: new URL(own.url).password }
    const runPrinted = async (action: string) => {
      const printed = await runCli([action, join(folder, 'a backup.dump'), '--json', '--store', at.storeUrl])
      assert.equal(printed.status, 3, printed.stderr)
      execFileSync('sh', ['-c', JSON.parse(printed.stdout).command], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    }
    try {
      await crm.create('AbEntry', { CompanyName: 'Kept' })
      await runPrinted('backup')
      await crm.create('AbEntry', { CompanyName: 'Lost' })
      await crm.close()
      await runPrinted('restore')
      assert.match((await runCli(['migrate', '--dry-run', '--store', at.storeUrl])).stdout, /place table ab_entry/)
      const server = await startServer(at)
      assert.deepEqual(await server.store.placement.unplaced(tables), [])
      const answer = await fetch(`${server.url}/api/Read`, {
        method: 'POST',
        headers: { authorization: `Bearer ${crm.admin.token}` },
        body: JSON.stringify({ AbEntry: { Scope: { Fields: { CompanyName: 1 } } } }),
      })
      const names = ((await answer.json()) as Json).AbEntry.Data.map((entry: Json) => entry.CompanyName)
      await server.close()
      assert.deepEqual(names, ['Kept'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('doctor shows a node that still has shards after a drain has failed; the documented drain empties it', async () => {
    const { hostname, port } = new URL(own.workers[0]?.url as string)
    const node = `${hostname}:${port}`
    const report = async () => (await runCli(['doctor', '--store', own.url])).stdout
    // What a drain does first.
    await own.onCoordinator(`select citus_set_node_property($1, $2, 'shouldhaveshards', false)`, [hostname, port])
    assert.match(await report(), new RegExp(`${node} has [1-9]\\d* shards, \\d+ MiB, but gets no further ones`))
    await own.onCoordinator(`select citus_drain_node($1, $2, 'block_writes')`, [hostname, port])
    assert.doesNotMatch(await report(), new RegExp(node))
  })
})
