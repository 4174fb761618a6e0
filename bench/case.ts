// Declares the context of a bench case and the result rows that it returns.
import type { Load } from './load.ts'
import type { BenchOptions } from './options.ts'
import type { Engine, Stores } from './stores.ts'

export interface Row {
  readonly case: string
  readonly store: string
  /** The measurements of the product and of its contender. */
  readonly ours: number
  readonly theirs: number | null
  readonly unit: '/s' | 'ms' | 'MB' | 'kB'
  readonly against: string
  /** The contender's processor time for each request, server and store together, relative to the product's. */
  readonly cpuRatio?: number | null
  /** The number that is compared with the target: a ratio, or the measurement itself. */
  readonly figure: number
  readonly target: { readonly least: number } | { readonly most: number } | null
}

export interface BenchContext {
  readonly options: BenchOptions
  readonly stores: Stores
  readonly load: Load
  readonly engines: readonly Engine[]
  say(line: string): void
}

export interface Case {
  readonly name: string
  run(context: BenchContext): Promise<Row[]>
}

/** Runs a measurement on each engine in turn. */
export async function onEachEngine(
  context: BenchContext,
  run: (context: BenchContext, engine: Engine) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const engine of context.engines) rows.push(...(await run(context, engine)))
  return rows
}

interface Measurement {
  readonly store: string
  readonly unit: Row['unit']
  readonly figure: number
  readonly most: number | null
}

/** A measurement without a contender, with a limit or without. */
export const measuredRow = (name: string, { store, unit, figure, most }: Measurement): Row => ({
  case: name,
  store,
  ours: figure,
  theirs: null,
  unit,
  against: '',
  figure,
  target: most === null ? null : { most },
})

export const isMet = ({ figure, target }: Row): boolean | null => {
  if (target === null) return null
  return 'least' in target ? figure >= target.least : figure <= target.most
}

export const sizeName = (entries: number): string =>
  entries >= 1_000_000 ? `${entries / 1_000_000}M` : entries >= 1000 ? `${entries / 1000}k` : String(entries)
