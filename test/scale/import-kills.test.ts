// Kills a server again and again while it commits an import: each row is written once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { serveChild } from '../support/cli.ts'
import { type Json, startCrm } from '../support/crm.ts'
import { eachMigrated, engines } from '../support/engines.ts'
import { report, sizeOf } from '../support/report.ts'
import { pause, until } from '../support/until.ts'

const kills = sizeOf('CLIENTELE_KILLS', 1)
/** A step writes 500 rows. */
const rowsPerKill = 1_000
const folder = mkdtempSync(join(tmpdir(), 'clientele-import-kills-'))
after(() => rmSync(folder, { recursive: true }))

/** Not in `npm test`: the test of plan and commit ends transactions there, without processes. */
const killed = process.env.CLIENTELE_KILLS === undefined ? [] : engines

eachMigrated(
  'kill -9 during the commit of an import',
  (engine, fresh) => {
    test(`of ${kills} servers: each row is written once`, async t => {
      const crm = await startCrm({ engine, storeUrl: fresh.url() })
      await crm.close()
      const serve = () => serveChild(['--store', fresh.url(), '--data-dir', folder, '--workers', '1'])
      const send = async (url: string, path: string, method = 'GET', body: string | null = null): Promise<Json> => {
        const headers = { authorization: `Bearer ${crm.admin.token}` }
        const response = await fetch(`${url}${path}`, { method, headers, body })
        assert.ok(response.ok, `${response.status} ${path}`)
        return response.json()
      }
      const rows = rowsPerKill * (kills + 1)
      const names = Array.from({ length: rows }, (_, i) => `Row ${i},row${i}@kills.example`)

      let server = await serve()
      // A failed test must not leave its server behind, for which the run would wait.
      t.after(() => server.child.kill('SIGKILL'))
      /** The import when its phase is over. Only a step that does not end fails the test, not a long phase. */
      const endOf = async (phase: string): Promise<Json> => {
        let last: Json = await send(server.url, at)
        while (last.status === phase) {
          const from = last.counts.done
          last = await until(async () => {
            const seen = await send(server.url, at)
            return (seen.status !== phase || seen.counts.done > from) && seen
          }, `A step of ${phase}`)
        }
        return last
      }
      const { id } = await send(
        server.url,
        '/import/v1/imports?entity=AbEntry&format=csv',
        'POST',
        `Name,Mail\n${names.join('\n')}\n`,
      )
      const at = `/import/v1/imports/${id}`
      const mapping = { columns: { Name: 'CompanyName', Mail: 'Email' } }
      await send(server.url, `${at}/mapping`, 'PUT', JSON.stringify(mapping))
      assert.equal((await endOf('planning')).status, 'planned')
      await send(server.url, `${at}/commit`, 'POST', '{}')

      let ended = 0
      for (let round = 0; round < kills; round++) {
        const { url } = server
        const from = (await send(url, at)).counts.done
        const { status, counts } = await until(async () => {
          const seen = await send(url, at)
          return (seen.status !== 'committing' || seen.counts.done > from) && seen
        }, 'A step')
        if (status !== 'committing') break
        await pause((round * 37) % 90)
        process.kill(server.pid, 'SIGKILL')
        await server.ended
        ended++
        assert.ok(counts.done < rows)
        server = await serve()
      }
      const { status, counts } = await endOf('committing')
      assert.deepEqual([status, counts.create, counts.done], ['committed', rows, rows])
      assert.equal(ended, kills)
      const fields = { CompanyName: 1, Email: 1, Version: 1 }
      const Criteria = { SearchQuery: { Email: { $LIKE: '%@kills.example' } } }
      const read = JSON.stringify({ AbEntry: { Scope: { Fields: fields }, Criteria } })
      const exported = await fetch(`${server.url}/export/v1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${crm.admin.token}` },
        body: read,
      })
      const found = (await exported.text()).trimEnd().split('\n')
      const expected = names
        .map(line => line.split(','))
        .map(([CompanyName, Email]) => ({ CompanyName, Email, Version: 1 }))
      assert.deepEqual(found.sort(), expected.map(row => JSON.stringify(row)).sort())
      await server.close()
      report('CLIENTELE_KILLS', `kill -9 during the commit of an import, ${engine}`, {
        kills: ended,
        rows,
        'rows written twice or not': 0,
      })
    })
  },
  killed,
)
