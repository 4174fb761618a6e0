// Writes entries while parts of a service are killed, and checks that each one that was acknowledged is there.
import assert from 'node:assert/strict'

interface Answer {
  readonly AbEntry: { readonly Data: { readonly Key: string } }
}

export class AcknowledgedWrites {
  readonly #headers: Record<string, string>
  readonly #written = new Map<string, string>()

  constructor(token: string) {
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  }

  get count(): number {
    return this.#written.size
  }

  /** Gives the status of the answer; null when there was none. Only what was answered with 200 counts. */
  async create(url: string, CompanyName: string): Promise<number | null> {
    try {
      const answer = await this.#post(url, 'Create', { AbEntry: { Data: { CompanyName } } })
      const body = (await answer.json()) as Answer
      if (answer.status === 200) this.#written.set(body.AbEntry.Data.Key, CompanyName)
      return answer.status
    } catch {
      return null
    }
  }

  /** Reads everything that was acknowledged. */
  async verify(url: string): Promise<void> {
    assert.equal(await this.countLost(url), 0, 'acknowledged writes are lost')
  }

  /** How many acknowledged writes cannot be read. */
  async countLost(url: string): Promise<number> {
    let lost = 0
    const keys = [...this.#written.keys()]
    for (let from = 0; from < keys.length; from += 500) {
      const part = keys.slice(from, from + 500)
      const content = {
        Scope: { Fields: { Key: 1, CompanyName: 1 } },
        Criteria: { SearchQuery: { Key: { $IN: part } } },
      }
      const answer = (await (await this.#post(url, 'Read', { AbEntry: content })).json()) as {
        AbEntry: { Data: { Key: string; CompanyName: string }[] }
      }
      const found = new Map(answer.AbEntry.Data.map(row => [row.Key, row.CompanyName]))
      lost += part.filter(key => found.get(key) !== this.#written.get(key)).length
    }
    return lost
  }

  #post(url: string, operation: string, body: object): Promise<Response> {
    return fetch(`${url}/api/${operation}`, { method: 'POST', headers: this.#headers, body: JSON.stringify(body) })
  }
}
