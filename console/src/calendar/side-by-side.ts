// Places what is at the same time side by side.

/** What is shorter has room for one line. */
export const twoLinesMinutes = 45

interface Span {
  readonly from: number
  readonly to: number
}

/** Which of the columns that stand side by side an event takes, and of how many. */
interface Columns {
  readonly column: number
  readonly columns: number
}

/** Events that touch each other make a group; each takes the first column that is free. */
export function sideBySide<T extends Span>(spans: readonly T[]): (T & Columns)[] {
  const placed: (T & Columns)[] = []
  let group: (T & { column: number })[] = []
  const end = (): void => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1
    placed.push(...group.map(one => ({ ...one, columns })))
    group = []
  }
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (group.length > 0 && group.every(({ to }) => to <= span.from)) end()
    const taken = group.filter(({ to }) => to > span.from).map(({ column }) => column)
    let column = 0
    while (taken.includes(column)) column++
    group.push({ ...span, column })
  }
  end()
  return placed
}
