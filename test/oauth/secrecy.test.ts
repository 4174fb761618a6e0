// Checks that no secret of a sign-in or a token is written into the log or into any table.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { tables } from '../../src/app.ts'
import {
  authorizePath,
  codeFields,
  codeIn,
  eachAuth,
  email,
  oauthPost,
  password,
  pkce,
  refreshFields,
  tokenValid,
} from '../support/auth.ts'
import { formOf, mailFor, Person } from '../support/person.ts'

eachAuth(
  'secrets',
  world => {
    const secrets = new Map<string, string>()
    const digits: string[] = []
    before(async () => {
      await live()
    })

    /** Runs sign-ins and token requests, failed ones too, and notes every secret in them. */
    async function live(): Promise<void> {
      const note = (name: string, value: string) => void secrets.set(name, value)
      const { verifier, challenge } = pkce()
      const person = new Person(world().url)
      const first = await person.go(
        authorizePath(world().app, { code_challenge: challenge, code_challenge_method: 'SHA256' }),
      )
      note('csrf', formOf(first, '/cancel').fields.csrf ?? '')
      const asked = await person.submit(first, '/email', { email })
      const { code: sixDigits, link } = await mailFor(world().outbox, asked)
      digits.push(sixDigits)
      note('link', link.split('/link/')[1]?.slice(22) ?? '')
      await person.go(link)
      await new Person(world().url).go(link)
      await person.submit(asked, '/confirm', { code: 'mistyped code' })
      const confirmed = await person.submit(asked, '/confirm', { code: sixDigits })
      note('wrong password', 'almost the right one')
      await person.submit(confirmed, '/password', { password: 'almost the right one' })
      for (const [name, value] of person.cookies) note(`cookie ${name}`, value)
      const done = await person.submit(confirmed, '/password', { password })
      note('password', password)
      const code = codeIn(new URL(done.location ?? ''))
      note('code', code)
      note('verifier', verifier)
      note('client secret', world().app.clientSecret)
      const fields = { ...codeFields(world().app, code), code_verifier: verifier }
      await oauthPost(world().url, 'token', { ...fields, client_secret: 'x'.repeat(64) })
      const pair = await oauthPost(world().url, 'token', fields)
      const next = await oauthPost(world().url, 'token', refreshFields(world().app, pair.body.refresh_token))
      const { clientId: client_id, clientSecret: client_secret } = world().app
      for (const [name, { body }] of Object.entries({ first: pair, next })) {
        note(`${name} access token`, body.access_token)
        note(`${name} refresh token`, body.refresh_token)
        assert.ok(await tokenValid(world().url, body.access_token))
        await oauthPost(world().url, 'introspect', { client_id, client_secret, token: body.refresh_token })
      }
      await fetch(`${world().url}/api/VerifyToken?token=${next.body.access_token}`)
      await oauthPost(world().url, `token?${new URLSearchParams(fields)}`, fields)
      const { token } = await world().accounts.personalToken(world().db, 'ANN', 'data', 4_000_000_000)
      note('personal token', token)
      assert.ok(await tokenValid(world().url, token))
    }

    test('nothing secret stands in the log', () => {
      const log = world().server.logLines.join('\n')
      assert.match(log, /"operation":"token"/, 'requests are logged')
      for (const [name, value] of secrets) {
        assert.ok(value.length > 8, name)
        assert.ok(!log.includes(value), name)
      }
    })

    test('nothing secret stands in any table, not even in part of a value', async () => {
      let rowsSeen = 0
      for (const { name: table } of tables) {
        const rows = await world().server.store.rows({ sql: `select * from "${table}"`, params: [] })
        rowsSeen += rows.length
        const text = JSON.stringify(rows)
        for (const [name, value] of secrets) assert.ok(!text.includes(value), `${name} in ${table}`)
        for (const code of digits) assert.ok(!text.includes(`"${code}"`), `the code of the mail in ${table}`)
      }
      assert.ok(rowsSeen > 10)
    })
  },
  { logged: true },
)
