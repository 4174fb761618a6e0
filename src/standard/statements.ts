// Holds the SQL statements of the standard issuer.
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { RowOf } from '../storage/table.ts'
import {
  browserTable,
  type clientTable,
  consentTable,
  deviceTable,
  type keyTable,
  pushedTable,
  registrationTable,
  type StandardTables,
} from './tables.ts'

const statement = statementsOn<StandardTables>()

export type ConsentRow = RowOf<typeof consentTable>
export type KeyRow = RowOf<typeof keyTable>
export type DeviceRow = RowOf<typeof deviceTable>
export type RegistrationRow = RowOf<typeof registrationTable>

/** Another sign-in may have stored it meanwhile. */
export const keepDocument = statement((db, p: Args<RowOf<typeof clientTable>>) =>
  db
    .insertInto('standard_client')
    .values({ client_id: p('client_id'), document: p('document'), expires: p('expires') })
    .onConflict(conflict => conflict.doNothing()),
)
export const replaceDocument = statement((db, p: Args<RowOf<typeof clientTable>>) =>
  db
    .updateTable('standard_client')
    .set({ document: p('document'), expires: p('expires') })
    .where('client_id', '=', p('client_id')),
)
export const keptDocument = statement((db, p: Args<{ clientId: string }>) =>
  db.selectFrom('standard_client').selectAll().where('client_id', '=', p('clientId')),
)

export const insertConsent = insertStatement(consentTable, ['answered'])

/** The question while it can be answered. */
export const openConsent = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .selectFrom('standard_consent')
    .selectAll()
    .where('digest', '=', p('digest'))
    .where('answered', 'is', null)
    .where('expires', '>', p('now')),
)

/** One row changes for the first answer, none for later ones. */
export const answerConsent = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .updateTable('standard_consent')
    .set({ answered: p('now') })
    .where('digest', '=', p('digest'))
    .where('answered', 'is', null),
)

/** Another process may have made the key of this place first. */
export const insertKey = statement((db, p: Args<KeyRow>) =>
  db
    .insertInto('standard_key')
    .values({
      ...{ kid: p('kid'), sealer: p('sealer'), number: p('number'), jwk: p('jwk'), sealed: p('sealed') },
      ...{ starts: p('starts'), ends: p('ends') },
    })
    .onConflict(conflict => conflict.doNothing()),
)
/** A few, since those that are over are deleted. */
export const allKeys = statement(db =>
  db.selectFrom('standard_key').selectAll().orderBy('sealer').orderBy('number').limit(200),
)

export const insertBrowser = insertStatement(browserTable, ['ended'])
export const liveBrowser = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .selectFrom('standard_browser')
    .selectAll()
    .where('digest', '=', p('digest'))
    .where('ended', 'is', null)
    .where('expires', '>', p('now')),
)
export const endBrowser = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .updateTable('standard_browser')
    .set({ ended: p('now') })
    .where('digest', '=', p('digest'))
    .where('ended', 'is', null),
)

/** The browsers that are signed in by single sign-on: those of a user, or of one session at the provider. */
const browsersByProvider = (ofUser: boolean) =>
  statement((db, p: Args<{ db: number; uid: string; provider: string; now: number }>) => {
    const all = db
      .selectFrom('standard_browser')
      .select(['digest', 'provider'])
      .where('expires', '>', p('now'))
      .where('db', '=', p('db'))
      .where('ended', 'is', null)
    return ofUser
      ? all.where('uid', '=', p('uid')).where('provider', 'is not', null)
      : all.where('provider', '=', p('provider'))
  })
export const browsersOfProvider = { ofUser: browsersByProvider(true), ofSession: browsersByProvider(false) }

export const insertOnce = statement((db, p: Args<{ digest: string; expires: number }>) =>
  db
    .insertInto('standard_once')
    .values({ digest: p('digest'), expires: p('expires') })
    .onConflict(conflict => conflict.doNothing()),
)

export const insertPushed = insertStatement(pushedTable, ['used'])
export const pushedQuery = statement((db, p: Args<{ digest: string; clientId: string; now: number }>) =>
  db
    .selectFrom('standard_pushed')
    .select('query')
    .where('digest', '=', p('digest'))
    .where('client_id', '=', p('clientId'))
    .where('expires', '>', p('now')),
)
export const takePushed = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .updateTable('standard_pushed')
    .set({ used: p('now') })
    .where('digest', '=', p('digest'))
    .where('used', 'is', null),
)

export const insertRegistration = insertStatement(registrationTable, ['used'])
export const liveRegistration = statement((db, p: Args<{ clientId: string; now: number }>) =>
  db
    .selectFrom('standard_registration')
    .selectAll()
    .where('client_id', '=', p('clientId'))
    .where('expires', '>', p('now')),
)
export const extendRegistration = statement((db, p: Args<{ clientId: string; now: number; expires: number }>) =>
  db
    .updateTable('standard_registration')
    .set({ used: p('now'), expires: p('expires') })
    .where('client_id', '=', p('clientId')),
)
/** The newest unused registration behind as many as are kept. */
export const unusedBeyond = statement((db, p: Args<{ kept: number }>) =>
  db
    .selectFrom('standard_registration')
    .select('expires')
    .where('used', 'is', null)
    .orderBy('expires', 'desc')
    .limit(1)
    .offset(p('kept')),
)
export const removeUnused = statement((db, p: Args<{ until: number }>) =>
  db.deleteFrom('standard_registration').where('used', 'is', null).where('expires', '<=', p('until')),
)

export const insertDevice = insertStatement(deviceTable, [
  ...(['polled', 'answered', 'db', 'uid', 'began', 'scope', 'standard', 'used', 'chain'] as const),
])
export const deviceByDigest = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('standard_device').selectAll().where('digest', '=', p('digest')),
)
/** The newest one, in the case that two devices have the same code. */
export const waitingDevice = statement((db, p: Args<{ userCode: string; now: number }>) =>
  db
    .selectFrom('standard_device')
    .select('attempt')
    .where('user_code', '=', p('userCode'))
    .where('answered', 'is', null)
    .where('expires', '>', p('now'))
    .orderBy('expires', 'desc')
    .limit(1),
)
/** One row changes unless the last request of the device was too short a while ago. */
export const notePoll = statement((db, p: Args<{ digest: string; now: number; before: number }>) =>
  db
    .updateTable('standard_device')
    .set({ polled: p('now') })
    .where('digest', '=', p('digest'))
    .where(eb => eb.or([eb('polled', 'is', null), eb('polled', '<=', p('before'))])),
)
export const slowDownDevice = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .updateTable('standard_device')
    .set(eb => ({ polled: p('now'), interval: eb('interval', '+', 5) }))
    .where('digest', '=', p('digest')),
)
type DeviceAnswer = Pick<DeviceRow, 'digest'> & {
  readonly [Name in 'db' | 'uid' | 'began' | 'scope' | 'standard']: NonNullable<DeviceRow[Name]>
} & { readonly now: number }
export const answerDevice = statement((db, p: Args<DeviceAnswer>) =>
  db
    .updateTable('standard_device')
    .set({
      ...{ answered: p('now'), db: p('db'), uid: p('uid') },
      ...{ began: p('began'), scope: p('scope'), standard: p('standard') },
    })
    .where('digest', '=', p('digest'))
    .where('answered', 'is', null)
    .where('expires', '>', p('now')),
)
export const denyDevice = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .updateTable('standard_device')
    .set({ answered: p('now') })
    .where('digest', '=', p('digest'))
    .where('answered', 'is', null),
)
export const consumeDevice = statement((db, p: Args<{ digest: string; now: number; chain: string }>) =>
  db
    .updateTable('standard_device')
    .set({ used: p('now'), chain: p('chain') })
    .where('digest', '=', p('digest'))
    .where('used', 'is', null),
)
