// Encrypts the secrets that must be readable again under the key of the installation.
import { digestOf } from './digest.ts'
import { seal, unseal } from './seal.ts'

export interface SecretBox {
  seal(text: string): string
  /** Throws when the text was sealed under another key. */
  open(sealed: string): string
  /** Tells texts apart that were sealed under different keys, and tells nothing of the key. */
  keyName(): string
}

const purpose = 'clientele stored secret'

export function secretBox(key: () => string): SecretBox {
  return {
    seal: text => seal(text, key(), purpose),
    open: sealed => {
      const text = unseal(sealed, key(), purpose)
      if (text === null) {
        throw new Error('A stored secret was sealed under another key; check the setting secret-key, or set it again')
      }
      return text
    },
    keyName: () => digestOf(`clientele key name\n${key()}`).slice(0, 16),
  }
}
