// Reads the dashboards that a person may see, and writes them. A dashboard is a View of the entity View: its Layout has the reports.
// A shared one is locked, so that others copy it instead of changing it.
import { useMemo } from 'react'
import { type Row, rowsOf } from '../../api/envelope.ts'
import { useRead, useStoredRows } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { type Layout, layoutOf, storedLayout } from './layout.ts'

export interface Dashboard {
  readonly key: string
  readonly name: string
  readonly isShared: boolean
  /** Created by the person who looks. */
  readonly isOwn: boolean
  readonly isWritable: boolean
  readonly layout: Layout
}

const entity = 'View'
const scope = {
  ...{ Key: 1, Name: 1, Layout: 1, Shared: 1, SecStatus: 1, Version: 1 },
  Creator: { Key: 1, DisplayValue: 1 },
} as const

const members = {
  View: {
    Scope: { Fields: scope },
    Criteria: { SearchQuery: { Entity: { $EQ: entity } } },
    OrderBy: { Fields: [{ Name: 'ASC' }] },
  },
}

const dashboardOf = (row: Row, user: string): Dashboard => ({
  key: String(row.Key),
  name: String(row.Name),
  isShared: row.Shared === true,
  isOwn: (row.Creator as { Key?: string } | null)?.Key === user,
  isWritable: row.SecStatus === 'ReadWrite',
  layout: layoutOf(row.Layout),
})

export function useDashboards() {
  const { session } = useWorkspace()
  const { dashboards: t } = useTexts()
  const query = useRead(members, { title: t.title })
  const rows = rowsOf(query.data, 'View')
  useStoredRows('dashboards', scope, rows)
  const all = useMemo(() => rows.map(row => dashboardOf(row, session.user.key)), [rows, session])
  return { query, all }
}

export function useDashboardActions() {
  const { writer } = useWorkspace()
  const { dashboards: t } = useTexts()
  return useMemo(() => {
    const update = (board: Dashboard, changes: Row, label: string) =>
      writer.update({ entity, key: board.key, changes, label })
    return {
      create: (name: string, layout: Layout, Shared: boolean) =>
        writer.create(
          entity,
          { Entity: entity, Name: name, Shared, Locked: Shared, Layout: storedLayout(layout) },
          t.created(name),
        ),
      save: (board: Dashboard, layout: Layout) => update(board, { Layout: storedLayout(layout) }, t.saved(board.name)),
      rename: (board: Dashboard, Name: string) => update(board, { Name }, t.renamed(Name)),
      share: (board: Dashboard, Shared: boolean) =>
        update(board, { Shared, Locked: Shared }, Shared ? t.nowShared(board.name) : t.nowPrivate(board.name)),
      remove: (board: Dashboard) => writer.remove(entity, [board.key], t.deleted(board.name)),
    }
  }, [writer, t])
}
