// Runs a statement through pg with rows as arrays, and reuses the row description of each connection.
import pg from 'pg'
import { Refusal } from '../../../base/errors.ts'
import { Overrun } from '../../pacing/overrun.ts'
import { namedRows } from '../../statements/named-rows.ts'
import type { Row, Scalar } from '../../store.ts'
import { mostNames, type StatementNames } from './statement-names.ts'
import { type BoundValue, parserOf } from './values.ts'

interface Description {
  readonly names: readonly string[]
  readonly parsers: readonly ((text: string) => Scalar)[]
}

/** Members of pg beyond its declared types; its version is locked, and the contract tests would detect a change. */
interface PgConnection {
  bind(config: { statement: string; values: readonly BoundValue[] }): void
  execute(config: object): void
  sync(): void
  close(message: { type: 'S'; name: string }): void
  readonly parsedStatements: Record<string, string>
}
interface PgQuery {
  name: string | undefined
  readonly text: string
  readonly values: readonly BoundValue[]
  submit(connection: unknown): void
  hasBeenParsed(connection: PgConnection): boolean
  prepare(connection: PgConnection): void
}
type QueryCallback = (error: unknown, query: PreparedQuery) => void

const PgQuery = pg.Query as unknown as new (
  text: string,
  values: readonly BoundValue[],
  done: (error: unknown) => void,
) => PgQuery

/** Per connection, since another connection may have prepared the same text after a table was changed. */
const described = new WeakMap<PgConnection, Map<string, Description>>()

/** How many statements that have lost their name a connection keeps before it closes all of them at once. */
const slack = 100
/** The most bytes of rows that are kept in memory; pg itself has no limit. */
const mostBytes = 128 * 1024 ** 2
const tooLong = `The answer is longer than ${mostBytes / 1024 ** 2} MiB. Read fewer fields, or pages of fewer records.`
/** A piece of rows ends after this many of them, or bytes. */
const pieceRows = 250
const pieceBytes = 1024 ** 2

export interface RowsTaken {
  /** The bytes of rows beyond which the read ends with an Overrun. */
  readonly quickBytes?: number
  /** Receives the rows in pieces; the query then keeps none. */
  readonly each?: ((rows: Scalar[][]) => void) | undefined
}

export class PreparedQuery extends PgQuery {
  arrays: Scalar[][] = []
  readonly #taken: RowsTaken
  readonly #done: QueryCallback
  readonly #names: StatementNames
  #description: Description = { names: [], parsers: [] }
  #tag = ''
  #failure: unknown
  #received = 0
  /** The connection on which the query runs. */
  #connection: PgConnection | undefined

  constructor(
    names: StatementNames,
    text: string,
    values: readonly BoundValue[],
    taken: RowsTaken,
    done: QueryCallback,
  ) {
    super(text, values, error => done(error, this))
    this.#taken = taken
    this.name = names.of(text)
    this.#names = names
    this.#done = done
  }

  get objects(): Row[] {
    return namedRows(this.#description.names, this.arrays)
  }

  /** How many rows the statement changed or returned: the last word of `INSERT 0 1`. */
  get count(): number {
    return Number(/\d+$/.exec(this.#tag)?.[0] ?? 0)
  }

  override prepare(connection: PgConnection): void {
    const { name } = this
    const known =
      name !== undefined && this.hasBeenParsed(connection) ? described.get(connection)?.get(name) : undefined
    if (name === undefined || !known) {
      if (name !== undefined) closeUnnamed(connection, this.#names)
      super.prepare(connection)
      this.#connection = connection
      return
    }
    this.#description = known
    connection.bind({ statement: name, values: this.values })
    connection.execute({})
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#description = {
      names: fields.map(field => field.name),
      parsers: fields.map(field => parserOf(field.dataTypeID)),
    }
  }

  handleDataRow({ fields, length }: { fields: (Scalar | null)[]; length: number }): void {
    if (this.#failure !== undefined) return
    this.#received += length
    try {
      this.#checkBytes()
      const { parsers } = this.#description
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i] as string | null
        if (text !== null) fields[i] = (parsers[i] as (text: string) => Scalar)(text)
      }
      this.arrays.push(fields)
      if (this.#taken.each && (this.arrays.length === pieceRows || this.#received > pieceBytes)) this.#giveAway()
    } catch (error) {
      this.#failure = error
      this.arrays = []
    }
  }

  #checkBytes(): void {
    if (this.#received > (this.#taken.quickBytes ?? mostBytes)) {
      throw this.#taken.quickBytes === undefined
        ? new Refusal([{ error: 'LimitExceeded', path: '', message: tooLong }])
        : new Overrun()
    }
  }

  #giveAway(): void {
    const rows = this.arrays
    this.arrays = []
    this.#received = 0
    this.#taken.each?.(rows)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
  }

  handleReadyForQuery(): void {
    if (this.#connection && this.name !== undefined) this.#remember(this.#connection, this.name)
    try {
      if (this.#taken.each && this.#failure === undefined) this.#giveAway()
    } catch (error) {
      this.#failure = error
    }
    this.#done(this.#failure, this)
  }

  #remember(connection: PgConnection, name: string): void {
    let known = described.get(connection)
    if (!known) {
      known = new Map()
      described.set(connection, known)
    }
    known.set(name, this.#description)
  }
}

/** Closes the prepared statements whose texts have lost their names. The messages are sent with the next statement. */
function closeUnnamed(connection: PgConnection, names: StatementNames): void {
  const known = described.get(connection)
  if (!known || known.size < mostNames + slack) return
  for (const name of known.keys()) {
    if (names.isCurrent(name)) continue
    connection.close({ type: 'S', name })
    known.delete(name)
    delete connection.parsedStatements[name]
  }
}
