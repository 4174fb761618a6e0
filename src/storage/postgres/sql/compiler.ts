// Compiles statements for PostgreSQL and keeps the pieces of text between their parameters.
import { type CompiledQuery, PostgresQueryCompiler, type QueryId, type RootOperationNode } from 'kysely'

export class PieceCompiler extends PostgresQueryCompiler {
  #pieces: string[] = []

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#pieces = ['']
    return Object.freeze({ ...super.compileQuery(node, queryId), pieces: this.#pieces })
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
