// Tests the types of the client by the compiler: each line below `@ts-expect-error` must not compile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportAll } from '../../packages/client/src/export.ts'
import {
  type Client,
  connect,
  type Model,
  type ModelOptions,
  type NewRecord,
  personalToken,
  type SelectorOf,
  type WhereOf,
} from '../../packages/client/src/index.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Compiles when both types are the same. */
const same = <A, B>(_: Equal<A, B>): void => {}

/** Never called: the compiler alone reads the bodies. */
const claims: ((crm: Client<Model>) => Promise<void>)[] = [
  async function resultsFollowFromTheSelector(crm) {
    const selector = {
      Key: 1,
      CompanyName: true,
      Version: 1,
      Address: { City: 1 },
      Category: 1,
      'Parent/AccountManager/Uid': 1,
      Parent: { CompanyName: 1, AccountManager: { Uid: 1 } },
      FavoriteLists: [{ Name: 1 }],
      Type: 1,
      '$COUNT()': 1,
    } as const
    const row = await crm.read('AbEntry', selector).first()
    if (!row) return
    same<typeof row.Key, string>(true)
    same<typeof row.CompanyName, string | null>(true)
    same<typeof row.Version, number>(true)
    same<typeof row.Address, { readonly City: string | null } | null>(true)
    same<(typeof row)['Parent/AccountManager/Uid'], string | null>(true)
    same<NonNullable<typeof row.Parent>['AccountManager'], { readonly Uid: string | null } | null>(true)
    same<NonNullable<typeof row.FavoriteLists>[number], { readonly Name: string | null }>(true)
    same<typeof row.Type, 'Company' | 'Individual' | 'Contact' | null>(true)
    same<(typeof row)['$COUNT()'], number>(true)
    // @ts-expect-error It was not selected.
    row.FirstName
    const one = await crm.get('Opportunity', 'key', { Status: 1, Objective: 1 })
    same<NonNullable<typeof one>['Status'], ModelOptions['Opportunity.Status'] | null>(true)
  },

  async function selectorsHaveTheFieldsOfTheModel(crm) {
    // @ts-expect-error There is no such field.
    crm.read('AbEntry', { CompanyNam: 1 })
    // @ts-expect-error There is no such sub-field.
    crm.read('AbEntry', { Address: { Cty: 1 } })
    // @ts-expect-error There is no such field in the record that it refers to.
    crm.read('AbEntry', { Parent: { AccountManager: { Udi: 1 } } })
    // @ts-expect-error There is no such path.
    crm.read('AbEntry', { 'Address/Cty': 1 })
    // @ts-expect-error There is no such user-defined field.
    crm.read('AbEntry', { 'Udf/$NAME(Level)': 1 })
    // @ts-expect-error There is no such element.
    crm.read('AbEntry', { FavoriteLists: [{ Nam: 1 }] })
    // @ts-expect-error A field is selected by 1.
    crm.read('AbEntry', { CompanyName: 2 })
    // @ts-expect-error There is no such entity.
    crm.read('AbEntri', { Key: 1 })
    const chosen: SelectorOf<Model, 'AbEntry'> = { Key: 1 }
    crm.read('AbEntry', chosen)
  },

  async function exportsAreTypedAsReads(crm) {
    const where = { Type: 'Company', CompanyName: { $LIKE: 'x%' } } as const
    for await (const row of exportAll(crm, 'AbEntry', { Key: 1, Address: { City: 1 } }, { where, top: 10 })) {
      same<typeof row.Key, string>(true)
      same<typeof row.Address, { readonly City: string | null } | null>(true)
    }
    // @ts-expect-error There is no such field.
    exportAll(crm, 'AbEntry', { CompanyNam: 1 })
    // @ts-expect-error There is no such option.
    exportAll(crm, 'AbEntry', { Key: 1 }, { where: { Type: 'Compny' } })
    // @ts-expect-error An export has no groups.
    exportAll(crm, 'AbEntry', { Key: 1 }, { groupBy: ['Type'] })
  },

  async function criteriaKnowTheOperatorsOfEachField(crm) {
    const find = (where: WhereOf<Model, 'AbEntry'>) => crm.read('AbEntry', { Key: 1 }, { where })
    const fits: WhereOf<Model, 'AbEntry'>[] = [
      { CompanyName: 'x', Lead: true, Category: ['1', null], LastContactDate: '$TODAY()' },
      { CompanyName: { $LIKE: 'x%' }, LastContactDate: { $RANGE: ['2026-01-01', '2026-12-31'] } },
      { Type: { $IN: ['Company', 'Contact'] }, Category: { $ALL: ['1', '2'] } },
      { $OR: [{ FirstName: { $EQ: null } }, { $AND: [{ 'Address/City': 'Bern' }] }] },
      { 'Parent/AccountManager': '$CURRENTUSER()', 'Parent/AccountManager/Uid': 'ANN' },
      { '$YEAR(CreationDate)': { $EQ: 2026 }, $PHRASE: 'lake' },
      { Key: { $EQ: { Body: 'key', OrRelated: true } }, SecAccess: { $ALLOWS: '$CURRENTUSER()' } },
      { Key: { '$EXISTS(LeadObject)': 'AbEntryKey' } },
    ]
    for (const where of fits) find(where)
    // @ts-expect-error Keys have no pattern.
    find({ ParentKey: { $LIKE: 'x%' } })
    // @ts-expect-error Flags have no order.
    find({ Lead: { $GT: true } })
    // @ts-expect-error Dates have no pattern.
    find({ LastContactDate: { $LIKE: '2026%' } })
    // @ts-expect-error A single value is no list.
    find({ CompanyName: { $ALL: ['x'] } })
    // @ts-expect-error There is no such operator.
    find({ CompanyName: { $EQUALS: 'x' } })
    // @ts-expect-error A flag is compared with true or false.
    find({ Lead: 'yes' })
    // @ts-expect-error A text is compared with text.
    find({ CompanyName: { $EQ: 7 } })
    // @ts-expect-error $IN takes a list.
    find({ CompanyName: { $IN: 'x' } })
    // @ts-expect-error $RANGE takes two values.
    find({ LastContactDate: { $RANGE: ['2026-01-01'] } })
    // @ts-expect-error There is no such option.
    find({ Type: 'Compny' })
    // @ts-expect-error There is no such option.
    find({ Type: { $IN: ['Company', 'Compny'] } })
    // @ts-expect-error There is no such field.
    find({ CompanyNam: 'x' })
    // @ts-expect-error There is no such path.
    find({ 'Address/Cty': 'x' })
    // @ts-expect-error The sub-field has its own operators.
    find({ 'Parent/Lead': { $LIKE: 'x' } })
    // @ts-expect-error There is no such user-defined field.
    find({ 'Udf/$NAME(Level)': '1' })
    // @ts-expect-error There is no such field in a nested condition.
    find({ $OR: [{ $AND: [{ CompanyNam: 'x' }] }] })
  },

  async function orderAndGroupsHaveTheFieldsOfTheModel(crm) {
    const orderBy = [{ CompanyName: 'ASC' }, { 'Address/City': 'DESC' }] as const
    crm.read('AbEntry', { Key: 1 }, { orderBy })
    crm.read('Opportunity', { Status: 1, '$COUNT()': 1 }, { groupBy: ['Status', '$YEAR(CloseDate)'] })
    // @ts-expect-error There is no such field.
    crm.read('AbEntry', { Key: 1 }, { orderBy: [{ CompanyNam: 'ASC' }] })
    // @ts-expect-error There is no such direction.
    crm.read('AbEntry', { Key: 1 }, { orderBy: [{ CompanyName: 'UP' }] })
    // @ts-expect-error There is no such field.
    crm.read('Opportunity', { '$COUNT()': 1 }, { groupBy: ['Stats'] })
  },

  async function writesTakeWhatMayBeWritten(crm) {
    const company: NewRecord<Model, 'AbEntry'> = {
      Type: 'Company',
      CompanyName: 'x',
      Address: { City: 'Bern' },
      'Address/Country': 'Switzerland',
      Category: ['1', { Key: '2' }],
      AccountManager: { Uid: 'ANN' },
      Phone1: { Number: '1' },
      Website: null,
    }
    crm.create('AbEntry', company)
    crm.createAll('AbEntry', [company, { Type: 'Contact', LastName: 'y' }])
    crm.update('AbEntry', { Key: 'key', Version: 1, CompanyName: 'z' })
    crm.batch('Create', { 'AbEntry.a': company, Opportunity: { AbEntryKey: 'key', Objective: 'x', Status: 2 } })
    crm.batch('Update', { 'AbEntry.a': { Key: 'key', CompanyName: 'x' } })
    crm.batch('Delete', { 'AbEntry.a': { Key: 'key' } })
    // @ts-expect-error Type is required.
    crm.create('AbEntry', { CompanyName: 'x' })
    // @ts-expect-error There is no such option.
    crm.create('AbEntry', { Type: 'Compny' })
    // @ts-expect-error There is no such field.
    crm.create('AbEntry', { Type: 'Company', CompanyNam: 'x' })
    // @ts-expect-error There is no such sub-field.
    crm.create('AbEntry', { Type: 'Company', Address: { Cty: 'Bern' } })
    // @ts-expect-error There is no such path.
    crm.create('AbEntry', { Type: 'Company', 'Address/Cty': 'Bern' })
    // @ts-expect-error FullName is made by the server.
    crm.create('AbEntry', { Type: 'Company', FullName: 'x' })
    // @ts-expect-error A flag is true or false.
    crm.create('AbEntry', { Type: 'Company', Lead: 'yes' })
    // @ts-expect-error A change names its record.
    crm.update('AbEntry', { CompanyName: 'z' })
    // @ts-expect-error There is no such option.
    crm.update('Opportunity', { Key: 'key', Status: 99 })
    // @ts-expect-error There is no such field.
    crm.batch('Create', { 'AbEntry.a': { Type: 'Company', CompanyNam: 'x' } })
    // @ts-expect-error There is no such entity.
    crm.batch('Create', { 'AbEntri.a': { Type: 'Company' } })
    // @ts-expect-error A change names its record.
    crm.batch('Update', { 'AbEntry.a': { CompanyName: 'x' } })
    // @ts-expect-error There is no such field.
    crm.validate('AbEntry', { CompanyNam: 'x' })
    // @ts-expect-error There is no such field.
    crm.fieldOptions('AbEntry', { MrMis: [{ Key: 1 }] })
  },
]

test('the compiler has checked the claims of this file', () => {
  assert.equal(claims.length, 6)
  assert.ok(connect({ url: 'http://localhost', auth: personalToken('x') }))
})
