// Keeps a mark beside the file of a SQLite store, so that a store that was deleted is not made anew and empty by the next start.
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Settings } from '../config/settings.ts'
import { CommandError } from './failure.ts'

const prefix = 'sqlite:'

const fileOf = ({ store }: Pick<Settings, 'store'>): string | null =>
  store.startsWith(prefix) ? resolve(store.slice(prefix.length)) : null

const markOf = (file: string): string => `${file}-was-here`

/** Refuses to serve when the store is gone that was here at the last start; `anew`: the operator wants an empty one. */
export function refuseLostStore(settings: Pick<Settings, 'store'>, anew: boolean): void {
  const file = fileOf(settings)
  if (file === null || anew || existsSync(file) || !existsSync(markOf(file))) return
  throw new CommandError(
    `The store ${file} is gone: a server has used it, and ${markOf(file)} remembers that. ` +
      'Put the file back, or restore a backup with "clientele restore". To begin with an empty store: --new-store.',
  )
}

/** A folder that cannot be written has no mark; the server serves all the same. */
export function markStore(settings: Pick<Settings, 'store'>): void {
  const file = fileOf(settings)
  if (file === null || existsSync(markOf(file))) return
  try {
    writeFileSync(
      markOf(file),
      'Clientele has a store beside this file. Without the store it starts with --new-store only.\n',
    )
  } catch {}
}
