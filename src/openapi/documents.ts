// Caches OpenAPI documents; databases with the same model and options share one.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { WeightedMap } from '../base/caches/weighted-map.ts'
import { digestOf } from '../base/secrets/digest.ts'
import type { Catalog } from '../model/catalog.ts'
import { Model } from '../model/model.ts'
import { type DocumentSubject, documentText } from './document.ts'
import type { ServiceAddress } from './parts.ts'

export interface ServedDocument {
  readonly text: string
  readonly gzipped: Buffer
  /** A strong tag of the text, with its quotation marks. */
  readonly tag: string
}

/** Characters and bytes of all cached documents; the built-in one has a million characters. */
const keptWeight = 64 * 1024 ** 2

const compress = promisify(gzip)

export class Documents {
  readonly #address: () => ServiceAddress
  readonly #kept = new WeightedMap<ServedDocument>(keptWeight)
  /** Documents under construction, so that concurrent requests share one. */
  readonly #pending = new Map<string, Promise<ServedDocument>>()
  #builtIn: Promise<ServedDocument> | null = null

  constructor(address: () => ServiceAddress) {
    this.#address = address
  }

  builtIn(): Promise<ServedDocument> {
    this.#builtIn ??= this.#make({ model: new Model([]), lists: null, database: null })
    return this.#builtIn
  }

  of(catalog: Catalog, database: string): Promise<ServedDocument> {
    const digest = `${catalog.digest()} ${database}`
    const kept = this.#kept.get(digest)
    if (kept) return Promise.resolve(kept)
    const pending = this.#pending.get(digest) ?? this.#keep(digest, catalog, database)
    this.#pending.set(digest, pending)
    return pending
  }

  async #keep(digest: string, { model, list }: Catalog, database: string): Promise<ServedDocument> {
    try {
      const made = await this.#make({ model, lists: name => list(name).items, database })
      this.#kept.set(digest, made, made.text.length + made.gzipped.length)
      return made
    } finally {
      this.#pending.delete(digest)
    }
  }

  async #make(subject: DocumentSubject): Promise<ServedDocument> {
    const text = await documentText(subject, this.#address())
    return { text, gzipped: await compress(text), tag: `"${digestOf(text)}"` }
  }
}
