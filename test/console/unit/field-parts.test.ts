// Proves the parts of fields: numbers as people type them, periods, time zones, folding, labels, and plain values of History.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  fullLabel,
  isMeant,
  isOffered,
  itemsOf,
  memberOf,
  memberText,
  shownText,
} from '../../../console/src/fields/field.ts'
import { fold } from '../../../console/src/fields/parts/fold.ts'
import { hueOfOption } from '../../../console/src/fields/parts/meaning.ts'
import {
  mentionBefore,
  mentionParts,
  readableMentions,
  withMentions,
} from '../../../console/src/fields/parts/mentions.ts'
import { decimalText, exactNumber, readNumber } from '../../../console/src/fields/parts/numerals.ts'
import { isPeriod, periodLiteral, periods, periodText, units } from '../../../console/src/fields/parts/periods.ts'
import { hueOfTag, isTagColor, keptTags, shownTags, tagColors } from '../../../console/src/fields/parts/tag-colors.ts'
import { momentOf, wallTime } from '../../../console/src/fields/parts/zone.ts'
import { isListed, isReference, keysIn, labelled, readForm } from '../../../console/src/fields/recorded.ts'
import { fieldOf } from './support.ts'

test('menus do not offer fields of programs, nor the same field twice', () => {
  const offers = (path: string) => isOffered(fieldOf('text', { path }))
  assert.deepEqual(
    ['Key', 'Version', 'DeletedBy', 'CurrentSalesStage', 'SalesProcess'].map(offers),
    Array(5).fill(false),
  )
  assert.deepEqual(['FullName', 'SalesStageSetup', 'Udf/Key'].map(offers), [true, true, true])
})

test('options of fixed meaning have the colour of their meaning, others one of their key', () => {
  const [won, lost] = [hueOfOption('Opportunity', 'Status', '3'), hueOfOption('Opportunity', 'Status', '4')]
  assert.equal(hueOfOption('Task', 'Priority', '1'), lost, 'high is red')
  assert.equal(hueOfOption('Case', 'Priority', '57902'), lost)
  assert.notEqual(hueOfOption('Task', 'Priority', '3'), lost, 'low is not')
  assert.equal(hueOfOption('Task', 'Status', '60003'), won, 'done is green')
  assert.equal(hueOfOption('AbEntry', 'Category', '12'), 12 % 8)
})

describe('numbers as people type them', () => {
  const cases: [string, string | null][] = [
    ['1234', '1234'],
    ['+7', '7'],
    ['-7', '-7'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1 234,5', '1234.5'],
    ['1\u202f234,5', '1234.5'],
    ["1'234.5", '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234', '1234'],
    ['1.234', '1.234'],
    ['12,5', '12.5'],
    ['.5', '0.5'],
    ['-,5', '-0.5'],
    ['5.', '5'],
    ['', null],
    ['much', null],
    ['1e5', null],
    ['--1', null],
  ]
  for (const [typed, expected] of cases) {
    test(`${JSON.stringify(typed)} -> ${expected}`, () => assert.equal(decimalText(typed), expected))
  }

  test('a number that people of any of these cultures see is read back', () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 })
    fc.assert(
      fc.property(cents, fc.constantFrom('en-GB', 'de-DE', 'fr-FR', 'es-ES', 'de-CH'), (value, culture) => {
        const shown = new Intl.NumberFormat(culture, { minimumFractionDigits: 2 }).format(value / 100)
        assert.equal(readNumber(shown.replace('−', '-')), value / 100)
      }),
    )
  })

  test('a text without digits is no number', () => {
    for (const typed of ['.', ',', '-', '+', '-.', '..']) assert.equal(decimalText(typed), null, typed)
  })

  test('whatever is typed is no number, or one that JSON can hold', () => {
    const typed = fc.string({ unit: fc.constantFrom('0', '1', '7', '.', ',', '-', '+', ' ', 'x'), maxLength: 8 })
    fc.assert(
      fc.property(typed, text => {
        const decimal = decimalText(text)
        if (decimal !== null) assert.equal(JSON.stringify(exactNumber(decimal)), decimal)
      }),
      { numRuns: 2000 },
    )
    assert.deepEqual([decimalText('007'), decimalText('-01,50'), decimalText('000')], ['7', '-1.50', '0'])
  })

  test('exact numbers keep their digits in JSON', () => {
    assert.equal(JSON.stringify({ Value: exactNumber('0.10') }), '{"Value":0.10}')
    assert.equal(readNumber('x'), null)
  })
})

describe('periods', () => {
  test('each goes to its function and back; a day stays a day', () => {
    for (const name of Object.keys(periods)) assert.equal(periodText(periodLiteral(name)), name)
    assert.equal(periodText(periodLiteral('2026-11-16')), '2026-11-16')
    assert.equal(new Set(Object.values(periods)).size, Object.keys(periods).length)
  })

  test('anything else is none', () => {
    assert.equal(periodText('$NOW()'), null)
    assert.equal(periodText(7), null)
    assert.ok(!isPeriod('toString') && isPeriod('today'))
    assert.equal(units.length, 4)
  })
})

describe('the wall clock of a time zone', () => {
  test('shows a moment by its own time', () => {
    assert.equal(wallTime('2027-05-22T12:10:00Z', 'Europe/Berlin'), '2027-05-22T14:10')
    assert.equal(wallTime('2027-01-01T00:30:00Z', 'America/New_York'), '2026-12-31T19:30')
    assert.equal(wallTime(0, 'UTC'), '1970-01-01T00:00')
  })

  test('a minute of any zone comes back, save for the hour that clocks show twice or never', () => {
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland')
    const minute = fc.integer({ min: 20_000_000, max: 35_000_000 }).map(minutes => minutes * 60_000)
    fc.assert(
      fc.property(minute, zone, (moment, name) => {
        const wall = wallTime(moment, name)
        assert.equal(wallTime(momentOf(wall, name), name), wall)
      }),
      { numRuns: 300 },
    )
  })

  test('in the gap of summer time a time is an hour later', () => {
    assert.equal(momentOf('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T01:30:00Z')
    assert.equal(momentOf('2026-03-29T01:59', 'Europe/Berlin'), '2026-03-29T00:59:00Z')
    assert.equal(momentOf('2026-10-25T12:00', 'Europe/Berlin'), '2026-10-25T11:00:00Z')
  })
})

describe('texts', () => {
  test('are found without capitals and accents', () => {
    assert.equal(fold('Émile Zölß'), 'emile zolß')
    const city = fieldOf('text', { label: 'City', group: 'Adresse' })
    assert.equal(fullLabel(city), 'Adresse · City')
    assert.equal(fullLabel(fieldOf('text', { label: 'Name' })), 'Name')
    assert.ok(isMeant(city, 'ADRÉSSE') && isMeant(city, 'cit') && isMeant(city, '') && !isMeant(city, 'name'))
  })

  test('of values that may be missing are empty', () => {
    assert.deepEqual(
      [memberOf(null, 'Key'), memberOf('x', 'Key'), memberOf({ Key: 1 }, 'Key')],
      [undefined, undefined, 1],
    )
    assert.deepEqual([memberText({ Key: null }, 'Key'), memberText({ Key: 0 }, 'Key')], ['', '0'])
    assert.deepEqual([itemsOf(null), itemsOf('x'), itemsOf([1])], [[], [], [1]])
    assert.deepEqual(
      [shownText(undefined), shownText({}), shownText([{ DisplayValue: 'A' }, 'B']), shownText(0)],
      ['', '', 'A, B', '0'],
    )
  })
})

describe('plain values of History', () => {
  const labels = new Map([['3', 'Won']])
  const label = (key: string) => labels.get(key)

  test('keys get their names, and those without a name stay readable', () => {
    assert.deepEqual(labelled(3, label), { Key: 3, DisplayValue: 'Won' })
    assert.deepEqual(labelled([3, 4], label), [
      { Key: 3, DisplayValue: 'Won' },
      { Key: 4, DisplayValue: '4' },
    ])
    assert.equal(labelled(undefined, label), null)
    assert.deepEqual(labelled({ Key: 9 }, label), { Key: 9 })
    assert.deepEqual(keysIn([1, null, 'a', undefined]), ['1', 'a'])
    assert.deepEqual(keysIn(null), [])
    assert.deepEqual(keysIn('a'), ['a'])
  })

  test('which kinds take their names from options, and which from records', () => {
    assert.ok(isListed(fieldOf('option')) && isListed(fieldOf('user')) && !isListed(fieldOf('reference')))
    assert.ok(isReference(fieldOf('references')) && !isReference(fieldOf('text')))
  })

  const read = (kind: Parameters<typeof fieldOf>[0], plain: unknown) =>
    readForm(fieldOf(kind), plain, 'en-GB', 'Europe/Berlin')

  test('dates, amounts, phone numbers and addresses get the form of a Read', () => {
    assert.deepEqual(read('date', '2026-11-16'), { Value: '2026-11-16', DisplayValue: '16 Nov 2026' })
    assert.deepEqual(read('dateTime', '2026-11-16T23:30:00Z'), {
      Value: '2026-11-16T23:30:00Z',
      DisplayValue: '17 Nov 2026, 00:30',
    })
    assert.deepEqual(read('money', '1234.5'), { Value: '1234.5', DisplayValue: '1,234.5' })
    assert.deepEqual(read('phone', '030 1'), { Number: '030 1', DisplayValue: '030 1' })
    assert.deepEqual(read('phone', { Number: '1', Extension: '2' }), { Number: '1', Extension: '2', DisplayValue: '1' })
    assert.deepEqual(read('email', 'a@b.example'), { Address: 'a@b.example', DisplayValue: 'a@b.example' })
    assert.equal(read('text', 'Ulm'), 'Ulm')
    assert.equal(read('date', null), null)
  })
})

describe('tags', () => {
  const vip = { Key: 'a', DisplayValue: 'Key account', Color: 'Purple' }

  test('have the hue of their colour, an unknown one is quiet', () => {
    assert.equal(new Set(tagColors.map(hueOfTag)).size, tagColors.length)
    assert.equal(hueOfTag('Mauve'), hueOfTag('Gray'))
    assert.equal(isTagColor('toString'), false)
  })
  test('of which the name cannot be read are not shown', () => {
    assert.deepEqual(shownTags([vip, { Key: 'b', DisplayValue: null }]), [vip])
    assert.deepEqual(shownTags(null), [])
  })
  test('keep their colours when they are chosen', () => {
    const chosen = [
      { key: 'a', label: 'Key account' },
      { key: 'c', label: 'New' },
    ]
    assert.deepEqual(keptTags(chosen, [vip]), [vip, { Key: 'c', DisplayValue: 'New', Color: null }])
  })
})

describe('mentions', () => {
  const ann = { key: 'VXNlcglBTk4=', name: 'Ann Lee' }
  const anna = { key: 'VXNlcglBTkE=', name: 'Ann Leeson' }

  test('are written with the keys of the chosen users, the longest name first', () => {
    const text = 'Ask @Ann Leeson, not @Ann Lee or @Bob'
    assert.equal(
      withMentions(text, [ann, anna]),
      'Ask @[Ann Leeson](VXNlcglBTkE=), not @[Ann Lee](VXNlcglBTk4=) or @Bob',
    )
    assert.equal(withMentions('@x]y', [{ key: 'k', name: 'x]y' }]), '@[x y](k)')
  })
  test('are read back as parts and as people read them', () => {
    const text = `Hi @[Ann Lee](VXNlcglBTk4=)!`
    assert.deepEqual(mentionParts(text), ['Hi ', ann, '!'])
    assert.equal(readableMentions(text), 'Hi @Ann Lee!')
    assert.deepEqual(mentionParts('a@[b](!)'), ['a@[b](!)'])
  })
  test('begin with an @ at the beginning of a word, and go on for two words', () => {
    const before = (text: string) => mentionBefore(text, text.length)
    assert.deepEqual(before('Hi @an'), { at: 3, name: 'an' })
    assert.deepEqual(before('@Ann Le'), { at: 0, name: 'Ann Le' })
    for (const text of ['mail@an', 'Hi', '@ an', '@Ann Lee is', `@${'x'.repeat(70)}`])
      assert.equal(before(text), null, text)
  })
})
