// Remembers on the server which records a person opened last, and reads their names as they are now.

import { useEffect } from 'react'
import { rowsOf, textOf } from '../../api/envelope.ts'
import { usePreference } from '../../api/preferences.ts'
import { useRead } from '../../api/use-read.ts'
import type { IconName } from '../display/icons.tsx'
import { useLatest } from '../use-latest.ts'

const icons: Readonly<Record<string, IconName>> = {
  AbEntry: 'people',
  Opportunity: 'deal',
  Case: 'case',
  Lead: 'lead',
  Task: 'task',
  Appointment: 'calendar',
}

/** The icon of an entity wherever records of several stand together. */
export const entityIcon = (entity: string): IconName => icons[entity] ?? 'document'

interface OpenedRecord {
  readonly entity: string
  readonly key: string
}

interface RecentRecord extends OpenedRecord {
  readonly name: string
}

const most = 20
const none: readonly OpenedRecord[] = []

const afterPaintMs = 100

/** Part of the screen of a record: it was opened. */
export function OpenedRecord({ entity, recordKey: key }: { entity: string; recordKey: string }): null {
  const [opened, setOpened] = usePreference('recent', none)
  const latest = useLatest(opened)
  useEffect(() => {
    // After the record is seen, also when it is left before.
    setTimeout(() => {
      const [last] = latest.current
      if (last?.key === key) return
      setOpened([{ entity, key }, ...latest.current.filter(one => one.key !== key)].slice(0, most))
    }, afterPaintMs)
  }, [entity, key, setOpened, latest])
  return null
}

/** The records opened last that are still there and that the person may still read. */
export function useRecent(count: number, title: string | null = null): readonly RecentRecord[] {
  const [opened] = usePreference('recent', none)
  const wanted = opened.slice(0, count)
  const entities = [...new Set(wanted.map(({ entity }) => entity))]
  const members = entities.map(entity => [
    `${entity}.recent`,
    {
      Scope: { Fields: { Key: 1, DisplayValue: 1 } },
      Criteria: {
        SearchQuery: { Key: { $IN: wanted.filter(one => one.entity === entity).map(({ key }) => key) } },
        Top: count,
      },
    },
  ])
  const { data } = useRead(entities.length > 0 ? Object.fromEntries(members) : null, { title, keep: true })
  const names = new Map(
    entities.flatMap(entity =>
      rowsOf(data, `${entity}.recent`).map(row => [row.Key, textOf(row.DisplayValue)] as const),
    ),
  )
  return wanted.flatMap(one => {
    const name = names.get(one.key)
    return name === undefined ? [] : [{ ...one, name }]
  })
}
