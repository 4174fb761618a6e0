// Tests `clientele mcp` with the unmodified client of its protocol, and which personal tokens the MCP server takes.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { bridge } from '../../src/mcp/stdio-bridge.ts'
import { eachAuth, newTokens, start, startAuth } from '../support/auth.ts'
import { cleanEnv, root, runCli } from '../support/cli.ts'
import { runLine } from '../support/cli-batch.ts'
import type { Json } from '../support/crm.ts'
import { freePort } from '../support/free-port.ts'

const year = 365 * 86_400
const readers = ['check', 'describe', 'read', 'search', 'summarize']
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

eachAuth(
  'clientele mcp',
  (world, engine) => {
    const personal = (scope = 'data') =>
      world().accounts.personalToken(world().db, 'ANN', scope, Math.floor(start / 1000) + year)

    const connected = async (token: string, mode: 'auto' | 'legacy' = 'auto', file?: string): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      const args = [join(root, 'bin/clientele'), 'mcp', '--url', world().url]
      const given = file === undefined ? { CLIENTELE_TOKEN: token } : {}
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: file === undefined ? args : [...args, '--token-file', file],
          env: cleanEnv(given),
          stderr: 'ignore',
        }),
      )
      return client
    }

    for (const mode of ['auto', 'legacy'] as const) {
      test(`a client that starts it (${mode}) lists the tools and saves a record`, async () => {
        const { token } = await personal()
        const client = await connected(token, mode)
        const names = (await client.listTools()).tools.map(({ name }) => name).sort()
        assert.deepEqual(names, [...readers, 'delete', 'restore', 'save'].sort())
        const data = { Type: 'Company', CompanyName: `Zoë’s ${mode}` }
        const saved = (await client.callTool({ name: 'save', arguments: { entity: 'AbEntry', data } })) as Json
        const where = { Key: saved.structuredContent.Key }
        const read = (await client.callTool({ name: 'read', arguments: { entity: 'AbEntry', where } })) as Json
        assert.equal(read.structuredContent.rows[0].DisplayValue, `Zoë’s ${mode}`)
        const wrong = (await client.callTool({ name: 'read', arguments: { entity: 'AbEntrys' } })) as Json
        assert.match(wrong.content[0].text, /Did you mean "AbEntry"/)
        await client.close()
      })
    }

    test('a token of a file that may only read sees the reading tools; revoked, it ends at once', async () => {
      const { token, id } = await personal('data.readonly')
      const file = join(world().outbox, '..', 'assistant.token')
      writeFileSync(file, `${token}\n`)
      const client = await connected('', 'auto', file)
      assert.deepEqual((await client.listTools()).tools.map(({ name }) => name).sort(), readers)
      await world().accounts.revokePersonalToken(id)
      await assert.rejects(client.callTool({ name: 'describe', arguments: {} }), /does not accept the token/)
      await client.close()
    })

    const statusOf = async (token: string): Promise<number> => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      }
      const answer = await fetch(`${world().url}/mcp`, { method: 'POST', headers, body: JSON.stringify(ping) })
      await answer.text()
      return answer.status
    }

    test('a personal token that was made through an application, or reads no data, is refused', async () => {
      const application = (await newTokens(world())).access_token
      const answer = await fetch(`${world().url}/api/Create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${application}` },
        body: JSON.stringify({ PersonalAccessToken: { Data: { Key: null, Name: 'Made by a program' } } }),
      })
      const made: string = ((await answer.json()) as Json).PersonalAccessToken.Data.Token
      const read = { method: 'POST', headers: { authorization: `Bearer ${made}` }, body: '{}' }
      assert.notEqual((await fetch(`${world().url}/api/Read`, read)).status, 401)
      assert.equal(await statusOf(made), 401)
      assert.equal(await statusOf((await personal('webaccess')).token), 401)
      assert.equal(await statusOf(`${(await personal()).token}x`), 401)
      assert.equal(await statusOf((await personal()).token), 200)
    })

    test('says what is wrong before it begins: no token, a refused one, no server, no MCP server', async () => {
      const { token } = await personal()
      const run = (url: string, env: Record<string, string> = { CLIENTELE_TOKEN: token }) =>
        runLine(['mcp', '--url', url], { env })
      const away = `http://127.0.0.1:${await freePort()}`
      const off = await startAuth(engine)
      try {
        const cases = [
          [await run(world().url, {}), 2, /needs a token: set CLIENTELE_TOKEN, or name a file/],
          [await run(world().url, { CLIENTELE_TOKEN: 'two words' }), 2, /a text that is no token/],
          [await run('crm', {}), 2, /--url is the address of a server/],
          [await run(world().url, { CLIENTELE_TOKEN: `${token}x` }), 1, /does not accept the token/],
          [await run(away), 1, /cannot be reached/],
          [await run(off.url), 1, /There is no MCP server at .*standard-lane/],
        ] as const
        for (const [{ status, stdout, stderr }, expected, message] of cases) {
          assert.deepEqual([status, stdout], [expected, ''], stderr)
          assert.match(stderr, message)
          assert.ok(!stderr.includes(token))
        }
      } finally {
        await off.close()
      }
    })

    test('answers lines that are no messages, and every request before it ends', async () => {
      const input = `{\n[]\n\n${JSON.stringify(ping)}\n`
      const env = { CLIENTELE_TOKEN: (await personal()).token }
      const { status, stdout, stderr } = await runCli(['mcp', '--url', world().url], { env, input })
      assert.equal(status, 0, stderr)
      const answers = stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as Json)
      assert.deepEqual(
        answers.map(({ id, error, result }) => [id, error?.code ?? result]),
        [
          [null, -32_700],
          [null, -32_600],
          [1, {}],
        ],
      )
    })
  },
  { settings: { standardLane: 'listed' } },
)

describe('the bridge of standard streams', () => {
  const passed = async (
    lines: readonly object[],
    send: (body: Json, headers: Json, gone: AbortSignal) => Promise<Response>,
  ): Promise<Json[]> => {
    const written: Json[] = []
    await bridge({
      input: Readable.from(lines.map(line => `${JSON.stringify(line)}\n`)),
      write: line => void written.push(JSON.parse(line)),
      send: (body, headers, gone) => send(JSON.parse(body), headers, gone),
      note: text => void written.push({ note: text }),
    })
    return written
  }

  test('passes each event of a stream on, also one that arrives in pieces', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/progress', params: { text: 'é' } }
    const result = { jsonrpc: '2.0', id: 1, result: {} }
    const bytes = Buffer.from(`event: message\ndata: ${JSON.stringify(note)}\n\ndata: ${JSON.stringify(result)}\n\n`)
    const cut = bytes.indexOf(0xc3) + 1
    const body = ReadableStream.from([bytes.subarray(0, cut), bytes.subarray(cut)]) as ReadableStream<Uint8Array>
    const headers = { 'content-type': 'text/event-stream' }
    assert.deepEqual(await passed([ping], async () => new Response(body, { headers })), [note, result])
  })

  test('a cancelled request ends at the server and is not answered', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    let ended = false
    const written = await passed([ping, cancel], (_, __, gone) => {
      const { promise, reject } = Promise.withResolvers<Response>()
      gone.addEventListener('abort', () => {
        ended = true
        reject(gone.reason)
      })
      return promise
    })
    assert.deepEqual([written, ended], [[], true])
  })

  test('an answer without a message becomes an error of its request', async () => {
    const [answer] = await passed([ping], async () => new Response('', { status: 202 }))
    assert.deepEqual([answer?.id, answer?.error.code], [1, -32_603])
  })

  test('sends the version, the method and the name that a message of 2026 has', async () => {
    const params = { name: 'read', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    const sent: Json[] = []
    await passed([{ ...ping, method: 'tools/call', params }], async (_, headers) => {
      sent.push(headers)
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }))
    })
    const expected = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'read' }
    assert.deepEqual(sent, [expected])
  })
})
