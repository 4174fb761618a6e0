// Kills a server under load again and again: what it acknowledged is there afterwards, and the store is sound.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { cliJson, type ServingChild, serveChild } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { report, sizeOf } from '../support/report.ts'
import { pause, until } from '../support/until.ts'

const kills = sizeOf('CLIENTELE_KILLS', 2)
const clients = 8
const folder = mkdtempSync(join(tmpdir(), 'clientele-kills-'))
after(() => rmSync(folder, { recursive: true }))

eachMigrated('kill -9 under load', (engine, fresh) => {
  test(`of ${kills} servers, each while ${clients} clients write: nothing that was acknowledged is lost`, async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url() })
    await crm.close()
    const headers = { authorization: `Bearer ${crm.user.token}`, 'content-type': 'application/json' }
    const post = async ({ url }: ServingChild, operation: string, body: object) =>
      fetch(`${url}/api/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const written = new Map<string, string>()
    const serve = () => serveChild(['--store', fresh.url(), '--data-dir', folder])

    /** Writes until the server is gone; only what was answered counts. */
    const write = async (server: ServingChild, client: string): Promise<void> => {
      for (let i = 0; ; i++) {
        const CompanyName = `${client}.${i}`
        try {
          const answer = await post(server, 'Create', { AbEntry: { Data: { CompanyName } } })
          const { AbEntry } = (await answer.json()) as { AbEntry: { Data: { Key: string } } }
          assert.equal(answer.status, 200)
          written.set(AbEntry.Data.Key, CompanyName)
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error
          return
        }
      }
    }
    let slowest = 0
    for (let round = 0; round < kills; round++) {
      const started = performance.now()
      const server = await serve()
      slowest = Math.max(slowest, performance.now() - started)
      const writing = Array.from({ length: clients }, (_, i) => write(server, `${round}.${i}`))
      const before = written.size
      await until(() => written.size > before + clients, 'The first writes')
      await pause((round * 137) % 500)
      process.kill(server.pid, 'SIGKILL')
      await Promise.all([server.ended, ...writing])
    }
    const server = await serve()
    const keys = [...written.keys()]
    for (let from = 0; from < keys.length; from += 500) {
      const part = keys.slice(from, from + 500)
      const content = {
        Scope: { Fields: { Key: 1, CompanyName: 1 } },
        Criteria: { SearchQuery: { Key: { $IN: part } } },
      }
      const answer = (await (await post(server, 'Read', { AbEntry: content })).json()) as {
        AbEntry: { Data: { Key: string; CompanyName: string }[] }
      }
      const found = new Map(answer.AbEntry.Data.map(row => [row.Key, row.CompanyName]))
      for (const key of part) assert.equal(found.get(key), written.get(key))
    }
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
    assert.ok(written.size > kills, `${written.size} writes`)
    report('CLIENTELE_KILLS', `kill -9, ${engine}`, {
      kills,
      'acknowledged writes': written.size,
      'lost writes': 0,
      'slowest start, ms': slowest.toFixed(0),
    })
  })
})
