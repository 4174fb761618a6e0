// Compares the records that product and floor return for the same request, before anything is timed.
// The caller is an administrator, since the floor has no access rules.
import assert from 'node:assert/strict'
import type { Pair } from './requests.ts'

async function ask(url: string, body: string, headers: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  assert.equal(answer.status, 200, `${url}: HTTP ${answer.status}`)
  return (await answer.json()) as Record<string, unknown>
}

export async function checkSame(pair: Pair, ours: string, floor: string, token: string): Promise<void> {
  for (const i of [0, 1, 2].filter(at => at < pair.ours.bodies.length)) {
    const authorization = { authorization: `Bearer ${token}` }
    const own = await ask(ours + pair.ours.path, pair.ours.bodies[i] as string, authorization)
    const bare = await ask(floor + pair.floor.path, pair.floor.bodies[i] as string, {})
    const data = (answer: Record<string, unknown>) => (answer[pair.entity] as { Data: unknown[] } | undefined)?.Data
    assert.equal(own.Code, 0, `${pair.name}: ${JSON.stringify(own)}`)
    assert.ok((data(own)?.length ?? 0) > 0, `${pair.name} finds nothing: ${pair.ours.bodies[i]}`)
    assert.deepEqual(data(own), data(bare), `${pair.name}: the floor's answer differs`)
  }
}
