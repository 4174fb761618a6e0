// Describes the conditions, functions and aggregates of the query language for the reference.

export interface Word {
  readonly form: string
  readonly doc: string
}

export const conditionWords: readonly Word[] = [
  { form: '"$AND": [...]', doc: 'All of the conditions. Several members of one object mean the same.' },
  { form: '"$OR": [...]', doc: 'At least one of the conditions.' },
  {
    form: '"$PHRASE": "text"',
    doc: 'Each word begins a word of the searched fields. On address-book entries and leads those are the names; text with `@` is the beginning of an e-mail address, and four digits or more begin or end a phone number. `Name: text` searches names alone.',
  },
  {
    form: '"$NEAR": "text"',
    doc: 'As `$PHRASE`, with typing errors: one in a word of 4 to 7 characters, two in a longer one; a swap of neighbours is one. All words must be near, the last may be a beginning, and the nearest records come first if no order is given. `{"LastName": {"$NEAR": "text"}}` searches one of the fields that `$PHRASE` searches.',
  },
  {
    form: '"Key": {"$EQ": {"Body": key, "OrRelated": true}}',
    doc: 'An address-book entry and the contacts related to it.',
  },
  { form: '"Key": {"$EXISTS(LeadObject)": "OpportunityKey"}', doc: 'Opportunities to which some lead points.' },
  {
    form: '"$INBOUND(Address/Location, lon:lat, ...)": {"$EQ": true}',
    doc: 'The location lies in the polygon, or on its edge. At least four points; the last may repeat the first.',
  },
  { form: '"$YEAR(field)": {...}', doc: "Compares the year of a date, in the request's time zone." },
  { form: '"$MONTH(field)": {...}', doc: "Compares the month of a date, 1 to 12, in the request's time zone." },
  {
    form: '"SecAccess": {"$ALLOWS": "$CURRENTUSER()"}',
    doc: 'Records that the access lists let the caller read; administrators, who read all, find those that name them.',
  },
  {
    form: '"$CHANGED(field)": true',
    doc: 'The write has changed the field. For filters of webhooks alone, where `Original/field` is the field before the write.',
  },
  { form: '"Key": {"$TREE": "/AbEntry"}', doc: 'A part of the tree of fields. For Schema alone.' },
]

export const valueWords: readonly Word[] = [
  { form: '$NOW()', doc: 'This second.' },
  { form: '$TODAY()', doc: 'Today.' },
  { form: '$THISWEEK()', doc: 'This week; weeks start on Monday.' },
  { form: '$THISMONTH()', doc: 'This month.' },
  { form: '$THISYEAR()', doc: 'This year.' },
  {
    form: '$OFFSET(rule, date)',
    doc: "A date or period moved on or back. The rule is a unit (`Y` years, `Q` quarters, `M` months, `W` weeks, `D` days, `h` or `H` hours, `m` minutes, `s` seconds), a sign and a count: `$OFFSET(D-7, $TODAY())`. A month's end stays a month's end.",
  },
  { form: '$CURRENTUSER()', doc: 'The caller, where a user is compared.' },
]

export const aggregateWords: readonly Word[] = [
  { form: '$COUNT()', doc: 'The number of records.' },
  { form: '$COUNT(field)', doc: 'The number of records with a value.' },
  {
    form: '$COUNTUPTO(n)',
    doc: 'The number of records, and n when there are n or more: counting stops there. It stands alone, without groups.',
  },
  { form: '$SUM(field)', doc: 'The sum of numbers or amounts; amounts in the corporate currency, exactly.' },
  { form: '$AVG(field)', doc: 'The average of numbers or amounts.' },
  { form: '$MIN(field)', doc: 'The least value.' },
  { form: '$MAX(field)', doc: 'The greatest value.' },
]
