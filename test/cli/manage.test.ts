// Tests that what commands create can be listed, shown, changed and removed, with the history of ordinary writes.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findPasswordLink } from '../../src/accounts/password-links.ts'
import { systemClock } from '../../src/base/clock.ts'
import { compile } from '../../src/storage/statement.ts'
import type { CliResult } from '../support/cli.ts'
import { lineJson, runBatch } from '../support/cli-batch.ts'
import type { Json } from '../support/crm.ts'
import { eachEngine } from '../support/engines.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-manage-'))
after(() => rmSync(folder, { recursive: true }))

eachEngine('commands manage', (_engine, fresh) => {
  /** Runs command lines in one process and gives their objects. */
  const run = async (...lines: string[]): Promise<Json[]> => {
    const more = ['--json', '--store', fresh.url()]
    const results = await runBatch(
      lines.map(line => [...wordsOf(line), ...more]),
      folder,
    )
    return results.map((result: CliResult, i) => {
      const answer = JSON.parse(result.stdout) as Json
      return result.status === 0
        ? answer
        : { status: result.status, said: answer.error?.message ?? answer, line: lines[i] }
    })
  }
  /** Splits a command line at its spaces; quotes keep a text together. */
  const wordsOf = (line: string): string[] =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(match => match[1] ?? match[2] ?? '')
  const database = { cwd: folder }

  test('users: invited, listed, changed, disabled, deleted and brought back', async () => {
    await lineJson(['database', 'create', 'acme', '--store', fresh.url()], database)
    const ben = '--database acme --uid BEN'
    const [, , invited, again, list, changed, last, nothing, disabled, enabled] = await run(
      'group create --database acme --name Sales',
      'user create --database acme --uid ANN --email ann@example.com --admin',
      `user invite ${ben} --email ben@example.com --name 'Ben Roe' --culture de-DE --public-url https://crm.example.com`,
      `user invite ${ben} --public-url https://crm.example.com`,
      'user list --database acme',
      `user update ${ben} --email roe@example.com --admin --group sales --time-zone Europe/Zurich`,
      'user disable --database acme --uid ANN',
      `user update ${ben}`,
      `user disable ${ben}`,
      `user enable ${ben}`,
    )
    const key = (answer: Json): string => String(answer.link).replace('https://crm.example.com/oauth/v1/password/', '')
    assert.match(key(invited), /^[\w-]{43}$/)
    const store = await fresh.open()
    assert.equal(
      await findPasswordLink({ store, clock: systemClock }, key(invited)),
      null,
      'the newest link alone works',
    )
    assert.equal(await findPasswordLink({ store, clock: systemClock }, key(again)), null, 'another e-mail has ended it')
    assert.deepEqual(
      list.users.map((user: Json) => [user.uid, user.name, user.admin, user.sso_only]),
      [
        ['ANN', 'ANN', true, true],
        ['BEN', 'Ben Roe', false, false],
      ],
    )
    assert.deepEqual([changed.email, changed.admin, changed.groups], ['roe@example.com', true, ['Sales']])
    assert.equal(last.uid, 'ANN')
    assert.match(nothing.said, /^Nothing to change/)
    assert.equal(disabled.said, 'A database keeps at least one enabled administrator.')
    assert.equal(enabled.uid, 'BEN')
    const [, gone, before, , back, after] = await run(
      'user enable --database acme --uid ANN',
      `user delete ${ben}`,
      'bin list --database acme',
      `bin restore --database acme --key ${btoa('User\tBEN')}`,
      `user show ${ben}`,
      'bin list --database acme',
    )
    assert.deepEqual([gone.uid, back.email], ['BEN', 'roe@example.com'])
    assert.deepEqual(
      [before.records.map((one: Json) => [one.entity, one.name, one.key]), after.records],
      [[['User', 'Ben Roe', btoa('User\tBEN')]], []],
    )
    const history = { Scope: { Fields: { Operation: 1 } }, Criteria: { SearchQuery: { ParentKey: btoa('User\tBEN') } } }
    const [told] = await run(`api Read --database acme -d '${JSON.stringify({ History: history })}'`)
    assert.ok(told.History.Data.length >= 4, 'the history has every write')
  })

  test('groups: members are added and removed', async () => {
    const [added, removed, listed, deleted] = await run(
      'group add --database acme --name Sales --user ANN --user BEN',
      'group remove --database acme --name sales --user BEN',
      'group list --database acme',
      'group delete --database acme --name Sales',
    )
    assert.deepEqual([added.members, removed.members], [['BEN', 'ANN'], ['ANN']])
    assert.deepEqual(
      listed.groups.map((group: Json) => [group.name, group.members]),
      [['Sales', ['ANN']]],
    )
    assert.equal(deleted.name, 'Sales')
  })

  test('applications: several redirect URIs, read by administrators of every database, and ended', async () => {
    const uris = '--redirect-uri https://a.example/cb --redirect-uri https://b.example/cb'
    const [made] = await run(`app create --name Portal ${uris}`)
    const id = `--client-id ${made.client_id}`
    const fields = { Name: 1, RedirectUri: 1, MoreRedirectUris: 1 }
    const body = JSON.stringify({ Application: { Scope: { Fields: fields }, Criteria: { SearchQuery: {} } } })
    const [shown, updated, refused, rotated, admin, person, , list] = await run(
      `app show ${id}`,
      `app update ${id} --allow-s256`,
      `app update ${id} --redirect-uri https://c.example/cb --redirect-uri http://d.example/cb`,
      `app rotate-secret ${id}`,
      `api Read --database acme --user ANN -d '${body}'`,
      `user update --database acme --uid BEN --admin false`,
      `app delete ${id}`,
      'app list',
    )
    assert.deepEqual(shown.redirect_uris, ['https://a.example/cb', 'https://b.example/cb'])
    assert.deepEqual([shown.allow_s256, updated.allow_s256], [false, true])
    assert.match(refused.said, /^--redirect-uri: The redirect URI must start with https/)
    assert.ok(rotated.client_secret.length === 64 && rotated.client_secret !== made.client_secret)
    const Application = {
      Name: 'Portal',
      RedirectUri: 'https://a.example/cb',
      MoreRedirectUris: ['https://b.example/cb'],
    }
    assert.deepEqual(admin.Application.Data, [Application])
    assert.equal(person.admin, false)
    assert.deepEqual(list.apps, [])
    const [again, others] = await run(
      `app create --name Portal ${uris}`,
      `api Read --database acme --user BEN -d '${body}'`,
    )
    assert.equal(again.client_id.length, 20)
    assert.deepEqual(others.Application.Data, [], 'users who are no administrators do not see it')
  })

  test('api runs the operations of workflows', async () => {
    const [answer, unknown] = await run(
      `api workflowstart --database acme -d '{"Workflow": {"Data": {}}}'`,
      `api WorkflowBegin --database acme -d '{}'`,
    )
    assert.equal(answer.said.Code, -1)
    assert.deepEqual(
      answer.said.Errors.map((problem: Json) => problem.Path),
      ['Workflow.Data.Key', 'Workflow.Data.ParentKey'],
    )
    assert.match(
      unknown.said,
      /^There is no operation WorkflowBegin\..* WorkflowStart, WorkflowStop, WorkflowSkip, PayloadExecute\.$/,
    )
  })

  test('tokens: made for a span of time, listed and revoked', async () => {
    const [, tooLong, list] = await run(
      'token create --database acme --user ann --name ci --expires 90d',
      'token create --database acme --user ANN --name ci --expires 900d',
      'token list --database acme --user ANN',
    )
    assert.equal(tooLong.said, '--expires is at most a year from now.')
    const [token] = list.tokens as Json[]
    const days = (Date.parse(token.expires) - Date.now()) / 86_400_000
    assert.ok(Math.abs(days - 90) < 0.1 && token.status === 'active', JSON.stringify(token))
    const [revoked, after90] = await run(
      `token revoke --database acme --key ${token.key}`,
      'token list --database acme',
    )
    assert.equal(revoked.status, 'revoked')
    assert.deepEqual(
      after90.tokens.map((each: Json) => each.status),
      ['revoked'],
    )
  })

  test('databases: renamed, and removed with everything in them', async () => {
    const [, show, renamed, gone, unsure, deleted, list, reused] = await run(
      'seed --database acme --entries 20',
      'database show acme',
      'database rename acme acme2',
      'user list --database acme',
      'database delete acme2',
      'database delete acme2 --yes',
      'database list',
      'database create acme2',
    )
    assert.deepEqual([show.users, show.entries >= 20], [2, true])
    assert.deepEqual(renamed, { name: 'acme2', before: 'acme' })
    assert.match(gone.said, /^There is no database acme\. Did you mean "acme2"\?/)
    assert.match(unsure.said, /would be lost. Say --yes/)
    assert.ok(deleted.rows > 100)
    assert.deepEqual([list.databases, reused.name], [[], 'acme2'])
    const store = await fresh.open()
    for (const table of ['ab_entry', 'user', 'history', 'membership', 'security_group', 'option_item']) {
      const rows = store.dialect.dynamicBuilder.selectFrom(table).selectAll().where('db', '=', 1)
      assert.deepEqual(await store.rows(compile(rows)), [], table)
    }
    const [fresh2] = await run('database show acme2')
    assert.deepEqual([fresh2.users, fresh2.entries], [0, 0])
  })
})
