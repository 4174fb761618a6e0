// Tests the commands that create databases, groups, users, applications and tokens.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { lineJson, runLine } from '../support/cli-batch.ts'
import type { Json } from '../support/crm.ts'
import { eachEngine } from '../support/engines.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** The date some days from now. */
const isoDay = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

eachEngine('data commands', (engine, fresh) => {
  let server: TestServer
  let token = ''
  after(() => server?.close())
  const run = (...args: string[]) => runLine([...args, '--store', fresh.url()])
  const json = <T = Record<string, string>>(args: string[], input = '') =>
    lineJson<T>([...args, '--store', fresh.url()], { input })
  const refused = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(...args)
    assert.notEqual(status, 0)
    assert.equal(stdout, '')
    return stderr.trim()
  }

  test('database create makes a database in a store that is empty, and list shows it', async () => {
    assert.deepEqual(await json(['database', 'create', 'acme', '--currency', 'eur']), {
      name: 'acme',
      currency: 'EUR',
      timeZone: 'UTC',
    })
    const { databases } = await json<{ databases: { name: string; currency: string }[] }>(['database', 'list'])
    assert.deepEqual(
      databases.map(({ name, currency }) => [name, currency]),
      [['acme', 'EUR']],
    )
    assert.match(await refused('database', 'create', 'ACME'), /already/)
    assert.match(await refused('database', 'create', 'has space'), /letters, digits/)
    assert.match(await refused('database', 'create', 'x', '--currency', 'QQQ'), /ISO 4217/)
  })
  test('group, user, app and token create answer with what was made, while a server runs on the same store', async () => {
    server = await startServer({ engine, storeUrl: fresh.url() })
    const group = await json(['group', 'create', '--database', 'acme', '--name', 'Sales'])
    assert.equal(group.name, 'Sales')
    const user = ['user', 'create', '--database', 'ACME', '--uid', 'ANN', '--email', 'ann@example.com']
    const made = await json(
      [...user, '--name', 'Ann van Lee', '--admin', '--group', group.key as string, '--password-stdin'],
      'correct horse\n',
    )
    assert.deepEqual(made, { uid: 'ANN', key: btoa('User\tANN'), email: 'ann@example.com' })
    const secret = await json(['app', 'create', '--name', 'App', '--redirect-uri', 'https://app.example/cb'])
    assert.deepEqual([secret.client_id?.length, secret.client_secret?.length], [20, 64])
    const open = await json(['app', 'create', '--name', 'Spa', '--redirect-uri', 'https://spa.example/cb', '--public'])
    assert.deepEqual(Object.keys(open), ['client_id'])
    const answer = await json([
      'token',
      'create',
      '--database',
      'acme',
      '--user',
      'ANN',
      '--name',
      'ci',
      '--scope',
      'data.readonly',
      '--expires',
      isoDay(30),
    ])
    token = answer.token as string
    const fields = { FirstName: 1, LastName: 1, Admin: 1, Groups: [{ Key: 1 }] }
    const read = { User: { Scope: { Fields: fields }, Criteria: { SearchQuery: { Uid: 'ANN' } } } }
    const body = await call('Read', read)
    const expected = { FirstName: 'Ann van', LastName: 'Lee', Admin: true, Groups: [{ Key: group.key }] }
    assert.deepEqual(body.User.Data, [expected])
    const history = { Scope: { Fields: { User: { Uid: 1 } } }, Criteria: { SearchQuery: { ParentKey: made.key } } }
    assert.deepEqual((await call('Read', { History: history })).History.Data, [{ User: { Uid: 'SYSTEM' } }])
    assert.equal((await call('Create', { Lead: { Data: { LastName: 'x' } } })).Code, -1)
  })
  test('bin restore brings back what was deleted, bin purge removes what has been there too long', async () => {
    const writer = await json(['token', 'create', '--database', 'acme', '--user', 'ANN', '--name', 'writer'])
    token = writer.token as string
    const { Key } = (await call('Create', { Lead: { Data: { LastName: 'Back' } } })).Lead.Data
    await call('Delete', { Lead: { Data: { Key } } })
    assert.deepEqual(await json(['bin', 'purge']), { purged: 0 })
    assert.deepEqual(await json(['bin', 'restore', '--database', 'acme', '--key', Key]), { key: Key, entity: 'Lead' })
    const read = { Scope: { Fields: { LastName: 1 } }, Criteria: { SearchQuery: { Key } } }
    assert.deepEqual((await call('Read', { Lead: read })).Lead.Data, [{ LastName: 'Back' }])
    assert.match(await refused('bin', 'restore', '--database', 'acme', '--key', Key), /^--key: the record is not in/)
    assert.match(await refused('bin', 'restore', '--database', 'acme', '--key', 'x'), /not the key of a record/)
  })
  test('what is wrong is said in a line, with a status that is not 0', async () => {
    assert.match(await refused('group', 'create', '--database', 'nowhere', '--name', 'x'), /no database nowhere/)
    assert.match(await refused('group', 'create', '--database', 'acme', '--name', 'sales'), /^--name: there is a group/)
    const user = ['user', 'create', '--database', 'acme', '--uid', 'BOB']
    assert.match(await refused(...user, '--email', 'nonsense'), /^--email is not an e-mail address/)
    assert.match(await refused(...user, '--email', 'bob@example.com', '--group', 'x'), /^There is no group x in acme/)
    assert.match(await refused('app', 'create', '--name', 'x', '--redirect-uri', 'http://x.example/'), /https/)
    assert.match(
      await refused('token', 'create', '--database', 'acme', '--user', 'NOBODY', '--name', 'x'),
      /^There is no user NOBODY in acme;/,
    )
  })

  async function call(operation: string, body: unknown): Promise<Json> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/api/${operation}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return response.json()
  }
})
