// Arranges the reports of a dashboard on four columns, and reads and writes the arrangement as JSON.
import { type Period, periods } from '../period.ts'
import { type ReportId, reportIds } from '../report.ts'

export interface Tile {
  readonly id: string
  readonly report: ReportId
  /** Columns, and rows of the page. */
  readonly width: number
  readonly height: number
  readonly form: 'chart' | 'table'
}

export interface Layout {
  readonly tiles: readonly Tile[]
  readonly period: Period
  /** The keys of a user and of a territory; empty for all. */
  readonly owner: string
  readonly territory: string
}

export const columns = 4
export const mostHeight = 4
const mostTiles = 24

const within = (value: unknown, most: number, usual: number): number =>
  typeof value === 'number' && Number.isInteger(value) ? Math.max(1, Math.min(most, value)) : usual

/** An id that no tile has. */
const freeId = (tiles: readonly Tile[]): string => {
  let at = tiles.length + 1
  while (tiles.some(({ id }) => id === `t${at}`)) at++
  return `t${at}`
}

export const newTile = (tiles: readonly Tile[], report: ReportId): Tile => ({
  id: freeId(tiles),
  report,
  width: 2,
  height: 2,
  form: 'chart',
})

export function withReport(tiles: readonly Tile[], report: ReportId): readonly Tile[] {
  return tiles.length >= mostTiles ? tiles : [...tiles, newTile(tiles, report)]
}

/** What a new dashboard begins with. */
export const usualLayout: Layout = {
  tiles: (['revenue', 'forecast', 'pipeline', 'work'] as const).reduce<readonly Tile[]>(withReport, []),
  period: 'year',
  owner: '',
  territory: '',
}

/** The tile at one place stands at another; the others make room. */
export function moved(tiles: readonly Tile[], from: number, to: number): readonly Tile[] {
  const tile = tiles[from]
  const at = Math.max(0, Math.min(tiles.length - 1, to))
  if (!tile || at === from) return tiles
  const rest = tiles.filter((_, place) => place !== from)
  return [...rest.slice(0, at), tile, ...rest.slice(at)]
}

export function resized(tiles: readonly Tile[], id: string, width: number, height: number): readonly Tile[] {
  return changed(tiles, id, { width: within(width, columns, 2), height: within(height, mostHeight, 2) })
}

export const changed = (tiles: readonly Tile[], id: string, part: Partial<Tile>): readonly Tile[] =>
  tiles.map(tile => (tile.id === id ? { ...tile, ...part } : tile))

/** The size of a tile after its corner was dragged by pixels; `cell` is one column and one row with their gaps. */
export const draggedSize = (
  { width, height }: Pick<Tile, 'width' | 'height'>,
  by: { readonly x: number; readonly y: number },
  cell: { readonly x: number; readonly y: number },
): { width: number; height: number } => ({
  width: within(width + Math.round(by.x / cell.x), columns, width),
  height: within(height + Math.round(by.y / cell.y), mostHeight, height),
})

/** The layout in a stored JSON. What this version does not know, such as a report of a later one, is left out. */
export function layoutOf(value: unknown): Layout {
  const stored = ((value as { Dashboard?: unknown } | null)?.Dashboard ?? {}) as Record<string, unknown>
  const tiles = Array.isArray(stored.tiles) ? (stored.tiles as Record<string, unknown>[]) : []
  const known = tiles.filter(tile => reportIds.includes(tile?.report as ReportId)).slice(0, mostTiles)
  const text = (member: unknown): string => (typeof member === 'string' ? member : '')
  return {
    tiles: known.map((tile, at) => ({
      id: `t${at + 1}`,
      report: tile.report as ReportId,
      width: within(tile.width, columns, 2),
      height: within(tile.height, mostHeight, 2),
      form: tile.form === 'table' ? 'table' : 'chart',
    })),
    period: periods.includes(stored.period as Period) ? (stored.period as Period) : 'year',
    owner: text(stored.owner),
    territory: text(stored.territory),
  }
}

export const storedLayout = ({ tiles, ...scope }: Layout): Readonly<Record<string, unknown>> => ({
  Dashboard: { ...scope, tiles: tiles.map(({ id: _, ...tile }) => tile) },
})
