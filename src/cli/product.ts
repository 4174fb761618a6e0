// What the command line needs of the product; the composition root gives it.
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../config/settings.ts'
import type { AuthorizationServer } from '../oauth/index.ts'
import type { Store } from '../storage/store.ts'
import type { Table } from '../storage/table.ts'

export interface AppOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
}

/** The whole service, put together. Nothing listens and nothing is migrated until asked. */
export interface App {
  readonly settings: Settings
  readonly store: Store
  readonly authorization: AuthorizationServer
  /** Where clients reach it. With port 0 it is known only once it listens. */
  origin(): string
  /** Brings the store to this version's tables; from then on requests are answered. */
  prepare(): Promise<void>
  /** Gives the addresses at which it listens. */
  listen(): Promise<readonly string[]>
  /** Drains, then lets go of the store. */
  close(): Promise<void>
}

export interface Product {
  readonly version: string
  readonly tables: readonly Table[]
  createApp(options: AppOptions): Promise<App>
}
