// Proves the forms: the fields of a type in their order, what is mandatory for it, usual values, names, and the place of a sale.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SalesProcess } from '../../../console/src/api/sales-processes.ts'
import type { Session } from '../../../console/src/api/session.ts'
import { dayText } from '../../../console/src/fields/parts/day-text.ts'
import { entriesFor, entryNamed, personNamed, typesToMake } from '../../../console/src/fields/parts/people.ts'
import {
  firstPosition,
  followers,
  isPosition,
  isProcess,
  positionIn,
  writtenPosition,
} from '../../../console/src/fields/position.ts'
import { isMandatoryFor, nameIn, planForm } from '../../../console/src/forms/plan.ts'
import { formSpecOf } from '../../../console/src/forms/specs.ts'
import { fieldOf, fieldsNamed } from './support.ts'

const session = {
  user: { key: 'u1', name: 'Ada' },
  timeZone: 'Europe/Berlin',
  culture: 'de-DE',
} as unknown as Session

const momentIn = (value: unknown): unknown => (value as { Value?: unknown } | undefined)?.Value

const planOf = (entity: string, type = '', more: ReturnType<typeof fieldOf>[] = []) => {
  const spec = formSpecOf(entity)
  assert.ok(spec)
  const { main, more: rest } = planForm([...fieldsNamed(entity).all, ...more], entity, type, {
    paths: spec.paths,
    hidden: spec.hidden ?? [],
  })
  return { main: main.map(({ path }) => path), more: rest.map(({ path }) => path), fields: main }
}

describe('the form of a new record', () => {
  test('every field that a form names is a field of its entity', () => {
    for (const entity of ['AbEntry', 'Opportunity', 'Case', 'Lead', 'Task', 'Appointment', 'Campaign']) {
      const { of } = fieldsNamed(entity)
      const { paths = [], hidden = [] } = formSpecOf(entity) ?? {}
      assert.deepEqual(
        [...paths, ...hidden].filter(path => !of(path)),
        [],
        entity,
      )
    }
    assert.equal(formSpecOf('RequestLog'), null)
  })

  test('has the fields of the type alone, the mandatory ones first and marked', () => {
    const company = planOf('AbEntry', 'Company')
    assert.equal(company.main[0], 'CompanyName')
    assert.ok(!company.main.includes('FirstName') && !company.more.includes('MiddleName'))
    assert.deepEqual(
      company.fields.filter(({ mandatory }) => mandatory).map(({ path }) => path),
      ['CompanyName'],
    )
    const contact = planOf('AbEntry', 'Contact')
    assert.deepEqual(contact.main.slice(0, 2).sort(), ['LastName', 'Parent'])
    assert.ok(!contact.main.includes('CompanyName') && contact.more.includes('MiddleName'))
    const person = planOf('AbEntry', 'Individual')
    assert.deepEqual(
      person.fields.filter(({ mandatory }) => mandatory).map(({ path }) => path),
      ['LastName'],
    )
  })

  test('user-defined fields are in it, mandatory ones among the first, and fields of programs are not', () => {
    const own = { userDefined: true, entity: 'AbEntry' }
    const fields = [
      fieldOf('text', { ...own, path: 'Udf/1', appliesTo: ['Company'] }),
      fieldOf('text', { ...own, path: 'Udf/2', mandatory: true }),
      fieldOf('text', { ...own, path: 'Udf/3', appliesTo: ['Contact'] }),
      fieldOf('text', { ...own, path: 'Udf/4', inactive: true }),
    ]
    const { main, more } = planOf('AbEntry', 'Company', fields)
    assert.deepEqual(main.slice(0, 2), ['CompanyName', 'Udf/2'])
    assert.equal(main.at(-1), 'Udf/1')
    for (const path of ['Udf/3', 'Udf/4', 'SecAccess', 'ExternalKeys', 'Key', 'FullName'])
      assert.ok(!main.includes(path) && !more.includes(path), path)
  })

  test('an opportunity asks for process and stage, and not how it ended', () => {
    const { main, more } = planOf('Opportunity')
    assert.deepEqual(main.slice(0, 2), ['Objective', 'AbEntry'])
    assert.ok(main.includes('SalesStageSetup') && main.includes('ForecastRevenue') && more.includes('Rating'))
    assert.ok(![...main, ...more].includes('Status'))
  })

  test('mandatory for a type is so for that type alone', () => {
    const field = fieldOf('text', { mandatory: true, mandatoryFor: ['Company'] })
    assert.deepEqual([isMandatoryFor(field, 'Company'), isMandatoryFor(field, 'Contact')], [true, false])
    assert.equal(isMandatoryFor(fieldOf('text', { mandatory: true }), ''), true)
  })

  test('begins with what is usual: oneself, today, the next full hour', () => {
    const now = Date.parse('2026-11-20T08:20:00Z')
    const task = formSpecOf('Task')?.initial?.(session, now)
    assert.deepEqual(task?.AssignedTo, { Key: 'u1', DisplayValue: 'Ada' })
    assert.equal(momentIn(task?.DateTime), '2026-11-19T23:00:00Z')
    const visit = formSpecOf('Appointment')?.initial?.(session, now)
    assert.equal(momentIn(visit?.StartDate), '2026-11-20T09:00:00Z')
    assert.equal(momentIn(visit?.EndDate), '2026-11-20T10:00:00Z')
  })

  test('the notice names what was added', () => {
    assert.equal(nameIn({ CompanyName: 'Lakeside' }), 'Lakeside')
    assert.equal(nameIn({ FirstName: 'Ann', LastName: 'Lee' }), 'Ann Lee')
    assert.equal(nameIn({ Objective: 'Fridges', CompanyName: null }), 'Fridges')
    assert.equal(nameIn({}), '')
  })
})

const stage = (key: string) => ({ key, name: key.toUpperCase(), probability: null, targetAge: 0 })
const processes: readonly SalesProcess[] = [
  { key: 'empty', name: 'Empty', stages: [] },
  { key: 'p1', name: 'One', stages: [stage('a'), stage('b')] },
  { key: 'p2', name: 'Two', stages: [stage('c')] },
]
const named = (Key: string, DisplayValue: string) => ({ Key, DisplayValue })

describe('process and stage of a sale', () => {
  test('begin at the first stage of the first process that has one', () => {
    const first = { SalesProcessSetup: named('p1', 'One'), SalesStageSetup: named('a', 'A') }
    assert.deepEqual(firstPosition(processes), first)
    assert.deepEqual(firstPosition([]), {})
    assert.deepEqual(writtenPosition(first), { SalesProcessSetupKey: 'p1', SalesStageSetupKey: 'a' })
    assert.deepEqual(writtenPosition({ SalesStageSetup: null }), { SalesStageSetupKey: null })
  })

  test('change together', () => {
    assert.deepEqual(followers('SalesProcessSetup', named('p2', ''), processes), { SalesStageSetup: named('c', 'C') })
    assert.deepEqual(followers('SalesStageSetup', named('b', ''), processes), { SalesProcessSetup: named('p1', 'One') })
    assert.deepEqual(followers('SalesStageSetup', null, processes), { SalesProcessSetup: null })
    assert.deepEqual(followers('SalesProcessSetup', null, processes), { SalesStageSetup: null })
    assert.deepEqual(followers('Objective', 'x', processes), {})
    assert.deepEqual([isPosition('SalesStageSetup'), isPosition('Leader')], [true, false])
    assert.deepEqual([isProcess({ path: 'SalesProcessSetup' }), isProcess({ path: 'SalesStageSetup' })], [true, false])
    const [, one] = processes
    assert.ok(one)
    assert.deepEqual(positionIn(one, 'b').SalesStageSetup, named('b', 'B'))
    assert.deepEqual(positionIn(one, 'gone').SalesStageSetup, named('a', 'A'))
  })
})

describe('entries that a reference takes', () => {
  const client = fieldOf('reference', { path: 'AbEntry', refersTo: ['AbEntry'] })
  const contact = fieldOf('reference', { path: 'Contact', refersTo: ['AbEntry'] })
  const parent = fieldOf('reference', { path: 'Parent', refersTo: ['AbEntry'] })
  const record = { AbEntry: named('k1', 'Lakeside') }

  test('contacts are those of the client', () => {
    assert.deepEqual(entriesFor(client, record), {})
    assert.deepEqual(entriesFor(contact, record), { Type: { $EQ: 'Contact' }, ParentKey: { $EQ: 'k1' } })
    assert.deepEqual(entriesFor(contact, {}), { Type: { $EQ: 'Contact' } })
    assert.deepEqual(entriesFor(parent, {}), { Type: { $EQ: 'Company' } })
  })

  test('a name that is not there can be added, where it is clear as what', () => {
    assert.deepEqual(typesToMake(client, {}), ['Company', 'Individual'])
    assert.deepEqual(typesToMake(contact, record), ['Contact'])
    assert.deepEqual(typesToMake(contact, {}), [])
    assert.deepEqual(typesToMake(parent, {}), ['Company'])
    assert.deepEqual(typesToMake({ ...client, refersTo: ['AbEntry', 'Lead'] }, {}), [])
    assert.deepEqual(entryNamed('Company', 'Lakeside', {}), { Type: 'Company', CompanyName: 'Lakeside' })
    assert.deepEqual(entryNamed('Contact', 'Ann Marie Lee', record), {
      ...{ Type: 'Contact', FirstName: 'Ann Marie', LastName: 'Lee', ParentKey: 'k1' },
    })
    assert.deepEqual(personNamed('Lee'), { LastName: 'Lee' })
  })
})

test('a day is written in the culture and zone of the person, without the time of day', () => {
  assert.equal(dayText('2026-11-19T23:30:00Z', session), '20.11.2026')
  assert.deepEqual([dayText(null, session), dayText('', session)], ['', ''])
})
