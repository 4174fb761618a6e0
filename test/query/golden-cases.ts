// Lists the cases of the golden tables: each operator and function once per kind of field that makes a difference.
import type { Json } from './harness.ts'

export interface Case {
  readonly name: string
  readonly entity: string
  readonly content: Json
  /** Read by a user who is no administrator. */
  readonly plain?: boolean
}

const where = (name: string, query: Json, entity = 'AbEntry', plain = false): Case => ({
  name,
  entity,
  content: { Scope: { Fields: { DisplayValue: 1 } }, Criteria: { SearchQuery: query } },
  plain,
})
const whole = (name: string, content: Json, entity = 'AbEntry', plain = false): Case => ({
  name,
  entity,
  content,
  plain,
})
const shown = { Scope: { Fields: { DisplayValue: 1 } } }

export const operatorCases: readonly Case[] = [
  where('no condition', {}),
  where('$EQ on text', { LastName: { $EQ: 'Miller' } }),
  where('$NE on text', { LastName: { $NE: 'Miller' } }),
  where('$GT on text', { LastName: { $GT: 'm' } }),
  where('$GE on a whole number', { Version: { $GE: 1 } }),
  where('$LT on a whole number', { Version: { $LT: 1 } }),
  where('$LE on text', { LastName: { $LE: 'miller' } }),
  where('$IN on text', { LastName: { $IN: ['Miller', 'Ng'] } }),
  where('$IN with null', { LastName: { $IN: ['Miller', null] } }),
  where('$NIN on text', { LastName: { $NIN: ['Miller', 'Ng'] } }),
  where('$LIKE with a prefix', { LastName: { $LIKE: 'mil%' } }),
  where('$LIKE with a pattern', { LastName: { $LIKE: '%l_e%' } }),
  where('$LIKE without wildcards', { LastName: { $LIKE: 'ng' } }),
  where('$NLIKE', { LastName: { $NLIKE: '%l%' } }),
  where('$RANGE on text', { LastName: { $RANGE: ['m', 'n'] } }),
  where('$NRANGE on text', { LastName: { $NRANGE: ['m', 'n'] } }),
  where('$EQ null', { Email: { $EQ: null } }),
  where('$NE null', { Email: { $NE: null } }),
  where('$EQ null on an object', { Address: { $EQ: null } }),
  where('$EQ on a day', { LastContactDate: { $EQ: '2026-03-04' } }),
  where('$LE on a day', { LastContactDate: { $LE: '$TODAY()' } }),
  where('$EQ on a date-time', { CreationDate: '$TODAY()' }),
  where('$GT on a date-time', { CreationDate: { $GT: '$OFFSET(D-7, $TODAY())' } }),
  where('$IN on days', { LastContactDate: { $IN: ['2026-03-04', '2026-01-01'] } }),
  where('$EQ on money', { ForecastRevenue: 500 }, 'Opportunity'),
  where('$IN on money', { Cost: { $IN: [1, 2.5] } }, 'Opportunity'),
  where('$EQ on an option', { Status: { $EQ: 2 } }, 'Opportunity'),
  where('$EQ on the name of an option', { 'RevenueType/Name': 'New Business' }, 'Opportunity'),
  where('$EQ on a user', { Leader: '$CURRENTUSER()' }, 'Opportunity'),
  where("$EQ on a user's name", { 'Leader/DisplayValue': 'x' }, 'Opportunity'),
  where('$EQ on a list of records', { 'AbEntries/Key': 'x' }, 'Interaction'),
  where('$NE on a list of records', { 'AbEntries/Key': { $NE: 'x' } }, 'Interaction'),
  where('$EQ null on a list', { Leads: { $EQ: null } }, 'Interaction'),
  where('a field of records in a list', { 'AbEntries/CompanyName': { $LIKE: 'a%' } }, 'Interaction'),
  where('$ALL on a list', { Rating: { $ALL: ['1', '2'] } }, 'Opportunity'),
  where('a field of another record', { 'Parent/CompanyName': 'Acme' }),
  where('$AND and $OR', { $OR: [{ LastName: 'Ng' }, { $AND: [{ Type: 'Company' }, { Email: null }] }] }),
]

export const functionCases: readonly Case[] = [
  where('$YEAR', { '$YEAR(CloseDate)': 2026 }, 'Opportunity'),
  where('$MONTH', { '$MONTH(CloseDate)': { $IN: [6, 7] } }, 'Opportunity'),
  where('$PHRASE on names', { $PHRASE: 'mil' }),
  where('$PHRASE on digits', { $PHRASE: '0199' }),
  where('$PHRASE on text', { $PHRASE: 'anvils' }, 'Opportunity'),
  where('$INBOUND', { '$INBOUND(Address/Location, -1:-1, 1:-1, 1:1, -1:1)': { $EQ: true } }),
  where('$EXISTS', { Key: { '$EXISTS(LeadObject)': 'OpportunityKey' } }, 'Opportunity'),
  where('OrRelated', { Key: { $EQ: { Body: 'x', OrRelated: true } } }),
]

export const orderCases: readonly Case[] = [
  whole('order by text', { ...shown, OrderBy: { Fields: [{ LastName: 'ASC' }] } }),
  whole('order by a day, descending', { ...shown, OrderBy: { Fields: [{ LastContactDate: 'DESC' }] } }),
  whole('order by two fields', { ...shown, OrderBy: { Fields: [{ Type: 'ASC' }, { LastName: 'DESC' }] } }),
  whole('first page', { ...shown, OrderBy: { Fields: [{ LastName: 'ASC' }], PageSize: 2 } }),
  whole('a phrase in the order of names', {
    ...shown,
    Criteria: { SearchQuery: { $PHRASE: 'mil' } },
    OrderBy: { Fields: [{ FullName: 'DESC' }] },
  }),
  whole(
    'one row for everything',
    { Scope: { Fields: { '$COUNT()': 1, '$SUM(ForecastRevenue)': 1, '$MIN(CloseDate)': 1 } } },
    'Opportunity',
  ),
  whole('a count that stops', { Scope: { Fields: { '$COUNTUPTO(2)': 1 } } }),
  whole(
    'groups',
    {
      Scope: { Fields: { Status: { DisplayValue: 1 }, '$AVG(Cost)': 1 } },
      GroupBy: { Fields: ['Status'] },
      OrderBy: { Fields: [{ '$COUNT()': 'DESC' }] },
    },
    'Opportunity',
  ),
  whole(
    'groups by year',
    { Scope: { Fields: { '$YEAR(CloseDate)': 1, '$COUNT()': 1 } }, GroupBy: { Fields: ['$YEAR(CloseDate)'] } },
    'Opportunity',
  ),
]

export const accessCases: readonly Case[] = [
  where('entries for a plain user', {}, 'AbEntry', true),
  where("a hidden company's name", { CompanyName: 'Hidden' }, 'AbEntry', true),
  where("not a hidden company's name", { CompanyName: { $NE: 'Hidden' } }, 'AbEntry', true),
  whole(
    'a phrase in the order of names, for a plain user',
    { ...shown, Criteria: { SearchQuery: { $PHRASE: 'mil' } }, OrderBy: { Fields: [{ FullName: 'ASC' }] } },
    'AbEntry',
    true,
  ),
  where('interactions for a plain user', {}, 'Interaction', true),
  where('stages for a plain user', {}, 'SalesStage', true),
  where('notes for a plain user', {}, 'Note', true),
  whole('the bin', { ...shown, Options: { Deleted: true } }),
  whole(
    'lists in a selection',
    { Scope: { Fields: { Subject: 1, AbEntries: [{ FullName: 1 }], Users: 1 } } },
    'Interaction',
    true,
  ),
]
