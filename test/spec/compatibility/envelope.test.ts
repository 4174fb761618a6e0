// Tests how requests that are not in order are answered as programs written for this API family expect.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

eachCrm('Compatible envelope', crm => {
  const post = async (operation: string, body: string): Promise<{ status: number; answer: Json }> => {
    const headers = { authorization: `Bearer ${crm().admin.token}`, 'idempotency-key': operation }
    const response = await fetch(`${crm().server.url}/api/${operation}`, { method: 'POST', headers, body })
    return { status: response.status, answer: await response.json() }
  }

  test('an empty body is HTTP 400, and says so', async () => {
    for (const body of ['', ' \r\n']) {
      for (const operation of ['Read', 'Create', 'Validate']) {
        const { status, answer } = await post(operation, body)
        assert.deepEqual([status, answer.Code], [400, -1])
        assert.match(answer.Msg[0], /^The body is empty/)
      }
    }
  })

  test('an unknown operation is HTTP 404, whatever its body is', async () => {
    for (const body of ['', '{"AbEntry": {}, // comment\n}', '{', '[]', '\0']) {
      const { status, answer } = await post('Raed', body)
      assert.deepEqual([status, answer.Code], [404, -1])
    }
  })
})
