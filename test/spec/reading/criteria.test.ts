// Tests every operator on every kind of field that takes it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'

/** Values for the records A, B and C, from the least to the greatest; D has none. */
interface Ranked {
  readonly path: string
  readonly values: readonly [Json, Json, Json]
  /** As criteria spell them, when they are not as written. */
  readonly asked?: readonly [Json, Json, Json]
  readonly sort: 'ordered' | 'text'
}

const text = (path: string, values: Ranked['values'] = ['alpha', 'Béta', 'gamma']): Ranked => ({
  path,
  values,
  sort: 'text',
})
const ordered = (path: string, values: Ranked['values'], asked?: Ranked['values']): Ranked => ({
  path,
  values,
  ...(asked ? { asked } : {}),
  sort: 'ordered',
})

const dates = ['1999-12-31', '2026-02-28', '9999-12-31'] as const
const moments = ['1969-07-20T20:17:40Z', '2026-02-28T23:59:59Z', '9999-12-31T23:59:59Z'] as const
const amounts = [-0.01, 1234.5678, 9007199254740.75] as const

const udfs: Readonly<Record<string, Json>> = {
  Motto: { Type: 'StringField' },
  Size: { Type: 'IntegerField' },
  Score: { Type: 'NumericField' },
  Budget: { Type: 'CurrencyField' },
  Founded: { Type: 'DateTimeField', Attributes: { Date: true } },
  Seen: { Type: 'DateTimeField', Attributes: { Date: true, Time: true } },
}
const udf = (name: string) => `Udf/$NAME(${name})`

const kinds: Readonly<Record<string, readonly Ranked[]>> = {
  AbEntry: [
    text('CompanyName', ['alpha', 'Béta', 'gamma']),
    text('FullName', ['alpha', 'Béta', 'gamma']),
    text('Website'),
    text('Division'),
    text('Address/City'),
    text('Address/ZipCode', ['1000', '245', '30']),
    text('Phone2/Description'),
    text('Email2/Description'),
    ordered('LastContactDate', dates),
    text(udf('Motto')),
    ordered(udf('Size'), [-7, 0, 2_000_000_000]),
    ordered(udf('Score'), [-1.5, 0.25, 1e15]),
    ordered(udf('Budget'), amounts),
    ordered(udf('Founded'), dates),
    ordered(udf('Seen'), moments),
  ],
  Opportunity: [
    text('Objective'),
    text('NextAction'),
    ordered('Status', [0, 3, 6]),
    ordered('Cost', amounts),
    ordered('ForecastRevenue', [-5, 0, 99.9999]),
    ordered('StartDate', moments),
    ordered('RevenueType', ['60001', '60002', '60003'], [60001, '60002', { Key: '60003' }]),
  ],
  Interaction: [
    text('Subject'),
    text('Source'),
    ordered('Duration', [0, 15, 600]),
    ordered('StartDate', moments),
    ordered('Direction', [1, 1, 2]),
  ],
  Lead: [
    text('LastName'),
    text('Email', ['a@x.example', 'B@y.example', 'c@z.example']),
    ordered('Status', ['1', '2', '3']),
  ],
  Case: [ordered('Priority', ['57900', '57901', '57902']), ordered('FollowUpDate', moments)],
}

eachCrm('Criteria', crm => {
  let reader: Reader
  const labels = ['A', 'B', 'C', 'D']
  before(async () => {
    reader = readerOf(crm())
    for (const [Name, data] of Object.entries(udfs))
      await crm().ok('Create', { Schema: { Data: { Key: null, Name, ...data, AppliesTo: ['Company'] } } })
    const list = { FieldOptions: { RevenueType: [{ Key: null, Name: 'Renewal' }] } }
    await crm().ok('Update', { Opportunity: list })
    const entry = await reader.add('home', 'AbEntry', { Type: 'Individual', LastName: 'Home' })
    for (const [entity, fields] of Object.entries(kinds)) await addRanked(entity, fields, entry)
  })

  /** A, B and C with the values of each field, D with no more than it must have. */
  async function addRanked(entity: string, fields: readonly Ranked[], entry: string): Promise<void> {
    for (const [i, label] of labels.entries()) {
      const data: Json = needed(entity, entry)
      for (const { path, values } of i < 3 ? fields : []) {
        if (path === 'FullName') continue
        const [first, ...rest] = path.startsWith('Udf/') ? [path] : path.split('/')
        if (rest.length === 0) data[first as string] = values[i]
        else data[first as string] = { ...data[first as string], [rest[0] as string]: values[i] }
      }
      if (entity === 'Lead' && i === 3) data.LastName = null
      if (entity === 'Lead' && i === 3) data.CompanyName = 'Delta'
      await reader.add(`${entity} ${label}`, entity, data)
    }
  }

  function needed(entity: string, entry: string): Json {
    if (entity === 'AbEntry') return { CompanyName: 'delta' }
    if (entity === 'Opportunity') return { AbEntryKey: entry, Objective: 'delta' }
    if (entity === 'Interaction') return { AbEntryKey: entry, Type: '60001' }
    return entity === 'Case' ? { AbEntryKey: entry, Subject: 'delta' } : { LastName: 'x' }
  }

  const always = new Set(['CompanyName', 'FullName', 'Objective', 'Opportunity/Status', 'Interaction/StartDate'])

  for (const [entity, fields] of Object.entries(kinds)) {
    test(`every operator, and every complement, on each kind of field of ${entity} [C-4.5-11, C-4.5-12, C-4.5-13, C-4.5-14, C-4.5-15]`, async () => {
      const own = { Key: { $IN: labels.map(label => reader.key(`${entity} ${label}`)) } }
      for (const field of fields) {
        // Where D has a value all the same, it is left out of the comparison.
        const empty = !always.has(field.path) && !always.has(`${entity}/${field.path}`)
        const among = empty ? own : { Key: { $IN: own.Key.$IN.slice(0, 3) } }
        const lines = linesOf(field, empty).map(([query, expected]): [Json, string] => [
          { $AND: [among, query] },
          expected.replace(/\w/g, label => `${entity} ${label}`),
        ])
        await reader.table(entity, lines)
      }
    })
  }

  /** What each operator must find, given that A has the first value, B the second and C the third. */
  function linesOf({ path, values, asked = values, sort }: Ranked, empty: boolean): [Json, string][] {
    const [a, b, c] = asked
    const d = empty ? ' D' : ''
    const same = JSON.stringify(values[0]) === JSON.stringify(values[1])
    if (same)
      return [
        [{ [path]: { $EQ: a } }, 'A B'],
        [{ [path]: { $NE: a } }, `C${d}`],
      ]
    const lines: [Json, string][] = [
      [{ [path]: b }, 'B'],
      [{ [path]: [a, c] }, 'A C'],
      [{ [path]: { $EQ: b } }, 'B'],
      [{ [path.toUpperCase()]: { $eq: b } }, 'B'],
      [{ $EQ: { [path]: b } }, 'B'],
      [{ [path]: { $NE: b } }, `A C${d}`],
      [{ [path]: { $IN: b } }, 'B'],
      [{ [path]: { $IN: [c, a, a] } }, 'A C'],
      [{ [path]: { $IN: [] } }, ''],
      [{ [path]: { $IN: [a, null] } }, `A${d}`],
      [{ [path]: { $NIN: [a, b] } }, `C${d}`],
      [{ [path]: { $NIN: [] } }, `A B C${d}`],
      [{ [path]: { $NIN: [a, null] } }, 'B C'],
      [{ [path]: { $EQ: null } }, d.trim()],
      [{ [path]: null }, d.trim()],
      [{ [path]: { $NE: null } }, 'A B C'],
      [{ $OR: [{ [path]: a }, { [path]: { $EQ: c } }] }, 'A C'],
      [{ $AND: [{ [path]: { $NE: a } }, { [path]: { $NE: c } }] }, `B${d}`],
      [{ [path]: { $OR: [{ $EQ: a }, { $EQ: b }] } }, 'A B'],
      [{ [path]: { $NE: a, $IN: [a, b] } }, 'B'],
    ]
    if (path.includes('/') && !path.startsWith('Udf')) {
      const [head, tail] = path.split('/') as [string, string]
      lines.push([{ [head]: { [tail]: { $EQ: b } } }, 'B'], [{ [head]: { [tail]: b } }, 'B'])
    }
    if (path.startsWith('Udf/')) lines.push([{ Udf: { [path.slice(4)]: { $EQ: b } } }, 'B'])
    lines.push(
      [{ [path]: { $GT: a } }, 'B C'],
      [{ [path]: { $GE: b } }, 'B C'],
      [{ [path]: { $LT: c } }, 'A B'],
      [{ [path]: { $LE: b } }, 'A B'],
      [{ [path]: { $GT: c } }, ''],
      [{ [path]: { $LT: a } }, ''],
      [{ [path]: { $GT: a, $LT: c } }, 'B'],
      [{ [path]: { $RANGE: [a, b] } }, 'A B'],
      [{ [path]: { $RANGE: [b, a] } }, ''],
      [{ [path]: { $NRANGE: [a, b] } }, `C${d}`],
    )
    if (sort === 'text') lines.push(...textLines(path, b, d))
    return lines
  }

  function textLines(path: string, b: string, d: string): [Json, string][] {
    const prefix = b.slice(0, 2)
    return [
      [{ [path]: b.toUpperCase() }, 'B'],
      [{ [path]: { $IN: [b.toUpperCase()] } }, 'B'],
      [{ [path]: { $LIKE: `${prefix}%` } }, 'B'],
      [{ [path]: { $LIKE: `${prefix.toUpperCase()}%` } }, 'B'],
      [{ [path]: { $LIKE: `%${b.slice(1)}` } }, 'B'],
      [{ [path]: { $LIKE: `%${b.slice(1, -1).toUpperCase()}%` } }, 'B'],
      [{ [path]: { $LIKE: `_${b.slice(1)}` } }, 'B'],
      [{ [path]: { $LIKE: `\\${b}` } }, 'B'],
      [{ [path]: { $LIKE: b.slice(0, -1) } }, ''],
      [{ [path]: { $LIKE: '%' } }, 'A B C'],
      [{ [path]: { $NLIKE: `${prefix}%` } }, `A C${d}`],
    ]
  }

  test('text compares without letter case and accents, patterns with wildcards and escapes [C-4.5-15]', async () => {
    const add = (label: string, Objective: string) =>
      reader.add(label, 'Opportunity', { AbEntryKey: reader.key('home'), Objective, NextAction: 'fold' })
    const names = ['JOSÉ', 'Straße', '50%_off', '50 per off', 'ﬁrst', 'ΣΊΣΥΦΟΣ', 'back\\slash', '東京都', '😀 smile']
    for (const [i, name] of names.entries()) await add(String(i), name)
    const among = (query: Json) => ({ NextAction: 'fold', Objective: query })
    await reader.table(
      'Opportunity',
      (
        [
          ['jose', '0'],
          ['Jose\u0301', '0'],
          ['STRASSE', '1'],
          [{ $LIKE: 'strass_' }, '1'],
          [{ $LIKE: '50%' }, '2 3'],
          [{ $LIKE: '50\\%%' }, '2'],
          [{ $LIKE: '%\\_o%' }, '2'],
          [{ $LIKE: '50\\%\\_OFF' }, '2'],
          [{ $EQ: 'FIRST' }, '4'],
          [{ $EQ: 'σισυφος' }, '5'],
          [{ $LIKE: 'ΣΙΣ%' }, '5'],
          [{ $LIKE: 'back\\\\%' }, '6'],
          [{ $LIKE: '%都' }, '7'],
          [{ $LIKE: '_京_' }, '7'],
          [{ $LIKE: '_ smile' }, '8'],
          [{ $LIKE: '😀%' }, '8'],
          [{ $EQ: "'; drop table ab_entry; --" }, ''],
        ] as [Json, string][]
      ).map(([query, expected]) => [among(query), expected]),
    )
  })

  test('two ways to write that look alike keep their own meaning', async () => {
    const [a, b] = [reader.key('Opportunity A'), reader.key('Opportunity B')]
    const among = { Key: { $IN: [a, b] } }
    await reader.table('Opportunity', [
      [{ ...among, Objective: 'alpha' }, 'Opportunity A'],
      [{ ...among, Objective: ['alpha', 'beta'] }, 'Opportunity A Opportunity B'],
      [{ ...among, $NE: { Objective: 'alpha' }, NextAction: 'beta' }, 'Opportunity B'],
      [{ ...among, $NE: { Objective: 'alpha', NextAction: 'beta' } }, ''],
    ])
  })

  test('keys, users, flags and types take equality, in every spelling of a value [C-2-01, C-4.5-26]', async () => {
    const { user, admin, create } = crm()
    const [north, south] = [await create('Territory', { Name: 'North' }), await create('Territory', { Name: 'South' })]
    const entry = (label: string, data: Json) => reader.add(label, 'AbEntry', { Department: 'eq', ...data })
    await entry('k1', { CompanyName: 'K1', TerritoryKey: north, AccountManager: { Uid: 'JOE' } })
    await entry('k2', { CompanyName: 'K2', TerritoryKey: south, AccountManager: admin.key })
    await entry('k3', { Type: 'Individual', LastName: 'K3' })
    const key = reader.key('k1')
    const id = atob(key).split('\t')[1]
    const bare = key.replace(/=+$/, '')
    const joe = { Uid: 'JOE' }
    const lines: [Json, string][] = [
      [{ TerritoryKey: north }, 'k1'],
      [{ TerritoryKey: { $EQ: { Key: north } } }, 'k1'],
      [{ 'Territory/Key': { $IN: [south, north] } }, 'k1 k2'],
      [{ Territory: { Name: 'NORTH' } }, 'k1'],
      [{ 'Territory/Name': { $NE: 'North' } }, 'k2 k3'],
      [{ TerritoryKey: { $NE: north } }, 'k2 k3'],
      [{ TerritoryKey: { $NIN: [north, null] } }, 'k2'],
      [{ TerritoryKey: { $EQ: null } }, 'k3'],
      [{ Territory: { $EQ: null } }, 'k3'],
      [{ AccountManager: user.key }, 'k1'],
      [{ AccountManager: { $EQ: joe } }, 'k1'],
      [{ AccountManager: joe }, 'k1'],
      [{ 'AccountManager/Uid': 'JOE' }, 'k1'],
      [{ AccountManager: { Key: { $IN: [user.key, admin.key] } } }, 'k1 k2'],
      [{ AccountManager: { $EQ: '$CURRENTUSER()' } }, 'k2'],
      [{ AccountManager: { $NE: '$currentuser()' } }, 'k1 k3'],
      [{ 'AccountManager/Value': { $LIKE: 'joe%' } }, 'k1'],
      [{ 'AccountManager/Email': 'JOE@example.com' }, 'k1'],
      [{ AccountManager: null }, 'k3'],
      [{ Creator: '$CURRENTUSER()' }, 'k1 k2 k3'],
      [{ Creator: joe }, ''],
      [{ Type: 'company' }, 'k1 k2'],
      [{ Type: { $IN: ['Individual', 'Contact'] } }, 'k3'],
      [{ Type: { $NE: 'Company' } }, 'k3'],
      [{ Key: key }, 'k1'],
      [{ Key: { $EQ: bare } }, 'k1'],
      [{ Key: { $EQ: { ID: id } } }, 'k1'],
      [{ Key: { ID: id } }, 'k1'],
      [{ Key: { $EQ: { Body: key } } }, 'k1'],
      [{ Key: { $EQ: { Body: key, OrRelated: false } } }, 'k1'],
      [{ Key: { $IN: [key, bare, reader.key('k3'), 'nonsense'] } }, 'k1 k3'],
      [{ Key: { $EQ: btoa(`Contact\t${id}`) } }, 'k1'],
      [{ Key: { $NE: key } }, 'k2 k3'],
      [{ Key: { $EQ: btoa('AbEntry\tunknown') } }, ''],
      [{ '/AbEntry/Type': { $EQ: 'Individual' } }, 'k3'],
      [{ '/abentry/Key': key }, 'k1'],
    ]
    await reader.table(
      'AbEntry',
      lines.map(([query, expected]) => [{ $AND: [{ Department: 'eq' }, query] }, expected]),
    )
    const task = (label: string, Completed: boolean | null) =>
      reader.add(label, 'Task', { Activity: 'x', DateTime: '2026-01-01', ...(Completed === null ? {} : { Completed }) })
    for (const [label, done] of Object.entries({ t1: true, t2: false, t3: null })) await task(label, done)
    await reader.table('Task', [
      [{ Completed: true }, 't1'],
      [{ Completed: { $EQ: false } }, 't2 t3'],
      [{ Completed: { $NE: true } }, 't2 t3'],
      [{ Completed: { $IN: [true, false] } }, 't1 t2 t3'],
    ])
    const [me] = await reader.rows('User', { Key: { $EQ: { Uid: 'JOE' } } }, { Uid: 1 })
    assert.deepEqual(me, { Uid: 'JOE' })
  })

  test('lists of options match when any element does, $ALL when all are there', async () => {
    const list = { Type: 'EnumField<StringItem>', Items: [{ Value: 'Red' }, { Value: 'Green' }, { Value: 'Blue' }] }
    const define = (Name: string, more: Json) =>
      crm().ok('Create', { Schema: { Data: { Key: null, Name, ...list, ...more, AppliesTo: ['Opportunity'] } } })
    await define('Colours', { Attributes: { MultiSelect: true } })
    await define('Grade', {})
    await define('Agreed', { Attributes: { YesNo: true }, Items: undefined })
    const sets: Record<string, string[]> = { o1: ['1'], o2: ['2', '1'], o3: ['2', '3'], o4: [] }
    for (const [label, set] of Object.entries(sets)) {
      await reader.add(label, 'Opportunity', {
        AbEntryKey: reader.key('home'),
        Objective: 'lists',
        Product: set,
        Category: set.map(Key => ({ Key })),
        'Udf/$NAME(Colours)': set,
        'Udf/$NAME(Grade)': set.slice(0, 1),
        'Udf/$NAME(Agreed)': set[0] === '1' ? '2' : null,
      })
    }
    for (const path of ['Product', 'Category', 'Udf/$NAME(Colours)', 'Product/Key']) {
      const lines: [Json, string][] = [
        [{ [path]: '1' }, 'o1 o2'],
        [{ [path]: { $EQ: 1 } }, 'o1 o2'],
        [{ [path]: { $NE: '1' } }, 'o3 o4'],
        [{ [path]: { $IN: ['1', '3'] } }, 'o1 o2 o3'],
        [{ [path]: { $NIN: ['3'] } }, 'o1 o2 o4'],
        [{ [path]: { $NIN: ['3', null] } }, 'o1 o2'],
        [{ [path]: { $ALL: ['1', '2'] } }, 'o2'],
        [{ [path]: { $ALL: ['2'] } }, 'o2 o3'],
        [{ [path]: { $ALL: ['1', '2', '3'] } }, ''],
        [{ [path]: { $EQ: null } }, 'o4'],
        [{ [path]: { $NE: null } }, 'o1 o2 o3'],
        [{ $AND: [{ [path]: '2' }, { [path]: '1' }] }, 'o2'],
      ]
      await reader.table(
        'Opportunity',
        lines.map(([query, expected]) => [{ Objective: 'lists', ...query }, expected]),
      )
    }
    const named = (query: Json) => ({ Objective: 'lists', ...query })
    await reader.table('Opportunity', [
      [named({ 'Udf/$NAME(Colours)/DisplayValue': 'RED' }), 'o1 o2'],
      [named({ 'Udf/$NAME(Grade)': { $EQ: '2' } }), 'o2 o3'],
      [named({ 'Udf/$NAME(Grade)': { $NE: '2' } }), 'o1 o4'],
      [named({ 'Udf/$NAME(Agreed)': '2' }), 'o1'],
      [named({ 'Udf/$NAME(Agreed)': { $NE: '2' } }), 'o2 o3 o4'],
    ])
  })

  test('lists of records, by key and by what stands behind it [C-2.2-04]', async () => {
    const add = (label: string, data: Json) =>
      reader.add(label, 'Interaction', { Type: '60002', Source: 'rel', ...data })
    const one = await reader.add('e1', 'AbEntry', { CompanyName: 'Rel One', Address: { City: 'Bern' } })
    const two = await reader.add('e2', 'AbEntry', { CompanyName: 'Rel Two' })
    const lead = await reader.add('l1', 'Lead', { LastName: 'Rel' })
    await add('i1', { AbEntries: [one, two], WithKey: two, Users: [{ Uid: 'JOE' }, { Uid: 'MASTER' }] })
    await add('i2', { AbEntryKey: two, User: { Uid: 'JOE' }, Users: [{ Uid: 'JOE' }] })
    await add('i3', { Leads: [lead] })
    const lines: [Json, string][] = [
      [{ 'AbEntries/Key': { $EQ: two } }, 'i1 i2'],
      [{ AbEntries: { Key: { $EQ: one } } }, 'i1'],
      [{ AbEntries: { $EQ: one } }, 'i1'],
      [{ AbEntryKey: two }, 'i1 i2'],
      [{ 'AbEntries/Key': { $NE: one } }, 'i2 i3'],
      [{ 'AbEntries/Key': { $ALL: [one, two] } }, 'i1'],
      [{ 'AbEntries/Key': { $IN: [one, two] } }, 'i1 i2'],
      [{ 'AbEntries/Key': { $EQ: null } }, 'i3'],
      [{ 'AbEntries/CompanyName': { $LIKE: 'rel o%' } }, 'i1'],
      [{ 'AbEntries/Address/City': 'BERN' }, 'i1'],
      [{ 'Leads/Key': lead }, 'i3'],
      [{ Leads: { LastName: 'rel' } }, 'i3'],
      [{ WithKey: two }, 'i1'],
      [{ Users: { Uid: 'MASTER' } }, 'i1 i3'],
      [{ 'Users/Key': { $EQ: '$CURRENTUSER()' } }, 'i1 i3'],
      [{ Users: { $ALL: [crm().user.key] } }, 'i1 i2'],
    ]
    await reader.table(
      'InteractionLog',
      lines.map(([query, expected]) => [{ Source: 'rel', ...query }, expected]),
    )
  })

  test('who may read is searchable by SecAccess [C-2.1-25]', async () => {
    const group = await crm().create('SecurityGroup', { Name: 'Few' })
    const add = (label: string, SecAccess: Json) => reader.add(label, 'AbEntry', { CompanyName: 'Sec', SecAccess })
    await add('s1', { Read: [group], Write: [group] })
    await add('s2', { Read: [crm().user.key] })
    await add('s3', null)
    await reader.table(
      'AbEntry',
      (
        [
          [{ 'SecAccess/Read': group }, 's1'],
          [{ SecAccess: { Read: { $IN: [group, crm().user.key] } } }, 's1 s2'],
          [{ 'SecAccess/Write': { $EQ: null } }, 's2 s3'],
          [{ 'SecAccess/Read': { $NE: group } }, 's2 s3'],
        ] as [Json, string][]
      ).map(([query, expected]) => [{ CompanyName: 'sec', ...query }, expected]),
    )
  })

  test('money compares by its corporate value [C-4.8-22]', async () => {
    await crm().create('CurrencyRate', { CurrencyCode: 'EUR', Rate: 0.5 })
    const add = (label: string, ForecastRevenue: Json) =>
      reader.add(label, 'Opportunity', { AbEntryKey: reader.key('home'), Objective: 'money', ForecastRevenue })
    await add('m1', 100)
    await add('m2', { Value: 60, CurrencyCode: 'EUR' })
    await add('m3', { Value: 50, CurrencyCode: 'EUR' })
    const lines: [Json, string][] = [
      [{ ForecastRevenue: 100 }, 'm1 m3'],
      [{ ForecastRevenue: { $GT: 100 } }, 'm2'],
      [{ 'ForecastRevenue/Value': { $LE: '100.00' } }, 'm1 m3'],
      [{ CorporateRevenue: { $RANGE: [100, 120] } }, 'm1 m2 m3'],
      [{ Revenue: { $EQ: 120 } }, 'm2'],
      [{ 'ForecastRevenue/CurrencyCode': 'EUR' }, 'm2 m3'],
      // An amount without a currency of its own is in the corporate one.
      [{ 'ForecastRevenue/CurrencyCode': 'USD', Objective: 'money' }, 'm1'],
    ]
    await reader.table(
      'Opportunity',
      lines.map(([query, expected]) => [{ Objective: 'money', ...query }, expected]),
    )
  })

  test('an operator that a field cannot take, or an unknown one, is refused by name', async () => {
    const at = (SearchQuery: Json) => ({ Criteria: { SearchQuery } })
    const path = (inner: string) => `Criteria.SearchQuery.${inner}`
    await reader.refusals('AbEntry', [
      [at({ Key: { $GT: 'x' } }), -3002, path('Key.$GT')],
      [at({ TerritoryKey: { $LIKE: 'x%' } }), -3002, path('TerritoryKey.$LIKE')],
      [at({ LastContactDate: { $LIKE: '2026%' } }), -3002, path('LastContactDate.$LIKE')],
      [at({ AccountManager: { $RANGE: ['a', 'b'] } }), -3002, path('AccountManager.$RANGE')],
      [at({ CompanyName: { $ALL: ['x'] } }), -3002, path('CompanyName.$ALL')],
      [at({ CompanyName: { $TREE: '/AbEntry' } }), -3002, path('CompanyName.$TREE')],
      [at({ CompanyName: { $EQUALS: 'x' } }), -3001, path('CompanyName.$EQUALS')],
      [at({ $XOR: [] }), -3001, path('$XOR')],
      [at({ CompanyNam: 'x' }), -3000, path('CompanyNam')],
      [at({ 'Address/Town': 'x' }), -3000, path('Address/Town')],
      [at({ CompanyName: { $EQ: 5 } }), -3003, path('CompanyName.$EQ')],
      [at({ CompanyName: { $IN: ['x', 5] } }), -3003, path('CompanyName.$IN[1]')],
      [at({ 'Udf/$NAME(Size)': { $EQ: 'ten' } }), -3003, path('Udf/$NAME(Size).$EQ')],
      [at({ 'Udf/$NAME(Size)': { $EQ: 1.5 } }), -3004, path('Udf/$NAME(Size).$EQ')],
      [at({ LastContactDate: { $EQ: 'soon' } }), -3004, path('LastContactDate.$EQ')],
      [at({ LastContactDate: { $EQ: '2026-02-30' } }), -3004, path('LastContactDate.$EQ')],
      [at({ LastContactDate: { $EQ: '$TODY()' } }), -3001, path('LastContactDate.$EQ')],
      [at({ LastContactDate: { $GT: '$OFFSET(X-1, $TODAY())' } }), -3004, path('LastContactDate.$GT')],
      [at({ LastContactDate: { $RANGE: ['2026-01-01'] } }), -3003, path('LastContactDate.$RANGE')],
      [at({ Key: { $EQ: crm().user.key } }), -3008, path('Key.$EQ')],
      [at({ '$YEAR(CompanyName)': 2026 }), -3002, path('$YEAR(CompanyName)')],
      [at({ $PHRASE: 5 }), -3003, path('$PHRASE')],
      [at({ $OR: [] }), -1001, path('$OR')],
      [at([]), -1001, 'Criteria.SearchQuery'],
      [at({ CompanyName: { $EQ: { Body: 'x', OrRelated: true } } }), -3002, path('CompanyName.$EQ')],
      [at({ Key: { $EQ: { Body: 'x', OrRelated: 'yes' } } }), -3003, path('Key.$EQ.OrRelated')],
    ])
    await reader.refusals('Opportunity', [
      [at({ Product: { $GT: 'x' } }), -3003, path('Product.$GT')],
      [at({ Status: 'open' }), -3003, path('Status')],
      [at({ Cost: { $LIKE: '1%' } }), -3002, path('Cost.$LIKE')],
      [at({ Cost: { $EQ: 'much' } }), -3004, path('Cost.$EQ')],
      [at({ Key: { '$EXISTS(LeadObject)': 'CompanyName' } }), -3000, path('Key.$EXISTS(LeadObject)')],
      [at({ Key: { '$EXISTS(Nothing)': 'OpportunityKey' } }), -3001, path('Key.$EXISTS(Nothing)')],
    ])
    await crm().ok('Read', { AbEntry: at({ $OR: { Website: 'x' } }) })
    await reader.refusals('AbEntry', [[at({ $OR: [{ Website: 5 }] }), -3003, path('$OR[0].Website')]])
    const [problem] = await crm().refused('Read', { AbEntry: at({ Key: { $GT: 'x' } }) })
    assert.match(problem?.Message ?? '', /\$GT cannot be used on Key, which takes \$EQ, \$NE, \$IN, \$NIN/)
  })
})
