// Tests the background check of the whole store: its result in probes, metrics, log and console, and its lease.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { runCli } from '../support/cli.ts'
import { type Crm, type Json, type Person, startCrm } from '../support/crm.ts'
import { damageIndex } from '../support/damage.ts'
import { eachMigrated } from '../support/engines.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const begins = ({ logLines }: TestServer) => logLines.filter(line => line.includes('whole store begins')).length

const ready = async ({ url }: TestServer, query = ''): Promise<Json> => {
  const answer = await fetch(`${url}/readyz${query}`)
  return { code: answer.status, ...((await answer.json()) as object) }
}

async function metricsOf({ url }: TestServer): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^clientele_store_check_(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}

/** What the console shows to a person. */
async function shownTo(who: Person, { app, store, url }: TestServer, { id, name }: Crm['database']): Promise<Json> {
  const session = await store.write(tx =>
    app.sessions.begin(tx, { db: id, database: name, uid: who.uid }, { headers: {} }),
  )
  const headers = {
    'x-clientele-console': name,
    'sec-fetch-site': 'same-origin',
    cookie: session.split(';', 1)[0] as string,
  }
  return (await fetch(`${url}/console/api/store-check`, { headers })).json()
}

eachMigrated('the check of the whole store', (engine, fresh) => {
  const crm = fresh.use(() => startCrm({ engine, storeUrl: fresh.url(), logged: true }))
  const change = (sql: string, { store }: TestServer = crm().server) => store.write(tx => tx.run({ sql, params: [] }))
  const row = async () => {
    const sql = 'select holder, finished from store_check'
    return (await crm().server.store.read({ sql, params: [] }))[0]
  }
  before(async () => {
    const entry = await crm().create('AbEntry', { CompanyName: 'Lakeside Foods' })
    await crm().create('Campaign', { Name: 'Spring' })
    await crm().create('Interaction', { Type: '60001', AbEntryKey: entry, Subject: 'A call' })
  })

  test('a sound store: begin and end are in the log, the figures in probe, metrics and console', async () => {
    const { server, admin, user, database } = crm()
    assert.deepEqual(await ready(server), { code: 200, status: 'ready' })
    assert.deepEqual((await shownTo(admin, server, database)).Check, null)
    await server.app.storeCheck.run()
    const { check, ...rest } = await until(async () => {
      const now = await ready(server)
      return now.check ? now : null
    }, 'The result')
    assert.deepEqual(rest, { code: 200, status: 'ready' })
    assert.equal(check.damage, 0)
    assert.ok(Math.abs(Date.parse(check.at) - Date.now()) < 3_600_000)
    const figures = await metricsOf(server)
    assert.deepEqual([figures.findings, figures.timestamp_seconds], [0, Date.parse(check.at) / 1000])
    assert.equal(figures.duration_seconds, check.seconds)
    assert.match(server.logLines.join(''), /the check of the whole store has ended/)
    assert.deepEqual((await shownTo(admin, server, database)).Check, check)
    assert.match(JSON.stringify(await shownTo(user, server, database)), /Only an administrator may see/)
  })

  test('is made by one server at a time, when it is due', async () => {
    const { server } = crm()
    const other = await startServer({ engine, storeUrl: fresh.url(), logged: true })
    const before = begins(server)
    const both = () => Promise.all([server, other].map(({ app }) => app.storeCheck.run()))
    await both()
    assert.equal(begins(server) + begins(other), before, 'the last one is younger than a day')
    await change('update store_check set finished = finished - 86400000')
    await both()
    assert.equal(begins(server) + begins(other), before + 1)
    await change(`update store_check set finished = null, holder = 'another', held_until = ${Date.now() + 60_000}`)
    await both()
    assert.equal(begins(server) + begins(other), before + 1, 'another server runs one')
    await change(`update store_check set held_until = ${Date.now() - 60_000}`)
    await both()
    assert.equal(begins(server) + begins(other), before + 2, 'the other server has died')
    await other.close()
  })

  test('a server that stops ends its check, which stays due', async () => {
    const other = await startServer({ engine, storeUrl: fresh.url(), logged: true })
    await change('update store_check set finished = null')
    const running = other.app.storeCheck.run()
    await until(() => begins(other) > 0, 'The begin')
    await other.close()
    await running
    assert.deepEqual(await row(), [null, null])
  })

  /** An index page on SQLite, a reference on PostgreSQL. */
  const damage = async (): Promise<RegExp> => {
    if (engine === 'sqlite') {
      damageIndex(fresh.url().slice('sqlite:'.length))
      return /campaign_name|is damaged/
    }
    const client = new pg.Client(fresh.url())
    await client.connect()
    await client.query('set session_replication_role = replica; delete from interaction')
    await client.end()
    return /interaction_ab_entries has a row whose interaction does not exist/
  }

  test('damage: log, probe, metrics, console and doctor say so, after a restart too, and the node stays in service', async () => {
    const { server: first, admin, database } = crm()
    const text = await damage()
    await change("update ab_entry set company_name = 'Zzyzx'")
    await change('update store_check set finished = null')
    await first.app.storeCheck.run()
    const findings = first.logLines.flatMap(line => {
      const { finding, todo, level } = JSON.parse(line)
      return level === 'error' && finding ? [{ finding, todo }] : []
    })
    const remedies = { damaged: /restore a backup/, words: /clientele reindex/ }
    assert.ok(
      findings.some(({ finding, todo }) => text.test(finding) && remedies.damaged.test(todo)),
      JSON.stringify(findings),
    )
    assert.ok(findings.some(({ finding, todo }) => /word index of ab_entry/.test(finding) && remedies.words.test(todo)))

    const server = await startServer({ engine, storeUrl: fresh.url() })
    try {
      const { check, ...rest } = await ready(server)
      assert.deepEqual([rest.code, rest.status, check.damage], [200, 'degraded', findings.length])
      assert.match(rest.reason, /found damage/)
      assert.equal((await ready(server, '?write=1')).code, 200)
      assert.equal((await metricsOf(server)).findings, findings.length)
      assert.deepEqual((await shownTo(admin, server, database)).Check, check)
    } finally {
      await server.close()
    }
    await crm().create('AbEntry', { CompanyName: 'Written meanwhile' })
    const { status, stdout } = await runCli(['doctor', '--json', '--store', fresh.url(), '--public-url', first.url])
    assert.equal(status, 1)
    const shown = (JSON.parse(stdout) as Json).findings.filter(
      (one: Json) => one.check === 'store check' && one.state === 'fail',
    )
    assert.deepEqual(
      shown.map(({ todo }: Json) => todo),
      findings.map(({ todo }) => todo),
    )
  })
})
