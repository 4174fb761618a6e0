// Tests the quick check of a SQLite store after a server that was killed.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { openStore } from '../../src/storage/open.ts'
import { serveChild } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'
import { damageIndex } from '../support/damage.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-crash-'))
after(() => rmSync(folder, { recursive: true }))

describe('a SQLite store after an unclean stop', () => {
  test('a killed server is noticed by the next one, a stopped one is not', async () => {
    const args = ['--data-dir', join(folder, 'killed')]
    const killed = await serveChild(args)
    assert.doesNotMatch(killed.log(), /did not stop in good order/)
    process.kill(killed.pid, 'SIGKILL')
    await killed.ended
    const next = await serveChild(args)
    await until(() => next.log().includes('the store is sound'), 'The end of the check')
    await next.close()
    assert.match(next.log(), /did not stop in good order/)
    const third = await serveChild(args)
    await third.close()
    assert.doesNotMatch(third.log(), /did not stop in good order/)
  })

  test('a check that the end of the server cuts short is done by the next one', async () => {
    const path = join(folder, 'short.db')
    writeFileSync(`${path}-running`, '')
    const store = await openStore(`sqlite:${path}`, { clock: systemClock, serving: true })
    assert.ok(store.integrity.stoppedUncleanly)
    const cut = assert.rejects(store.integrity.examine('quick', []), /closed before the check was done/)
    await store.close()
    await cut
    assert.ok(existsSync(`${path}-running`))
    const next = await openStore(`sqlite:${path}`, { clock: systemClock, serving: true })
    assert.deepEqual(await next.integrity.examine('quick', []), { defects: [] })
    await next.close()
    assert.ok(!existsSync(`${path}-running`))
  })

  test('a damaged store is read but not written, and log and readiness say so', async () => {
    const path = join(folder, 'damaged.db')
    const storeUrl = `sqlite:${path}`
    const crm = await startCrm({ engine: 'sqlite', storeUrl })
    const key = await crm.create('AbEntry', { CompanyName: 'Acme' })
    await crm.close()
    assert.ok(!existsSync(`${path}-running`))
    damageIndex(path)
    writeFileSync(`${path}-running`, '')
    const server = await startServer({ engine: 'sqlite', storeUrl, logged: true })
    const ask = async (operation: string, body: object) => {
      const headers = { authorization: `Bearer ${crm.user.token}` }
      return fetch(`${server.url}/api/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    try {
      const line = await until(
        () => server.logLines.find(text => text.includes('the store is damaged; it is read but not written')),
        'The end of the check',
      )
      assert.match(line, /btreeInitPage|Tree \d+/)
      const read = await ask('Read', {
        AbEntry: { Scope: { Fields: { CompanyName: 1 } }, Criteria: { SearchQuery: { Key: key } } },
      })
      assert.match(await read.text(), /Acme/)
      assert.equal((await ask('Create', { AbEntry: { Data: { CompanyName: 'New' } } })).status, 503)
      const ready = (await (await fetch(`${server.url}/readyz`)).json()) as { status: string; reason: string }
      assert.equal(ready.status, 'degraded')
      assert.match(ready.reason, /it is damaged/)
    } finally {
      await server.close()
    }
    assert.ok(existsSync(`${path}-running`), 'the next server checks again')
  })
})
