// Tests what the scope of a token allows in the data API, with tokens from the whole flow.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../src/base/errors.ts'
import { isNarrower, parseScope, requireScope } from '../../src/oauth/scope.ts'
import { eachAuth, newTokens } from '../support/auth.ts'

const operations = {
  Read: { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {}, Top: 1 } } },
  Validate: { Opportunity: { Data: { Key: null, Objective: 'x' } } },
  Create: { AbEntry: { Data: { Key: null, CompanyName: 'Scope Ltd' } } },
  Update: { AbEntry: { Data: { Key: 'x', CompanyName: 'y' } } },
  Delete: { AbEntry: { Data: { Key: 'x' } } },
  Restore: { AbEntry: { Data: { Key: 'x' } } },
} as const

eachAuth('scopes', world => {
  const statuses = async (token: string): Promise<Record<string, number>> => {
    const found: Record<string, number> = {}
    for (const [operation, body] of Object.entries(operations)) {
      const answer = await fetch(`${world().url}/api/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      const envelope = (await answer.json()) as { Code: number; Errors?: { ErrorCode: number }[] }
      found[operation] = answer.status
      if (answer.status === 403) {
        assert.equal(envelope.Code, -1)
        assert.equal(envelope.Errors?.[0]?.ErrorCode, -2001)
        assert.match(answer.headers.get('www-authenticate') ?? '', /insufficient_scope/)
      }
    }
    return found
  }
  const all = (read: number, write: number) => ({
    Read: read,
    Validate: read,
    Create: write,
    Update: write,
    Delete: write,
    Restore: write,
  })

  test('data may do everything [C-5-04]', async () => {
    assert.deepEqual(await statuses((await newTokens(world())).access_token), all(200, 200))
  })
  test('data.readonly may do every read, Validate among them, and no write [C-5-04]', async () => {
    const { access_token } = await newTokens(world(), world().app, { scope: 'data.readonly' })
    assert.deepEqual(await statuses(access_token), all(200, 403))
  })
  test('webaccess alone may not use the data API [C-5-04]', async () => {
    const { access_token } = await newTokens(world(), world().app, { scope: 'webaccess' })
    assert.deepEqual(await statuses(access_token), all(403, 403))
  })
  test('webaccess takes nothing away from data', async () => {
    const { access_token } = await newTokens(world(), world().app, { scope: 'webaccess data' })
    assert.deepEqual(await statuses(access_token), all(200, 200))
  })
  test('a personal token has the scope that it was made with', async () => {
    const { token } = await world().accounts.personalToken(world().db, 'ANN', 'data.readonly', 4_000_000_000)
    assert.deepEqual(await statuses(token), all(200, 403))
  })
  test('which scope is needed follows from each entity of the body, and one that is missing refuses the whole', async () => {
    const { token } = await world().accounts.personalToken(world().db, 'ANN', 'data.readonly', 4_000_000_000)
    const statusOf = async (operation: string, body: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${world().url}/api/${operation}`, { method: 'POST', headers, body })).status
    }
    const [entries, views] = [{ Criteria: { SearchQuery: {}, Top: 1 } }, { Scope: { Fields: { Key: 1 } } }]
    assert.equal(await statusOf('Read', JSON.stringify({ View: views })), 403)
    assert.equal(await statusOf('Read', JSON.stringify({ 'AbEntry.a': entries, 'View.b': views })), 403)
    assert.equal(await statusOf('Read', JSON.stringify({ 'AbEntry.a': entries, 'AbEntry.b': entries })), 200)
    assert.equal(await statusOf('Create', '{"AbEntry"'), 400)
  })
  test('without a good token every operation is 401, with an envelope [C-3.1-10, C-4.3-01]', async () => {
    assert.deepEqual(await statuses('nonsense'), all(401, 401))
  })
})

describe('a list of scopes', () => {
  test('are a set in a fixed order', () => {
    assert.deepEqual(parseScope(undefined), ['data'])
    assert.deepEqual(parseScope('webaccess  data data'), ['data', 'webaccess'])
    assert.equal(parseScope('data nonsense'), null)
  })
  test('data includes data.readonly, and not the other way round', () => {
    assert.ok(isNarrower(['data.readonly'], ['data']))
    assert.ok(!isNarrower(['data'], ['data.readonly']))
    assert.ok(!isNarrower(['data', 'webaccess'], ['data']))
  })
})

describe('what a scope allows', () => {
  const allowed = (scope: string, access: 'read' | 'write') => {
    try {
      requireScope({ scope: scope.split(' ') }, access)
      return true
    } catch (error) {
      assert.ok(error instanceof Refusal)
      assert.equal(error.problems[0]?.error, 'InsufficientScope')
      return false
    }
  }
  test('data reads and writes, data.readonly reads, webaccess alone does neither', () => {
    const table = ['data', 'data.readonly', 'webaccess', 'data webaccess', 'data.readonly webaccess'].map(scope => [
      scope,
      allowed(scope, 'read'),
      allowed(scope, 'write'),
    ])
    assert.deepEqual(table, [
      ['data', true, true],
      ['data.readonly', true, false],
      ['webaccess', false, false],
      ['data webaccess', true, true],
      ['data.readonly webaccess', true, false],
    ])
  })
})
