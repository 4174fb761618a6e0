// Kills a server under load again and again: what it acknowledged is there afterwards, and the store is sound.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { AcknowledgedWrites } from '../support/acknowledged.ts'
import { cliJson, type ServingChild, serveChild } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { report, sizeOf } from '../support/report.ts'
import { pause, until } from '../support/until.ts'

const kills = sizeOf('CLIENTELE_KILLS', 1)
const clients = 8
const folder = mkdtempSync(join(tmpdir(), 'clientele-kills-'))
after(() => rmSync(folder, { recursive: true }))

eachMigrated('kill -9 under load', (engine, fresh) => {
  test(`of ${kills} servers, each while ${clients} clients write: nothing that was acknowledged is lost`, async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url() })
    await crm.close()
    const writes = new AcknowledgedWrites(crm.user.token)
    const serve = () => serveChild(['--store', fresh.url(), '--data-dir', folder])

    /** Writes until the server is gone. */
    const write = async ({ url }: ServingChild, client: string): Promise<void> => {
      for (let i = 0; ; i++) {
        const status = await writes.create(url, `${client}.${i}`)
        if (status === null) return
        assert.equal(status, 200)
      }
    }
    let slowest = 0
    for (let round = 0; round < kills; round++) {
      const started = performance.now()
      const server = await serve()
      slowest = Math.max(slowest, performance.now() - started)
      const writing = Array.from({ length: clients }, (_, i) => write(server, `${round}.${i}`))
      const before = writes.count
      await until(() => writes.count > before + clients, 'The first writes')
      await pause((round * 137) % 500)
      process.kill(server.pid, 'SIGKILL')
      await Promise.all([server.ended, ...writing])
    }
    const server = await serve()
    await writes.verify(server.url)
    await server.close()
    const { ok, findings } = await cliJson<{ ok: boolean; findings: object[] }>([
      'doctor',
      '--deep',
      '--store',
      fresh.url(),
      '--data-dir',
      folder,
    ])
    assert.ok(ok, JSON.stringify(findings))
    assert.ok(writes.count > kills, `${writes.count} writes`)
    report('CLIENTELE_KILLS', `kill -9, ${engine}`, {
      kills,
      'acknowledged writes': writes.count,
      'lost writes': 0,
      'slowest start, ms': slowest.toFixed(0),
    })
  })
})
