// Provides the key of the installation, under which secrets are sealed: the setting secret-key, or a key file.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface KeySettings {
  readonly secretKey: string | null
  readonly dataDir: string
}

/** Without the setting, a key file that only its owner can read is created in the data folder on first use. */
export function installationKey({ secretKey, dataDir }: KeySettings): () => string {
  let key = secretKey
  return () => {
    key ??= keyFrom(join(dataDir, 'secret.key'))
    return key
  }
}

/**
 * The installation's secret key: shared by all nodes, never stored. Null without the setting on a shared store, whose
 * nodes have different key files.
 */
export const commonKey = (settings: KeySettings, store: { readonly shared: boolean }): (() => string | null) =>
  store.shared && settings.secretKey === null ? () => null : installationKey(settings)

function keyFrom(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process created the key file in between; its key is used.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
