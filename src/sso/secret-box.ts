// Encrypts the secrets that must be readable again, under the setting secret-key or under a key file.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seal, unseal } from '../base/seal.ts'

export interface SecretBox {
  seal(text: string): string
  /** Throws when the text was sealed under another key. */
  open(sealed: string): string
}

const purpose = 'clientele stored secret'

/** Without the setting, a key file that only its owner can read is created in the data folder on first use. */
export function secretBox(secretKey: string | null, dataDir: string): SecretBox {
  const file = join(dataDir, 'secret.key')
  const key = (): string => secretKey ?? keyFrom(file)
  return {
    seal: text => seal(text, key(), purpose),
    open: sealed => {
      const text = unseal(sealed, key(), purpose)
      if (text === null) {
        throw new Error('A stored secret was sealed under another key; check the setting secret-key, or set it again')
      }
      return text
    },
  }
}

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
