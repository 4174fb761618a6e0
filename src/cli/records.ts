// Reads and writes records for a command, by the operations of the API as the system user, in the words of its flags.
import { Refusal } from '../base/errors.ts'
import { joined } from '../base/text/long-text.ts'
import type { OperationName } from '../entities/entity.ts'
import { encodeKey } from '../fields/record-key.ts'
import { operations } from '../operations/index.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { CommandError, refusalError } from './failure.ts'

/** The tenant of applications that serve all databases. */
export const everyDatabase = { id: 0, name: '' }

export type RecordData = Readonly<Record<string, unknown>>

export interface Records {
  readonly database: { readonly id: number; readonly name: string }
  read(entity: string, request: ReadRequest): Promise<RecordData[]>
  /** Each write returns `Data` of the answer. */
  create(entity: string, data: RecordData): Promise<RecordData>
  update(entity: string, data: RecordData, options?: RecordData): Promise<RecordData>
  delete(entity: string, key: string): Promise<RecordData>
  restore(entity: string, key: string): Promise<RecordData>
}

interface ReadRequest {
  readonly fields: RecordData
  readonly where?: RecordData
  /** A field; the recycle bin is read from its last value on. */
  readonly order?: string
  readonly top?: number
  /** Reads the recycle bin. */
  readonly deleted?: true
}

/** The flag for each field, where the two have different names; messages of operations name fields. */
const flagOf: Readonly<Record<string, string>> = {
  Uid: '--uid',
  Email: '--email',
  FirstName: '--name',
  LastName: '--name',
  Name: '--name',
  Groups: '--group',
  Members: '--user',
  Admin: '--admin',
  Enabled: '--enabled',
  Password: 'The password',
  Culture: '--culture',
  TimeZone: '--time-zone',
  SsoOnly: '--sso-only',
  RedirectUri: '--redirect-uri',
  MoreRedirectUris: '--redirect-uri',
  UserKey: '--user',
  Scope: '--scope',
  ExpirationDate: '--expires',
  Key: '--key',
}

/** `User.Data.Email: another user has it` becomes `--email: another user has it`. */
function inFlags(entity: string, message: string): string {
  const path = new RegExp(`\\b${entity}\\.Data(?:\\[\\d+\\])?(?:\\.(\\w+)(?:\\[\\d+\\])?)?(: )?`, 'g')
  const said = message.replace(path, (_, field: string | undefined, colon = '') =>
    field === undefined ? '' : `${flagOf[field] ?? field}${colon}`,
  )
  return said.charAt(0).toUpperCase() + said.slice(1)
}

export function recordsOf(parts: SystemParts, database: Records['database']): Records {
  const run = async (operation: OperationName, entity: string, content: RecordData): Promise<unknown> => {
    const context = await systemContext(parts, database)
    const request = { member: entity, entity: context.catalog.model.entity(entity), log: operation === 'Read', content }
    try {
      const opened = { requests: [request], context }
      const [answer] = await operations[operation].run({ raw: null, idempotency: null, open: () => opened })
      return (JSON.parse(joined(answer?.text ?? '{}')) as { Data?: unknown }).Data
    } catch (error) {
      throw error instanceof Refusal ? refusalError(error, message => inFlags(entity, message)) : error
    }
  }
  const write = async (operation: OperationName, entity: string, Data: RecordData, Options: RecordData = {}) =>
    (await run(operation, entity, { Data, Options })) as RecordData
  return {
    database,
    read: async (entity, { fields, where = {}, order, top = 1, deleted }) =>
      (await run('Read', entity, {
        Scope: { Fields: fields },
        Criteria: { SearchQuery: where, Top: top },
        ...(order === undefined ? {} : { OrderBy: { Fields: [{ [order]: deleted ? 'DESC' : 'ASC' }] } }),
        ...(deleted ? { Options: { Deleted: true } } : {}),
      })) as RecordData[],
    create: (entity, data) => write('Create', entity, data),
    update: (entity, data, options) => write('Update', entity, data, options),
    delete: (entity, Key) => write('Delete', entity, { Key }),
    restore: (entity, Key) => write('Restore', entity, { Key }),
  }
}

export const noSuchUser = (uid: string, database: string, kind = 'user'): CommandError =>
  new CommandError(
    `There is no ${kind} ${uid} in ${database}; "clientele user list --database ${database}" shows them.`,
  )

/** The key of a user in its own spelling; a failure when the database has no such user. */
export async function userKeyOf(records: Records, uid: string): Promise<string> {
  const [user] = await records.read('User', { fields: { Uid: 1 }, where: { Uid: { $EQ: uid } } })
  if (!user) throw noSuchUser(uid, records.database.name)
  return encodeKey('User', String(user.Uid))
}
