// Fills a reader with a small world: companies, contacts, an individual, interactions, opportunities, user-defined fields.
import type { Crm, Json, Person } from './crm.ts'
import type { Reader } from './reader.ts'

export interface SmallWorld {
  /** The type ids of user-defined fields, by name. */
  readonly udf: Readonly<Record<string, number>>
  /** SALLY, who is in the group that may read `secret` and `nuts`. */
  readonly sally: Person
  /** Keys of the sales process of `anvils`, and of its stage. */
  readonly process: string
  readonly stage: string
}

export async function fillSmallWorld(crm: Crm, reader: Reader): Promise<SmallWorld> {
  const udf = await defineFields(crm)
  const group = await reader.add('group', 'SecurityGroup', { Name: 'Insiders' })
  const sally = await crm.addPerson('SALLY', { FirstName: 'Sally', LastName: 'Inside', Groups: [group] })
  await reader.add('territory', 'Territory', { Name: 'North' })
  await addEntries(reader, udf)
  return { udf, sally, ...(await addDealings(crm, reader)) }
}

async function defineFields(crm: Crm): Promise<Record<string, number>> {
  const udf: Record<string, number> = {}
  const define = async (Name: string, entity: string, data: Json) => {
    const answer = await crm.ok('Create', { Schema: { Data: { Name, Key: null, ...data, AppliesTo: [entity] } } })
    udf[Name] = Number(/\((\d+)\)/.exec(answer.Schema.Data.Key)?.[1])
  }
  await define('Size', 'Company', { Type: 'IntegerField', TAG: 'size' })
  await define('Score', 'Company', { Type: 'NumericField' })
  await define('Budget', 'Company', { Type: 'CurrencyField' })
  await define('Motto', 'Company', { Type: 'StringField' })
  await define('Founded', 'Company', { Type: 'DateTimeField', Attributes: { Date: true } })
  await define('Listed', 'Company', { Type: 'BooleanField' })
  await define('Colours', 'Company', {
    Type: 'EnumField<StringItem>',
    Attributes: { MultiSelect: true },
    Items: [{ Value: 'Red' }, { Value: 'Green' }, { Value: 'Blue' }],
  })
  return udf
}

async function addEntries(reader: Reader, udf: Record<string, number>): Promise<void> {
  const { add, key } = reader
  const group = key('group')
  const field = (name: string) => `Udf/$TYPEID(${udf[name]})`
  await add('acme', 'AbEntry', {
    CompanyName: 'Acme Corp',
    Email: 'info@acme.example',
    Email2: { Address: 'sales@acme.example', Description: 'Sales' },
    Phone: '+1 (613) 555-0199',
    Phone2: { Number: '613 555 0200', Extension: '12', Description: 'Desk' },
    Website: 'https://acme.example',
    Address: {
      AddressLine1: '1 Bank Street',
      City: 'Ottawa',
      Country: 'Canada',
      Location: { Longitude: -75.6972, Latitude: 45.4215 },
    },
    AccountManager: { Uid: 'JOE' },
    LastContactDate: '2026-03-01',
    TerritoryKey: key('territory'),
    Department: 'Head Office',
    [field('Size')]: 250,
    [field('Score')]: 7.5,
    [field('Budget')]: 1234.56,
    [field('Motto')]: 'Ever onward',
    [field('Founded')]: '1999-12-31',
    [field('Listed')]: true,
    [field('Colours')]: ['1', '3'],
  })
  await add('bolt', 'AbEntry', {
    CompanyName: 'Bolt & Söhne',
    Address: { City: 'Montréal', Location: { Longitude: -73.5673, Latitude: 45.5017 } },
    LastContactDate: '2026-01-15',
    [field('Size')]: 12,
    [field('Colours')]: ['3'],
  })
  await add('secret', 'AbEntry', {
    CompanyName: 'Secret Ltd',
    Email: 'hush@secret.example',
    SecAccess: { Read: [group], Write: [group] },
  })
  await add('ann', 'AbEntry', {
    ParentKey: key('acme'),
    FirstName: 'Ann',
    MiddleName: 'Q',
    LastName: 'Archer',
    MrMs: 'Ms.',
    Position: 'CEO',
    Email: 'ann@acme.example',
    LastContactDate: '2026-02-10',
  })
  await add('bob', 'AbEntry', { ParentKey: key('acme'), FirstName: 'Bob', LastName: 'Zürn', ReportsToKey: key('ann') })
  await add('carl', 'AbEntry', { ParentKey: key('secret'), FirstName: 'Carl', LastName: 'Crypt' })
  await add('ida', 'AbEntry', {
    Type: 'Individual',
    FirstName: 'Ida',
    LastName: 'Johnston',
    CompanyName: 'Freelance',
    Phone: '0171 1234567',
  })
}

async function addDealings(crm: Crm, reader: Reader): Promise<{ process: string; stage: string }> {
  const { add, key } = reader
  await add('call', 'Interaction', {
    Type: '60001',
    AbEntryKey: key('acme'),
    Subject: 'First call',
    Description: 'They want anvils',
    StartDate: '2026-01-20T20:37:51Z',
    EndDate: '2026-01-20T21:07:51Z',
    Direction: 2,
  })
  await add('mail', 'Interaction', {
    Type: '60002',
    AbEntries: [key('acme'), key('secret')],
    Subject: 'Offer sent',
    StartDate: '2026-02-01T09:00:00Z',
    Users: [{ Uid: 'MASTER' }, { Uid: 'JOE' }],
  })
  const [process] = (await crm.ok('Read', { Opportunity: { FieldOptions: { SalesProcessSetup: [{ Key: 1 }] } } }))
    .Opportunity.FieldOptions.SalesProcessSetup
  const body = {
    Opportunity: {
      FieldOptions: { SalesStageSetup: [{ Key: 1, DisplayValue: 1 }] },
      Data: { SalesProcessSetupKey: process.Key },
    },
  }
  const stages = (await crm.ok('Read', body)).Opportunity.FieldOptions.SalesStageSetup
  await add('rate', 'CurrencyRate', { CurrencyCode: 'EUR', Rate: 0.8 })
  await add('anvils', 'Opportunity', {
    AbEntryKey: key('acme'),
    ContactKey: key('ann'),
    Objective: 'Sell anvils',
    Description: 'A hundred of them',
    ForecastRevenue: { Value: 800, CurrencyCode: 'EUR' },
    Cost: 100.25,
    StartDate: '2026-01-01T00:00:00Z',
    CloseDate: '2026-06-30T23:30:00Z',
    Leader: { Uid: 'JOE' },
    SalesProcessSetupKey: process.Key,
    SalesStageSetupKey: stages[1].Key,
    Status: 2,
    RevenueType: '60001',
  })
  await add('bolts', 'Opportunity', {
    AbEntryKey: key('bolt'),
    Objective: 'Sell bolts',
    ForecastRevenue: 500,
    ActualRevenue: 450.5,
    CloseDate: '2025-12-31T12:00:00Z',
    Status: 3,
    PartnerInfo: { Key: key('acme') },
  })
  await add('nuts', 'Opportunity', {
    AbEntryKey: key('secret'),
    Objective: 'Sell nuts',
    ForecastRevenue: 250,
    Status: 0,
    SecAccess: { Read: [key('group')], Write: [key('group')] },
  })
  await add('lead', 'Lead', { FirstName: 'Lee', LastName: 'Lead', OpportunityKey: key('anvils') })
  return { process: process.Key, stage: stages[1].Key }
}
