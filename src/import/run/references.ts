// Finds the records that rows refer to: rows of the same file first, then records of the database.
import { errorRegistry } from '../../base/error-codes.ts'
import { fold } from '../../base/text/fold.ts'
import { joined } from '../../base/text/long-text.ts'
import { decodeKey, encodeKey } from '../../fields/record-key.ts'
import type { OperationContext } from '../../operations/context.ts'
import { prepareRead, read } from '../../operations/read/read.ts'
import { liveHolder } from '../../operations/record/external-keys.ts'
import { allowedIds } from '../../operations/rows/record-access.ts'
import type { RowStore } from '../../operations/rows/row-store.ts'
import { excerpt } from '../mapping/convert.ts'
import type { RowProblem, RowReference } from '../mapping/row-record.ts'
import { ranksOf } from '../stored/rows.ts'
import { externalIdentity, fieldIdentity, type ImportJob, nameIn } from './job.ts'

const mostListed = 5
/** Two records of one name are a problem, so no more are read of each. */
const mostFound = 2_000

/** The references of some rows, with what the file and the database have for them. */
export class References {
  readonly #job: ImportJob
  readonly #rows: RowStore
  readonly #context: OperationContext
  /** The ranks of rows of the file, by identity. */
  readonly #inFile = new Map<string, number[]>()
  /** Identifiers of records, by reference. */
  readonly #stored = new Map<string, string[]>()
  /** Records that rows of the file have become, by rank. */
  readonly known: Map<number, string>

  constructor(job: ImportJob, rows: RowStore, context: OperationContext, known: Map<number, string>) {
    this.#job = job
    this.#rows = rows
    this.#context = context
    this.known = known
  }

  async load(references: readonly RowReference[]): Promise<void> {
    const byTarget = Map.groupBy(
      references,
      ({ target, source }) => `${target.path} ${target.entity} ${source ?? target.by}`,
    )
    for (const some of byTarget.values()) await this.#loadStored(some)
  }

  /** The ranks of the rows of the file that may be meant. */
  async ranksInFile(references: readonly RowReference[]): Promise<number[]> {
    const own = references.filter(({ target }) => target.entity === this.#job.entity.name)
    const identities = own.map(identityOf)
    for (const [kind, some] of Map.groupBy(identities, one => one.kind)) {
      const values = [...new Set(some.map(({ value }) => value))]
      const found = await this.#rows.tx.rows(ranksOf(this.#rows.dialect, { ...this.#job.place, kind, values }))
      for (const { value, rank } of found) {
        const name = nameIn({ kind, value })
        this.#inFile.set(name, [...(this.#inFile.get(name) ?? []), rank])
      }
    }
    return [...this.#inFile.values()].flat()
  }

  /** The identifier; `none` when there is no such record, or the problem. */
  find(reference: RowReference, rank: number): { id: string } | { problem: RowProblem } | 'none' {
    if (reference.target.entity === this.#job.entity.name) {
      for (const other of this.#inFile.get(nameIn(identityOf(reference))) ?? []) {
        const id = other < rank ? this.known.get(other) : undefined
        if (id !== undefined) return { id }
      }
    }
    const [id, ...others] = this.#stored.get(nameOf(reference)) ?? []
    if (id === undefined) return 'none'
    return others.length === 0 ? { id } : { problem: this.#several(reference, [id, ...others]) }
  }

  /** Whether a row of the file may be meant. */
  isInFile(reference: RowReference): boolean {
    return this.#inFile.has(nameIn(identityOf(reference)))
  }

  /** A record that was created for the reference. */
  add(reference: RowReference, id: string): void {
    this.#stored.set(nameOf(reference), [id])
  }

  #several({ target, column, value }: RowReference, ids: readonly string[]): RowProblem {
    const keys = ids.slice(0, mostListed).map(id => encodeKey(target.entity as string, id))
    const Message = `Column ${column}: several records are named "${excerpt(value)}": ${keys.join(', ')}.`
    return { Path: target.path, ErrorCode: errorRegistry.AlreadyExists.code, Message, Column: column }
  }

  async #loadStored(references: readonly RowReference[]): Promise<void> {
    const [{ target, source } = references[0] as RowReference] = references
    const entity = this.#context.catalog.model.entity(target.entity as string)
    const fresh = references.filter(reference => !this.#stored.has(nameOf(reference)))
    if (fresh.length === 0) return
    if (source === null) return this.#loadByField(fresh)
    for (const reference of fresh) {
      const holder = await liveHolder(this.#rows, entity.entity, { source, key: reference.value })
      const { caller, catalog } = this.#context
      const options = { mode: 'read', lock: 'share' } as const
      const readable =
        holder === null ? [] : await allowedIds(this.#rows, catalog.model, caller, entity, [holder], options)
      this.#stored.set(nameOf(reference), [...readable])
    }
  }

  async #loadByField(references: readonly RowReference[]): Promise<void> {
    const [{ target }] = references as readonly [RowReference]
    const by = target.by as string
    const name = target.entity as string
    const values = [...new Set(references.map(({ value }) => value))]
    const named = { [by]: { $IN: values } }
    // Contacts have the name of their company too.
    const SearchQuery = isCompanyName(target.entity, by) ? { $AND: [named, { Type: { $EQ: 'Company' } }] } : named
    const content = { Scope: { Fields: { Key: 1, [by]: 1 } }, Criteria: { SearchQuery, Top: mostFound } }
    const entity = this.#context.catalog.model.entity(name)
    const limits = { ...this.#context.limits, readRecords: mostFound, inValues: mostFound }
    const context = { ...this.#context, limits, reader: this.#rows.tx, byKey: true, answer: undefined }
    const reading = prepareRead({ member: name, entity, log: true, content }, context)
    const { Data } = JSON.parse(joined(await read(reading))) as { Data: Record<string, unknown>[] }
    for (const reference of references) this.#stored.set(nameOf(reference), [])
    const byValue = new Map(references.map(reference => [fold(reference.value), reference]))
    for (const { Key, [by]: value } of Data) {
      const reference = byValue.get(fold(String(value)))
      const id = decodeKey(String(Key))?.id
      if (reference && id !== undefined) this.#stored.get(nameOf(reference))?.push(id)
    }
  }
}

const isCompanyName = (entity: string | undefined, by: string): boolean => entity === 'AbEntry' && by === 'CompanyName'

/** Whether a company is created for the reference when there is none of the name. */
export const namesCompany = ({ target }: RowReference): boolean =>
  target.path === 'ParentKey' && target.by !== undefined && isCompanyName(target.entity, target.by)

const nameOf = ({ target, source, value }: RowReference): string =>
  `${target.path} ${target.entity} ${source === null ? `${target.by}\n${fold(value)}` : `${fold(source)}\t${value}`}`

export const identityOf = ({ target, source, value }: RowReference) =>
  source === null ? fieldIdentity(target.by as string, value) : externalIdentity(source, value)
