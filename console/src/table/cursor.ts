// Moves the cursor of a table, by keys as people know them from lists and sheets.

export interface Cursor {
  readonly row: number
  readonly column: number
}

export const firstCell: Cursor = { row: 0, column: 0 }

interface Extent {
  readonly rows: number
  readonly columns: number
  /** Rows of a screen. */
  readonly page: number
}

const moves: Readonly<Record<string, (cursor: Cursor, extent: Extent) => Cursor>> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  Home: ({ column }) => ({ row: 0, column }),
  End: ({ column }, { rows }) => ({ row: rows - 1, column }),
}

const letters: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp', h: 'ArrowLeft', l: 'ArrowRight' }

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))

/** Where a key takes the cursor; null for a key that moves nothing. */
export function moved(cursor: Cursor, key: string, extent: Extent): Cursor | null {
  const move = moves[letters[key.toLowerCase()] ?? key]
  if (!move) return null
  const { row, column } = move(cursor, extent)
  return { row: within(row, extent.rows), column: within(column, extent.columns) }
}
