// Tests that neither history nor the rules of a write tell a caller of a record that the caller may not read.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { compile } from '../../src/storage/statement.ts'
import { drivers, eachCrm, type Json } from '../support/crm.ts'

const idOf = (key: string): string => atob(key).split('\t')[1] as string

eachCrm('Hidden records', crm => {
  let hidden = ''
  let contact = ''
  before(async () => {
    hidden = await crm().create('AbEntry', { CompanyName: 'Zorblax', 'SecAccess/Read': [crm().admin.key] })
    contact = await crm().create('AbEntry', { ParentKey: hidden, LastName: 'Open' })
  })
  const changesOf = async (key: string, selector: Json): Promise<Json[]> => {
    const content = {
      Scope: { Fields: { Changes: selector } },
      Criteria: { SearchQuery: { ParentKey: { $EQ: key } } },
      OrderBy: { Fields: [{ Key: 'ASC' }] },
    }
    const answer = await crm().ok('Read', { History: content, Configuration: drivers }, crm().user)
    return answer.History.Data.map((row: Json) => row.Changes)
  }

  test('the history of a contact does not name its hidden company', async () => {
    await crm().ok('Update', { AbEntry: { Data: { Key: hidden, CompanyName: 'Zorblax Two' } } })
    await crm().ok('Update', { AbEntry: { Data: { Key: contact, FirstName: 'Ann' } } })
    const [created] = await changesOf(contact, 1)
    assert.deepEqual(
      created.map((change: Json) => change.Field),
      ['Type', 'ParentKey', 'LastName'],
    )
    assert.doesNotMatch(JSON.stringify(await changesOf(contact, 1)), /Zorblax/)
  })
  test('the store itself has no row in the history of a contact with the name of its company', async () => {
    const { store } = crm().server
    const key = await crm().create('AbEntry', { ParentKey: hidden, LastName: 'Late' })
    await crm().ok('Update', { AbEntry: { Data: { Key: key, FirstName: 'Eve' } } })
    await crm().ok('Update', { AbEntry: { Data: { Key: hidden, CompanyName: 'Zorblax Three' } } })
    const rows = store.dialect.dynamicBuilder
      .selectFrom('history')
      .select('changes')
      .where('db', '=', crm().database.id)
      .where('parent_id', '=', idOf(key))
    const stored = (await store.read(compile(rows))).flat().join('\n')
    assert.match(stored, /"Field":"ParentKey"/)
    assert.match(stored, /"Field":"FirstName"/)
    assert.doesNotMatch(stored, /Zorblax|CompanyName/)
  })
  test('the history of a company and of an individual has the name', async () => {
    const own = await crm().create('AbEntry', { Type: 'Individual', LastName: 'Own', CompanyName: 'Shown' })
    assert.match(JSON.stringify(await changesOf(own, 1)), /"After":"Shown"/)
  })

  /** Answers of the same request with a hidden key and with an unknown one, the key blanked out. */
  const sameAnswer = async (
    operation: string,
    entity: string,
    keys: readonly string[],
    data: (key: string) => Json,
  ) => {
    const texts: string[] = []
    for (const key of [...keys, btoa('AbEntry\tNOSUCHRECORD')]) {
      const answer = await crm().call(operation, { [entity]: { Data: data(key) }, Configuration: drivers }, crm().user)
      assert.equal(answer.Code, -1)
      texts.push(JSON.stringify(answer).replaceAll(key, 'KEY'))
    }
    for (const text of texts) assert.equal(text, texts.at(-1))
  }
  test('no rule tells a hidden record from an unknown one', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Mine' })
    const mine = await crm().create('AbEntry', { ParentKey: company, LastName: 'Mine' })
    const secret = { 'SecAccess/Read': [crm().admin.key] }
    const hiddenContact = await crm().create('AbEntry', { ParentKey: company, LastName: 'Secret', ...secret })
    await crm().ok('Update', { AbEntry: { Data: { Key: hiddenContact, ReportsToKey: mine } } })
    const keys = [hidden, hiddenContact]
    for (const operation of ['Create', 'Validate']) {
      const send = (entity: string, data: (key: string) => Json) => sameAnswer(operation, entity, keys, data)
      await send('AbEntry', key => ({ ParentKey: key, LastName: 'x' }))
      await send('AbEntry', key => ({ ParentKey: company, LastName: 'x', ReportsToKey: key }))
      for (const entity of ['Opportunity', 'Case']) {
        const text = entity === 'Case' ? { Subject: 'x' } : { Objective: 'x' }
        await send(entity, key => ({ AbEntryKey: company, ContactKey: key, ...text }))
        await send(entity, key => ({ AbEntryKey: key, ContactKey: contact, ...text }))
        await send(entity, key => ({ AbEntryKey: key, ContactKey: mine, ...text }))
        await send(entity, key => ({ AbEntryKey: key, ContactKey: key, ...text }))
      }
      await send('Interaction', key => ({ Type: '60001', AbEntryKey: key }))
      await send('Interaction', key => ({ Type: '60001', WithKey: key }))
      await send('Task', key => ({ Activity: 'x', DateTime: '2026-01-01', AbEntryKey: key, WithKey: key }))
      await send('Note', key => ({ ParentKey: key, Text: 'x' }))
    }
    await sameAnswer('Update', 'AbEntry', keys, key => ({ Key: mine, ReportsToKey: key }))
    const deal = await crm().create('Opportunity', { AbEntryKey: company, Objective: 'x' })
    await sameAnswer('Update', 'Opportunity', keys, key => ({ Key: deal, ContactKey: key }))
    await sameAnswer('Update', 'Opportunity', keys, key => ({ Key: deal, AbEntryKey: key }))
  })
  test('nothing is put on a hidden company through its open contact', async () => {
    for (const [entity, text] of Object.entries({ Opportunity: { Objective: 'x' }, Case: { Subject: 'x' } })) {
      const body = { [entity]: { Data: { AbEntryKey: contact, ...text } } }
      const [problem] = await crm().refused('Create', body, crm().user)
      assert.deepEqual([problem?.ErrorCode, problem?.Path], [-2003, `${entity}.Data.AbEntryKey`])
      assert.equal((await crm().call('Create', body)).Code, 0)
    }
  })
})
