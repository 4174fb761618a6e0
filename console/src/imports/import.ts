// Declares what the server tells of imports, and what follows for a screen: its step, its progress, the format of a file.

export type ImportStatus =
  | 'uploaded'
  | 'planning'
  | 'planned'
  | 'committing'
  | 'committed'
  | 'failed'
  | 'undoing'
  | 'undone'

export const outcomes = ['create', 'update', 'unchanged', 'reject'] as const
export type Outcome = (typeof outcomes)[number]

type ImportCounts = Readonly<Record<Outcome | 'done' | 'left', number>>

export interface ImportSummary {
  readonly id: string
  readonly status: ImportStatus
  readonly entity: string
  readonly format: FileFormat
  readonly name: string | null
  readonly rows: number
  readonly counts: ImportCounts
  readonly planCounts: ImportCounts
  readonly created: string
  /** The key of the user whose import it is. */
  readonly user: string
}

export const dateOrders = ['DMY', 'MDY', 'YMD'] as const
export type DateOrder = (typeof dateOrders)[number]
export const decimalMarks = ['.', ','] as const
export type DecimalMark = (typeof decimalMarks)[number]

export interface ImportColumn {
  readonly name: string
  readonly samples: readonly string[]
  /** Rows with a value. */
  readonly filled: number
  /** The path of the field that the column seems to have. */
  readonly suggestion: string | null
  /** How its dates can be read; absent when it has none. */
  readonly dates?: readonly DateOrder[]
  readonly decimals?: readonly DecimalMark[]
  /** The different values, while they are few. */
  readonly values?: readonly string[]
}

interface ImportProblem {
  readonly Path: string
  readonly Message: string
  readonly Column?: string
}

export interface ImportDetails extends ImportSummary {
  readonly columns: readonly ImportColumn[]
  /** The mapping of the last plan, as it was sent. */
  readonly mapping: Readonly<Record<string, unknown>> | null
  readonly problems: readonly ImportProblem[]
  /** The rows that undo could not take back. */
  readonly left: readonly { readonly row: number; readonly key: string; readonly reason: string }[]
}

export interface ImportRow {
  readonly row: number
  readonly outcome: Outcome
  readonly key?: string
  readonly changes?: Readonly<Record<string, readonly [unknown, unknown]>>
  /** `Reason` is in the language of the person. */
  readonly problems?: readonly (ImportProblem & { readonly Reason: string })[]
  readonly values: Readonly<Record<string, unknown>>
}

export const importPath = (id = ''): string => `import/v1/imports${id === '' ? '' : `/${encodeURIComponent(id)}`}`

/** Whether the server works on it. */
export const isBusy = (status: ImportStatus): boolean => ['planning', 'committing', 'undoing'].includes(status)

export const importSteps = ['file', 'columns', 'check', 'result'] as const
export type ImportStep = (typeof importSteps)[number]

/** What the person does next with an import. A failed plan is mended at its columns. */
export function stepOf({ status, planCounts }: Pick<ImportSummary, 'status' | 'planCounts'>): ImportStep {
  if (status === 'uploaded') return 'columns'
  if (status === 'planning' || status === 'planned') return 'check'
  return status === 'failed' && outcomes.every(outcome => planCounts[outcome] === 0) ? 'columns' : 'result'
}

/** The rows that are written: what a commit is about, and an undo. */
export const writtenRows = ({ create, update }: ImportCounts): number => create + update

/** The rows that the server is through with, and of how many. */
export function progressOf({ status, rows, counts }: Pick<ImportSummary, 'status' | 'rows' | 'counts'>) {
  const total = status === 'undoing' ? writtenRows(counts) : rows
  const done = Math.min(counts.done, total)
  return { done, total, percent: total === 0 ? 100 : Math.round((done / total) * 100) }
}

type FileFormat = 'csv' | 'xlsx' | 'vcard' | 'ndjson'

const endings: Readonly<Record<string, FileFormat>> = {
  ...{ csv: 'csv', tsv: 'csv', txt: 'csv', tab: 'csv' },
  ...{ xlsx: 'xlsx', vcf: 'vcard', vcard: 'vcard' },
  ...{ ndjson: 'ndjson', jsonl: 'ndjson' },
}

/** What a dialog for choosing files offers. */
export const acceptedEndings = Object.keys(endings)
  .map(ending => `.${ending}`)
  .join(',')

/** The format of a file by its name; null for one that cannot be imported. Contacts are entries of the address book. */
export function formatOf(fileName: string, entity: string): FileFormat | null {
  const format = endings[/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''] ?? null
  return format === 'vcard' && entity !== 'AbEntry' ? null : format
}

export const uploadPath = (entity: string, format: FileFormat, name: string): string =>
  `${importPath()}?${new URLSearchParams({ entity, format, name })}`

/** The file name of the rejected rows: `customers-rejected.csv`. */
export function rejectedName({ name, format }: Pick<ImportSummary, 'name' | 'format'>): string {
  const ending = format === 'vcard' ? 'ndjson' : format
  return `${(name ?? 'import').replace(/\.[^.]+$/, '')}-rejected.${ending}`
}

/** What a row is called in a list: its first values. */
export function rowTitle(row: Pick<ImportRow, 'values'>, columns: readonly string[]): string {
  const values = columns.map(column => row.values[column]).filter(value => value !== null && value !== undefined)
  const texts = values.map(value => (typeof value === 'object' ? JSON.stringify(value) : String(value).trim()))
  return texts.filter(Boolean).slice(0, 3).join(' · ')
}
