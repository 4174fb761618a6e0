// Starts a real Clientele server for tests.
import { Clientele } from './clientele.ts'
import type { NewFault } from './faults.ts'
import { findServer } from './find-server.ts'
import { canRunHere, type LaunchOptions, launchChild, launchHere } from './launch.ts'
import type { Amount } from './wire.ts'

export type {
  Application,
  Clientele,
  NewApplication,
  SignInOptions,
  TestClock,
  TestDatabase,
  Tokens,
} from './clientele.ts'
export { TestServerError } from './control.ts'
export type { Faults, NewFault } from './faults.ts'
export type { Requests } from './requests.ts'
export type { NewTarget, Target, Webhooks } from './webhooks.ts'
export type {
  Amount,
  Delivery,
  FaultEffect,
  FaultFacts as Fault,
  RecordedRequest,
  RequestFilter,
  SentMail as Mail,
  SignedIn,
  UserFacts,
} from './wire.ts'

export interface StartOptions {
  /** Where the clock stands until it is moved; the present unless said. */
  readonly clock?: string | Date
  /** The records of the first database; `empty` unless said. */
  readonly data?: Amount
  readonly faults?: readonly NewFault[]
  /** Settings of the server by their names in code, such as `{ userRate: 60 }`. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>
  /** Any free port unless said. */
  readonly port?: number
  /** An empty PostgreSQL database, `postgres://...`; a SQLite store of its own unless said. */
  readonly store?: string
  /** Where the server is: a checkout, or its bin/clientele. See the README for how it is found otherwise. */
  readonly server?: string
  /** `here` needs Node 26; `child` works on every Node. Chosen by the version of Node unless said. */
  readonly run?: 'here' | 'child'
}

/** Starts a server. Close it at the end: `await using crm = await startClientele()`, or `await crm.close()`. */
export async function startClientele(options: StartOptions = {}): Promise<Clientele> {
  const { clock, data, settings, port, store, server, faults = [] } = options
  const files = findServer(server)
  const launch: LaunchOptions = {
    ...(clock === undefined ? {} : { clock: typeof clock === 'string' ? clock : clock.toISOString() }),
    ...(data === undefined ? {} : { data }),
    ...(settings === undefined ? {} : { settings }),
    ...(port === undefined ? {} : { port }),
    ...(store === undefined ? {} : { store }),
  }
  const isHere = files.modules !== null && (options.run === undefined ? canRunHere() : options.run === 'here')
  const crm = new Clientele(await (isHere ? launchHere(files, launch) : launchChild(files, launch)))
  try {
    for (const fault of faults) await crm.faults.add(fault)
  } catch (error) {
    await crm.close()
    throw error
  }
  return crm
}
