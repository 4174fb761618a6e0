// Tests that npm start makes the demo database and prints addresses and secrets that work, the same at each start.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { findDatabase } from '../src/accounts/databases.ts'
import type { Store } from '../src/storage/store.ts'
import { oauthPost, passwordPage } from './support/auth.ts'
import { cleanEnv, root, runCli, startCli } from './support/cli.ts'
import type { Json } from './support/crm.ts'
import { eachEngine } from './support/engines.ts'
import { mailFor, Person } from './support/person.ts'
import { until } from './support/until.ts'

const shell = promisify(execFile)

interface Started {
  /** What it has printed so far. */
  text(): string
  stop(): Promise<void>
}

/** `npm start` without npm: on any free port, with everything in a folder of its own. */
function start(folder: string, args: readonly string[]): Promise<Started> {
  const own = ['--port', '0', '--host', '127.0.0.1', '--data-dir', folder, '--log-level', 'error', ...args]
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), ...own], { env: cleanEnv(), cwd: folder })
  const ended = new Promise<void>(resolve => child.on('close', () => resolve()))
  let text = ''
  return new Promise((resolve, reject) => {
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    child.stderr.setEncoding('utf8').on('data', chunk => {
      text += chunk
    })
    child.stdout.setEncoding('utf8').on('data', chunk => {
      text += chunk
      if (/^ {2}curl .*\n/m.test(text)) resolve({ text: () => text, stop })
    })
    ended.then(() => reject(new Error(`It ended: ${text}`)))
  })
}

/** Kills a first start once the store has the database of the demo, and before it has its data. */
async function beginAndKill(folder: string, args: readonly string[], store: Store): Promise<void> {
  const own = ['--port', '0', '--host', '127.0.0.1', '--data-dir', folder, ...args]
  const killed = startCli(['serve', '--demo', ...own], { cwd: folder })
  const ended = new Promise(resolve => killed.on('close', resolve))
  await until(() => findDatabase(store, 'Demo').catch(() => null), 'The database')
  killed.kill('SIGKILL')
  await ended
  assert.ok(!existsSync(join(folder, 'demo.json')), 'it was killed before it was done')
}

/** Where the button leads in a browser that reached this server by another name, which fetch does not let one say. */
const locationByName = (origin: string, host: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'sec-fetch-site': 'same-origin' }
    const sent = request(`${origin}/demo/console`, { method: 'POST', headers }, answer => {
      answer.resume()
      resolve(answer.headers.location)
    })
    sent.on('error', reject).end()
  })

const printed = (text: () => string, label: string): string =>
  new RegExp(`^  ${label} +(\\S+)`, 'm').exec(text())?.[1] ?? ''

eachEngine('the demo', (_engine, fresh) => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-demo-'))
  let args: string[] = []
  let first: Started
  before(async () => {
    args = ['--store', fresh.url()]
    await beginAndKill(folder, args, await fresh.open())
    first = await start(folder, args)
  })
  after(async () => {
    await first.stop()
    rmSync(folder, { recursive: true })
  })
  const ask = async (operation: string, body: Json, token = printed(first.text, 'Personal token')): Promise<Json> => {
    const request = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) }
    return (await fetch(`${printed(first.text, 'Data API')}/${operation}`, request)).json()
  }
  const count = async (entity: string, criteria: Json = {}): Promise<number> => {
    const content = { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: criteria } }
    const answer = await ask('Read', { [entity]: content })
    assert.equal(answer.Code, 0, JSON.stringify(answer))
    return answer[entity].Data[0]['$COUNT()']
  }

  test('a first start that is killed is taken up by the next one', async () => {
    assert.equal(await count('AbEntry'), 900)
    assert.deepEqual(
      readdirSync(folder).filter(name => name.endsWith('.new')),
      [],
    )
  })

  test('the printed curl line works when pasted', async () => {
    const line = /^ {2}(curl .*)$/m.exec(first.text())?.[1] ?? ''
    const { stdout } = await shell('sh', ['-c', line])
    const answer = JSON.parse(stdout)
    assert.equal(answer.Code, 0, stdout)
    assert.equal(answer.AbEntry.Data.length, 3)
    for (const { FullName, Phone, Address } of answer.AbEntry.Data) assert.ok(FullName && Phone && Address.City)
  })

  test('the printed address of the documents shows them', async () => {
    const answer = await fetch(printed(first.text, 'Documents'))
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /href="\/docs\/tutorials\/first-steps"/)
  })

  test('there is lifelike data of every sort', async () => {
    for (const [type, least] of [
      ['Company', 200],
      ['Individual', 30],
      ['Contact', 300],
    ] as const) {
      assert.ok((await count('AbEntry', { Type: { $EQ: type } })) >= least, type)
    }
    assert.ok((await count('Interaction')) > 500)
    assert.ok((await count('Opportunity')) > 100)
    for (const entity of ['Note', 'Case', 'Lead']) assert.ok((await count(entity)) > 10, entity)
    for (const [entity, least] of [
      ['SalesProcessSetup', 2],
      ['CurrencyRate', 5],
      ['SecurityGroup', 3],
    ] as const) {
      assert.ok((await count(entity)) >= least, entity)
    }
    assert.equal(await count('User'), 3)
    assert.equal(await count('User', { Admin: { $EQ: true } }), 1)
    const area = '$INBOUND(Address/Location, -88:41.5, -87:41.5, -87:42.3, -88:42.3)'
    assert.ok((await count('AbEntry', { [area]: { $EQ: true } })) > 5, 'entries in Chicago')
    const products = await ask('Read', {
      Opportunity: { FieldOptions: { Product: [{ Key: 1, AssociatedCategories: [{ Key: 1 }] }] } },
    })
    const some = products.Opportunity.FieldOptions.Product.filter((item: Json) => item.AssociatedCategories.length > 0)
    assert.ok(some.length >= 3, JSON.stringify(products))
  })

  test('the credentials are in a file that only its owner may read; the next start prints the same and passes over a port in use', async () => {
    if (process.platform !== 'win32') assert.equal(statSync(join(folder, 'demo.json')).mode & 0o777, 0o600)
    await first.stop()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const second = await start(folder, [...args, '--port', `${port}`])
    other.close()
    assert.match(second.text(), new RegExp(`^Port ${port} is in use`, 'm'))
    assert.notEqual(new URL(printed(second.text, 'Start here')).port, `${port}`)
    const labels = ['Password', 'Client id', 'Client secret', 'Personal token']
    for (const label of labels) {
      assert.ok(printed(first.text, label) !== '', label)
      assert.equal(printed(second.text, label), printed(first.text, label), label)
    }
    first = second
    assert.ok((await count('AbEntry')) < 1000, 'the data is not made twice')
  })

  test('the printed user signs in to the printed application, with the code from the outbox', async () => {
    const base = printed(first.text, 'Authorization server')
    const client = { client_id: printed(first.text, 'Client id'), redirect_uri: printed(first.text, 'Redirect URI') }
    const person = new Person(new URL(base).origin)
    const world = { url: person.origin, outbox: join(folder, 'outbox') }
    const app = { clientId: client.client_id, clientSecret: '', redirectUri: client.redirect_uri }
    const page = await passwordPage(world, app, {}, person, printed(first.text, 'Sign in as'))
    const done = await person.submit(page, '/password', { password: printed(first.text, 'Password') })
    // The sign-in did not begin at /demo/sign-in, so the page leaves the code to the client that began it.
    assert.match(done.text, /so the code was not used/)
    const code = new URL(done.url).searchParams.get('code') ?? ''
    const answer = await oauthPost(person.origin, 'token', {
      grant_type: 'authorization_code',
      ...client,
      client_secret: printed(first.text, 'Client secret'),
      code,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const read = { User: { Scope: { Fields: { Uid: 1 } } } }
    assert.equal((await ask('Read', read, answer.body.access_token)).Code, 0)
  })

  test('the demo application shows the code, exchanges it once, and prints a request that works', async () => {
    const { origin } = new URL(printed(first.text, 'Start here'))
    assert.match(first.text(), new RegExp(`^  ${origin}/demo/sign-in$`, 'm'))
    const person = new Person(origin)
    const email = printed(first.text, 'Sign in as')
    let page = await person.submit(await person.go('/demo/sign-in'), '/email', { email })
    const { code, link } = await mailFor(join(folder, 'outbox'), page)
    await until(async () => first.text().includes(`${code} is your sign-in code`), 'The code in the terminal')
    assert.ok(first.text().includes(link), 'the terminal shows the link')
    page = await person.submit(page, '/confirm', { code })
    page = await person.submit(page, '/password', { password: printed(first.text, 'Password') })
    assert.equal(new URL(page.url).pathname, '/demo/callback')
    assert.match(page.text, /code=clc_/)
    assert.equal((await person.go(page.url)).text, page.text, 'a reload does not send the code again')
    const token = /Bearer (cla_[\w-]+)/.exec(page.text)?.[1] ?? ''
    assert.equal((await ask('Read', { User: { Scope: { Fields: { Uid: 1 } } } }, token)).Code, 0)
    const stranger = await new Person(origin).go(page.url)
    assert.ok(!stranger.text.includes(token) && stranger.text.includes('did not begin at'))
  })

  test('one press of a button opens the console of the demo, from this machine and our own page alone', async () => {
    const { origin } = new URL(printed(first.text, 'Start here'))
    const press = (headers: Record<string, string>) =>
      fetch(`${origin}/demo/console`, { method: 'POST', redirect: 'manual', headers })
    const opened = await press({ 'sec-fetch-site': 'same-origin' })
    assert.equal(opened.headers.get('location'), '/d/Demo')
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const own = { cookie, 'x-clientele-console': 'Demo', 'sec-fetch-site': 'same-origin' }
    const session: Json = await (await fetch(`${origin}/console/api/session`, { headers: own })).json()
    assert.deepEqual([session.user.uid, session.user.administrator, session.demo], ['ADA', true, true])
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://evil.example' }, {}]) {
      const refused = await press(headers)
      assert.equal(refused.headers.get('location'), '/console/sign-in?database=Demo', JSON.stringify(headers))
      assert.equal(refused.headers.get('set-cookie'), null)
    }
    assert.equal(await locationByName(origin, 'rebound.example'), '/console/sign-in?database=Demo')
  })

  test('a second start on the same store is refused', async () => {
    const { port } = new URL(printed(first.text, 'Start here'))
    const again = await runCli(['serve', '--demo', '--data-dir', folder, '--port', port, ...args], { cwd: folder })
    assert.equal(again.status, 1)
    assert.match(again.stderr, /^The demo is being served already, at http:/)
  })
})
