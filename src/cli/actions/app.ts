// Registers, lists, shows, changes and deletes applications.
import { databaseById } from '../../accounts/databases.ts'
import { systemClock } from '../../base/clock.ts'
import { createApplications } from '../../oauth/applications.ts'
import type { Store } from '../../storage/store.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError, usageError } from '../failure.ts'
import { everyDatabase, type RecordData, type Records, recordsOf } from '../records.ts'
import { databaseNamed, untilReceived, withStore } from '../with-store.ts'

const partsOf = (store: Store, { loaded }: CommandContext) => ({ store, clock: systemClock, settings: loaded.values })

export const createApp: Action = context =>
  withStore(context, async store => {
    const { options } = context
    const [first, ...others] = options.redirectUri as string[]
    const answer = await recordsOf(partsOf(store, context), everyDatabase).create('Application', {
      Name: String(options.name),
      RedirectUri: first,
      MoreRedirectUris: others,
      Public: options.public === true,
      AllowS256: options.allowS256 === true,
    })
    showCredentials(context, answer.ClientId, answer.ClientSecret)
    if (options.allowS256 !== true) {
      context.output.line(
        'The challenge method of PKCE is called SHA256 here. For a standard library, which sends S256:',
      )
      context.output.line(`  clientele app update --client-id ${answer.ClientId} --allow-s256`)
    }
    return 0
  })

function showCredentials({ output }: CommandContext, clientId: unknown, secret: unknown): number {
  output.object({ client_id: clientId, ...(typeof secret === 'string' ? { client_secret: secret } : {}) })
  output.line(`Client id:     ${clientId}`)
  if (typeof secret === 'string') output.line(`Client secret: ${secret}  (shown once)`)
  return 0
}

const fields = { Key: 1, ClientId: 1, Name: 1, RedirectUri: 1, MoreRedirectUris: 1, Public: 1, AllowS256: 1 }

const shown = (app: RecordData, database: string) => ({
  client_id: app.ClientId,
  name: app.Name,
  redirect_uris: [app.RedirectUri, ...((app.MoreRedirectUris ?? []) as unknown[])],
  public: app.Public,
  allow_s256: app.AllowS256,
  database: database === '' ? null : database,
})

export const listApps: Action = context =>
  withStore(context, async store => {
    const { options, output } = context
    const database =
      options.database === undefined ? everyDatabase : await databaseNamed(store, String(options.database))
    const found = await recordsOf(partsOf(store, context), database).read('Application', {
      fields,
      order: 'Name',
      top: options.limit as number,
    })
    const apps = found.map(app => shown(app, database.name))
    output.object({ apps })
    const rows = apps.map(app => [app.client_id, app.name, app.public, app.redirect_uris])
    if (rows.length > 0) output.table(['CLIENT ID', 'NAME', 'PUBLIC', 'REDIRECT URIS'], rows)
    else output.line('There are no applications; "clientele app create" registers one.')
    return 0
  })

interface AppRecord {
  readonly records: Records
  readonly app: RecordData
}

/** Opens the store and finds the application of `--client-id`, whatever database it serves. */
const withApp = (context: CommandContext, work: (found: AppRecord) => Promise<number>): Promise<number> =>
  withStore(context, async store => {
    const clientId = String(context.options.clientId)
    const applications = createApplications(store)
    const known = await applications.find(clientId)
    applications.close()
    if (!known) throw new CommandError(`There is no application ${clientId}; "clientele app list" shows them.`)
    const database = known.db === 0 ? everyDatabase : await databaseById(store, known.db)
    const records = recordsOf(partsOf(store, context), database ?? everyDatabase)
    const where = { ClientId: { $EQ: clientId } }
    const [app = {}] = await records.read('Application', { fields, where })
    return work({ records, app })
  })

function show({ output }: CommandContext, { records, app }: AppRecord): number {
  const facts = shown(app, records.database.name)
  output.object(facts)
  output.facts({ ...facts, database: facts.database ?? 'all' })
  return 0
}

export const showApp: Action = context => withApp(context, async found => show(context, found))

export const updateApp: Action = context =>
  withApp(context, async ({ records, app }) => {
    const { options } = context
    const [first, ...others] = options.redirectUri as string[]
    const changes: RecordData = {
      ...(options.name === undefined ? {} : { Name: options.name }),
      ...(first === undefined ? {} : { RedirectUri: first, MoreRedirectUris: others }),
      ...(options.allowS256 === undefined ? {} : { AllowS256: options.allowS256 }),
    }
    if (Object.keys(changes).length === 0)
      throw usageError('Nothing to change: give --name, --redirect-uri or --allow-s256.')
    await records.update('Application', { Key: app.Key, ...changes })
    const [now = {}] = await records.read('Application', { fields, where: { Key: { $EQ: app.Key } } })
    return show(context, { records, app: now })
  })

export const rotateSecret: Action = context =>
  withApp(context, async ({ records, app }) => {
    const answer = await records.update('Application', { Key: app.Key }, { NewSecret: true })
    return showCredentials(context, app.ClientId, answer.ClientSecret)
  })

export const deleteApp: Action = context =>
  withApp(context, async ({ records, app }) => {
    await records.delete('Application', String(app.Key))
    await untilReceived()
    context.output.object({ client_id: app.ClientId, name: app.Name })
    context.output.line(`Deleted the application ${app.Name}. Its tokens have ended.`)
    return 0
  })
