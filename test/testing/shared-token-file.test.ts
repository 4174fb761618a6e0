// Runs processes that share one token file for a day of moved clock, while answers are lost: none has to sign in again.
import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { fileStore } from '../../packages/client/src/node.ts'
import { cleanEnv } from '../support/cli.ts'
import { report, sizeOf } from '../support/report.ts'
import { eachClientele } from '../support/test-mode.ts'

const processes = sizeOf('CLIENTELE_TOKEN_PROCESSES', 4)
const rounds = sizeOf('CLIENTELE_TOKEN_ROUNDS', 6)
const minutes = Math.ceil(1440 / rounds)
const program = new URL('../support/token-sharer.ts', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'clientele-sharers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

class Sharer {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  constructor(env: Record<string, string>) {
    this.#child = spawn(process.execPath, [program], { env: cleanEnv(env) })
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }
  async ask(): Promise<string> {
    this.#child.stdin.write('read\n')
    return String((await this.#lines.next()).value)
  }
  close(): void {
    this.#child.stdin.end()
  }
}

eachClientele(
  'a token file',
  (server, engine) => {
    test(`${processes} processes share a token file for a day with lost answers: none has to sign in again, one pair at a time`, async () => {
      const crm = server()
      const { clientId, clientSecret, redirectUri, tokenUrl } = await crm.application()
      const application = { authUrl: crm.auth, clientId, clientSecret: clientSecret ?? '', redirectUri }
      const first = await crm.tokens({ clientId, clientSecret, redirectUri, tokenUrl, authorizeUrl: '' }, { as: 'BEN' })
      const path = join(folder, `tokens-${engine}.json`)
      const store = fileStore(path)
      await store.replace(null, {
        accessToken: first.access_token,
        refreshToken: first.refresh_token,
        issuedAt: Date.now(),
      })
      const refreshes = { on: 'POST /oauth/v1/token', times: 'always' } as const
      await crm.faults.add({ ...refreshes, chance: 0.2, seed: 1, do: 'lose-answer' })
      await crm.faults.add({ ...refreshes, chance: 0.1, seed: 2, do: 'cut-answer' })
      await crm.faults.add({ ...refreshes, chance: 0.1, seed: 3, do: 3005 })
      const env = { CRM_URL: crm.url, CRM_APPLICATION: JSON.stringify(application), CRM_TOKENS: path }
      const sharers = Array.from({ length: processes }, () => new Sharer(env))
      let refreshed = 0
      let last = (await store.read())?.refreshToken
      for (let round = 0; round < rounds; round++) {
        await crm.clock.advance(`${minutes}m`)
        await crm.requests.clear()
        const said = await Promise.all(sharers.map(sharer => sharer.ask()))
        assert.deepEqual(
          said.filter(line => line !== 'ok'),
          [],
          `round ${round}`,
        )
        const reads = await crm.requests.matching({ path: '/api/Read', status: 200 })
        const used = new Set(reads.map(({ headers }) => headers.authorization))
        assert.equal(used.size, 1, `round ${round}: one access token serves all`)
        const kept = await store.read()
        assert.notEqual(kept?.refreshToken, last, 'the pair was refreshed')
        last = kept?.refreshToken
        refreshed += (await crm.requests.matching({ path: '/oauth/v1/token' })).length
      }
      for (const sharer of sharers) sharer.close()
      const faults = await crm.faults.list()
      const lost = faults.reduce((sum, { applied }) => sum + applied, 0)
      assert.ok(lost > 0, 'answers were lost')
      const grants = await fetch(`${crm.auth}/v1/grants`, {
        headers: { authorization: `Bearer ${(await store.read())?.accessToken}` },
      })
      assert.equal(((await grants.json()) as { Grants: unknown[] }).Grants.length, 1, 'no second sign-in')
      report('CLIENTELE_TOKEN_PROCESSES', `one token file, ${engine}`, {
        processes,
        'hours of moved clock': (rounds * minutes) / 60,
        'pairs, one at a time': rounds,
        'token requests': refreshed,
        'faults: answers lost, cut or 3005': lost,
        'signed out': 0,
      })
    })
  },
  { clock: '2026-01-05T00:00:00Z' },
)
