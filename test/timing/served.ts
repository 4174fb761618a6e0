// Serves a filled store by a process of its own, and asks it for the record of another tenant while it works.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setUpScim } from '../scim/provider.ts'
import { serveChild } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'
import type { Engine } from '../support/engines.ts'

export interface Served {
  readonly url: string
  readonly tokens: Readonly<Record<'admin' | 'user' | 'provider', string>>
  /** The key of an entry. */
  readonly parent: string
  /** The smallest Read, of a user of another database. */
  otherRead(): Promise<void>
  /** The processor time of the thread that answers requests, in ms; null where the system does not tell. */
  cpuMs(): number | null
  /** Resident memory in bytes. */
  memory(): Promise<number>
  close(): Promise<void>
}

export async function serveFilled(engine: Engine, storeUrl: string, thousands: number): Promise<Served> {
  const crm = await startCrm({ engine, storeUrl })
  const parent = await crm.create('AbEntry', { Type: 'Company', CompanyName: 'Expensive' })
  const records = Array.from({ length: 1_000 }, (_, i) => ({ Type: 'Individual', LastName: `a${i}` }))
  for (let i = 0; i < thousands; i++) await crm.ok('Create', { AbEntry: { Data: records } })
  const stranger = await crm.addPerson('STRANGER', {}, await crm.addDatabase('other'))
  const { Token: provider } = await setUpScim(crm, 'POST', '/tokens', { Name: 'Provider' })
  await crm.close()
  const folder = mkdtempSync(join(tmpdir(), 'clientele-served-'))
  const settings = ['--store', storeUrl, '--data-dir', folder, '--log-level', 'error', '--workers', '1']
  const { url, pid, close } = await serveChild(settings)
  const body = JSON.stringify({
    User: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Key: stranger.key } } },
  })
  return {
    url,
    tokens: { admin: crm.admin.token, user: crm.user.token, provider },
    parent,
    otherRead: async () => {
      const headers = { authorization: `Bearer ${stranger.token}` }
      const response = await fetch(`${url}/api/Read`, { method: 'POST', headers, body })
      assert.match(await response.text(), /^\{"Code":0/)
    },
    cpuMs: () => threadCpuMs(pid),
    memory: async () => {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
    },
    close: async () => {
      await close()
      rmSync(folder, { recursive: true })
    },
  }
}

function threadCpuMs(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return null
  }
}
