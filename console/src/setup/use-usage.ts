// Counts how many records use a thing of the set-up; counting stops at a thousand.
import { type Body, rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'

/** The records of an entity that use a thing: those that meet a condition. */
interface Use {
  readonly id: string
  readonly entity: string
  readonly query: Body
}

const most = 1000
const counted = `$COUNTUPTO(${most + 1})`
/** More would make one request too heavy. */
const mostCounts = 80

/** How many records use each thing, as a text, by its id; one request for all. A thing may be used by records of several entities. */
export function useUsage(uses: readonly Use[], title: string | null): (id: string) => string {
  const { setup } = useTexts()
  const asked = uses.slice(0, mostCounts)
  const members = Object.fromEntries(
    asked.map(({ entity, query }, at) => [
      `${entity}.use${at}`,
      { Scope: { Fields: { [counted]: 1 } }, Criteria: { SearchQuery: query } },
    ]),
  )
  const { data } = useRead(asked.length > 0 ? members : null, { title, keep: true })
  return id => {
    const counts = asked.flatMap((use, at) =>
      use.id === id ? [rowsOf(data, `${use.entity}.use${at}`)[0]?.[counted]] : [],
    )
    if (counts.length === 0 || !counts.every(count => typeof count === 'number')) return ''
    const count = counts.reduce((sum, one) => sum + one, 0)
    return count > most ? setup.more(most) : String(count)
  }
}
