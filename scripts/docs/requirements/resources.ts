// Lists what the specification requires of the resources, their fields and their states.
import type { Topic } from './topic.ts'

export const resources: readonly Topic[] = [
  {
    title: 'Keys of records',
    requirements: {
      'C-2-01': 'The service issues the key of each record; the key is a string that tells a client nothing.',
      'C-2-02': 'A Create sends `Key` as null, and the answer carries the key that the service made.',
    },
  },
  {
    title: 'Address-book entries',
    requirements: {
      'C-2.1-01': 'An Update and a Delete of an entry need its `Key`.',
      'C-2.1-02': '`Type` is Company, Individual or Contact, and no Update changes it.',
      'C-2.1-03': '`ParentKey` names a Company or an Individual that exists; a Contact must have one.',
      'C-2.1-04': 'No Update changes `ParentKey`.',
      'C-2.1-05':
        '`Parent` reads as an object with any fields of an entry, when the searcher driver of entries is set.',
      'C-2.1-06': 'A Company must have a `CompanyName`.',
      'C-2.1-07': '`CompanyName` is the own text of an Individual, and the name of the parent for a Contact.',
      'C-2.1-08': '`CompanyName` can be updated on a Company and on an Individual, and on no Contact.',
      'C-2.1-09': 'A Contact and an Individual must have a `LastName`.',
      'C-2.1-10': '`FirstName` and `LastName` can be updated on a Contact and on an Individual, and on no Company.',
      'C-2.1-11':
        '`FullName` is read only: the name of a person, with the company after it for an Individual, or the name of a company.',
      'C-2.1-12': '`MrMs`, `Salutation`, `Division`, `Department` and `Position` have options that FieldOptions reads.',
      'C-2.1-13': '`Phone` is the default among the phones.',
      'C-2.1-14': '`Phone1` to `Phone4` each have a Number, an Extension and a Description.',
      'C-2.1-15': '`Email` is the default e-mail and is written as a text.',
      'C-2.1-16': '`Email1` to `Email3` each have an Address and a Description.',
      'C-2.1-17': 'The web address goes by two spellings, `Website` and `WebSite`.',
      'C-2.1-18':
        '`Address` has two lines, City, StateProvince, ZipCode, Country and Description, each of which can be written alone.',
      'C-2.1-19': '`Address` has a location that an area search can use.',
      'C-2.1-20': '`AccountManager` reads as an object with Value and Uid.',
      'C-2.1-21': '`LastContactDate` reads as Value and as a DisplayValue in the culture of the request.',
      'C-2.1-22': '`CreationDate` can be searched and ordered by.',
      'C-2.1-23': '`TerritoryKey` can be compared with null.',
      'C-2.1-24': '`ReportsToKey` names the Contact to whom a Contact reports, and can be searched.',
      'C-2.1-25': '`SecAccess` holds two lists of security groups, Read and Write.',
      'C-2.1-26': 'A Create without Type and without ParentKey makes a Company.',
      'C-2.1-27': 'A Create without Type and with ParentKey makes a Contact.',
      'C-2.1-28': 'An Individual is made by a Create that says so in Type.',
      'C-2.1-29':
        'Every field of an entry can be selected, on records that have a value and on records that have none.',
    },
  },
  {
    title: 'Interactions',
    requirements: {
      'C-2.2-01': '`Type` has the parts Key, Value, Name, DisplayValue, Icon, BiDirectional and External.',
      'C-2.2-02': 'Phone calls and e-mails are among the kinds of a new database, and further kinds can be added.',
      'C-2.2-03': 'A criterion on `Type` names the option by its key, a text of digits.',
      'C-2.2-04': 'An interaction belongs to entries by `AbEntryKey` or `AbEntries`, and is found by `AbEntries/Key`.',
      'C-2.2-05': 'Every field of an interaction can be selected, on full and on empty records.',
      'C-2.2-06': '`StartDate`, `EndDate` and `Duration` say when it took place and how long it took.',
      'C-2.2-07': '`Result` and `Category` have options that FieldOptions reads and that an administrator can change.',
    },
  },
  {
    title: 'Opportunities',
    requirements: {
      'C-2.3-01': 'An Update and a Delete of an opportunity need its `Key`.',
      'C-2.3-02': 'A Create needs `AbEntryKey` and `Objective`.',
      'C-2.3-03': 'An Update changes `AbEntryKey` when the SQL access driver is set, and only then.',
      'C-2.3-04': '`ContactKey` names a contact of the opportunity.',
      'C-2.3-05':
        '`Status` is an option with a number for its key: 2 is In Progress, 3 is Won; it reads as Key and DisplayValue.',
      'C-2.3-06': '`Cost` is an amount in the corporate currency.',
      'C-2.3-07': '`ForecastRevenue` and `ActualRevenue` are a number, or an object with Value and CurrencyCode.',
      'C-2.3-08': '`CorporateRevenue` is in the corporate currency.',
      'C-2.3-09': '`Revenue` is readable with the searcher driver of opportunities, and not without it.',
      'C-2.3-10': '`StartDate` and `CloseDate` are date-times in ISO 8601.',
      'C-2.3-11': '`Leader` is written as an object with the Uid of a user.',
      'C-2.3-12': '`SalesTeam` is readable, and `SalesTeam/Key` can be written and searched.',
      'C-2.3-13': '`SalesProcessSetupKey` is optional, and `SalesProcessSetup` reads as Key and DisplayValue.',
      'C-2.3-14': '`SalesStageSetupKey` is required when `SalesProcessSetupKey` is given.',
      'C-2.3-15': '`SalesProcess` reads as Key, Setup, Description and DisplayValue.',
      'C-2.3-16':
        '`CurrentSalesStage` reads as Key, Setup, Description, Age, TargetAge, ProbabilityClose and DisplayValue; a TargetAge of 0 is an unset one.',
      'C-2.3-17': '`CurrentSalesStageAge` reads as Value and DisplayValue, with the searcher driver of opportunities.',
      'C-2.3-18':
        '`Category`, `Product` and `Rating` are written as lists of option keys and read as lists of Key and DisplayValue.',
      'C-2.3-19': '`RevenueType` is written as the key of an option.',
      'C-2.3-20': '`Reason` reads as a list of options.',
      'C-2.3-21': '`PartnerInfo` is searched by an object with a Key.',
      'C-2.3-22': 'A lead can point to an opportunity, and the opportunity can be searched by that.',
      'C-2.3-23': 'Every field of an opportunity can be selected, on full and on empty records.',
      'C-3.2-01': 'An Update sets `Status`.',
      'C-3.3-01': 'An Update with `SalesStageSetupKey` moves the opportunity to that stage of its process.',
      'C-3.3-02': 'A stage that belongs to another process is refused.',
      'C-3.3-03':
        'The age of the current stage grows while the opportunity is open, and stands still once it is closed.',
    },
  },
  {
    title: 'Sales stages',
    requirements: {
      'C-2.4-01': 'A stage has Key, Description, ProbabilityClose, Age with its DisplayValue, and Current.',
      'C-2.4-02': 'Stages are searched by `OpportunityKey`.',
    },
  },
  {
    title: 'Products and categories',
    requirements: {
      'C-2.5-01':
        'Opportunity, Case, Campaign and Appointment share one list of products, one of categories, and their associations.',
      'C-2.5-02': 'A product has Key, Name, DisplayValue and AssociatedCategories, which read as Key and DisplayValue.',
      'C-2.5-03': 'A category has Key and DisplayValue.',
      'C-2.5-04': 'A product without associations does not restrict the categories.',
    },
  },
  {
    title: 'Documents',
    requirements: {
      'C-2.5a-01': 'Documents are searched by ParentKey and Type; Type 14 is the profile picture of an entry.',
      'C-2.5a-02': '`Key` of a document is what the download takes.',
    },
  },
  {
    title: 'Column setups',
    requirements: {
      'C-2.6-01': '`EntityType` is one of 1, 2, 5, 19, 10003 and 10015.',
      'C-2.6-02': 'A Read must have a criterion on `EntityType`.',
      'C-2.6-03': 'A column has ID, Header, Template and Width.',
      'C-2.6-04': 'An Update gives all four members of each column.',
      'C-2.6-05': '`Template` names a field of the entity in double curly brackets, sub-fields with a slash.',
      'C-2.6-06': 'A setup can be read, updated and deleted, and cannot be created.',
    },
  },
  {
    title: 'Metadata',
    requirements: {
      'C-2.7-01':
        'A row of Schema has Key, Alias, Type, Name, AppliesTo, Sortable, Nullable, Assignable, Queryable, Mandatory, Attributes, HasOption, DisplayValue and Inactive.',
      'C-2.7-02': 'A field has options that FieldOptions reads exactly when its HasOption is true.',
      'C-2.7-03': 'What a row says of a field is what the service does with the field.',
    },
  },
]
