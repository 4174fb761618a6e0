// Runs the applications of the tutorial "A signed-in application" as they are printed, and signs in with a real browser.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type AuthWorld, email, password, startAuth } from '../support/auth.ts'
import { cleanEnv, root } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { mailFor } from '../support/person.ts'
import { sharedBrowser } from '../support/shared-browser.ts'

const tutorial = readFileSync(join(root, 'docs/tutorials/signed-in-application.md'), 'utf8')
const codeIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(tutorial)?.[1] ??
  assert.fail(`no ${language} in the tutorial`)

const programs = [
  { name: 'JavaScript', file: 'app.mjs', code: codeIn('js'), command: process.execPath },
  { name: 'Python', file: 'app.py', code: codeIn('python'), command: 'python3' },
].filter(({ command }) => spawnSync(command, ['--version']).status === 0)

describe('the signed-in application of the tutorial', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-tutorial-'))
  let world: AuthWorld
  let browser: Browser
  before(async () => {
    world = await startAuth('sqlite', { settings: { loopbackRedirects: true } })
    await createCompany(world)
    browser = await sharedBrowser()
  })
  after(async () => {
    await world?.close()
    rmSync(folder, { recursive: true })
  })

  const start = async ({
    file,
    code,
    command,
  }: (typeof programs)[number]): Promise<{ child: ChildProcess; url: string }> => {
    writeFileSync(join(folder, file), code)
    const port = await freePort('localhost')
    const app = await world.accounts.application({ redirectUri: 'http://localhost:3000/callback' })
    const env = cleanEnv({
      SERVICE: world.url,
      PORT: String(port),
      CLIENT_ID: app.clientId,
      CLIENT_SECRET: app.clientSecret,
    })
    const child = spawn(command, [join(folder, file)], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout as NodeJS.ReadableStream, 'data')
    return { child, url: `http://localhost:${port}/` }
  }

  const signIn = async (page: Page): Promise<void> => {
    await page.getByLabel('E-mail address').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('6-digit code').waitFor()
    const here = { url: page.url(), status: 200, text: '', headers: new Headers(), location: null }
    await page.getByLabel('6-digit code').fill((await mailFor(world.outbox, here)).code)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }

  for (const program of programs) {
    test(`in ${program.name} it signs in, reads, refreshes, and signs in again`, async () => {
      const { child, url } = await start(program)
      const page = await browser.newPage()
      try {
        await page.goto(url)
        await signIn(page)
        await page.waitForURL(url)
        assert.equal(await page.locator('body').textContent(), 'Companies: Lakeside Bakery')
        // The access token ends ten minutes after its last use.
        world.clock.advance(11 * 60_000)
        await page.reload()
        assert.equal(await page.locator('body').textContent(), 'Companies: Lakeside Bakery')
        // The refresh token ends after 180 days.
        world.clock.advance(181 * 86_400_000)
        await page.reload()
        await page.waitForURL(/\/oauth\/v1\/sign-in\//)
        assert.equal(await page.locator('h1').textContent(), 'Sign in')
      } finally {
        await page.close()
        child.kill()
        await once(child, 'exit')
      }
    })
  }
})

async function createCompany({ accounts, db, url, clock }: AuthWorld): Promise<void> {
  const { token } = await accounts.personalToken(db, 'ANN', 'data', clock.now() / 1000 + 60)
  const answer = await fetch(`${url}/api/Create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ AbEntry: { Data: { CompanyName: 'Lakeside Bakery' } } }),
  })
  assert.equal(((await answer.json()) as { Code: number }).Code, 0)
}
