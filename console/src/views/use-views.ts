// Reads the saved views of an entity, one's own and shared ones, and writes them.
import { useMemo } from 'react'
import { type Row, rowsOf } from '../api/envelope.ts'
import { useRead, useStoredRows } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import { useTexts } from '../texts/index.tsx'
import { contentOf, membersOf, type ViewContent } from './content.ts'

export interface View {
  readonly key: string
  readonly name: string
  readonly isShared: boolean
  readonly isLocked: boolean
  /** Created by the person who looks. */
  readonly isOwn: boolean
  readonly isWritable: boolean
  readonly content: ViewContent
}

const scope = {
  ...{
    Key: 1,
    Name: 1,
    Columns: 1,
    Criteria: 1,
    OrderBy: 1,
    Layout: 1,
    Shared: 1,
    Locked: 1,
    SecStatus: 1,
    Version: 1,
  },
  Creator: { Key: 1, DisplayValue: 1 },
} as const

const viewOf = (row: Row, user: string, fields: EntityFields): View => ({
  key: row.Key as string,
  name: row.Name as string,
  isShared: row.Shared === true,
  isLocked: row.Locked === true,
  isOwn: (row.Creator as { Key?: string } | null)?.Key === user,
  isWritable: row.SecStatus === 'ReadWrite',
  content: contentOf(row, fields),
})

const requestOf = (entity: string) => ({
  View: {
    Scope: { Fields: scope },
    Criteria: { SearchQuery: { Entity: { $EQ: entity } } },
    OrderBy: { Fields: [{ Name: 'ASC' }] },
  },
})

/** The views of an entity; none until they have been read. */
export function useViews(entity: string, fields: EntityFields): readonly View[] {
  const { session } = useWorkspace()
  const { views: t } = useTexts()
  const { data } = useRead(requestOf(entity), { title: t.title })
  const rows = rowsOf(data, 'View')
  // Undo puts back what the store had before a change.
  useStoredRows(`views.${entity}`, scope, rows)
  return useMemo(() => rows.map(row => viewOf(row, session.user.key, fields)), [rows, fields, session])
}

/** What can be done with views. */
export function useViewActions(entity: string, fields: EntityFields) {
  const { writer } = useWorkspace()
  const { views: t } = useTexts()
  return useMemo(() => {
    const update = (view: View, changes: Row, label: string) =>
      writer.update({ entity: 'View', key: view.key, changes, label })
    return {
      save: (view: View, content: ViewContent) => update(view, membersOf(content, fields), t.saved(view.name)),
      create: (name: string, content: ViewContent, isShared: boolean) => {
        const data = { Entity: entity, Name: name, Shared: isShared, ...membersOf(content, fields) }
        return writer.create('View', data, t.created(name))
      },
      rename: (view: View, name: string) => update(view, { Name: name }, t.renamed(name)),
      share: (view: View, Shared: boolean) =>
        update(view, { Shared }, Shared ? t.nowShared(view.name) : t.nowPrivate(view.name)),
      lock: (view: View, Locked: boolean) =>
        update(view, { Locked }, Locked ? t.nowLocked(view.name) : t.nowUnlocked(view.name)),
      remove: (view: View) => writer.remove('View', [view.key], t.deleted(view.name)),
    }
  }, [writer, entity, fields, t])
}
