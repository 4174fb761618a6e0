// Compiles statements for PostgreSQL and keeps the pieces of text between their parameters, and where these name tables.
import {
  type CompiledQuery,
  PostgresQueryCompiler,
  type QueryId,
  type ReferenceNode,
  type RootOperationNode,
  type TableNode,
} from 'kysely'
import type { TableName } from '../../statements/facts.ts'

export class PieceCompiler extends PostgresQueryCompiler {
  #pieces: string[] = []
  #tables: TableName[] = []
  /** Whether the name of a column is being written. */
  #ofColumn = false

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#pieces = ['']
    this.#tables = []
    return Object.freeze({ ...super.compileQuery(node, queryId), pieces: this.#pieces, tables: this.#tables })
  }

  protected override visitReference(node: ReferenceNode): void {
    this.#ofColumn = true
    super.visitReference(node)
    this.#ofColumn = false
  }

  protected override visitTable(node: TableNode): void {
    const piece = this.#pieces.length - 1
    const { name } = node.table.identifier
    const from = this.#pieces[piece]?.length ?? 0
    super.visitTable(node)
    this.#tables.push({ name, piece, from, to: this.#pieces[piece]?.length ?? 0, ofColumn: this.#ofColumn })
  }

  protected override append(text: string): void {
    super.append(text)
    this.#pieces[this.#pieces.length - 1] += text
  }

  protected override appendValue(parameter: unknown): void {
    this.addParameter(parameter)
    super.append(this.getCurrentParameterPlaceholder())
    this.#pieces.push('')
  }
}

/** Joins the pieces of a text, with `place(i)` in the place of parameter `i`. */
export function joinPieces(pieces: readonly string[], place: (i: number) => string): string {
  let text = pieces[0] ?? ''
  for (let i = 1; i < pieces.length; i++) text += place(i - 1) + pieces[i]
  return text
}
