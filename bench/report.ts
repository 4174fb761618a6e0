// Prints the result table and saves the results.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { isMet, type Row } from './case.ts'
import { chart } from './chart.ts'
import { shownNumber, shownTarget, verdict } from './figures.ts'
import type { BenchOptions } from './options.ts'

const columns: readonly { head: string; right?: boolean; of: (row: Row) => string }[] = [
  { head: 'what', of: row => row.case },
  { head: 'store', of: row => row.store },
  { head: 'clientele', right: true, of: row => `${shownNumber(row.ours)} ${row.unit}` },
  { head: 'compared', right: true, of: row => (row.theirs === null ? '' : `${shownNumber(row.theirs)} ${row.unit}`) },
  { head: 'with', of: row => row.against },
  { head: 'figure', right: true, of: row => shownNumber(row.figure) },
  { head: 'processor', right: true, of: row => (row.cpuRatio ? shownNumber(row.cpuRatio) : '') },
  { head: 'target', of: shownTarget },
  { head: '', of: verdict },
]

export function table(rows: readonly Row[]): string {
  const cells = [columns.map(column => column.head), ...rows.map(row => columns.map(column => column.of(row)))]
  const widths = columns.map((_, i) => Math.max(...cells.map(line => (line[i] as string).length)))
  return cells
    .map(line =>
      line
        .map((cell, i) => (columns[i]?.right ? cell.padStart(widths[i] as number) : cell.padEnd(widths[i] as number)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function saveResults(rows: readonly Row[], options: BenchOptions): void {
  const folder = new URL('./results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model ?? '',
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    system: `${process.platform} ${release()}`,
    node: process.version,
  }
  const { data: _, ...settings } = options
  const result = {
    date: new Date().toISOString(),
    machine,
    settings,
    rows: rows.map(row => ({ ...row, met: isMet(row) })),
  }
  writeFileSync(new URL('latest.json', folder), `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(new URL('latest.svg', folder), chart(rows))
}
