// Proves `clientele webhook`, and the receivers of the tutorial as they are printed there.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { root, startCli } from '../support/cli.ts'
import { runLine } from '../support/cli-batch.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

const secretKey = 'a key that server and command line have in common'
const folder = mkdtempSync(join(tmpdir(), 'clientele-webhook-cli-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const env = {
  CLIENTELE_SECRET_KEY: secretKey,
  CLIENTELE_OUTBOUND_NETWORKS: '127.0.0.1',
  CLIENTELE_OUTBOUND_HTTP: 'true',
  CLIENTELE_DATA_DIR: folder,
}

eachCrm(
  'clientele webhook',
  crm => {
    const { target, ok } = webhookCalls(crm)
    const args = (...more: string[]) => {
      const { store } = crm().server.settings
      return ['webhook', ...more, '--store', store, '--database', 'acme', '--user', 'MASTER']
    }
    const cli = async (...more: string[]) => {
      const result = await runLine([...args(...more), '--json'], { env })
      return { ...result, json: result.stdout === '' ? null : JSON.parse(result.stdout) }
    }

    test('targets are created, listed, tried and replayed; a running server delivers', async () => {
      const receiver = await startReceiver()
      const made = await cli('create', '--url', receiver.url, '--entity', 'abentry', '--payload', 'thin')
      assert.equal(made.status, 0, made.stderr)
      const { id, secret } = made.json
      const key = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Told Ltd' })
      const [received] = await receiver.has(1)
      assert.equal(received?.event.data.key, key)
      new Webhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>)
      // The server records a delivery after the receiver has answered it.
      await until(async () => (await ok('GET', `targets/${id}/deliveries`)).deliveries.length > 0)
      const [listed, sent, again, shown] = await Promise.all([
        cli('list'),
        cli('trigger', 'abentry.updated', '--target', id),
        cli('replay', '--target', id, '--event', received?.event.id),
        cli('deliveries', '--target', id),
      ])
      assert.deepEqual(
        listed.json.targets.map((one: { id: string }) => one.id),
        [id],
      )
      assert.deepEqual([sent.status, sent.json.outcome, sent.json.type], [0, 'delivered', 'abentry.updated'])
      assert.deepEqual(again.json, { queued: 1 })
      assert.ok(shown.json.deliveries.some((one: Json) => one.event === received?.event.id && one.status === 204))
      await receiver.has(2, ({ event }) => event.id === received?.event.id)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('a wrong call prints one clear line', async () => {
      const [bad, unknown, filter] = await Promise.all([
        runLine(args('create', '--url', 'http://10.0.0.1/'), { env }),
        runLine([...args('list').slice(0, -1), 'NOBODY'], { env }),
        runLine(args('create', '--url', 'https://example.com', '--filter', '{'), { env }),
      ])
      assert.deepEqual([bad.status, unknown.status, filter.status], [1, 1, 1])
      assert.match(bad.stderr, /not a public one/)
      assert.match(unknown.stderr, /no enabled user NOBODY/)
      assert.match(filter.stderr, /--filter is not JSON/)
    })

    /** Runs `listen`, lets something be written, and checks what the program on this machine gets. */
    const listens = async (flags: readonly string[], name: string, input = '') => {
      const receiver = await startReceiver()
      const command = ['webhook', 'listen', ...flags, '--forward-to', receiver.url, '--json']
      const child = startCli([...command, '--server', crm().server.url], { env })
      child.stdin.end(input)
      const [line] = await once(createInterface({ input: child.stdout }), 'line')
      const { secret } = JSON.parse(line)
      await crm().create('AbEntry', { Type: 'Company', CompanyName: name })
      const [received] = await receiver.has(1, ({ event }) => JSON.stringify(event.data.changes).includes(name))
      assert.ok(receiver.received.every(({ event }) => event.entity !== 'PersonalAccessToken'))
      new Webhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>)
      child.kill('SIGINT')
      const [status] = await once(child, 'close')
      assert.equal(status, 0)
      receiver.close()
    }

    test('listen posts signed events of a server to a program on this machine', async () => {
      const { store } = crm().server.settings
      // The only database, and its administrator.
      await listens(['--store', store], 'Heard Ltd')
      const Fields = { Name: 1, Scope: 1, Status: { DisplayValue: 1 } }
      const { PersonalAccessToken } = await crm().ok('Read', { PersonalAccessToken: { Scope: { Fields } } })
      const made = PersonalAccessToken.Data.filter((one: Json) => one.Name === 'clientele webhook listen')
      assert.deepEqual(
        made.map((one: Json) => [one.Scope, one.Status.DisplayValue]),
        [['data.readonly', 'Revoked']],
      )
    })

    test('listen needs no store when it has a token', async () => {
      await listens(['--store', 'sqlite:/nowhere/at-all.db', '--token-stdin'], 'Far Ltd', `${crm().admin.token}\n`)
      const to = ['--forward-to', 'http://127.0.0.1:9/']
      const [noServer, noToken, bad] = await Promise.all([
        runLine(['webhook', 'listen', ...to, '--token-stdin'], { env, input: 'x\n' }),
        runLine(['webhook', 'listen', ...to, '--store', 'sqlite:/nowhere/at-all.db'], { env }),
        runLine(['webhook', 'listen', ...to, '--token-stdin', '--server', crm().server.url], { env, input: 'x\n' }),
      ])
      assert.match(noServer.stderr, /--token-stdin needs --server/)
      assert.match(noToken.stderr, /no store at/)
      assert.match(bad.stderr, /cannot be read: The personal access token is not accepted/)
      assert.ok([noServer, noToken, bad].every(({ status }) => status !== 0))
    })

    test('the receivers of the tutorial accept signed requests and refuse others', async () => {
      const page = readFileSync(join(root, 'docs/tutorials/receive-webhooks.md'), 'utf8')
      const programs = [
        { language: 'js', file: 'receiver.mjs', command: process.execPath },
        { language: 'python', file: 'receiver.py', command: 'python3' },
      ]
      for (const { language, file, command } of programs) {
        const code = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? ''
        const path = join(folder, file)
        writeFileSync(path, code)
        // The secret is known once the target is, and the port of the target once the program runs.
        const waiting = await startReceiver()
        const { port } = new URL(waiting.url)
        const { id, secret } = await target({ url: waiting.url, entities: ['AbEntry'] })
        waiting.close()
        const child = spawn(command, [path], { env: { ...process.env, SECRET: secret, PORT: port } })
        const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
        assert.equal((await lines.next()).value, `ready ${port}`)
        const key = await crm().create('AbEntry', { Type: 'Company', CompanyName: `For ${language}` })
        const told = String((await lines.next()).value)
        assert.ok(told.startsWith(`abentry.created ${key}`), told)
        const forged = await fetch(waiting.url, {
          method: 'POST',
          headers: {
            'webhook-id': '1',
            'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
            'webhook-signature': 'v1,x',
          },
          body: '{}',
        })
        assert.equal(forged.status, 401)
        child.kill()
        await ok('DELETE', `targets/${id}`)
      }
    })
  },
  { settings: { ...receiverNearby, secretKey, dataDir: folder } },
)
