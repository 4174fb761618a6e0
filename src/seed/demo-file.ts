// Reads and writes the file with the demo credentials, which only its owner may read.
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface DemoAccess {
  readonly database: string
  /** The users' e-mail addresses, the administrator first; all have the same password. */
  readonly emails: readonly string[]
  readonly password: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly token: string
}

/** Null when the file is missing or not valid. */
export function readDemoFile(path: string): DemoAccess | null {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as Partial<DemoAccess> | null
    const texts = [read?.password, read?.clientId, read?.clientSecret, read?.redirectUri, read?.token]
    return texts.every(text => typeof text === 'string') && Array.isArray(read?.emails) ? (read as DemoAccess) : null
  } catch {
    return null
  }
}

/** Written by a rename, so that a killed start leaves the old file or the new one. */
export function writeDemoFile(path: string, access: DemoAccess): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.new`
  writeFileSync(fresh, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, path)
}
