// Tests the ends of the calendar, spellings of dates and offsets, and refused dates.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '../../../src/base/clock.ts'
import { drivers, eachCrm, type Json } from '../../support/crm.ts'

// A Wednesday; in Toronto it is still Tuesday evening.
const now = Date.parse('2026-03-04T02:30:00Z')

eachCrm(
  'Calendar',
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
