// Lists what the specification requires of the data API: envelope, operations, the query language and the use cases.
import type { Topic } from './topic.ts'

export const dataApi: readonly Topic[] = [
  {
    title: 'Envelope',
    requirements: {
      'C-4.3-01': 'Every operation carries a bearer token in its Authorization header; without a good one it fails.',
      'C-4.3-02': 'The body is JSON with one entity member that holds the content of the operation.',
      'C-4.3-03': '`Compatibility` declares versions: AbEntryKey 2.0 and SchemaObject 1.0.',
      'C-4.3-04': '`Configuration.Drivers` maps interfaces to identifiers, with and without `Sql` in the identifier.',
      'C-4.3-05': 'The `Parent` of an entry, and the order by `LastContactDate`, need the searcher driver of entries.',
      'C-4.3-06':
        '`Revenue`, `CurrentSalesStageAge`, `$EXISTS`, `$YEAR` and `$MONTH` of opportunities need their searcher driver.',
      'C-4.3-07': 'A changed `AbEntryKey` of an opportunity, and Validate, need the access driver of opportunities.',
      'C-4.3-08': 'A Read of documents needs their searcher driver.',
      'C-4.3-09':
        '`Globalization.Culture` decides how dates are shown; `$CURRENTUSER()` means the culture of the caller.',
      'C-4.3-10':
        'An answer has Code 0 and the entity member with its Data, or another Code and a list of texts in Msg.',
    },
  },
  {
    title: 'Operations',
    requirements: {
      'C-4.4-01': 'Create takes `Data` with the fields of a new record.',
      'C-4.4-02': 'Read takes Scope, Criteria, OrderBy and GroupBy, or FieldOptions with Data and Options.',
      'C-4.4-03': 'Update takes `Data` with a Key and the fields to change.',
      'C-4.4-04': 'Delete takes `Data` with a Key.',
      'C-4.4-05': 'Validate takes `Data` of an opportunity and answers with it and a `Validation`.',
      'C-4.4-06': 'BinaryDownload is a GET that answers with the bytes of a document.',
    },
  },
  {
    title: 'Selection, order and pages',
    requirements: {
      'C-4.5-01': '`Scope.Fields` names the fields to return with the value 1.',
      'C-4.5-02': 'A nested object selects sub-fields.',
      'C-4.5-03': 'A list with one selector selects the parts of a field that holds options.',
      'C-4.5-04': 'For Schema, `Fields: 1` selects everything.',
      'C-4.5-05': 'An empty `SearchQuery` finds everything.',
      'C-4.5-06': '`Criteria.Top` limits the number of records.',
      'C-4.5-07': '`OrderBy.Fields` lists fields with ASC or DESC.',
      'C-4.5-08':
        '`PageSize` gives pages; `PageKey` is null for the first page and comes from the page before for the others.',
      'C-4.5-09': '`GroupBy.Fields` groups, with `$COUNT()` and `$SUM(field)/DisplayValue` in the Scope.',
      'C-4.5-10': '`$YEAR` and `$MONTH` of a date can be grouped by.',
    },
  },
  {
    title: 'Criteria',
    requirements: {
      'C-4.5-11': '`$AND` and `$OR` take lists of conditions.',
      'C-4.5-12': '`$EQ` finds equal values, and `$EQ: null` finds records without a value.',
      'C-4.5-13': '`$GT` finds greater values.',
      'C-4.5-14': '`$IN` takes one value or a list.',
      'C-4.5-15': '`$LIKE` takes a pattern with `%`.',
      'C-4.5-16': '`$PHRASE` searches entries by the words of their names.',
      'C-4.5-17': '`$PHRASE` searches opportunities by Objective and Description.',
      'C-4.5-18': '`$PHRASE` can be combined with other conditions, and can be limited to names.',
      'C-4.5-19': '`$TREE` gives an entity of Schema with all that is below it.',
      'C-4.5-20': '`$EXISTS(LeadObject)` finds opportunities to which a lead points.',
      'C-4.5-21': '`$INBOUND` finds entries whose location is inside a polygon.',
      'C-4.5-22': 'A polygon has four points or more.',
      'C-4.5-23': '`$OFFSET` and `$TODAY()` reckon with dates.',
      'C-4.5-24': '`$YEAR(field)` is compared with a year.',
      'C-4.5-25': '`$MONTH(field)` is compared with a month.',
      'C-4.5-26': '`$CURRENTUSER()` stands for the caller.',
      'C-4.5-27': '`$EQ` on Key with Body and OrRelated finds a record and its related contacts.',
    },
  },
  {
    title: 'Use cases of entries',
    requirements: {
      'C-4.6-01':
        'A Company, an Individual and a Contact are created, the Contact with lists of groups that may see it.',
      'C-4.6-02': 'Entries are found by Type, Key, ParentKey and ReportsToKey.',
      'C-4.6-03': 'Entries are found by a list of e-mails and by a pattern of the company name.',
      'C-4.6-04': 'Entries are found by CreationDate and by TerritoryKey.',
      'C-4.6-05': 'The entries that were contacted last come first with Top and the order by LastContactDate.',
      'C-4.6-06': 'A profile picture is found as a document and then downloaded by its key.',
      'C-4.6-07': 'Update changes the fields that were sent and leaves the others.',
      'C-4.6-08': 'Delete removes the entry.',
      'C-4.6-09': 'FieldOptions lists the options of Type, MrMs, Salutation, Division, Department and Position.',
    },
  },
  {
    title: 'Use cases of interactions',
    requirements: {
      'C-4.7-01': 'Interactions are read by `AbEntries/Key`, which a general Read must have.',
      'C-4.7-02': 'Interactions are read by Type, in the order of StartDate, with Top.',
      'C-4.7-03': 'FieldOptions lists the kinds of interactions with all their parts.',
      'C-4.7-04': 'FieldOptions lists the options of Category and Result.',
    },
  },
  {
    title: 'Use cases of opportunities',
    requirements: {
      'C-4.8-01': 'Create takes every field of an opportunity.',
      'C-4.8-02': 'Opportunities are found by Key, sales process, entry, contact and Status.',
      'C-4.8-03': 'Opportunities are found by partner, sales team, phrase, lead and year.',
      'C-4.8-04': 'Update changes Status, stage and entry; Delete removes the opportunity.',
      'C-4.8-05': 'Validate of a new opportunity names the fields that are mandatory, AbEntryKey among them.',
      'C-4.8-06': 'Validate of an existing opportunity names the fields that are mandatory in an Update.',
      'C-4.8-07': 'Validate names user-defined fields that are mandatory always.',
      'C-4.8-08': 'Validate names user-defined fields that a rule makes mandatory for the data that was sent.',
      'C-4.8-09': 'Validate names SalesStageSetupKey when SalesProcessSetupKey was sent.',
      'C-4.8-10': 'A stage is changed in four steps: processes, stages of a process, the current stage, the Update.',
      'C-4.8-11': 'The stages of an opportunity are read by its key.',
      'C-4.8-12': 'FieldOptions lists sales processes, and the stages of the process that Data names.',
      'C-4.8-13': 'FieldOptions lists Reason, Category, Product, Rating, RevenueType and Status.',
      'C-4.8-14':
        'FieldOptions lists leaders by Uid, Key and DisplayValue, disabled users only when Options ask for them.',
      'C-4.8-15': 'FieldOptions lists the currencies that have a rate, by code and name, for both revenues.',
    },
  },
  {
    title: 'Currencies',
    requirements: {
      'C-4.8-20': 'Value and CurrencyCode are sent together, in Create and in Update.',
      'C-4.8-21': 'ForecastRevenue and ActualRevenue share one currency: to set it on one sets it on both.',
      'C-4.8-22': 'An amount without a currency is in the corporate currency, and so are Cost and CorporateRevenue.',
    },
  },
  {
    title: 'Products and their categories',
    requirements: {
      'C-4.9-01': 'Categories are filtered by the products in Data: those of any of the products, and those of none.',
      'C-4.9-02': 'An empty list of products leaves the categories that belong to none; without Data all come.',
      'C-4.9-03': 'Products are read with their categories, an empty list when there are none.',
      'C-4.9-04': 'A product is added with its categories, or without any.',
      'C-4.9-05': 'A category that does not exist fails the request, and nothing is saved.',
      'C-4.9-06': 'With Modify the list of categories becomes the whole set of the product.',
      'C-4.9-07': 'With Modify and no list the categories stay, as when the product is renamed.',
      'C-4.9-08': 'With Modify and an empty list the product has no categories.',
      'C-4.9-09': 'With Remove the product goes with its associations, and the categories stay.',
      'C-4.9-10': 'A product that a record has selected is not removed, and nothing else is either.',
    },
  },
  {
    title: 'Use cases of column setups',
    requirements: {
      'C-4.10-01': 'A Read gives Key, Name, EntityType and Columns.',
      'C-4.10-02': 'An Update writes Name and Columns.',
      'C-4.10-03': 'A Template that names no field of the entity is refused.',
      'C-4.10-04': 'A Delete needs the Key and removes the setup; a Create is refused.',
    },
  },
  {
    title: 'Use cases of metadata',
    requirements: {
      'C-4.11-01': 'The fields of AbEntry, Interaction, Opportunity and ColumnSetup are read by `$TREE`.',
      'C-4.11-02': 'AppliesTo narrows the fields of entries to those of a type.',
    },
  },
]
