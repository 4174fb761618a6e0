// Tests imports: upload, mapping, plan, commit, undo and rejected rows, over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'
import { importerOf } from './support.ts'

eachCrm('Import', crm => {
  const api = importerOf(crm)
  const found = async (where: Json, fields: Json = { CompanyName: 1 }): Promise<Json[]> =>
    (
      await crm().ok('Read', {
        AbEntry: { Scope: { Fields: { Key: 1, ...fields } }, Criteria: { SearchQuery: where } },
      })
    ).AbEntry.Data

  test('a file is uploaded, mapped, planned and committed; each record is created once', async () => {
    const file =
      'Company;City;E-mail\nOrchard Works;Bern;info@orchard.example\nPlum & Sons;"Genève";plum@sons.example\n'
    const uploaded = await api.upload(file)
    assert.equal(uploaded.http, 201)
    assert.equal(uploaded.rows, 2)
    assert.deepEqual(
      uploaded.columns.map(({ name, suggestion, samples }: Json) => [name, suggestion, samples[0]]),
      [
        ['Company', 'CompanyName', 'Orchard Works'],
        ['City', 'Address/City', 'Bern'],
        ['E-mail', 'Email', 'info@orchard.example'],
      ],
    )
    const mapping = { columns: { Company: 'CompanyName', City: 'Address/City', 'E-mail': 'Email' } }
    const planned = await api.plan(uploaded.id, mapping)
    assert.deepEqual([planned.status, planned.planCounts.create, planned.planCounts.reject], ['planned', 2, 0])
    assert.deepEqual(await found({ CompanyName: { $LIKE: 'Orchard%' } }), [])
    const committed = await api.commit(uploaded.id)
    assert.deepEqual([committed.status, committed.counts.create, committed.counts.done], ['committed', 2, 2])
    const [made] = await found({ CompanyName: { $LIKE: 'Plum%' } }, { Type: 1, Email: 1, Address: { City: 1 } })
    assert.deepEqual([made.Type, made.Email, made.Address], ['Company', 'plum@sons.example', { City: 'Genève' }])
    const rows = await api.rows(uploaded.id)
    assert.equal(rows[1].key, made.Key)
  })

  test('rows without a value to match by create records, or are rejected where the mapping says so', async () => {
    await crm().create('AbEntry', { CompanyName: 'Nameless One', Email: 'one@nameless.example' })
    const file = 'Name,Mail\nNameless One,one@nameless.example\nNameless Two,\nNameless Three,\n'
    const columns = { Name: 'CompanyName', Mail: 'Email' }
    const { id } = await api.upload(file)
    const rejecting = await api.plan(id, { columns, match: ['Email'], unidentified: 'reject' })
    assert.deepEqual([rejecting.planCounts.unchanged, rejecting.planCounts.reject], [1, 2])
    const [refused] = await api.rows(id, 'reject')
    assert.match(refused.problems[0].Message, /no value of Email/)
    await api.plan(id, { columns, match: ['Email'] })
    const { counts } = await api.commit(id)
    assert.deepEqual([counts.unchanged, counts.create, counts.reject], [1, 2, 0])
  })

  test('a second import updates what it matches, tells old and new values, and can be undone', async () => {
    const key = await crm().create('AbEntry', {
      CompanyName: 'Match One',
      Email: 'one@match.example',
      Address: { City: 'Basel' },
    })
    const file =
      'Name,Mail,Town\nMatch One,ONE@match.example,Chur\nMatch Two,two@match.example,Thun\n,ONE@match.example,Chur\n'
    const { id } = await api.upload(file)
    const columns = { Name: 'CompanyName', Mail: 'Email', Town: 'Address/City' }
    const planned = await api.plan(id, { columns, match: ['Email'] })
    assert.deepEqual(planned.planCounts, { create: 1, update: 1, unchanged: 1, reject: 0, done: 3, left: 0 })
    const [update] = await api.rows(id, 'update')
    assert.equal(update.key, key)
    const { Email, Address } = update.changes
    assert.deepEqual(Email, ['one@match.example', 'ONE@match.example'])
    assert.equal(update.changes.CompanyName, undefined, 'what stays as it is')
    assert.deepEqual(
      Address.map(({ City }: Json) => City),
      ['Basel', 'Chur'],
    )
    const committed = await api.commit(id)
    assert.deepEqual(committed.counts, planned.planCounts)
    const again = await api.run(file, { columns, match: ['Email'] })
    assert.deepEqual([again.counts.unchanged, again.counts.update, again.counts.create], [3, 0, 0])
    const undone = await api.undo(id)
    assert.deepEqual([undone.status, undone.left], ['undone', []])
    const [one] = await found({ Key: { $EQ: key } }, { Email: 1, Address: { City: 1 } })
    assert.deepEqual([one.Email, one.Address], ['one@match.example', { City: 'Basel' }])
    assert.deepEqual(await found({ CompanyName: { $EQ: 'Match Two' } }), [])
  })

  test('undo leaves what was changed since, and says so', async () => {
    const done = await api.run('Company\nLeft One\nLeft Two\n', { columns: { Company: 'CompanyName' } })
    const [one] = await found({ CompanyName: { $EQ: 'Left One' } })
    await crm().ok('Update', { AbEntry: { Data: { Key: one.Key, Website: 'left.example' } } })
    const undone = await api.undo(done.id)
    assert.deepEqual(
      undone.left.map(({ row, key }: Json) => [row, key]),
      [[1, one.Key]],
    )
    assert.match(undone.left[0].reason, /changed since/)
    assert.equal((await found({ CompanyName: { $LIKE: 'Left %' } })).length, 1)
  })

  test('contacts belong to companies of the same file, of the database, or to new ones', async () => {
    await crm().create('AbEntry', { CompanyName: 'Stored Parent' })
    const file = [
      'First,Last,Company',
      'Ada,Childs,File Parent',
      ',,File Parent',
      'Bob,Childs,Stored Parent',
      'Cyd,Childs,Unknown Parent',
    ].join('\n')
    const { id } = await api.upload(file)
    const columns = { First: 'FirstName', Last: 'LastName', Company: 'Parent/CompanyName' }
    const rejected = await api.plan(id, { columns })
    assert.equal(rejected.planCounts.reject, 3)
    const made = await api.plan(id, { columns: { ...columns }, createParents: true })
    assert.deepEqual([made.planCounts.create, made.planCounts.reject], [3, 1])
    await api.commit(id)
    const children = await found({ LastName: { $EQ: 'Childs' } }, { FirstName: 1, Type: 1, CompanyName: 1 })
    assert.deepEqual(children.map(({ FirstName, Type, CompanyName }: Json) => [FirstName, Type, CompanyName]).sort(), [
      ['Ada', 'Contact', 'File Parent'],
      ['Bob', 'Contact', 'Stored Parent'],
      ['Cyd', 'Contact', 'Unknown Parent'],
    ])
    await api.undo(id)
    assert.deepEqual(await found({ CompanyName: { $IN: ['Unknown Parent', 'File Parent'] } }), [])
  })

  test('the commit plans rows again whose records were changed meanwhile', async () => {
    const create = (name: string) =>
      crm().create('AbEntry', { CompanyName: name, Email: `${name.toLowerCase()}@again.example`, Division: 'Old' })
    const [same, changed, gone] = [await create('Same'), await create('Changed'), await create('Gone')]
    const file = ['Mail,Division', ...['same', 'changed', 'gone', 'new'].map(name => `${name}@again.example,New`)]
    const { id } = await api.upload(file.join('\n'))
    const columns = { Mail: 'Email', Division: 'Division' }
    const planned = await api.plan(id, { columns, match: ['Email'] })
    assert.deepEqual([planned.planCounts.update, planned.planCounts.reject], [3, 1])
    await crm().ok('Update', { AbEntry: { Data: { Key: changed, Division: 'New' } } })
    await crm().ok('Delete', { AbEntry: { Data: { Key: gone } } })
    const { counts, planCounts } = await api.commit(id)
    assert.deepEqual(planCounts, planned.planCounts, 'what was planned stays readable')
    // A company without a name cannot be created in the place of the deleted one.
    assert.deepEqual([counts.update, counts.unchanged, counts.create, counts.reject], [1, 1, 0, 2])
    const rows = await api.rows(id)
    assert.deepEqual(
      rows.map(({ outcome, key }: Json) => [outcome, key]),
      [
        ['update', same],
        ['unchanged', changed],
        ['reject', undefined],
        ['reject', undefined],
      ],
    )
  })

  test('rows name the records they belong to by identifiers of the other system, before and after them', async () => {
    const file = ['Id,Company,Last,Parent Id', 'P1,,Early,C1', 'C1,Named By Id,,', 'P2,,Late,C1', 'P3,,Orphan,C9'].join(
      '\n',
    )
    const own = { externalKey: 'Elsewhere' }
    const columns = {
      Id: own,
      Company: 'CompanyName',
      Last: 'LastName',
      'Parent Id': { parentExternalKey: 'Elsewhere' },
    }
    const { id } = await api.upload(file)
    const planned = await api.plan(id, { columns, match: ['ExternalKey'] })
    assert.deepEqual([planned.planCounts.create, planned.planCounts.reject], [3, 1])
    const [orphan] = await api.rows(id, 'reject')
    assert.match(orphan.problems[0].Message, /Parent Id.*C9/)
    await api.commit(id)
    const people = await found({ LastName: { $IN: ['Early', 'Late'] } }, { Type: 1, CompanyName: 1 })
    assert.deepEqual(
      people.map(({ Type, CompanyName }: Json) => [Type, CompanyName]),
      [
        ['Contact', 'Named By Id'],
        ['Contact', 'Named By Id'],
      ],
    )
    // Another file names the company that the database has now.
    const later = await api.run('Id,Last,Parent Id\nP4,Later,C1\n', {
      columns: { Id: own, Last: 'LastName', 'Parent Id': columns['Parent Id'] },
    })
    assert.equal(later.counts.create, 1)
    const [last] = await found({ LastName: { $EQ: 'Later' } }, { CompanyName: 1 })
    assert.equal(last.CompanyName, 'Named By Id')
  })
})
