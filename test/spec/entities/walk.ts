// Sends every entity the requests of its example, and then the operations that its model has, in a database of the documents.
import assert from 'node:assert/strict'
import type { PageDatabase } from '../../../scripts/docs/examples/databases.ts'
import { exampleRequests } from '../../../src/contracts/entity-examples.ts'
import type { ModelEntity } from '../../../src/model/model.ts'
import { type Crm, drivers, type Json, type Person } from '../../support/crm.ts'
import { until } from '../../support/until.ts'

/** Where a text that Update could change will not do. */
const updates: Readonly<Record<string, Json>> = {
  CurrencyRate: { Rate: 1.37 },
  Note: { Important: false },
  Notification: { Read: true },
  Preference: { Value: [1, null] },
  Task: { Completed: true },
  WorkflowAction: { Conditions: { 'AbEntry/Address/City': { $EQ: 'Ottawa' } } },
}

export class EntityWalk {
  readonly #crm: Crm
  readonly #entity: ModelEntity
  readonly #database: PageDatabase
  /** The record that Create sent, with keys in the place of names. */
  #sent: Json = {}
  #key = ''
  #criteria: Json = {}

  constructor(crm: Crm, entity: ModelEntity, database: PageDatabase) {
    this.#crm = crm
    this.#entity = entity
    this.#database = database
  }

  get #name(): string {
    return this.#entity.name
  }

  supports(operation: string): boolean {
    return this.#entity.entity.operations.some(one => one === operation)
  }

  /** Sends the requests of the example and gives the records of its Read. */
  async run(): Promise<Json[]> {
    let found: Json[] = []
    for (const { operation, body } of exampleRequests(this.#entity)) {
      const text = this.#database.names.reveal(typeof body === 'string' ? body : JSON.stringify(body))
      const answer = await this.#post(operation, text)
      this.#database.names.hide(JSON.stringify(answer))
      const content = typeof body === 'string' ? undefined : JSON.parse(text)[this.#name]
      if (operation === 'Create' && content) {
        this.#sent = content.Data
        this.#key = answer[this.#name].Data.Key
      } else if (operation === 'Read') {
        this.#criteria = content.Criteria.SearchQuery
        found = answer[this.#name].Data
        this.#key ||= found[0]?.Key
      }
    }
    if (this.#name === 'RequestLog') found = await this.#recorded()
    assert.ok(found.some(record => record.Key === this.#key))
    return found
  }

  /** The records that appear by themselves, a moment after a request. */
  async #recorded(): Promise<Json[]> {
    this.#criteria = {}
    const found = await until(async () => {
      const { Data } = await this.ok('Read', { Scope: { Fields: { Key: 1 } } })
      return Data.length > 0 ? Data : null
    })
    this.#key = found[0].Key
    return found
  }

  /** Fields of the record; undefined when it is not there. */
  async select(...fields: string[]): Promise<Json> {
    const Scope = { Fields: Object.fromEntries(fields.map(field => [field, 1])) }
    const Criteria = { SearchQuery: { ...this.#criteria, Key: { $EQ: this.#key } } }
    return (await this.ok('Read', { Scope, Criteria })).Data[0]
  }

  /** The Schema rows of the entity's fields, by path. */
  async schema(): Promise<Map<string, Json>> {
    const fields = ['Key', 'Type', 'HasOption', 'Attributes', 'Assignable']
    const Scope = { Fields: Object.fromEntries(fields.map(field => [field, 1])) }
    const Criteria = { SearchQuery: { Key: { $TREE: `/${this.#name}` } } }
    const { Schema } = await this.#crm.ok('Read', { Schema: { Scope, Criteria } }, this.#admin)
    const rows = new Map<string, Json>(Schema.Data.map((row: Json) => [row.Key, row]))
    assert.ok(rows.delete(this.#name), 'the entity has a row of its own')
    return rows
  }

  async options(): Promise<Record<string, Json[]>> {
    const fields = [...(await this.schema())].filter(([, row]) => row.HasOption).map(([path]) => path)
    const FieldOptions = Object.fromEntries(fields.map(path => [path, [{ Key: 1, DisplayValue: 1 }]]))
    return (await this.ok('Read', { FieldOptions, Data: this.#sent })).FieldOptions
  }

  /** Changes a field, after Validate has allowed it, and gives what was sent. */
  async update(): Promise<Json> {
    const changes = updates[this.#name] ?? (await this.#someText())
    const Data = { Key: this.#key, ...changes }
    await this.ok('Validate', { Data })
    await this.ok('Update', { Data })
    return changes
  }

  /** Sends Delete or Restore. */
  async move(operation: 'Delete' | 'Restore'): Promise<void> {
    const names = (this.#entity.entity.knownBy ?? []).map(field => [field, this.#sent[field]])
    await this.ok(operation, { Data: { ...Object.fromEntries(names), Key: this.#key } })
  }

  async ok(operation: string, content: Json): Promise<Json> {
    const request = { [this.#name]: content, Configuration: drivers }
    return (await this.#crm.ok(operation, request, this.#admin))[this.#name]
  }

  get #admin(): Person {
    return { uid: 'ANN', key: '', token: this.#database.tokens.get('ANN') as string }
  }

  async #post(operation: string, body: string): Promise<Json> {
    const headers = { authorization: `Bearer ${this.#admin.token}` }
    const response = await fetch(`${this.#crm.server.url}/api/${operation}`, { method: 'POST', headers, body })
    const answer = (await response.json()) as Json
    assert.equal(answer.Code, 0, `${operation} of ${body} was refused: ${JSON.stringify(answer)}`)
    return answer
  }

  /** The first text that an Update may change. */
  async #someText(): Promise<Json> {
    for (const [path, { Type, Assignable, Attributes }] of await this.schema()) {
      const plain = Type === 'StringField' && !path.includes('/') && !Attributes?.CreateOnly
      if (plain && Assignable) return { [path]: 'Changed by the example' }
    }
    return assert.fail(`${this.#name} has no text to change: say in "updates" what to change`)
  }
}
