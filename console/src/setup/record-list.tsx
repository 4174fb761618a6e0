// Lists the records of an area of the set-up, with how many others use each, and opens one in a form.
import { TextInput } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { type Row, rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field } from '../fields/field.ts'
import { kindOf } from '../fields/index.ts'
import { useFields } from '../fields/use-fields.ts'
import { selectFields } from '../fields/values.ts'
import { shownValue } from '../table/cell.tsx'
import { useTexts } from '../texts/index.tsx'
import { textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { FreshHint, useFreshProof } from '../ui/controls/fresh-hint.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { ListPage, RowName } from '../ui/display/list-page.tsx'
import type { SimpleColumn } from '../ui/display/simple-table.tsx'
import { Failed, Loading } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import type { AreaName } from './areas.ts'
import type { ListSpec } from './lists.ts'
import { NewSetup, RecordDrawer } from './record-form.tsx'
import classes from './setup.module.css'
import { useUsage } from './use-usage.ts'

const params = { open: textParam<string>(''), q: textParam<string>('') }
const mostRows = 200

interface RecordListProps {
  readonly area: AreaName
  readonly spec: ListSpec
  /** What stands below the list. */
  readonly below?: ReactNode
  /** What stands in the drawer of a record, below its fields. */
  readonly inDrawer?: ((row: Row) => ReactNode) | undefined
}

const found = (fields: EntityFields, paths: readonly string[]): readonly Field[] =>
  paths.map(path => fields.of(path)).filter(field => field !== undefined)

export function RecordList(props: RecordListProps) {
  const { setup } = useTexts()
  const fields = useFields(props.spec.entity)
  const words = setup.areas[props.area]
  if (!fields.data) {
    return (
      <Page title={words.title} crumbs={[{ label: setup.title, to: 'setup' }]}>
        {fields.isError ? <Failed error={fields.error} retry={() => void fields.refetch()} /> : <Loading />}
      </Page>
    )
  }
  return <List {...props} fields={fields.data} />
}

/** The rows of the area that match the search, and how many records use each. */
function useRows(spec: ListSpec, fields: EntityFields, q: string, title: string) {
  const { setup } = useTexts()
  const columns = useMemo(() => found(fields, spec.columns), [fields, spec])
  const form = useMemo(() => found(fields, spec.form), [fields, spec])
  const [first] = spec.columns
  const query = useRead(
    {
      [spec.entity]: {
        Scope: { Fields: { ...selectFields([...columns, ...form.filter(readable)]), DisplayValue: 1 } },
        Criteria: {
          SearchQuery: { ...spec.query, ...(q === '' ? {} : { [first as string]: { $LIKE: `%${q}%` } }) },
          Top: mostRows,
        },
        OrderBy: { Fields: [{ [spec.order]: 'ASC' }] },
      },
    },
    { title, keep: true },
  )
  const rows = rowsOf(query.data, spec.entity)
  const { use } = spec
  const usage = useUsage(
    use ? rows.flatMap(row => use(row.Key as string, row).map(one => ({ id: row.Key as string, ...one }))) : [],
    setup.used,
  )
  return { query, rows, columns, form, usage }
}

function List({ area, spec, fields, below, inDrawer }: RecordListProps & { fields: EntityFields }) {
  const { setup } = useTexts()
  const { api } = useWorkspace()
  const words = setup.areas[area]
  const [{ open, q }, setSearch] = useSearchParams(params)
  const { query, rows, columns, form, usage } = useRows(spec, fields, q, words.title)
  const edited = useMemo(() => form.filter(({ createOnly }) => !createOnly), [form])
  const show = (key: string): void => setSearch({ open: key }, { replace: false })
  const newTitle = (setup.newIn as Readonly<Record<string, string>>)[area] ?? words.title
  const isFresh = useFreshProof()
  // The proof is asked for before anything is typed; the way back from it leads to the form.
  const isAllowed = spec.fresh !== true || isFresh()
  const add = (): void => {
    show('new')
    if (!isAllowed) api.onInterruption('fresh-proof')
  }
  const close = (): void => setSearch({ open: '' })
  const opened = rows.find(({ Key }) => Key === open)
  const used: SimpleColumn<Row> = {
    title: words.used,
    align: 'right',
    cell: row => <span className="tabular">{usage(row.Key as string)}</span>,
  }
  return (
    <ListPage
      title={words.title}
      crumbs={[{ label: setup.title, to: 'setup' }]}
      hint={words.hint}
      make={(spec.canCreate ?? true) ? { label: newTitle, run: () => add() } : null}
      above={<Above isFresh={spec.fresh === true} q={q} onSearch={text => setSearch({ q: text })} />}
      query={query}
      none={{ title: q === '' ? setup.none(words.title) : setup.nothingFound, offers: q === '' }}
      rows={rows}
      keyOf={row => row.Key as string}
      columns={[...columns.map((field, at) => columnOf(field, at === 0 ? show : null)), ...(spec.use ? [used] : [])]}
    >
      {below}
      {open === 'new' && isAllowed && (
        <NewSetup
          entity={spec.entity}
          title={newTitle}
          fields={form.filter(writable)}
          initial={spec.initial}
          onClose={close}
        />
      )}
      {opened && (
        <RecordDrawer
          key={open}
          entity={spec.entity}
          title={String(opened.DisplayValue ?? '')}
          fields={edited}
          row={opened}
          usage={spec.use && setup.usedBy(words.used, usage(open))}
          onClose={close}
        >
          {inDrawer?.(opened)}
        </RecordDrawer>
      )}
    </ListPage>
  )
}

/** The first column opens the record. */
const columnOf = (field: Field, onOpen: ((key: string) => void) | null): SimpleColumn<Row> => ({
  title: field.label,
  cell: row =>
    onOpen ? (
      <RowName onOpen={() => onOpen(row.Key as string)}>
        {kindOf(field).text(row[field.path], field) || String(row.DisplayValue)}
      </RowName>
    ) : (
      shownValue(field, row[field.path])
    ),
})

interface AboveProps {
  readonly isFresh: boolean
  readonly q: string
  readonly onSearch: (text: string) => void
}

function Above({ isFresh, q, onSearch }: AboveProps) {
  const { ui } = useTexts()
  return (
    <>
      {isFresh && <FreshHint />}
      <TextInput
        className={classes.search}
        aria-label={ui.search}
        placeholder={ui.search}
        leftSection={<Icon name="search" size={14} />}
        value={q}
        onChange={event => onSearch(event.currentTarget.value)}
      />
    </>
  )
}

const writable = ({ writable: isWritable, createOnly }: Field): boolean => isWritable || createOnly
/** A secret can be written and never read. */
const readable = ({ kind }: Field): boolean => kind !== 'secret'
