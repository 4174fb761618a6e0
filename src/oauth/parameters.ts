// Parses the parameters of a query string or a form body; empty parameters count as absent.
import { fail } from './errors.ts'

/** The longest value of a parameter, which is also the longest `state`. */
export const parameterMaxLength = 2048
const countMax = 100

export class Parameters {
  readonly #values = new Map<string, string>()
  /** The encoded text of each value that differs from its decoded text. */
  readonly #raw = new Map<string, string>()
  readonly #repeated = new Set<string>()

  constructor(text: string) {
    for (const pair of text.split('&', countMax + 1)) {
      if (pair === '') continue
      const at = pair.indexOf('=')
      const name = decode(at < 0 ? pair : pair.slice(0, at))
      const raw = at < 0 ? '' : pair.slice(at + 1)
      if (this.#values.has(name)) this.#repeated.add(name)
      else {
        const value = decode(raw)
        this.#values.set(name, value)
        if (value !== raw) this.#raw.set(name, raw)
      }
    }
  }

  get(name: string): string | undefined {
    return this.#values.get(name) || undefined
  }

  /** The value exactly as it was encoded, for texts that are returned byte for byte. */
  raw(name: string): string | undefined {
    return this.#raw.get(name) ?? this.get(name)
  }

  isRepeated(name: string): boolean {
    return this.#repeated.has(name)
  }

  refuseRepeated(): void {
    for (const name of this.#repeated) {
      fail('invalidRequest', `The parameter ${printable(name)} was sent more than once.`)
    }
  }

  refuseOverlong(): void {
    for (const [name, value] of this.#values) {
      if (value.length > parameterMaxLength) fail('invalidRequest', `The parameter ${printable(name)} is too long.`)
    }
  }
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** error_description allows printable ASCII without quotes and backslashes (RFC 6749, 4.1.2.1). */
const printable = (name: string): string => name.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 40)
