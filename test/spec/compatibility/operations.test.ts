// Tests the operation names of each entity, and the operations that are about the service itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entities } from '../../../src/entities/index.ts'
import { eachCrm, type Json } from '../../support/crm.ts'

eachCrm('Operation names', crm => {
  test('{Entity}{Operation} is the operation for that entity', async () => {
    const { AbEntry } = await crm().ok('AbEntryCreate', { AbEntry: { Data: { CompanyName: 'Acme' } } })
    const Key = AbEntry.Data.Key
    await crm().ok('AbEntryUpdate', { abEntry: { Data: { Key, CompanyName: 'Bolt' } } })
    const read = { AbEntry: { Scope: { Fields: { CompanyName: 1 } }, Criteria: { SearchQuery: { Key } } } }
    for (let again = 0; again < 3; again++) {
      assert.deepEqual((await crm().ok('AbEntryRead', read)).AbEntry.Data, [{ CompanyName: 'Bolt' }])
      const [problem] = await crm().refused('OpportunityRead', read)
      assert.deepEqual([problem?.ErrorCode, problem?.Path], [-1001, 'AbEntry'])
    }
    assert.deepEqual((await crm().ok('AbEntryDelete', { AbEntry: { Data: { Key } } })).AbEntry.Data, { Key })
    await crm().ok('InteractionLogRead', { Interaction: { Criteria: { SearchQuery: { Key: 'x' } } } })
    await crm().ok('SchemaRead', { Schema: { Criteria: { Top: 1 } } })
  })

  test('every entity has the four names', async () => {
    for (const { name } of entities) {
      for (const operation of ['Create', 'Read', 'Update', 'Delete']) {
        const answer = await crm().call(`${name}${operation}`, { Nothing: {} })
        assert.equal(answer.Errors[0].ErrorCode, -1002, `${name}${operation}`)
      }
    }
  })

  test('GetSystemInfo needs neither a token nor a body', async () => {
    const response = await fetch(`${crm().server.url}/api/GetSystemInfo`, { method: 'POST' })
    const { Code, Data } = (await response.json()) as Json
    assert.deepEqual([response.status, Code, Data.Name, typeof Data.Version], [200, 0, 'Clientele', 'string'])
  })

  test('Authenticate is not offered, and says where programs get a token', async () => {
    const response = await fetch(`${crm().server.url}/api/Authenticate`, { method: 'POST', body: '{"Password": "x"}' })
    const { Code, Errors } = (await response.json()) as Json
    assert.deepEqual([response.status, Code, Errors[0].ErrorCode], [410, -1, -1013])
    assert.match(Errors[0].Message, /authorization code grant.*personal access token/)
  })

  test('GetSessionInfo answers what is selected of the database and the user', async () => {
    const body = { Data: { AddressBook: { Database: 1, DisplayValue: 1 }, User: { key: 1, DisplayName: 1 } } }
    assert.deepEqual(await crm().ok('GetSessionInfo', body, crm().user), {
      Code: 0,
      Data: {
        AddressBook: { Database: 'acme', DisplayValue: 'acme' },
        User: { key: crm().user.key, DisplayName: 'Joe Plain' },
      },
    })
    const { Data } = await crm().ok('GetSessionInfo', { AddressBook: { Udbid: 1, WorkspaceId: 1 } })
    assert.deepEqual(Object.keys(Data.AddressBook), ['Udbid', 'WorkspaceId'])
    assert.deepEqual(Object.keys((await crm().ok('GetSessionInfo', {})).Data), ['AddressBook', 'User'])
    const [problem] = await crm().refused('GetSessionInfo', { Data: { User: { Nickname: 1 } } })
    assert.equal(problem?.Path, 'Data.User.Nickname')
    const without = await fetch(`${crm().server.url}/api/GetSessionInfo`, { method: 'POST', body: '{}' })
    assert.equal(without.status, 401)
  })

  test('GetVersionInfo names the current version of the API and the supported ones', async () => {
    const { Data } = await crm().ok('GetVersionInfo', {})
    assert.ok(Number(Data.Current) >= 2.68)
    assert.ok(Data.Supported.includes(Data.Current))
  })

  test('ConfigurationRead answers the options of the database', async () => {
    const read = async () => (await crm().ok('ConfigurationRead', { Data: { SystemOption: 1 } })).Data.SystemOption
    const options = { FiscalYearStartMonth: 1, MultiCurrencyEnabled: false, CorporateCurrency: 'USD' }
    assert.deepEqual(await read(), options)
    await crm().create('CurrencyRate', { CurrencyCode: 'EUR', Rate: 0.9 })
    assert.deepEqual(await read(), { ...options, MultiCurrencyEnabled: true })
    assert.deepEqual((await crm().ok('ConfigurationRead', { AuditLog: 1 })).Data, { AuditLog: { Enabled: true } })
  })
})
