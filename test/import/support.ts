// Sends files to the import of a test server and waits for its phases.
import assert from 'node:assert/strict'
import type { Crm, Json, Person } from '../support/crm.ts'
import { until } from '../support/until.ts'

interface Importer {
  /** The answer, whatever its status is. */
  call(method: string, path: string, body?: Json, as?: Person): Promise<Json>
  upload(content: string | Uint8Array, query?: string, as?: Person): Promise<Json>
  /** Waits until the phase is over. */
  settled(id: string, as?: Person): Promise<Json>
  plan(id: string, mapping: Json, as?: Person): Promise<Json>
  commit(id: string, as?: Person): Promise<Json>
  undo(id: string, as?: Person): Promise<Json>
  rows(id: string, outcome?: string): Promise<Json[]>
  /** Uploads, plans and commits, and gives the import after that. */
  run(content: string | Uint8Array, mapping: Json, query?: string): Promise<Json>
}

const busy = new Set(['planning', 'committing', 'undoing'])

export function importerOf(crm: () => Crm): Importer {
  const send = async (
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | null,
    as?: Person,
  ): Promise<Json> => {
    const response = await fetch(`${crm().server.url}/import/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${(as ?? crm().admin).token}` },
      body,
    })
    return { status: response.status, ...((await response.json()) as object), http: response.status }
  }
  const call: Importer['call'] = (method, path, body, as) =>
    send(method, path, body === undefined ? null : JSON.stringify(body), as)
  const fine = (answer: Json): Json => {
    assert.ok(answer.http < 300, JSON.stringify(answer))
    return answer
  }
  const settled: Importer['settled'] = async (id, as) => {
    let last: Json
    await until(async () => {
      last = fine(await call('GET', `imports/${id}`, undefined, as))
      return !busy.has(last.status)
    })
    return last
  }
  const upload: Importer['upload'] = (content, query = 'entity=AbEntry&format=csv', as) =>
    send('POST', `imports?${query}`, content as string, as)
  const then = async (id: string, path: string, as?: Person) => {
    fine(await call('POST', `imports/${id}/${path}`, {}, as))
    return settled(id, as)
  }
  const plan: Importer['plan'] = async (id, mapping, as) => {
    fine(await call('PUT', `imports/${id}/mapping`, mapping, as))
    return settled(id, as)
  }
  const commit: Importer['commit'] = (id, as) => then(id, 'commit', as)
  return {
    ...{ call, upload, settled, plan, commit },
    undo: (id, as) => then(id, 'undo', as),
    rows: async (id, outcome) => {
      const rows: Json[] = []
      for (let after: number | null = 0; after !== null; ) {
        const page: Json = fine(
          await call('GET', `imports/${id}/rows?after=${after}${outcome ? `&outcome=${outcome}` : ''}`),
        )
        rows.push(...page.rows)
        after = page.next
      }
      return rows
    },
    run: async (content, mapping, query) => {
      const { id } = fine(await upload(content, query))
      assert.equal((await plan(id, mapping)).status, 'planned')
      return commit(id)
    },
  }
}
