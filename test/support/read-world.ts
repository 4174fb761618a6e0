// A small world to read in: companies with contacts, an individual, interactions, opportunities, leads, fields of one's own.
import type { Crm, Json, Person } from './crm.ts'
import { drivers } from './crm.ts'

export interface World {
  readonly crm: Crm
  readonly keys: Readonly<Record<string, string>>
  /** The type ids of user-defined fields, by name. */
  readonly udf: Readonly<Record<string, number>>
  /** SALLY, who is in the group that may read Secret Ltd. */
  readonly sally: Person
  /** The records of a Read of an entity, with all drivers. */
  read(entity: string, query: Json, fields?: Json, more?: Json, as?: Person): Promise<Json[]>
  /** Names (FullName, Objective, Subject) of what a SearchQuery finds, in order. */
  find(entity: string, query: Json, as?: Person, more?: Json): Promise<string[]>
}

const nameOf: Readonly<Record<string, string>> = {
  AbEntry: 'FullName',
  Opportunity: 'Objective',
  Interaction: 'Subject',
}

export async function makeWorld(crm: Crm): Promise<World> {
  const read: World['read'] = async (entity, query, fields = { Key: 1 }, more = {}, as = crm.admin) => {
    const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query, ...more.Criteria }, ...more.Content }
    const body = { [entity]: content, Configuration: drivers, ...more.Body }
    return (await crm.ok('Read', body, as))[entity].Data
  }
  const find: World['find'] = async (entity, query, as = crm.admin, more = {}) => {
    const name = nameOf[entity] ?? 'DisplayValue'
    return (await read(entity, query, { [name]: 1 }, more, as)).map(record => record[name])
  }
  const keys: Record<string, string> = {}
  const add = async (name: string, entity: string, data: Json) => {
    keys[name] = await crm.create(entity, data)
  }
  const udf = await defineFields(crm)
  const group = await crm.create('SecurityGroup', { Name: 'Insiders' })
  const sally = await crm.addPerson('SALLY', { FirstName: 'Sally', LastName: 'Inside', Groups: [group] })
  keys.group = group
  await add('territory', 'Territory', { Name: 'North' })
  await addEntries(keys, add, udf, group)
  await addDealings(crm, keys, add)
  return { crm, keys, udf, sally, read, find }
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

type Add = (name: string, entity: string, data: Json) => Promise<void>

async function addEntries(keys: Record<string, string>, add: Add, udf: Record<string, number>, group: string) {
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
    TerritoryKey: keys.territory,
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
    ParentKey: keys.acme,
    FirstName: 'Ann',
    MiddleName: 'Q',
    LastName: 'Archer',
    MrMs: 'Ms.',
    Position: 'CEO',
    Email: 'ann@acme.example',
    LastContactDate: '2026-02-10',
  })
  await add('bob', 'AbEntry', { ParentKey: keys.acme, FirstName: 'Bob', LastName: 'Zürn', ReportsToKey: keys.ann })
  await add('carl', 'AbEntry', { ParentKey: keys.secret, FirstName: 'Carl', LastName: 'Crypt' })
  await add('ida', 'AbEntry', {
    Type: 'Individual',
    FirstName: 'Ida',
    LastName: 'Johnston',
    CompanyName: 'Freelance',
    Phone: '0171 1234567',
  })
}

async function addDealings(crm: Crm, keys: Record<string, string>, add: Add) {
  await add('call', 'Interaction', {
    Type: '60001',
    AbEntryKey: keys.acme,
    Subject: 'First call',
    Description: 'They want anvils',
    StartDate: '2026-01-20T20:37:51Z',
    EndDate: '2026-01-20T21:07:51Z',
    Direction: 2,
  })
  await add('mail', 'Interaction', {
    Type: '60002',
    AbEntries: [keys.acme, keys.secret],
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
  keys.process = process.Key
  keys.stage = stages[1].Key
  await add('rate', 'CurrencyRate', { CurrencyCode: 'EUR', Rate: 0.8 })
  await add('anvils', 'Opportunity', {
    AbEntryKey: keys.acme,
    ContactKey: keys.ann,
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
    AbEntryKey: keys.bolt,
    Objective: 'Sell bolts',
    ForecastRevenue: 500,
    ActualRevenue: 450.5,
    CloseDate: '2025-12-31T12:00:00Z',
    Status: 3,
    PartnerInfo: { Key: keys.acme },
  })
  await add('nuts', 'Opportunity', {
    AbEntryKey: keys.secret,
    Objective: 'Sell nuts',
    ForecastRevenue: 250,
    Status: 0,
    SecAccess: { Read: [keys.group], Write: [keys.group] },
  })
  await add('lead', 'Lead', { FirstName: 'Lee', LastName: 'Lead', OpportunityKey: keys.anvils })
}
