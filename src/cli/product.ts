// Declares the parts of the product that commands use; the composition root supplies them.
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log/log.ts'
import type { Settings } from '../config/settings.ts'
import type { DemoApplication } from '../http/routes/demo.ts'
import type { Mail } from '../mail/transports.ts'
import type { StoreCheck } from '../model/store-check/store-check.ts'
import type { AuthorizationServer } from '../oauth/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import type { Store } from '../storage/store.ts'
import type { Table } from '../storage/table.ts'
import type { TestMode } from '../testing/test-mode.ts'
import type { Team } from '../workers/worker-link.ts'

export interface AppOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** Is called with each mail that is written to a folder. */
  readonly onMail?: (mail: Mail) => void
  /** Makes this a test server. */
  readonly testMode?: TestMode
  /** The other processes of this server. */
  readonly team?: Team | undefined
}

/** The assembled service. It listens and migrates only when its methods are called. */
export interface App {
  readonly settings: Settings
  readonly store: Store
  readonly authorization: AuthorizationServer
  readonly signIn: SignIn
  readonly sessions: Sessions
  /** Checks the whole store in the background. */
  readonly storeCheck: StoreCheck
  /** The public origin. With port 0 it is known only after `listen`. */
  origin(): string
  /** Lets the demo application answer at /demo. */
  showDemo(application: DemoApplication): void
  /** Migrates the store; requests are answered from then on. */
  prepare(): Promise<void>
  /** Returns the addresses at which the server, or the supervisor of its team, listens. */
  listen(): Promise<readonly string[]>
  /** Drains requests, then closes the store. `replaced`: another process has taken the place of this one. */
  close(replaced?: boolean): Promise<void>
}

export interface Product {
  readonly tables: readonly Table[]
  createApp(options: AppOptions): Promise<App>
}
