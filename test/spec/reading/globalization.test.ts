// Tests Culture and TimeZone in every DisplayValue.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '../../../src/base/clock.ts'
import { drivers, eachCrm, type Json, type Person } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'

const clock = manualClock(Date.parse('2026-05-13T10:30:00Z'))
/** Cultures put spaces of several widths between a number and its unit. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

eachCrm(
  'Globalization',
  crm => {
    let reader: Reader
    let hanna: Person
    before(async () => {
      reader = readerOf(crm())
      hanna = await crm().addPerson('HANNA', { Culture: 'de-DE', TimeZone: 'Europe/Berlin' })
      await crm().create('CurrencyRate', { CurrencyCode: 'JPY', Rate: 150 })
      const data = { CompanyName: 'Acme', LastContactDate: '2026-08-24' }
      const entry = await reader.add('acme', 'AbEntry', data)
      const [{ Key: process }] = await reader.rows('SalesProcessSetup', {}, { Key: 1 })
      const [{ Key: stage }] = await reader.rows('SalesStageSetup', { SalesProcessSetupKey: process }, { Key: 1 })
      await reader.add('sale', 'Opportunity', {
        AbEntryKey: entry,
        Objective: 'sale',
        Cost: 1234567.5,
        ForecastRevenue: { Value: 1500, CurrencyCode: 'JPY' },
        CloseDate: '2026-12-31T23:30:00Z',
        SalesProcessSetupKey: process,
        SalesStageSetupKey: stage,
      })
      clock.advance(5 * 86_400_000)
    })

    const shown = async (Globalization: Json, as?: Person): Promise<string[]> => {
      const read = async (entity: string, label: string, Fields: Json) => {
        const content = { Scope: { Fields }, Criteria: { SearchQuery: { Key: reader.key(label) } } }
        const body = { [entity]: content, Configuration: drivers, ...(Globalization ? { Globalization } : {}) }
        return (await crm().ok('Read', body, as))[entity].Data[0]
      }
      const display = { DisplayValue: 1 }
      const entry = await read('AbEntry', 'acme', { LastContactDate: { Value: 1, ...display } })
      assert.equal(entry.LastContactDate.Value, '2026-08-24', 'values never change')
      const fields = {
        CloseDate: { Value: 1, ...display },
        Cost: display,
        ForecastRevenue: display,
        CurrentSalesStageAge: display,
      }
      const sale = await read('Opportunity', 'sale', fields)
      assert.equal(sale.CloseDate.Value, '2026-12-31T23:30:00Z')
      const all = [entry.LastContactDate, sale.CloseDate, sale.Cost, sale.ForecastRevenue, sale.CurrentSalesStageAge]
      return all.map(value => plain(value.DisplayValue))
    }

    test('Culture and TimeZone decide how dates, times, money and ages are shown [C-2.1-21, C-4.3-09]', async () => {
      const english = ['Aug 24, 2026', 'Dec 31, 2026, 11:30 PM', '$1,234,567.50', '¥1,500', '5 days']
      const german = ['24.08.2026', '31.12.2026, 23:30', '1.234.567,50 $', '1.500 ¥', '5 Tage']
      assert.deepEqual(await shown(undefined), english)
      assert.deepEqual(await shown({}), english)
      assert.deepEqual(await shown({ Culture: 'en-US' }), english)
      assert.deepEqual(await shown({ culture: 'EN-us' }), english)
      assert.deepEqual(await shown({ Culture: 'de-DE' }), german)
      const french = await shown({ Culture: 'fr-CA', TimeZone: 'America/Toronto' })
      assert.deepEqual(french, ['24 août 2026', '31 déc. 2026, 18 h 30', '1 234 567,50 $ US', '1 500 ¥', '5 jours'])
      assert.equal((await shown({ TimeZone: 'Asia/Tokyo' }))[1], 'Jan 1, 2027, 8:30 AM')
      assert.equal((await shown({ TimeZone: 'Asia/Tokyo' }))[0], 'Aug 24, 2026', 'a day is a day everywhere')
    })

    test("$CURRENTUSER() is the caller's own; without Culture the caller's own counts, without TimeZone UTC [C-4.3-09]", async () => {
      const own = { Culture: '$CURRENTUSER()', TimeZone: '$CURRENTUSER()' }
      assert.equal((await shown(own, hanna))[1], '01.01.2027, 00:30')
      assert.equal((await shown({ Culture: '$currentuser()' }, hanna))[1], '31.12.2026, 23:30')
      assert.equal((await shown(undefined, hanna))[1], '31.12.2026, 23:30')
      assert.equal((await shown({ Culture: 'en-US', TimeZone: '$CURRENTUSER()' }, hanna))[1], 'Jan 1, 2027, 12:30 AM')
      assert.equal((await shown({ Culture: '$CURRENTUSER()' }))[1], 'Dec 31, 2026, 11:30 PM')
    })

    test('aggregates are shown in the culture too', async () => {
      const fields = { '$SUM(Cost)/DisplayValue': 1, '$COUNT()/DisplayValue': 1, '$MAX(CloseDate)/DisplayValue': 1 }
      const more = { Body: { Globalization: { Culture: 'de-DE', TimeZone: 'Europe/Berlin' } } }
      const [row] = await reader.rows('Opportunity', {}, fields, more)
      assert.deepEqual(
        Object.values(row).map(value => plain(String(value))),
        ['1.234.567,50 $', '1', '01.01.2027, 00:30'],
      )
    })

    test('an unknown culture or time zone is refused', async () => {
      const wrong = async (Globalization: Json) =>
        (await crm().refused('Read', { AbEntry: {}, Globalization })).map(
          ({ ErrorCode, Path }) => `${ErrorCode} ${Path}`,
        )
      assert.deepEqual(await wrong({ Culture: 'xx-YY' }), ['-1009 Globalization.Culture'])
      assert.deepEqual(await wrong({ Culture: 5 }), ['-1009 Globalization.Culture'])
      assert.deepEqual(await wrong({ Culture: 'not a culture' }), ['-1009 Globalization.Culture'])
      for (const TimeZone of ['Mars/Olympus', '+05:30', "x'; drop table user; --"])
        assert.deepEqual(await wrong({ TimeZone }), ['-1009 Globalization.TimeZone'])
      assert.deepEqual(await wrong({ Culture: '', TimeZone: '+02:00' }), ['-1009 Globalization.TimeZone'])
      const both = ['-1009 Globalization.Culture', '-1009 Globalization.TimeZone']
      assert.deepEqual(await wrong({ Culture: 'zz', TimeZone: 'zz' }), both)
    })
  },
  { clock },
)
