// Replaces the values that differ from run to run (keys, tokens, page keys) by names in angle brackets, and back.
import { kebabCase } from '../../../src/base/text/names.ts'
import { decodeKey } from '../../../src/fields/record-key.ts'

/** Rich texts have these; everything else in angle brackets is a name. */
const tags = new Set(['p', 'b', 'i', 'em', 'strong', 'br', 'ul', 'li'])

const secretNames: Readonly<Record<string, string>> = {
  cla: 'access-token',
  clr: 'refresh-token',
  clc: 'code',
  clp: 'personal-token',
}

/** Values that are known by the member that has them. */
const memberNames: Readonly<Record<string, string>> = {
  PageKey: 'page-key',
  BinaryDataId: 'upload',
  ClientId: 'client-id',
  ClientSecret: 'client-secret',
  Secret: 'secret',
  Id: 'id',
}

/** The address that an entry is created with has the identifier of the entry and one more digit. */
const identifier = /^[0-9A-HJKMNP-TV-Z]{20}1?$/
const volatile =
  /(cla|clr|clc|clp)_[\w-]+|"(PageKey|BinaryDataId|ClientId|ClientSecret|Secret|Id)":"([^"]+)"|[A-Za-z0-9+/]{24,}={0,2}/g

export class Names {
  readonly #values = new Map<string, string>()
  readonly #names = new Map<string, string>()

  set(name: string, value: string): void {
    this.#values.set(name, value)
    this.#names.set(value, name)
  }

  /** Frees a name for the next value of its kind. */
  forget(name: string): void {
    this.#names.delete(this.#values.get(name) ?? '')
    this.#values.delete(name)
  }

  /** The text with values in the place of names. */
  reveal(text: string): string {
    return text.replace(/<([a-z][a-z0-9-]*)>/g, (written, name: string) => {
      const value = this.#values.get(name)
      if (value === undefined && !tags.has(name)) throw new Error(`There is no value for ${written}.`)
      return value ?? written
    })
  }

  /** The text with names in the place of values. Keys of new records get `given`, then names after their entity. */
  hide(text: string, given: readonly string[] = []): string {
    const fresh = [...given]
    for (const found of text.matchAll(volatile)) {
      const [whole, prefix, member, held] = found
      const value = held ?? whole
      if (this.#names.has(value)) continue
      if (prefix !== undefined) this.#add(secretNames[prefix] as string, value)
      else if (member !== undefined) this.#add(memberNames[member] as string, value)
      else {
        const key = decodeKey(value)
        if (key && identifier.test(key.id)) this.#addKey(fresh.shift(), kebabCase(key.kind), value)
      }
    }
    let hidden = text
    const longestFirst = [...this.#names].toSorted(([a], [b]) => b.length - a.length)
    for (const [value, name] of longestFirst) hidden = hidden.replaceAll(value, `<${name}>`)
    return hidden
  }

  #addKey(given: string | undefined, kind: string, value: string): void {
    if (given !== undefined) this.set(given, value)
    else this.#add(`${kind}-1`, value)
  }

  /** Under this name, or under the next with a number that is free. */
  #add(name: string, value: string): void {
    const stem = name.replace(/-\d+$/, '')
    let free = name
    for (let number = 2; this.#values.has(free); number++) free = `${stem}-${number}`
    this.set(free, value)
  }
}
