// SPEC 4.5 and 4.3 Globalization: dates, periods, functions of time, cultures and time zones.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { type Crm, drivers, eachCrm, type Json } from '../support/crm.ts'

// A Wednesday; in Toronto it is still Tuesday evening.
const now = Date.parse('2026-03-04T02:30:00Z')

eachCrm(
  'Dates',
  crm => {
    const keys: Record<string, string> = {}
    before(async () => {
      const acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
      keys.acme = acme
      for (const [name, date] of Object.entries(moments)) {
        keys[name] = await crm().create('Opportunity', { AbEntryKey: acme, Objective: name, CloseDate: date })
        await crm().create('AbEntry', {
          CompanyName: name,
          LastContactDate: date === null ? null : String(date).slice(0, 10),
        })
      }
    })
    const found = async (entity: string, query: Json, TimeZone?: string): Promise<string> => {
      const name = entity === 'AbEntry' ? 'CompanyName' : 'Objective'
      const content = {
        Scope: { Fields: { [name]: 1 } },
        Criteria: { SearchQuery: { ...query, [name]: { $NE: 'Acme' } } },
      }
      const body = { [entity]: content, Configuration: drivers, ...(TimeZone ? { Globalization: { TimeZone } } : {}) }
      const { Data } = (await crm().ok('Read', body))[entity]
      return Data.map((record: Json) => record[name]).join(' ')
    }
    const moment = (query: Json, zone?: string) => found('Opportunity', { CloseDate: query }, zone)
    const day = (query: Json, zone?: string) => found('AbEntry', { LastContactDate: query }, zone)

    describe('a period is a range', () => {
      test('$EQ inside it, $LT before it, $LE up to its end, $GT after it, $GE from its start', async () => {
        assert.equal(await moment({ $EQ: '2026-03-04' }), 'early noon')
        assert.equal(await moment({ $LT: '2026-03-04' }), 'newyear yesterday')
        assert.equal(await moment({ $LE: '2026-03-04' }), 'newyear yesterday early noon')
        assert.equal(await moment({ $GT: '2026-03-04' }), 'leap end')
        assert.equal(await moment({ $GE: '2026-03-04' }), 'early noon leap end')
        assert.equal(await moment({ $NE: '2026-03-04' }), 'newyear yesterday leap end none')
        assert.equal(await moment({ $IN: ['2026-03-04', '2026-03-03'] }), 'yesterday early noon')
        assert.equal(await moment({ $NIN: ['2026-03-04'] }), 'newyear yesterday leap end none')
        assert.equal(await moment({ $RANGE: ['2026-03-03', '2026-03-04'] }), 'yesterday early noon')
        assert.equal(await moment({ $NRANGE: ['2026-03-03', '2026-03-04'] }), 'newyear leap end none')
      })
      test('a date-time is its second, with or without an offset', async () => {
        assert.equal(await moment('2026-03-04T12:00:00Z'), 'noon')
        assert.equal(await moment('2026-03-04T07:00:00-05:00'), 'noon')
        assert.equal(await moment('2026-03-04 12:00'), 'noon')
        assert.equal(await moment({ $GT: '2026-03-04T12:00:00Z' }), 'leap end')
        assert.equal(await moment({ $GE: '2026-03-04T12:00:00Z' }), 'noon leap end')
        assert.equal(await moment({ $EQ: { Value: '2026-03-04T12:00:00Z' } }), 'noon')
        assert.equal(await moment({ $EQ: null }), 'none')
      })
      test('the same for days', async () => {
        assert.equal(await day({ $EQ: '2026-03-04' }), 'early noon')
        assert.equal(await day({ $LT: '2026-03-04' }), 'newyear yesterday')
        assert.equal(await day({ $LE: '2026-03-04T10:00:00Z' }), 'newyear yesterday early noon')
        assert.equal(await day({ $GT: '2026-03-04' }), 'leap end')
        assert.equal(await day({ $IN: ['2026-03-04', null] }), 'early noon none')
        assert.equal(await day({ $NRANGE: ['2026-03-03', '2026-03-04'] }), 'newyear leap end none')
      })
    })

    describe('the ends of the calendar', () => {
      test('the last day of the year 9999 is a day like any other', async () => {
        for (const on of [moment, day]) {
          assert.equal(await on('9999-12-31'), 'end')
          assert.equal(await on({ $LE: '9999-12-31' }), 'newyear yesterday early noon leap end')
          assert.equal(await on({ $GT: '9999-12-31' }), '')
          assert.equal(await on({ $GE: '0001-01-01' }), 'newyear yesterday early noon leap end')
          assert.equal(await on({ $LT: '0033-04-03' }), '')
        }
        assert.equal(await found('Opportunity', { '$YEAR(CloseDate)': 9999 }), 'end')
        assert.equal(await found('AbEntry', { '$YEAR(LastContactDate)': { $EQ: 9999 } }), 'end')
        assert.equal(await moment('9999-12-31', 'Asia/Tokyo'), '')
        assert.equal(await day({ $LE: '9999-12-31' }, 'Asia/Tokyo'), 'newyear yesterday early noon leap end')
      })
      test('what is no date is refused', async () => {
        for (const text of ['2026-02-30', '2026-13-01', 'soon', '0000-01-01', '10000-01-01', 5, true, {}, '$NEVER()']) {
          const body = { Opportunity: { Criteria: { SearchQuery: { CloseDate: { $GT: text } } } } }
          const [problem] = await crm().refused('Read', body)
          assert.match(String(problem?.ErrorCode), /-300[14]/, String(text))
          assert.equal(problem?.Path, 'Opportunity.Criteria.SearchQuery.CloseDate.$GT')
        }
      })
    })

    describe('functions', () => {
      test('$TODAY(), $NOW(), $THISWEEK(), $THISMONTH(), $THISYEAR()', async () => {
        assert.equal(await moment({ $EQ: '$TODAY()' }), 'early noon')
        assert.equal(await moment({ $GT: '$NOW()' }), 'noon leap end')
        assert.equal(await moment({ $LE: '$NOW()' }), 'newyear yesterday early')
        assert.equal(await moment('$THISWEEK()'), 'yesterday early noon')
        assert.equal(await moment('$thismonth()'), 'yesterday early noon')
        assert.equal(await moment('$THISYEAR()'), 'newyear yesterday early noon')
        assert.equal(await day('$TODAY()'), 'early noon')
        assert.equal(await day({ $IN: ['$TODAY()', '$OFFSET(D-1, $TODAY())'] }), 'yesterday early noon')
      })
      test('$OFFSET by every unit, of functions and of literal dates', async () => {
        assert.equal(await moment({ $GE: '$OFFSET(D-1, $TODAY())' }), 'yesterday early noon leap end')
        assert.equal(await moment('$OFFSET(D-1, $TODAY())'), 'yesterday')
        assert.equal(await moment({ $GT: '$OFFSET(h+9, $NOW())' }), 'noon leap end')
        assert.equal(await moment({ $GT: '$OFFSET(h+10, $NOW())' }), 'leap end')
        assert.equal(await moment('$OFFSET(W+1, 2026-02-25)'), 'early noon')
        assert.equal(await moment('$OFFSET(M+1, "2026-02-04")'), 'early noon')
        assert.equal(await moment('$OFFSET(Q-1, 2026-06-04)'), 'early noon')
        assert.equal(await moment('$OFFSET( Y-1 , 2027-03-04 )'), 'early noon')
        assert.equal(await moment('$OFFSET(m+30, 2026-03-04T11:30:00Z)'), 'noon')
        assert.equal(await moment('$OFFSET(s-1, 2026-03-04T12:00:01Z)'), 'noon')
        // A month's end stays a month's end.
        assert.equal(await moment('$OFFSET(M-1, 2028-03-31)'), 'leap')
        assert.equal(await moment('$OFFSET(Y+4, 2024-02-29)'), 'leap')
        assert.equal(await moment('$OFFSET(M+1, 2028-01-31)'), 'leap')
      })
      test('an offset that leads out of the calendar is refused in every time zone', async () => {
        for (const rule of [
          'Y+999999999',
          'Y+8000',
          'M-999999',
          'D+999999999',
          'h+999999999',
          'W-999999999',
          'X+1',
          '',
        ]) {
          for (const TimeZone of ['UTC', 'America/Toronto']) {
            const query = { CloseDate: `$OFFSET(${rule}, $TODAY())` }
            const body = { Opportunity: { Criteria: { SearchQuery: query } }, Globalization: { TimeZone } }
            const answer = await crm().call('Read', body)
            assert.equal(answer.Errors?.[0].ErrorCode ?? -3004, -3004, rule)
            assert.notEqual(answer.Errors?.[0].ErrorCode, -9001)
          }
        }
      })
      test('$YEAR and $MONTH', async () => {
        const year = (query: Json, zone?: string) => found('Opportunity', { '$YEAR(CloseDate)': query }, zone)
        assert.equal(await year(2026), 'newyear yesterday early noon')
        assert.equal(await year({ $GT: '2026' }), 'leap end')
        assert.equal(await year({ $IN: [2028, 9999] }), 'leap end')
        assert.equal(await year({ $NE: 2026 }), 'leap end none')
        assert.equal(await year({ $RANGE: [2026, 2028] }), 'newyear yesterday early noon leap')
        assert.equal(await year(2025, 'America/Toronto'), 'newyear')
        const month = (query: Json, zone?: string) => found('Opportunity', { '$month(CloseDate)': query }, zone)
        assert.equal(await month(3), 'yesterday early noon')
        assert.equal(await month({ $IN: [2, 12] }), 'leap end')
        assert.equal(await month({ $IN: [2, 12] }, 'America/Toronto'), 'newyear leap end')
        assert.equal(await found('AbEntry', { '$MONTH(LastContactDate)': { $LT: 3 } }), 'newyear leap')
      })
    })

    describe('Globalization', () => {
      test('days and periods are those of the time zone', async () => {
        assert.equal(await moment('$TODAY()', 'America/Toronto'), 'yesterday early')
        assert.equal(await moment('2026-03-04', 'America/Toronto'), 'noon')
        assert.equal(await moment('2025-12-31', 'America/Toronto'), 'newyear')
        assert.equal(await day('$TODAY()', 'America/Toronto'), 'yesterday')
        // A day of the calendar has no time zone.
        assert.equal(await day('2026-03-04', 'America/Toronto'), 'early noon')
      })
      const shown = async (Globalization: Json, as?: Parameters<Crm['ok']>[2]): Promise<Json> => {
        const content = {
          Scope: {
            Fields: { CloseDate: { Value: 1, DisplayValue: 1 }, CreationDate: 1, Version: { DisplayValue: 1 } },
          },
          Criteria: { SearchQuery: { Key: keys.noon } },
        }
        return (await crm().ok('Read', { Opportunity: content, Globalization }, as)).Opportunity.Data[0]
      }
      test('DisplayValue follows Culture and TimeZone; the value stays UTC', async () => {
        const plain = (text: string) => text.replace(/\s/gu, ' ')
        const { CloseDate, CreationDate } = await shown(undefined)
        assert.deepEqual(CloseDate.Value, '2026-03-04T12:00:00Z')
        assert.equal(plain(CloseDate.DisplayValue), 'Mar 4, 2026, 12:00 PM')
        assert.equal(CreationDate, '2026-03-04T02:30:00Z')
        const german = await shown({ Culture: 'de-DE', TimeZone: 'Asia/Tokyo' })
        assert.equal(german.CloseDate.DisplayValue, '04.03.2026, 21:00')
        assert.equal(german.CloseDate.Value, '2026-03-04T12:00:00Z')
      })
      test("$CURRENTUSER() is the caller's own culture and time zone", async () => {
        const eva = await crm().addPerson('EVA', { Culture: 'fr-CA', TimeZone: 'America/Toronto' })
        const own = { Culture: '$CURRENTUSER()', TimeZone: '$CURRENTUSER()' }
        assert.match((await shown(own, eva)).CloseDate.DisplayValue, /^4 mars 2026.*07 h 00$/u)
        assert.match((await shown({}, eva)).CloseDate.DisplayValue, /^4 mars 2026.*12 h 00$/u)
      })
      test('an unknown culture or time zone is refused', async () => {
        for (const Globalization of [
          { Culture: 'xx-YY' },
          { Culture: 'not a culture' },
          { Culture: 5 },
          { TimeZone: 'Mars/Base' },
          { TimeZone: '+05:30' },
          { TimeZone: "x'; drop table user; --" },
        ]) {
          const [problem] = await crm().refused('Read', { AbEntry: {}, Globalization })
          assert.equal(problem?.ErrorCode, -1009)
        }
      })
    })
  },
  { clock: manualClock(now) },
)

const moments: Readonly<Record<string, string | null>> = {
  newyear: '2026-01-01T03:00:00Z',
  yesterday: '2026-03-03T12:00:00Z',
  early: '2026-03-04T01:00:00Z',
  noon: '2026-03-04T12:00:00Z',
  leap: '2028-02-29T12:00:00Z',
  end: '9999-12-31T23:59:59Z',
  none: null,
}
