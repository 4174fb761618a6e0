// Kills a server again and again while triggers start workflows and tasks are completed: nothing is done twice, nothing is lost.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { serveChild } from '../support/cli.ts'
import { type Json, startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { report, sizeOf } from '../support/report.ts'
import { pause, until } from '../support/until.ts'
import { workflowTools } from '../support/workflows.ts'

const kills = sizeOf('CLIENTELE_KILLS', 2)
/** Records that come to meet the conditions before each kill. */
const perKill = 300
const folder = mkdtempSync(join(tmpdir(), 'clientele-workflow-kills-'))
after(() => rmSync(folder, { recursive: true }))

eachMigrated('kill -9 while triggers start workflows', (engine, fresh) => {
  test(`of ${kills} servers: each record has one instance, and each completed task one that follows`, async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url() })
    const tools = workflowTools(() => crm)
    const flow = await tools.workflow()
    for (const [i, subject] of ['First', 'Second'].entries()) await tools.template(flow, i + 1, subject)
    const Conditions = { 'AbEntry/Address/City': { $EQ: 'Bern' } }
    await crm.create('WorkflowAction', { ParentWorkflowKey: flow, Action: 1, Conditions })
    await crm.close()
    const serve = () => serveChild(['--store', fresh.url(), '--data-dir', folder, '--workers', '1'])
    const headers = { authorization: `Bearer ${crm.admin.token}`, 'content-type': 'application/json' }
    /** Null when the server is gone. */
    const call = async (url: string, operation: string, body: Json): Promise<Json | null> => {
      try {
        const response = await fetch(`${url}/api/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) })
        return (await response.json()) as Json
      } catch {
        return null
      }
    }
    const readAll = async (url: string, entity: string, fields: Json, query: Json): Promise<Json[]> => {
      const content = { Scope: { Fields: { Key: 1, ...fields } }, Criteria: { SearchQuery: query } }
      const answer = await call(url, 'Read', { [entity]: content })
      return answer?.[entity]?.Data ?? []
    }
    const ofFlow = { WorkflowKey: { $EQ: flow } }
    const instances = (url: string) => readAll(url, 'WorkflowInstance', { ParentKey: 1, Status: 1 }, ofFlow)
    const counted = async (url: string): Promise<number> => {
      const content = { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: ofFlow } }
      const answer = await call(url, 'Read', { WorkflowInstance: content })
      return Number(answer?.WorkflowInstance?.Data[0]?.['$COUNT()'] ?? 0)
    }
    /** Waits until there are more than so many, and gives their number. */
    const moreThan = (count: number, url: string): Promise<number> =>
      until(async () => {
        const now = await counted(url)
        return now > count && now
      }, `More than ${count} starts`)
    const tasks = (url: string) => readAll(url, 'Task', { Subject: 1, Completed: 1, WorkflowInstanceKey: 1 }, ofFlow)

    let server = await serve()
    let known = 0
    const completed: string[] = []
    for (let round = 0; round < kills; round++) {
      const { url } = server
      const Data = Array.from({ length: perKill }, (_, i) => ({
        ...{ Type: 'Company', CompanyName: `Round ${round}, ${i}`, Address: { City: 'Bern' } },
      }))
      assert.equal((await call(url, 'Create', { AbEntry: { Data } }))?.Code, 0)
      // Some starts of this round are done, and others are not.
      await moreThan(known, url)
      const open = (await tasks(url)).filter(({ Completed }) => !Completed).slice(0, 20)
      const completing = open.map(async ({ Key }) => {
        const answer = await call(url, 'Update', { Task: { Data: { Key, Completed: true } } })
        if (answer?.Code === 0) completed.push(Key)
      })
      await pause((round * 37) % 60)
      process.kill(server.pid, 'SIGKILL')
      await Promise.all([server.ended, ...completing])
      server = await serve()
      known = await counted(server.url)
    }
    const { url } = server
    const wanted = kills * perKill
    // As long as there are further ones, however slow the machine is.
    while (known < wanted) known = await moreThan(known, url)
    const made = await instances(url)
    assert.equal(made.length, wanted)
    assert.equal(new Set(made.map(({ ParentKey }) => ParentKey)).size, wanted, 'one instance for each record')
    const found = await tasks(url)
    const byInstance = Map.groupBy(found, task => task.WorkflowInstanceKey)
    for (const { Key, Status } of made) {
      const own = (byInstance.get(Key) ?? []).toSorted((a, b) => (a.Subject < b.Subject ? -1 : 1))
      const state = own.map(({ Subject, Completed }) => `${Subject} ${Completed}`).join(', ')
      const states = ['First false', 'First true, Second false', 'First true, Second true']
      assert.ok(states.includes(state), state)
      assert.equal(Status, state === states[2] ? 1 : 0)
    }
    const done = new Set(found.filter(({ Completed }) => Completed).map(({ Key }) => Key))
    for (const key of completed) assert.ok(done.has(key), 'a completion that was acknowledged is kept')
    const created = await readAll(
      url,
      'History',
      {},
      {
        $AND: [{ Operation: { $EQ: 'Create' } }, { ParentKey: { $IN: made.map(({ Key }) => Key) } }],
      },
    )
    assert.equal(created.length, wanted, 'one line of History for each instance')
    await server.close()
    report('CLIENTELE_KILLS', `kill -9 while triggers start workflows, ${engine}`, {
      ...{ kills, starts: wanted, 'acknowledged completions': completed.length },
      'started or completed twice, or lost': 0,
    })
  })
})
