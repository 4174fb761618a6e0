// Decides how many workers serve, and which part of each limit a worker has.
import { availableParallelism } from 'node:os'
import type { Settings } from '../config/settings.ts'

/** Further workers of `auto` would compete with PostgreSQL for the processors. */
const mostByDefault = 4

/** A demo keeps the data of its pages in the memory of one process. */
export function workersOf({ workers, store, demo }: Pick<Settings, 'workers' | 'store' | 'demo'>): number {
  if (workers !== 'auto') return workers
  return demo || store.startsWith('sqlite:') ? 1 : Math.min(mostByDefault, availableParallelism())
}

/** The limits of a server are divided among its workers. */
export function shareOf(settings: Settings, count: number): Settings {
  const part = (whole: number) => Math.ceil(whole / count)
  return {
    ...settings,
    poolSize: part(settings.poolSize),
    maxConnections: part(settings.maxConnections),
    answerMemory: part(settings.answerMemory),
  }
}
