// Long answers under way have a common bound: slow readers hold no more memory than that.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { before, test } from 'node:test'
import { eachCrm, type Json, type Person } from '../support/crm.ts'
import { until } from '../support/until.ts'

const megabyte = 1024 ** 2

eachCrm(
  'long answers',
  crm => {
    let entry = ''
    before(async () => {
      entry = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Long' })
      const notes = Array.from({ length: 50 }, () => ({ ParentKey: entry, Text: 'x'.repeat(60_000) }))
      for (let i = 0; i < 2; i++) await crm().ok('Create', { Note: { Data: notes } })
    })

    /** Six million characters for each member. */
    const body = (members: number): Json => {
      const read = { Scope: { Fields: { Text: 1 } }, Criteria: { SearchQuery: { ParentKey: entry } } }
      return Object.fromEntries(Array.from({ length: members }, (_, i) => [`Note.n${i}`, read]))
    }

    /** A client that asks and does not read on when the answer has begun. */
    const slowReader = async (members: number, { token }: Person): Promise<Socket> => {
      const text = JSON.stringify(body(members))
      const socket = connect(Number(new URL(crm().server.url).port), '127.0.0.1')
      socket.on('error', () => {})
      const head = `POST /api/Read HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`
      socket.write(`${head}Content-Length: ${text.length}\r\n\r\n${text}`)
      await once(socket, 'readable')
      assert.equal(String(socket.read(12)), 'HTTP/1.1 200')
      return socket
    }
    const ask = (members: number, { token }: Person): Promise<Response> =>
      fetch(`${crm().server.url}/api/Read`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body(members)),
      })

    test('arrive whole, whatever characters stand where they are cut', async () => {
      const parent = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Cut' })
      // One more character in every second one, so that cuts fall before, into and behind a pair of surrogates.
      const texts = Array.from({ length: 30 }, (_, i) => `${'x'.repeat(i % 2)}${'\u{1f600}'.repeat(25_000)}`)
      await crm().ok('Create', { Note: { Data: texts.map(Text => ({ ParentKey: parent, Text })) } })
      const note = { Scope: { Fields: { Text: 1 } }, Criteria: { SearchQuery: { ParentKey: parent } } }
      const { Note } = await crm().ok('Read', { Note: note })
      assert.deepEqual(Note.Data.map(({ Text }: Json) => Text).sort(), texts.sort())
    })

    test('that their clients do not read make the server refuse further ones, until those clients disconnect', async () => {
      const slow = await slowReader(4, crm().admin)
      const refused = await until(async () => {
        const response = await ask(2, crm().user)
        const text = await response.text()
        return response.status === 503 ? { response, text } : null
      })
      assert.match(refused.text, /"ErrorCode":-9002.*answer-memory/)
      assert.match(refused.response.headers.get('retry-after') ?? '', /^[0-9]+$/)
      // Short answers, and others’ long ones, are none of its concern.
      assert.equal((await crm().call('Read', { User: { Scope: { Fields: { Key: 1 } } } }, crm().user)).Code, 0)
      slow.destroy()
      const served = await until(async () => {
        const response = await ask(2, crm().user)
        const text = await response.text()
        return response.status === 200 ? text : null
      })
      assert.ok(served.length > 11_000_000)
      const { Code, ...members } = JSON.parse(served) as Record<string, Json>
      const texts = Object.values(members).map(({ Data }) => Data.map(({ Text }: Json) => Text.length))
      assert.deepEqual([Code, texts], [0, [Array(100).fill(60_000), Array(100).fill(60_000)]])
    })

    test('one database does not take the share of another', async () => {
      const stranger = await crm().addPerson('STRANGER', {}, await crm().addDatabase('other'))
      const slow = await slowReader(4, crm().admin)
      await until(async () => {
        const response = await ask(2, crm().user)
        await response.text()
        return response.status === 503
      })
      const own = { Scope: { Fields: 1 } }
      const members = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Schema.s${i}`, own]))
      const answer = await crm().call('Read', members, stranger)
      assert.equal(answer.Code, 0, JSON.stringify(answer.Errors))
      assert.ok(JSON.stringify(answer).length > megabyte)
      slow.destroy()
    })
  },
  { settings: { answerMemory: 40 * megabyte } },
)
