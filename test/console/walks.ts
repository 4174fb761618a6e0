// Describes for each screen of the console what it shows of a small database, and one write that a person makes there.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { root } from '../support/cli.ts'
import type { Crm, Json } from '../support/crm.ts'
import { until } from '../support/until.ts'

/** A module of the console's sources. They are checked with other settings, so their types are not known here. */
export const consoleModule = (path: string): Promise<Json> =>
  import(pathToFileURL(join(root, 'console/src', path)).href)

/** The English dictionary: walks name buttons by it, so that a new wording does not break them. */
const words: Json = (await consoleModule('texts/en/index.ts')).default

interface World {
  readonly crm: Crm
  /** Keys of the records that `fillDatabase` made, by entity. */
  readonly keys: Readonly<Record<string, string>>
}

interface OpenScreen extends World {
  readonly page: Page
}

interface Walk {
  /** The address, where the path of the screen has a variable. */
  readonly address?: (world: World) => string | Promise<string>
  /** What the screen shows of the store: a text, or an element. */
  readonly shows: string | ((page: Page) => Locator)
  /** What a person writes there; absent on screens that only read. */
  readonly write?: (screen: OpenScreen) => Promise<void>
}

const today = new Date().toISOString().slice(0, 10)

/** One record of each kind that has a page, a sale in a stage, something in the bin, and a webhook. */
export async function fillDatabase(crm: Crm, receiver: string): Promise<Record<string, string>> {
  const keys: Record<string, string> = {}
  const add = async (entity: string, data: Json): Promise<string> => {
    keys[entity] = await crm.create(entity, { Key: null, ...data })
    return keys[entity]
  }
  const Address = { City: 'Ottawa', Location: { Longitude: -75.7, Latitude: 45.4 } }
  const AbEntryKey = await add('AbEntry', { CompanyName: 'Lakeside Foods', Address })
  const SalesProcessSetupKey = await add('SalesProcessSetup', { Description: 'Kitchens' })
  await add('SalesStageSetup', { SalesProcessSetupKey, Description: 'Offer' })
  const SalesStageSetupKey = await add('SalesStageSetup', { SalesProcessSetupKey, Description: 'Talk', Sequence: 0 })
  const sale = { Objective: 'Two ovens', ForecastRevenue: 1200, CloseDate: `${today}T12:00:00Z` }
  await add('Opportunity', { AbEntryKey, SalesProcessSetupKey, SalesStageSetupKey, ...sale })
  await add('Case', { AbEntryKey, Subject: 'Cracked slab' })
  const mention = { ParentKey: AbEntryKey, Text: `@[Mary Master](${crm.admin.key})` }
  await crm.ok('Create', { Note: { Data: { Key: null, ...mention } } }, crm.user)
  await add('Lead', { LastName: 'Quinn' })
  await add('Task', { AbEntryKey, Activity: 'Send samples', DateTime: `${today}T09:00:00Z` })
  const [StartDate, EndDate] = [`${today}T08:30:00Z`, `${today}T09:30:00Z`]
  await add('Appointment', { Subject: 'Visit', StartDate, EndDate })
  await add('Campaign', { Name: 'Spring fair' })
  const CustomSetupKey = await add('CustomSetup', { Name: 'Vehicle', TAG: 'Vehicle' })
  await add('Custom', { CustomSetupKey, Name: 'Delivery van' })
  const contract = await crm.create('CustomSetup', { Name: 'Contract', TAG: 'Contract', ParentEntity: 'AbEntry' })
  await add('CustomChild', { CustomSetupKey: contract, ParentKey: AbEntryKey, Name: 'Lease' })
  const twin = { Type: 'Individual', FirstName: 'Kim', LastName: 'Twin', Email: 'twin@twins.example' }
  for (const one of [twin, twin]) await crm.create('AbEntry', { Key: null, ...one })
  await add('Territory', { Name: 'North' })
  await add('SecurityGroup', { Name: 'Night shift' })
  await add('Tag', { Name: 'Pays late', Color: 'Orange' })
  await add('SalesTeam', { DisplayName: 'Key accounts', Members: [{ Key: { Uid: 'JOE' }, Role: 1, Right: 0 }] })
  const WorkflowKey = await add('Workflow', { Name: 'Welcome a customer' })
  for (const Subject of ['Send the papers', 'Ask after the delivery'])
    await crm.create('WorkflowTaskTemplate', { WorkflowKey, Subject, Sequence: Subject.startsWith('Send') ? 1 : 2 })
  await add('MailTemplate', { Name: 'Thanks', Subject: 'Thank you', Text: 'Thank you.' })
  await add('MailSuppression', { Email: 'leave@me.example' })
  await add('CurrencyRate', { CurrencyCode: 'EUR', Rate: 0.8125 })
  await crm.ok('Delete', { Lead: { Data: { Key: await crm.create('Lead', { Key: null, LastName: 'Byron' }) } } })
  await crm.ok('Create', { Schema: { Data: { Key: '/AbEntry/Udf', Name: 'Segment', Type: 'StringField' } } })
  await add('Application', { Name: 'Bridge', RedirectUri: 'https://app.example/back' })
  await send(crm, 'PUT', 'oauth/v1/sso', { Issuer: 'https://10.1.2.3', ClientId: 'crm', ClientSecret: 'open sesame' })
  await send(crm, 'POST', 'oauth/v1/scim/tokens', { Name: 'Entra ID' })
  const target = await send(crm, 'POST', 'webhooks/v1/targets', { url: receiver, entities: ['Lead'] })
  const path = 'import/v1/imports'
  const { id } = await send(crm, 'POST', `${path}?entity=AbEntry&name=fair.csv`, 'Company\nFair Visitors\n')
  await send(crm, 'PUT', `${path}/${id}/mapping`, { columns: { Company: 'CompanyName' } })
  await until(async () => (await send(crm, 'GET', `${path}/${id}`)).status === 'planned', 'the plan of an import')
  return { ...keys, Webhook: target.id, Import: id }
}

/** A file as a person chooses it. */
export const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Sends a request beside the data API, which must succeed. */
async function send(crm: Crm, method: string, path: string, body?: Json): Promise<Json> {
  const headers = { authorization: `Bearer ${crm.admin.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${crm.server.url}/${path}`, {
    method,
    headers,
    body: typeof body === 'string' ? body : body && JSON.stringify(body),
  })
  const text = await answer.text()
  assert.ok(answer.ok, `${method} ${path}: ${text}`)
  return JSON.parse(text)
}

const read = async ({ crm }: World, entity: string, fields: Json, query: Json = {}): Promise<Json[]> =>
  (await crm.ok('Read', { [entity]: { Scope: { Fields: fields }, Criteria: { SearchQuery: query } } }))[entity].Data

/** Waits until as many records match as given. */
const count = (world: World, entity: string, query: Json, wanted: number): Promise<unknown> =>
  until(async () => (await read(world, entity, { Key: 1 }, query)).length === wanted, `${wanted} ${entity}`)

const button = (parent: Page | Locator, name: string): Locator => parent.getByRole('button', { name, exact: true })

/** What cannot be undone is done at the second click. */
async function confirm(parent: Page | Locator, name: string): Promise<void> {
  await button(parent, name).first().click()
  await parent.getByRole('button', { name: words.ui.again }).click()
}

/** A list: its one record is deleted and restored. */
const list = (entity: string, shows: string): Walk => ({
  shows,
  write: async screen => {
    const { page, keys } = screen
    await page.getByRole('row', { name: shows }).getByRole('checkbox').check()
    await button(page, words.list.delete).click()
    await count(screen, entity, { Key: keys[entity] }, 0)
    await page.getByText(words.list.deleted(1)).first().waitFor()
    await page.keyboard.press('Control+z')
    await count(screen, entity, { Key: keys[entity] }, 1)
  },
})

/** The page of a record: its field is changed in place. */
const record = (entity: string, path: string, field: string, label: string, shows: string): Walk => ({
  address: ({ keys }) => `${path}/${keys[entity]?.replace(/=+$/, '')}`,
  shows: page => page.getByRole('heading', { name: shows, level: 2 }),
  write: async ({ crm, page, keys }) => {
    await button(page, words.fields.edit(label)).click()
    await page.getByRole('textbox', { name: label, exact: true }).fill(`${shows} 2`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `${shows} 2`, level: 2 }).waitFor()
    assert.equal((await crm.get(entity, keys[entity] as string, { [field]: 1 }))[field], `${shows} 2`)
  },
})

/** A list of the set-up: a record is added by its form. */
const setUp = (
  entity: string,
  shows: string,
  query: Json,
  fill: (form: Locator, page: Page) => Promise<void>,
): Walk => ({
  shows,
  write: async screen => {
    const { page } = screen
    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    await fill(form, page)
    await button(form, words.ui.add).click()
    await count(screen, entity, query, 1)
    // A form that closes writes the address: the page must not have left its screen.
    await form.waitFor({ state: 'detached' })
  },
})

/** Names the new record of a form. */
const named =
  (label: string, name: string) =>
  (form: Locator): Promise<void> =>
    form.getByRole('textbox', { name: label }).fill(name)

const completeTask: Walk['write'] = async screen => {
  const { page, keys } = screen
  await page.getByRole('checkbox', { name: /Send samples/ }).click()
  await count(screen, 'Task', { Key: keys.Task, Completed: true }, 1)
  await page.keyboard.press('Control+z')
  await count(screen, 'Task', { Key: keys.Task, Completed: false }, 1)
}

const work: Record<string, Walk> = {
  '': { shows: 'Send samples', write: completeTask },
  day: { shows: 'Visit', write: completeTask },
  calendar: {
    shows: 'Visit',
    write: async screen => {
      const { page, keys } = screen
      await page.getByRole('link', { name: 'Visit' }).first().focus()
      await page.keyboard.press('Alt+ArrowDown')
      await count(screen, 'Appointment', { Key: keys.Appointment, StartDate: `${today}T08:45:00Z` }, 1)
      await page.keyboard.press('Control+z')
      await count(screen, 'Appointment', { Key: keys.Appointment, StartDate: `${today}T08:30:00Z` }, 1)
    },
  },
  activity: { shows: 'Lakeside Foods' },
  notifications: {
    shows: 'Lakeside Foods',
    write: async ({ crm, page }) => {
      await button(page, words.notifications.markAll).click()
      const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Read: false } } }
      const unread = async () => (await crm.ok('Read', { Notification: content })).Notification.Data
      await until(async () => (await unread()).length === 0, 'read notifications')
    },
  },
  map: { shows: 'Lakeside Foods' },
  entries: list('AbEntry', 'Lakeside Foods'),
  opportunities: list('Opportunity', 'Two ovens'),
  cases: list('Case', 'Cracked slab'),
  leads: list('Lead', 'Quinn'),
  tasks: list('Task', 'Send samples'),
  appointments: list('Appointment', 'Visit'),
  campaigns: list('Campaign', 'Spring fair'),
  custom: list('Custom', 'Delivery van'),
  'custom-children': list('CustomChild', 'Lease'),
  'list/$entity': { ...list('Territory', 'North'), address: () => 'list/Territory' },
  board: {
    address: ({ keys }) => `board?process=${encodeURIComponent(keys.SalesProcessSetup as string)}`,
    shows: 'Two ovens',
    write: async screen => {
      const stage = async () => (await read(screen, 'Opportunity', { SalesStageSetupKey: 1 }))[0].SalesStageSetupKey
      const before = await stage()
      await screen.page.keyboard.press('j')
      await screen.page.keyboard.press('Shift+ArrowRight')
      await until(async () => (await stage()) !== before, 'the other stage')
    },
  },
  reports: { shows: page => page.locator('td[data-value="1200"]').first() },
  dashboards: {
    shows: words.dashboards.none,
    write: async ({ page }) => {
      await button(page, words.dashboards.add).click()
      await page.getByRole('textbox', { name: words.dashboards.choose }).fill('Monday')
      await button(page, words.ui.save).click()
      await page.getByText(words.dashboards.created('Monday')).waitFor()
    },
  },
  bin: {
    shows: 'Byron',
    write: async screen => {
      await button(screen.page, words.bin.restoreOf('Byron')).click()
      await count(screen, 'Lead', { LastName: 'Byron' }, 1)
    },
  },
  audit: { shows: 'Lakeside Foods' },
  duplicates: {
    shows: words.duplicates.reasons.Email,
    write: async screen => {
      await screen.page.getByRole('button', { name: words.duplicates.keepLeft }).click()
      await count(screen, 'AbEntry', { Email: 'twin@twins.example' }, 1)
    },
  },
  imports: {
    shows: 'fair.csv',
    write: async ({ page }) => {
      await page.locator('input[type=file]').setInputFiles(csv('walk.csv', 'Company\nWalked In\n'))
      await button(page, words.imports.columns.check).click()
      await button(page, words.imports.check.run('1', true)).waitFor()
    },
  },
  'imports/$key': {
    address: ({ keys }) => `imports/${keys.Import}`,
    shows: 'Fair Visitors',
    write: async screen => {
      const { page } = screen
      await button(page, words.imports.check.run('1', true)).click()
      await count(screen, 'AbEntry', { CompanyName: 'Fair Visitors' }, 1)
      await button(page, words.imports.result.undo).click()
      await count(screen, 'AbEntry', { CompanyName: 'Fair Visitors' }, 0)
    },
  },
  'entries/$key': record('AbEntry', 'entries', 'CompanyName', 'Company', 'Lakeside Foods'),
  'opportunities/$key': record('Opportunity', 'opportunities', 'Objective', 'Objective', 'Two ovens'),
  'cases/$key': record('Case', 'cases', 'Subject', 'Subject', 'Cracked slab'),
  'leads/$key': record('Lead', 'leads', 'LastName', 'Last name', 'Quinn'),
  'tasks/$key': record('Task', 'tasks', 'Activity', 'Activity', 'Send samples'),
  'appointments/$key': record('Appointment', 'appointments', 'Subject', 'Subject', 'Visit'),
  'campaigns/$key': record('Campaign', 'campaigns', 'Name', 'Name', 'Spring fair'),
  'custom/$key': record('Custom', 'custom', 'Name', 'Name', 'Delivery van'),
  'custom-children/$key': record('CustomChild', 'custom-children', 'Name', 'Name', 'Lease'),
}

const developers: Record<string, Walk> = {
  account: {
    address: () => 'account?tab=tokens',
    shows: 'test',
    write: screen => makeToken(screen, 'From the account'),
  },
  explorer: {
    shows: page => page.getByRole('cell', { name: /Lakeside Foods/ }).first(),
    write: async screen => {
      await button(screen.page, words.explorer.token.button).click()
      await screen.page.getByRole('dialog').locator('code').first().waitFor()
      const tokens = await read(screen, 'PersonalAccessToken', { Scope: 1 })
      assert.ok(tokens.some(({ Scope }) => Scope === 'data.readonly'))
    },
  },
  applications: {
    shows: 'Bridge',
    write: async ({ page }) => {
      const texts = words.developers.applications
      await page.keyboard.press('n')
      const form = page.getByRole('dialog', { name: texts.make })
      await form.getByRole('textbox', { name: texts.name }).fill('Sync')
      await form.getByLabel(texts.uris).fill('https://app.example/callback')
      await button(form, texts.make).click()
      await page.getByRole('dialog').locator('code').first().waitFor()
      await page.keyboard.press('Escape')
      await button(page, 'Sync').waitFor()
    },
  },
  tokens: { shows: 'test', write: screen => makeToken(screen, 'Import') },
  webhooks: {
    shows: page => page.getByRole('link', { name: /127\.0\.0\.1/ }),
    write: async ({ page }) => {
      const texts = words.developers.webhooks
      await page.keyboard.press('n')
      const form = page.getByRole('dialog', { name: texts.make })
      await form.getByLabel(texts.url).fill('http://127.0.0.1:9/other')
      await button(form, texts.make).click()
      await page.getByRole('dialog', { name: texts.secretTitle }).locator('code').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'http://127.0.0.1:9/other' }).waitFor()
    },
  },
  'webhooks/$key': {
    address: ({ keys }) => `webhooks/${keys.Webhook}`,
    shows: page => page.getByText('lead.restored').first(),
    write: async ({ page }) => {
      await button(page, words.developers.webhooks.replay).first().click()
      await page.getByText(words.developers.webhooks.queued(1)).waitFor()
    },
  },
  requests: {
    shows: page => page.getByRole('row').getByRole('link', { name: 'Create' }).first(),
    write: async ({ page }) => {
      await button(page, words.developers.capture.begin).click()
      await button(page, words.developers.capture.end).click()
      await button(page, words.developers.capture.begin).waitFor()
    },
  },
  'requests/$key': {
    address: async world => {
      const query = { Operation: 'Create', Entity: 'Campaign' }
      const [row] = await until(async () => {
        const rows = await read(world, 'RequestLog', { Key: 1 }, query)
        return rows.length > 0 && rows
      }, 'the log of a request')
      return `requests/${row.Key.replace(/=+$/, '')}`
    },
    shows: page => page.getByRole('region', { name: words.explorer.request }).getByText('"Campaign"').first(),
  },
}

async function makeToken(screen: OpenScreen, name: string): Promise<void> {
  const { page } = screen
  await button(page, words.account.tokens.make).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel(words.account.tokens.name).fill(name)
  await button(form, words.account.tokens.make).click()
  await form.locator('code').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  await count(screen, 'PersonalAccessToken', { Name: name }, 1)
}

const administration: Record<string, Walk> = {
  setup: { shows: words.setup.areas.users.title },
  'setup/users': setUp('User', 'Joe', { Uid: 'ZOE' }, async form => {
    await form.getByRole('textbox', { name: 'User id' }).fill('ZOE')
    await form.getByRole('textbox', { name: 'Last name' }).fill('Quinn')
    await form.getByRole('textbox', { name: 'E-mail' }).fill('zoe@example.com')
  }),
  'setup/groups': setUp('SecurityGroup', 'Night shift', { Name: 'Day shift' }, named('Name', 'Day shift')),
  'setup/teams': setUp('SalesTeam', 'Key accounts', { DisplayName: 'Second team' }, named('Name', 'Second team')),
  'setup/custom': setUp('CustomSetup', 'Vehicle', { TAG: 'Machine' }, async form => {
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Machine')
    await form.getByRole('textbox', { name: 'Short name' }).fill('Machine')
  }),
  'setup/tags': setUp('Tag', 'Pays late', { Name: 'Key account' }, named('Name', 'Key account')),
  'setup/territories': setUp('Territory', 'North', { Name: 'South' }, named('Name', 'South')),
  'setup/currencies': setUp('CurrencyRate', '0.8125', { CurrencyCode: 'NOK' }, async (form, page) => {
    await form.getByRole('textbox', { name: 'Currency' }).fill('NOK')
    await page.getByRole('option', { name: 'Norwegian Krone' }).click()
    await form.getByRole('textbox', { name: 'Rate' }).fill('10.5')
  }),
  'setup/sso': {
    shows: page => page.locator('input[value="https://10.1.2.3"]'),
    write: async ({ crm, page }) => {
      await confirm(page, words.setup.sso.remove)
      await page.getByText(words.setup.sso.none).waitFor()
      assert.equal((await send(crm, 'GET', 'oauth/v1/sso')).Sso, null)
    },
  },
  'setup/sessions': {
    shows: 'Mary Master',
    write: async ({ page }) => {
      const row = page.getByRole('row', { name: /Joe Plain/ })
      const { revoke } = words.setup.sessions
      await row.getByRole('button', { name: revoke }).click()
      await page.getByRole('dialog', { name: revoke }).getByRole('button', { name: revoke }).click()
      await row.waitFor({ state: 'detached' })
    },
  },
  'setup/provisioning': {
    shows: 'Entra ID',
    write: async ({ crm, page }) => {
      await confirm(page, words.setup.provisioning.revoke)
      await page.getByText(words.setup.provisioning.none).waitFor()
      assert.deepEqual((await send(crm, 'GET', 'oauth/v1/scim')).Scim.Tokens, [])
    },
  },
  'setup/factors': { shows: page => page.locator('form').getByLabel(words.setup.factors.mode).first() },
  'setup/sign-ins': { shows: words.setup.signInLog.none },
  'setup/fields': {
    shows: 'Segment',
    write: async ({ crm, page }) => {
      await page.keyboard.press('n')
      await page.getByRole('dialog').getByLabel(words.setup.fields.name).fill('Loyalty number')
      await button(page.getByRole('dialog'), words.ui.add).click()
      await button(page, 'Loyalty number').waitFor()
      const query = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Name: 'Loyalty number' } } }
      const { Schema } = await crm.ok('Read', { Schema: query, Compatibility: { SchemaObject: '1.0' } })
      assert.equal(Schema.Data.length, 1)
    },
  },
  'setup/workflows': {
    shows: 'Welcome a customer',
    write: async screen => {
      const { page } = screen
      await page.keyboard.press('n')
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('After a fair')
      await button(form, words.ui.add).click()
      await page.getByRole('heading', { name: 'After a fair', level: 1 }).waitFor()
      await count(screen, 'Workflow', { Name: 'After a fair' }, 1)
    },
  },
  'setup/workflows/$key': {
    address: ({ keys }) => `setup/workflows/${keys.Workflow?.replace(/=+$/, '')}`,
    shows: 'Ask after the delivery',
    write: async screen => {
      const { page } = screen
      await button(page, words.setup.move('Ask after the delivery')).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await count(screen, 'WorkflowTaskTemplate', { Subject: 'Ask after the delivery', Sequence: 1 }, 1)
    },
  },
  'setup/mail-templates': setUp('MailTemplate', 'Thanks', { Name: 'Invitation' }, async form => {
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Invitation')
    await form.getByRole('textbox', { name: 'Subject' }).fill('Our fair')
    await form.getByRole('textbox', { name: 'Text' }).fill('Dear {{AbEntry/FirstName|customer}}')
  }),
  'setup/unsubscribed': setUp('MailSuppression', 'leave@me.example', { Email: 'me@too.example' }, async form => {
    await form.getByRole('textbox', { name: 'E-mail' }).fill('me@too.example')
  }),
  'setup/options': {
    address: () => 'setup/options?list=Lead%2FSource',
    shows: page => page.locator('ol li').first(),
    write: async ({ crm, page }) => {
      await page.getByPlaceholder(words.setup.optionLists.newItem).fill('Podcast')
      await page.keyboard.press('Enter')
      const options = async () => JSON.stringify(await crm.ok('Read', { Lead: { FieldOptions: { Source: 1 } } }))
      await until(async () => (await options()).includes('Podcast'), 'the new item')
    },
  },
  'setup/products': {
    shows: 'Support plan',
    write: async ({ crm, page }) => {
      await page.getByRole('checkbox', { name: 'Support plan: Training' }).click()
      const fields = { Product: [{ DisplayValue: 1, AssociatedCategories: [{ DisplayValue: 1 }] }] }
      const stored = async () => JSON.stringify(await crm.ok('Read', { Opportunity: { FieldOptions: fields } }))
      await until(async () => (await stored()).includes('"DisplayValue":"Training"'), 'the category')
    },
  },
  'setup/processes': {
    shows: page => page.getByRole('region', { name: 'Kitchens' }).getByText('Offer').first(),
    write: async screen => {
      const stages = { SalesProcessSetupKey: screen.keys.SalesProcessSetup }
      const first = async () => {
        const rows = await read(screen, 'SalesStageSetup', { Description: 1, Sequence: 1 }, stages)
        return rows.sort((one, other) => one.Sequence - other.Sequence)[0].Description
      }
      const before = await first()
      await button(screen.page, words.setup.move(before)).focus()
      await screen.page.keyboard.press('Alt+ArrowDown')
      await until(async () => (await first()) !== before, 'the other order')
    },
  },
  'setup/columns': {
    shows: page => page.getByRole('row').nth(1),
    write: async ({ crm, page }) => {
      await page.getByRole('row').nth(1).getByRole('button').first().click()
      await page.getByRole('dialog').getByRole('button', { name: /Name/ }).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Our own columns')
      await page.keyboard.press('Enter')
      const query = { Name: 'Our own columns', EntityType: { $IN: [1, 2, 5, 19, 10003, 10015] } }
      const body = { ColumnSetup: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } } }
      await until(async () => (await crm.ok('Read', body)).ColumnSetup.Data.length === 1, 'the new name')
    },
  },
}

/** By the path of the screen, as `console/src/screens/index.ts` has it. */
export const walks: Readonly<Record<string, Walk>> = { ...work, ...developers, ...administration }
