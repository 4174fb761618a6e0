// Tests products and services, categories, and their associations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Crm, eachCrm, type Json } from '../support/crm.ts'

const withCategories = [{ Key: 1, DisplayValue: 1, AssociatedCategories: [{ Key: 1, DisplayValue: 1 }] }]
const Compatibility = { SchemaObject: '1.0' }

const products = async (crm: Crm, entity = 'Opportunity'): Promise<Json[]> =>
  (await crm.ok('Read', { [entity]: { FieldOptions: { Product: withCategories } }, Compatibility }))[entity]
    .FieldOptions.Product

const product = async (crm: Crm, key: string): Promise<Json> => (await products(crm)).find(p => p.Key === key)

/** The keys of the categories that are offered; without `Data` when none is given. */
async function categories(crm: Crm, Data?: Json, entity = 'Opportunity'): Promise<string[]> {
  const content = { FieldOptions: { Category: [{ Key: 1, DisplayValue: 1 }] }, ...(Data ? { Data } : {}) }
  const answer = await crm.ok('Read', { [entity]: content, Compatibility })
  return answer[entity].FieldOptions.Category.map((c: Json) => c.Key)
}

const edit = (items: Json, Options?: Json, entity = 'Opportunity') => ({
  [entity]: { FieldOptions: { Product: items }, ...(Options ? { Options } : {}) },
  Compatibility,
})

const add = async (crm: Crm, item: Json, entity = 'Opportunity'): Promise<string> =>
  (await crm.ok('Update', edit([{ Key: null, ...item }], undefined, entity)))[entity].FieldOptions.Product[0].Key

const keys = (...list: string[]) => list.map(Key => ({ Key }))

eachCrm('Products', crm => {
  test('a product is added with its associations, which are read with Key and DisplayValue [C-2.5-02, C-4.9-03, C-4.9-04]', async () => {
    const answer = await crm().ok('Update', edit([{ Key: null, Name: 'Laptop', AssociatedCategories: keys('1', '3') }]))
    const [item] = answer.Opportunity.FieldOptions.Product
    assert.equal(item.Name, 'Laptop')
    assert.match(item.Key, /^\d+$/)
    assert.deepEqual(await product(crm(), item.Key), {
      Key: item.Key,
      DisplayValue: 'Laptop',
      AssociatedCategories: [
        { Key: '1', DisplayValue: 'Hardware' },
        { Key: '3', DisplayValue: 'Services' },
      ],
    })
  })

  test('AssociatedCategories is optional; omitted or empty means no associations [C-4.9-03, C-4.9-04]', async () => {
    for (const item of [{ Name: 'Bare' }, { Name: 'Empty', AssociatedCategories: [] }]) {
      assert.deepEqual((await product(crm(), await add(crm(), item))).AssociatedCategories, [])
    }
  })

  test('a category that does not exist fails the request, and nothing is saved [C-4.9-05]', async () => {
    const before = await products(crm())
    const problems = await crm().refused(
      'Update',
      edit([
        { Key: null, Name: 'Good one', AssociatedCategories: keys('1') },
        { Key: null, Name: 'Bad one', AssociatedCategories: keys('1', '9999') },
      ]),
    )
    assert.deepEqual(
      problems.map(p => [p.Path, p.ErrorCode]),
      [['Opportunity.FieldOptions.Product[1].AssociatedCategories[1].Key', -3006]],
    )
    assert.deepEqual(await products(crm()), before)
  })

  test('Options.Modify replaces the associations; omitting them leaves them while renaming; [] clears them [C-4.9-06, C-4.9-07, C-4.9-08]', async () => {
    const key = await add(crm(), { Name: 'Phone', AssociatedCategories: keys('1', '2') })
    const modify = (item: Json) => crm().ok('Update', edit([{ Key: key, ...item }], { Modify: true }))
    const now = async () => {
      const { DisplayValue, AssociatedCategories } = await product(crm(), key)
      return [DisplayValue, ...AssociatedCategories.map((c: Json) => c.Key)]
    }
    await modify({ AssociatedCategories: keys('4') })
    assert.deepEqual(await now(), ['Phone', '4'])
    await modify({ Name: 'Telephone' })
    assert.deepEqual(await now(), ['Telephone', '4'])
    const [problem] = await crm().refused(
      'Update',
      edit([{ Key: key, Name: 'Never', AssociatedCategories: keys('1', '777') }], { Modify: true }),
    )
    assert.equal(problem?.ErrorCode, -3006)
    assert.deepEqual(await now(), ['Telephone', '4'])
    await modify({ AssociatedCategories: [] })
    assert.deepEqual(await now(), ['Telephone'])
  })

  test('a product is removed with its associations, and categories are unaffected [C-4.9-09]', async () => {
    const all = await categories(crm())
    const key = await add(crm(), { Name: 'Short-lived', AssociatedCategories: keys('5') })
    assert.ok(!(await categories(crm(), { Product: [] })).includes('5'))
    await crm().ok('Update', edit([{ Key: key }], { Remove: true }))
    assert.equal(await product(crm(), key), undefined)
    assert.ok((await categories(crm(), { Product: [] })).includes('5'))
    assert.deepEqual(await categories(crm()), all)
    const later = await add(crm(), { Name: 'Short-lived' })
    assert.notEqual(later, key)
    assert.deepEqual((await product(crm(), later)).AssociatedCategories, [])
  })

  test('removal fails, removing nothing, if any entry of the four entities has the item selected [C-4.9-10]', async () => {
    const entry = await crm().create('AbEntry', { CompanyName: 'Buyer' })
    const records = {
      Opportunity: { AbEntryKey: entry, Objective: 'Sell' },
      Case: { AbEntryKey: entry, Subject: 'Help' },
      Campaign: { Name: 'Spring' },
      Appointment: { Subject: 'Meet', StartDate: '2026-01-01T10:00:00Z' },
    }
    for (const [entity, data] of Object.entries(records)) {
      const used = await add(crm(), { Name: `Used by ${entity}`, AssociatedCategories: keys('2') })
      const free = await add(crm(), { Name: `Free of ${entity}` })
      const key = await crm().create(entity, { ...data, Product: [used] })
      const problems = await crm().refused('Update', edit([{ Key: free }, { Key: used }], { Remove: true }))
      assert.deepEqual(
        problems.map(p => [p.Path, p.ErrorCode]),
        [['Opportunity.FieldOptions.Product[1]', -4007]],
      )
      assert.ok(await product(crm(), free))
      assert.equal((await product(crm(), used)).AssociatedCategories.length, 1)
      await crm().ok('Update', { [entity]: { Data: { Key: key, Product: [] } } })
      await crm().ok('Update', edit([{ Key: free }, { Key: used }], { Remove: true }))
    }
  })

  test('one list for Opportunity, Case, Campaign and Appointment: a change through one applies to all [C-2.5-01]', async () => {
    const entities = ['Opportunity', 'Case', 'Campaign', 'Appointment']
    for (const entity of entities) {
      const key = await add(crm(), { Name: `Through ${entity}`, AssociatedCategories: keys('2') }, entity)
      for (const other of entities) {
        const found = (await products(crm(), other)).find(p => p.Key === key)
        assert.deepEqual(found?.AssociatedCategories, [{ Key: '2', DisplayValue: 'Software' }])
        assert.deepEqual(
          await categories(crm(), { Product: [key] }, other),
          await categories(crm(), { Product: [key] }),
        )
      }
      await crm().ok('Update', edit([{ Key: key }], { Remove: true }, entity))
    }
  })

  test('several products in one request: all or none', async () => {
    const before = (await products(crm())).length
    await crm().refused(
      'Update',
      edit([
        { Key: null, Name: 'A1' },
        { Key: null, Name: 'A1' },
      ]),
    )
    assert.equal((await products(crm())).length, before)
    const answer = await crm().ok(
      'Update',
      edit([
        { Key: null, Name: 'A1' },
        { Key: null, Name: 'A2' },
      ]),
    )
    const made = answer.Opportunity.FieldOptions.Product.map((p: Json) => Number(p.Key))
    assert.equal(made[1], made[0] + 1)
  })

  test('other spellings: lower case, bare keys, and only administrators', async () => {
    const body = {
      campaign: { fieldoptions: { product: [{ key: null, name: 'Spelled', associatedcategories: ['1'] }] } },
    }
    const answer = await crm().ok('Update', body)
    const [item] = answer.campaign.FieldOptions.product
    assert.deepEqual(Object.keys(item), ['key', 'name', 'associatedcategories'])
    assert.equal((await product(crm(), item.key)).AssociatedCategories[0].Key, '1')
    const [problem] = await crm().refused('Update', edit([{ Key: null, Name: 'x' }]), crm().user)
    assert.equal(problem?.ErrorCode, -2002)
    const [misplaced] = await crm().refused('Update', {
      Opportunity: { FieldOptions: { Rating: [{ Name: 'x', AssociatedCategories: [] }] } },
    })
    assert.equal(misplaced?.ErrorCode, -3000)
  })
})

eachCrm('Category options', crm => {
  test('filtered by products: union, unassociated always, [] only unassociated, omitted all [C-2.5-04, C-4.9-01, C-4.9-02]', async () => {
    const a = await add(crm(), { Name: 'Of 1 and 2', AssociatedCategories: keys('1', '2') })
    const b = await add(crm(), { Name: 'Of 2 and 3', AssociatedCategories: keys('2', '3') })
    const plain = await add(crm(), { Name: 'Unrestricted' })
    assert.deepEqual(await categories(crm()), ['1', '2', '3', '4', '5'])
    assert.deepEqual(await categories(crm(), {}), ['1', '2', '3', '4', '5'])
    assert.deepEqual(await categories(crm(), { Product: [] }), ['4', '5'])
    assert.deepEqual(await categories(crm(), { Product: [a] }), ['1', '2', '4', '5'])
    assert.deepEqual(await categories(crm(), { Product: [{ Key: b }] }), ['2', '3', '4', '5'])
    assert.deepEqual(await categories(crm(), { product: [a, b] }), ['1', '2', '3', '4', '5'])
    // A product without associations does not restrict Category options.
    assert.deepEqual(await categories(crm(), { Product: [plain, a] }), ['1', '2', '3', '4', '5'])
    const [unknown] = await crm().refused('Read', {
      Opportunity: { FieldOptions: { Category: 1 }, Data: { Product: [a, '4711'] } },
    })
    assert.deepEqual([unknown?.Path, unknown?.ErrorCode], ['Opportunity.Data.Product[1]', -3006])
  })

  test('the Category of an interaction is another list, which products do not filter', async () => {
    const content = { FieldOptions: { Category: [{ DisplayValue: 1 }] }, Data: { Product: [] } }
    const answer = await crm().ok('Read', { Interaction: content })
    assert.deepEqual(answer.Interaction.FieldOptions.Category[0], { DisplayValue: 'Sales' })
  })

  test('a removed category takes its associations with it', async () => {
    const made = await crm().ok('Update', { Case: { FieldOptions: { Category: [{ Name: 'Passing' }] } } })
    const { Key } = made.Case.FieldOptions.Category[0]
    const owner = await add(crm(), { Name: 'Owner', AssociatedCategories: keys(Key, '1') })
    await crm().ok('Update', { Case: { FieldOptions: { Category: [{ Key }] }, Options: { Remove: true } } })
    assert.deepEqual((await product(crm(), owner)).AssociatedCategories, [{ Key: '1', DisplayValue: 'Hardware' }])
  })
})
