// Begins an import with a file, and lists those of the last days, each to be gone on with.
import { Badge, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useRecordLabels } from '../fields/parts/options.ts'
import { formEntities } from '../forms/specs.ts'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import { PageLink } from '../ui/addresses/page-link.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { entityIcon } from '../ui/addresses/recent.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Lead } from '../ui/display/list-page.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { Section } from '../ui/display/section.tsx'
import { SimpleTable } from '../ui/display/simple-table.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { DropZone, fileInput } from './drop-zone.tsx'
import { type ImportDetails, type ImportSummary, importPath, isBusy } from './import.ts'
import classes from './imports.module.css'
import { Steps } from './steps.tsx'
import { useCountText } from './use-count-text.ts'

const params = { entity: choiceParam(formEntities) }

export function ImportsPage() {
  const { imports: t, entities } = useTexts()
  const names: Readonly<Record<string, { readonly many: string }>> = entities
  const go = useGo()
  const queries = useQueryClient()
  const [{ entity }, setSearch] = useSearchParams(params)
  useShortcuts(
    useMemo(() => [{ keys: 'u', label: t.choose, run: () => document.getElementById(fileInput)?.click() }], [t]),
  )
  const open = (made: ImportDetails): void => {
    queries.setQueryData(['Get', importPath(made.id)], made)
    void queries.invalidateQueries({ queryKey: ['Get', importPath()], exact: true })
    go(`imports/${made.id}`)
  }
  return (
    <Page title={t.title} bar={<Steps step="file" />}>
      <div className={classes.page}>
        <Lead>{t.lead}</Lead>
        <NativeSelect
          className={classes.entity}
          label={t.what}
          value={entity}
          onChange={event => setSearch({ entity: event.currentTarget.value })}
          data={formEntities.map(value => ({ value, label: names[value]?.many ?? value }))}
        />
        <DropZone entity={entity} onUploaded={open} />
        <PastImports />
      </div>
    </Page>
  )
}

function PastImports() {
  const { imports: t } = useTexts()
  const query = useGet<{ readonly imports: readonly ImportSummary[] }>(importPath(), { title: t.title })
  return (
    <div className={classes.past}>
      <Section title={t.past}>
        <Loaded query={query}>
          {({ imports }) =>
            imports.length === 0 ? <Empty small title={t.none} hint={t.noneHint} /> : <ImportTable imports={imports} />
          }
        </Loaded>
      </Section>
    </div>
  )
}

function ImportTable({ imports }: { imports: readonly ImportSummary[] }) {
  const { imports: t } = useTexts()
  const { api, session } = useWorkspace()
  const queries = useQueryClient()
  const countText = useCountText()
  const users = useMemo(() => [...new Set(imports.map(({ user }) => user))], [imports])
  const people = useRecordLabels(userEntity, users)
  const remove = async ({ id }: ImportSummary): Promise<void> => {
    try {
      await api.send('DELETE', importPath(id))
      await queries.invalidateQueries({ queryKey: ['Get', importPath()], exact: true })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <SimpleTable
      label={t.past}
      rows={imports}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.file,
          cell: ({ id, name, entity }) => (
            <PageLink to={`imports/${id}`} className={classes.name}>
              <Icon name={entityIcon(entity)} size={14} />
              {name ?? t.unnamed}
            </PageLink>
          ),
        },
        { title: t.status, cell: row => <Status {...row} /> },
        { title: t.rowCount, cell: ({ rows }) => <span className="tabular">{countText(rows)}</span> },
        { title: t.date, cell: ({ created }) => <Moment iso={created} /> },
        { title: t.by, cell: ({ user }) => people.get(user) ?? '' },
        {
          title: '',
          align: 'right',
          cell: row =>
            row.user === session.user.key &&
            !isBusy(row.status) && (
              <ConfirmButton variant="subtle" size="compact-sm" label={t.remove} onConfirm={() => void remove(row)} />
            ),
        },
      ]}
    />
  )
}

const userEntity = ['User'] as const

const colours = {
  ...{ uploaded: 'gray', planning: 'blue', planned: 'iris', committing: 'blue', committed: 'green' },
  ...{ failed: 'red', undoing: 'blue', undone: 'gray' },
} as const

function Status({ status }: Pick<ImportSummary, 'status'>) {
  const { statuses } = useTexts().imports
  return <Badge color={colours[status]}>{statuses[status]}</Badge>
}
