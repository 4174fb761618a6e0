// Tests the installed package and the single executable as their user has them: in an empty folder, with nothing in PATH but coreutils.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { availableBuilds, buildExecutable, compressExecutable } from '../../scripts/dist/executable.mjs'
import { stagePackage } from '../../scripts/dist/stage.mjs'
import { version } from '../../src/base/version.ts'
import { launchBrowser } from '../support/browser.ts'
import { mailFor, Person } from '../support/person.ts'
import { until } from '../support/until.ts'
import { Installation, type Launcher } from './installation.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-dist-'))
const project = join(folder, 'project')
const here = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
let executable = ''

before(async () => {
  await stagePackage(join(folder, 'package'))
  const pack = ['pack', '--silent', '--pack-destination', folder]
  execFileSync('npm', pack, { cwd: join(folder, 'package'), stdio: ['ignore', 'ignore', 'pipe'] })
  const install = ['install', '--prefix', project, '--omit=optional', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', [...install, join(folder, `clientele-${version}.tgz`)])
  const build =
    availableBuilds().find(({ platform }) => platform === here) ?? assert.fail(`There is no Node for ${here}`)
  executable = buildExecutable(build, join(folder, 'package'), version, folder)
})
after(() => rmSync(folder, { recursive: true, force: true }))

const launchers: Record<string, () => Launcher> = {
  'the package': () => [process.execPath, join(project, 'node_modules', 'clientele', 'bin', 'clientele')],
  'the executable': () => [executable],
}

const address = ['--port', '0', '--host', '127.0.0.1']
const password = 'a long password'
const readBody = JSON.stringify({ AbEntry: { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: {} } } })

for (const [name, launcher] of Object.entries(launchers)) {
  describe(name, () => {
    let installed: Installation
    let token = ''
    const outbox = () => join(installed.folder, 'data', 'outbox')
    const countAt = async (url: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${url}/api/Read`, { method: 'POST', headers, body: readBody })
      const { AbEntry } = (await answer.json()) as { AbEntry: { Data: { '$COUNT()': number }[] } }
      return AbEntry.Data[0]?.['$COUNT()'] ?? -1
    }
    before(() => {
      installed = new Installation(launcher())
    })
    after(() => installed?.remove())

    test('says its version, and helps', async () => {
      assert.equal((await installed.run(['--version'])).stdout, `${version}\n`)
      assert.match((await installed.run(['--help'])).stdout, /^Usage: clientele/)
      assert.equal((await installed.run(['no-such-command'])).status, 2)
    })

    test('makes a database, a user, an application and a token by its commands', async () => {
      await installed.json(['database', 'create', 'acme'])
      const user = ['--database', 'acme', '--uid', 'ANN', '--email', 'ann@example.com', '--name', 'Ann Lee', '--admin']
      await installed.json(['user', 'create', ...user, '--password-stdin'], password)
      const made = ['token', 'create', '--database', 'acme', '--user', 'ANN', '--name', 'tests']
      token = (await installed.json<{ token: string }>(made)).token
      assert.match(token, /^clp_/)
    })

    test('seeds 1,000 entries on its threads', async () => {
      const made = await installed.json<{ made: Record<string, number> }>([
        ...['seed', '--database', 'acme', '--entries', '1000'],
      ])
      assert.equal(made.made.AbEntry, 1000)
    })

    test('serves API, sign-in, documents and the console in a browser', async () => {
      const serving = await installed.serve(['serve', ...address])
      const browser = await launchBrowser()
      try {
        assert.equal(await countAt(serving.url), 1000)
        assert.match(await (await fetch(`${serving.url}/docs/tutorials/first-steps`)).text(), /<h1/)
        assert.match(await (await fetch(`${serving.url}/reference`)).text(), /AbEntry/)
        const person = new Person(serving.url)
        assert.equal((await person.go('/')).status, 200)
        const page = await browser.newPage()
        await page.goto(`${serving.url}/`)
        await page
          .getByRole('link', { name: 'Sign in' })
          .or(page.getByRole('button', { name: 'Sign in' }))
          .first()
          .click()
        await page.getByLabel('E-mail address').fill('ann@example.com')
        await page.getByRole('button', { name: 'Continue' }).click()
        const shown = { url: page.url(), status: 200, text: '', headers: new Headers(), location: null }
        await page.getByLabel('Code').fill((await mailFor(outbox(), shown)).code)
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.waitForURL(/\/d\/acme/)
        await page.goto(`${serving.url}/d/acme/entries`)
        await page.getByRole('row').nth(2).waitFor()
      } finally {
        await browser.close()
        await serving.stop()
      }
    })

    test('backs up, restores, and is in order', async () => {
      await installed.json(['backup', 'saved.db'])
      const more = ['seed', '--database', 'acme', '--entries', '5', '--seed', '7']
      await installed.json(more)
      await installed.json(['restore', 'saved.db'])
      const { ok } = await installed.json<{ ok: boolean }>(['doctor', '--deep'])
      assert.ok(ok)
    })

    test('serves with two workers, which a supervisor starts', async () => {
      const serving = await installed.serve(['serve', ...address, '--workers', '2'])
      try {
        assert.equal(await countAt(serving.url), 1000)
        const { workers } = serving.facts as { workers?: unknown }
        assert.ok(workers === undefined || Number(workers) === 2 || Array.isArray(workers))
      } finally {
        await serving.stop()
      }
    })

    test('alone it serves, with the demo database in a new store', async () => {
      const fresh = new Installation(launcher())
      const child = fresh.start([...address, '--log-level', 'error'])
      let text = ''
      child.stdout?.setEncoding('utf8').on('data', more => {
        text += more
      })
      try {
        await until(() => /^ {2}curl /m.test(text), 'The demo')
        assert.match(text, /Demo database +Demo/)
        assert.ok(existsSync(join(fresh.folder, 'data', 'demo.json')))
      } finally {
        const ended = new Promise(resolve => child.once('close', resolve))
        child.kill('SIGTERM')
        await ended
        fresh.remove()
      }
    })

    test('serves tests of an application', async () => {
      const serving = await installed.serve(['test-server'])
      try {
        const { control } = serving.facts as { control: string }
        assert.equal((await fetch(`${control}/clock`)).status, 200)
      } finally {
        await serving.stop()
      }
    })
  })
}

test('the executable is one file of less than 200 MB, and less than 50 MB compressed', () => {
  assert.ok(statSync(executable).size < 200e6)
  const copy = join(folder, 'copy')
  copyFileSync(executable, copy)
  const packed = compressExecutable(copy)
  if (packed) assert.ok(readFileSync(packed).length < 50e6)
})
