// Declares a format of an export: how records become the pieces of a file.
import type { TableSelection } from '../columns.ts'

export interface ExportFormat {
  readonly contentType: string
  /** The ending of the file's name. */
  readonly ending: string
  /** Whether the file is a table, whose columns the request may give headings. */
  readonly isTable?: boolean
  /** The pieces of the file. */
  write(records: AsyncIterable<readonly unknown[]>, selection: TableSelection): AsyncIterable<string | Uint8Array>
  /** The entity and the selection that the format needs, where the request's own does not count. */
  readonly only?: { readonly entity: string; readonly fields: Readonly<Record<string, unknown>> }
}
