// Gives the unit tests of the console the real Schema of the product, and a small server in memory for records.

import type { Api } from '../../../console/src/api/client.ts'
import type { Body, Row } from '../../../console/src/api/envelope.ts'
import { problemsIn, Refused } from '../../../console/src/api/errors.ts'
import { type EntityModel, modelOf, type SchemaRow } from '../../../console/src/api/schema.ts'
import type { Workspace } from '../../../console/src/api/workspace.tsx'
import { type EntityFields, fieldsIn } from '../../../console/src/fields/entity-fields.ts'
import type { Field, KindName } from '../../../console/src/fields/field.ts'
import english from '../../../console/src/texts/en/index.ts'
import { type ErrorName, errorCodes } from '../../../packages/client/src/index.ts'
import { Model } from '../../../src/model/model.ts'
import { schemaRows } from '../../../src/model/schema-rows.ts'

export const texts = english

const allRows = schemaRows(new Model([]))

/** The rows of Schema for an entity, in the form in which the API sends them. */
export const schemaOf = (entity: string): SchemaRow[] =>
  allRows
    .filter(row => row.entity === entity)
    .map(row => ({
      Key: `/${entity}${row.path === '' ? '' : `/${row.path}`}`,
      Type: row.type,
      Name: row.name,
      DisplayValue: row.displayValue,
      Description: row.description === '' ? null : row.description,
      AppliesTo: row.appliesTo,
      Queryable: row.queryable,
      Attributes: row.attributes,
      Sortable: row.sortable,
      Nullable: row.nullable,
      Assignable: row.assignable,
      ReadOnly: !row.assignable,
      Mandatory: row.mandatory,
      HasOption: row.source !== null,
      Inactive: row.inactive,
    }))

export const modelNamed = (entity: string): EntityModel => modelOf(entity, schemaOf(entity))

export const fieldsNamed = (entity: string): EntityFields => fieldsIn(modelNamed(entity), english)

/** A field of a kind, for tests of what depends on the kind alone. */
export const fieldOf = (kind: KindName, rest: Partial<Field> = {}): Field => ({
  entity: 'AbEntry',
  path: 'Name',
  label: 'Name',
  group: null,
  description: '',
  kind,
  sortable: true,
  writable: true,
  createOnly: false,
  nullable: true,
  mandatory: false,
  mandatoryFor: [],
  appliesTo: [],
  queryable: ['$EQ', '$NE', '$GT', '$GE', '$LT', '$LE', '$LIKE', '$NLIKE', '$IN', '$NIN', '$RANGE', '$ALL'],
  hasOptions: false,
  refersTo: [],
  elementMembers: [],
  writeAs: 'Name',
  attributes: {},
  inactive: false,
  userDefined: false,
  ...rest,
})

export interface Request {
  readonly operation: string
  readonly body: Body
  readonly idempotencyKey: string | undefined
}

/** The API of the console over a function that answers requests; it notes what was asked. */
export function apiOver(answer: (request: Request) => unknown): { api: Api; requests: Request[] } {
  const requests: Request[] = []
  const ask = async (operation: string, body: Body, options: { idempotencyKey?: string } = {}): Promise<unknown> => {
    const request = { operation, body, idempotencyKey: options.idempotencyKey }
    requests.push(request)
    return answer(request)
  }
  const get = (path: string): Promise<unknown> => ask('GET', { path })
  const send = (method: string, path: string, body: Body = {}): Promise<unknown> => ask(method, { path, ...body })
  return { api: { database: 'lakeside', call: ask, get, send } as unknown as Api, requests }
}

export const refusal = (name: ErrorName, status = 200): Refused => {
  const problem = { ErrorCode: errorCodes[name], Path: '', Message: `Refused: ${name}` }
  return new Refused(status, problemsIn({ Errors: [problem] }), null)
}

interface Member {
  readonly Scope?: { readonly Fields: Body }
  readonly Criteria?: { readonly SearchQuery: Body; readonly Top?: number }
  readonly OrderBy?: { readonly PageSize: number; readonly PageKey: string | null }
  readonly Data?: Row | readonly Row[]
  readonly Count?: boolean
  readonly Expected?: number
}

/** Keeps records of one entity in memory with versions and a recycle bin, and answers as the server does. */
export class RecordServer {
  readonly entity: string
  readonly records = new Map<string, Row>()
  readonly bin = new Map<string, Row>()
  /** How many records one write by Criteria may change. */
  most = 1000
  /** Throws to refuse a request. */
  before: (request: Request) => void = () => {}
  readonly #matches: (row: Row, searchQuery: Body) => boolean

  constructor(entity: string, rows: readonly Row[], matches: (row: Row, searchQuery: Body) => boolean = () => true) {
    this.entity = entity
    this.#matches = matches
    for (const row of rows) this.records.set(row.Key as string, { Version: 1, ...row })
  }

  readonly answer = (request: Request): unknown => {
    this.before(request)
    const member = request.body[this.entity] as Member
    return { [this.entity]: this.#operations[request.operation]?.(member) }
  }

  readonly #operations: Readonly<Record<string, (member: Member) => unknown>> = {
    Read: member => this.#read(member),
    Create: ({ Data }) => {
      const row = { ...(Data as Row), Key: `new${this.records.size}`, Version: 1 }
      this.records.set(row.Key, row)
      return { Data: { Key: row.Key, Version: 1 } }
    },
    Update: member => this.#write(member, (key, data) => this.#update(key, data)),
    Delete: member => this.#write(member, key => this.#move(this.records, this.bin, key)),
    Restore: member => this.#write(member, key => this.#move(this.bin, this.records, key)),
  }

  #matching({ Criteria }: Member): Row[] {
    const searchQuery = Criteria?.SearchQuery ?? {}
    return [...this.records.values()].filter(row => isNamed(row, searchQuery) && this.#matches(row, searchQuery))
  }

  #read(member: Member): unknown {
    const { PageSize = Number.POSITIVE_INFINITY, PageKey } = member.OrderBy ?? {}
    const rows = this.#matching(member)
    const from = Number(PageKey ?? 0)
    const fields = Object.keys(member.Scope?.Fields ?? {})
    const Data = rows.slice(from, from + PageSize).map(row => Object.fromEntries(fields.map(path => [path, row[path]])))
    return { Data, PageKey: from + PageSize < rows.length ? String(from + PageSize) : null }
  }

  #write(member: Member, change: (key: string, data: Row) => Row): unknown {
    if (!member.Criteria) {
      const written = [member.Data ?? []].flat().map(data => change(data.Key as string, data))
      return { Data: Array.isArray(member.Data) ? written : written[0] }
    }
    const rows = this.#matching(member)
    if (member.Count) return { Count: rows.length, Most: this.most }
    if (rows.length !== member.Expected) throw refusal('CountDiffers')
    return { Data: rows.map(row => change(row.Key as string, (member.Data ?? {}) as Row)) }
  }

  #update(key: string, { Key: _, Version, ...data }: Row): Row {
    const old = this.records.get(key)
    if (!old) throw refusal('UnknownKey')
    if (Version !== undefined && Version !== old.Version) throw refusal('VersionConflict')
    const next = { ...old, ...data, Version: Number(old.Version) + 1 }
    this.records.set(key, next)
    return { Key: key, Version: next.Version }
  }

  #move(from: Map<string, Row>, to: Map<string, Row>, key: string): Row {
    const row = from.get(key)
    if (!row) throw refusal('UnknownKey')
    from.delete(key)
    to.set(key, row)
    return { Key: key }
  }
}

/** Whether the conditions on Key, at any depth of `$AND`, let a row through. */
function isNamed(row: Row, searchQuery: Body): boolean {
  const { Key, $AND } = searchQuery as { Key?: { $EQ?: string; $IN?: readonly string[] }; $AND?: readonly Body[] }
  if ($AND) return $AND.every(one => isNamed(row, one))
  if (Key?.$EQ !== undefined) return row.Key === Key.$EQ
  return Key?.$IN ? Key.$IN.includes(row.Key as string) : true
}

export const workspaceOf = (parts: Partial<Workspace>): Workspace => parts as Workspace

/** Lets all promises settle that need no timer. */
export const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
