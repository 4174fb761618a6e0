// Runs the capacity measurements, stores their figures and writes the page of the docs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { BenchContext } from '../case.ts'
import type { CapacityFigures } from './figures.ts'
import { measureCapacity } from './measure.ts'
import { capacityPage } from './page.ts'

export async function runCapacity(context: BenchContext): Promise<void> {
  const stored = new URL('../results/capacity.json', import.meta.url)
  const before = existsSync(stored) ? (JSON.parse(readFileSync(stored, 'utf8')) as CapacityFigures) : null
  const figures = await measureCapacity(context, before)
  mkdirSync(new URL('./', stored), { recursive: true })
  writeFileSync(stored, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(new URL('../../docs/explanations/capacity.md', import.meta.url), capacityPage(figures))
  console.log('docs/explanations/capacity.md has the figures of this run.')
}
