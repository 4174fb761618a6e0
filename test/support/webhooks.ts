// Calls the webhooks API of a test server.
import assert from 'node:assert/strict'
import type { Crm, Json, Person } from './crm.ts'
import { until } from './until.ts'

interface WebhookCalls {
  /** Any call; gives status and body. */
  call(method: string, path: string, body?: Json, as?: Person): Promise<{ status: number; body: Json }>
  /** The same, and it must succeed; gives the body. */
  ok(method: string, path: string, body?: Json, as?: Person): Promise<Json>
  /** Waits until every event so far has its position in the log. */
  numbered(): Promise<void>
  /** Creates a target, which is sent what is written from now on, and gives it with its secret. */
  target(data: Json, as?: Person): Promise<Json>
}

export function webhookCalls(crm: () => Crm): WebhookCalls {
  const call: WebhookCalls['call'] = async (method, path, body, as = crm().admin) => {
    const response = await fetch(`${crm().server.url}/webhooks/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${as.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const ok: WebhookCalls['ok'] = async (...args) => {
    const answer = await call(...args)
    assert.ok(answer.status < 300, JSON.stringify(answer))
    return answer.body
  }
  const numbered = async () => {
    const facts = { reads: true, allTenants: true }
    const left = { sql: 'SELECT id FROM event_log WHERE position IS NULL', params: [], facts }
    await until(async () => (await crm().server.store.rows(left)).length === 0)
  }
  const target: WebhookCalls['target'] = async (data, as) => {
    await numbered()
    return ok('POST', 'targets', data, as)
  }
  return { call, ok, numbered, target }
}
