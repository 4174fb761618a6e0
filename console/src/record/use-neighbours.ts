// Finds the records before and after one: in the list it was opened from, else by the order of its entity.
import { type Row, rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { type Neighbours, neighboursOf } from '../ui/addresses/neighbours.ts'
import type { RecordKind } from './kinds.ts'

const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { Value?: unknown }).Value : value

export function useNeighbours({ entity, order }: RecordKind, key: string, record: Row): Neighbours {
  const t = useTexts().record
  const listed = neighboursOf(entity, key)
  const place = plain(record[order])
  const beside = (operator: string, direction: string) => ({
    Scope: { Fields: { Key: 1 } },
    Criteria: { SearchQuery: { [order]: { [operator]: place } }, Top: 1 },
    OrderBy: { Fields: [{ [order]: direction }] },
  })
  const isNeeded = listed === null && place !== null && place !== undefined
  const members = { [`${entity}.previous`]: beside('$LT', 'DESC'), [`${entity}.next`]: beside('$GT', 'ASC') }
  const { data } = useRead(isNeeded ? members : null, { title: t.neighboursOf })
  const keyIn = (member: string): string | null => (rowsOf(data, `${entity}.${member}`)[0]?.Key as string) ?? null
  return listed ?? { previous: keyIn('previous'), next: keyIn('next') }
}
