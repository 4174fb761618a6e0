// Fills the database of the examples: a few companies, people and sales, each with a name that pages use for its key.

type Data = Readonly<Record<string, unknown>>

/** Creates records and remembers the key of each under its name; a name that begins with `-` is not remembered. */
type Create = (entity: string, records: Readonly<Record<string, Data>>) => Promise<void>

/** Uploads a text and gives its BinaryDataId. */
type Upload = (text: string) => Promise<string>

/** Values in angle brackets are names of records that were created before, and of the standard sales process. */
export async function fillWorld(create: Create, upload: Upload): Promise<void> {
  await create('SecurityGroup', { 'board-group': { Name: 'Board' } })
  await create('Territory', { north: { Name: 'North' } })
  await create('CurrencyRate', { '-euro': { CurrencyCode: 'EUR', Rate: 0.8 } })
  await create('Schema', {
    '-employees': { Key: null, Name: 'Employees', Type: 'IntegerField', AppliesTo: ['Company'] },
  })
  await create('Workflow', { onboarding: { Name: 'Onboarding', HasStages: true } })
  await create('CustomSetup', {
    vehicles: { Name: 'Vehicle', PluralName: 'Vehicles', TAG: 'Vehicle', Icon: 'truck' },
    contracts: { Name: 'Contract', PluralName: 'Contracts', TAG: 'Contract', ParentEntity: 'AbEntry' },
  })
  await create('AbEntry', companies)
  await create('AbEntry', people)
  await create('AbEntry', { liam })
  await create('Campaign', { 'spring-fair': { Name: 'Spring fair', StartDate: '2026-04-18T08:00:00Z' } })
  await create('Opportunity', {
    ovens,
    ferry,
  })
  await create('Lead', { lead })
  await create('Interaction', interactions)
  await create('Case', { 'cold-oven': coldOven })
  await create('Task', {
    '-offer': { Activity: 'Send the offer', DateTime: '2026-03-12T15:00:00Z', AbEntryKey: '<lakeside>' },
  })
  await create('Appointment', { '-tasting': tasting })
  await create('Note', { '-bread': { ParentKey: '<lakeside>', Text: 'They bake at night. Call after noon.' } })
  const portrait = { ParentKey: '<mia>', Type: 14, Name: 'mia', Ext: 'png', BinaryDataId: await upload('a picture') }
  await create('Document', { portrait })
}

const companies = {
  lakeside: {
    CompanyName: 'Lakeside Bakery',
    Phone: '+1 613 555 0142',
    Email: 'hello@lakeside.example',
    Website: 'https://lakeside.example',
    Address: {
      AddressLine1: '12 Quay Street',
      City: 'Ottawa',
      Country: 'Canada',
      Location: { Longitude: -75.6972, Latitude: 45.4215 },
    },
    AccountManager: { Uid: 'BEN' },
    TerritoryKey: '<north>',
    LastContactDate: '2026-02-20',
  },
  harbour: {
    CompanyName: 'Harbour Ferries',
    Phone: '+1 902 555 0177',
    Email: 'office@harbour.example',
    Address: {
      City: 'Halifax',
      Country: 'Canada',
      Location: { Longitude: -63.5752, Latitude: 44.6488 },
    },
    AccountManager: { Uid: 'ANN' },
    LastContactDate: '2026-01-15',
  },
}

const people = {
  mia: {
    ParentKey: '<lakeside>',
    MrMs: 'Ms.',
    FirstName: 'Mia',
    LastName: 'Stone',
    Position: 'Owner',
    Email: 'mia@lakeside.example',
  },
  ida: {
    Type: 'Individual',
    FirstName: 'Ida',
    LastName: 'Berg',
    CompanyName: 'Berg Consulting',
    Email: 'ida@berg.example',
  },
}

const liam = {
  ParentKey: '<lakeside>',
  FirstName: 'Liam',
  LastName: 'Grant',
  Position: 'Buyer',
  Email: 'liam@lakeside.example',
  ReportsToKey: '<mia>',
}

const ovens = {
  AbEntryKey: '<lakeside>',
  ContactKey: '<mia>',
  Objective: 'Two deck ovens',
  Description: 'To replace the ovens of 1998',
  Status: 2,
  ForecastRevenue: { Value: 48000, CurrencyCode: 'EUR' },
  Cost: 31000,
  StartDate: '2026-02-02T00:00:00Z',
  CloseDate: '2026-05-29T00:00:00Z',
  Leader: { Uid: 'BEN' },
  NextAction: 'Visit the bakery',
  SalesProcessSetupKey: '<standard-sales-process>',
  SalesStageSetupKey: '<needs-analysis>',
  Category: ['1'],
  Product: ['2'],
}

const ferry = {
  AbEntryKey: '<harbour>',
  Objective: 'Galley for a new ferry',
  Status: 3,
  ForecastRevenue: 90000,
  ActualRevenue: 87500,
  CloseDate: '2025-11-20T00:00:00Z',
  Leader: { Uid: 'ANN' },
  PartnerInfo: { Key: '<ida>' },
}

const lead = {
  FirstName: 'Omar',
  LastName: 'Haddad',
  CompanyName: 'Night Train Cafe',
  CampaignKey: '<spring-fair>',
  OpportunityKey: '<ovens>',
}

const interactions = {
  call: {
    Type: '60001',
    AbEntryKey: '<lakeside>',
    Subject: 'Asked for two ovens',
    Description: 'Mia wants to see them in use first.',
    StartDate: '2026-02-18T14:00:00Z',
    EndDate: '2026-02-18T14:20:00Z',
    Direction: 2,
    Result: '4',
  },
  mail: {
    Type: '60002',
    AbEntries: ['<lakeside>', '<mia>'],
    Subject: 'Brochure sent',
    StartDate: '2026-02-19T09:00:00Z',
  },
}

const coldOven = {
  AbEntryKey: '<lakeside>',
  ContactKey: '<mia>',
  Subject: 'The oven stays cold',
  AssignedTo: { Uid: 'BEN' },
}

const tasting = {
  Subject: 'Tasting',
  StartDate: '2026-03-17T10:00:00Z',
  EndDate: '2026-03-17T11:30:00Z',
  Location: 'Lakeside Bakery',
  AbEntries: ['<lakeside>'],
  Users: [{ Uid: 'BEN' }],
}
