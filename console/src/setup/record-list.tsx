// Lists the records of an area of the set-up, with how many others use each, and opens one in a form.
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { type Row, rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import type { Field } from '../fields/field.ts'
import { kindOf } from '../fields/index.ts'
import { type EntityFields, useFields } from '../fields/use-fields.ts'
import { selectFields } from '../fields/values.ts'
import { useShortcuts } from '../keys/registry.ts'
import { CellValue } from '../table/cell.tsx'
import { useTexts } from '../texts/index.tsx'
import { FreshHint } from '../ui/fresh-hint.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { textParam, useSearchParams } from '../ui/search-params.ts'
import { SimpleTable } from '../ui/simple-table.tsx'
import { Empty, Failed, Loaded, Loading } from '../ui/states.tsx'
import type { AreaName } from './areas.ts'
import type { ListSpec } from './lists.ts'
import { NewRecord, RecordDrawer } from './record-form.tsx'
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

function List({ area, spec, fields, below, inDrawer }: RecordListProps & { fields: EntityFields }) {
  const { setup, ui } = useTexts()
  const words = setup.areas[area]
  const [{ open, q }, setSearch] = useSearchParams(params)
  const columns = useMemo(() => found(fields, spec.columns), [fields, spec])
  const form = useMemo(() => found(fields, spec.form), [fields, spec])
  const edited = useMemo(() => form.filter(({ createOnly }) => !createOnly), [form])
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
    { title: words.title, keep: true },
  )
  const rows = rowsOf(query.data, spec.entity)
  const { use } = spec
  const usage = useUsage(
    use ? rows.map(row => ({ id: row.Key as string, ...use(row.Key as string, row) })) : [],
    setup.used,
  )
  const openRow = (key: string): void => setSearch({ open: key }, { replace: false })
  const close = (): void => setSearch({ open: '' })
  const canCreate = spec.canCreate ?? true
  const shortcuts = useMemo(
    () =>
      canCreate
        ? [{ keys: 'n', label: setup.newOne(words.one), run: () => setSearch({ open: 'new' }, { replace: false }) }]
        : [],
    [canCreate, setup, words, setSearch],
  )
  useShortcuts(shortcuts)
  const make = canCreate && (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => openRow('new')}>
      {setup.newOne(words.one)}
    </Button>
  )
  const opened = rows.find(({ Key }) => Key === open)
  return (
    <Page title={words.title} crumbs={[{ label: setup.title, to: 'setup' }]} actions={make}>
      <p className={classes.lead}>{words.hint}</p>
      {spec.fresh && <FreshHint />}
      <TextInput
        className={classes.search}
        aria-label={ui.search}
        placeholder={ui.search}
        leftSection={<Icon name="search" size={14} />}
        value={q}
        onChange={event => setSearch({ q: event.currentTarget.value })}
      />
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Empty title={q === '' ? setup.none(words.title) : setup.nothingFound} action={q === '' && make} />
          ) : (
            <SimpleTable
              label={words.title}
              rows={rows}
              keyOf={row => row.Key as string}
              columns={[
                ...columns.map((field, at) => ({
                  title: field.label,
                  cell: (row: Row) =>
                    at === 0 ? (
                      <UnstyledButton className={classes.name} onClick={() => openRow(row.Key as string)}>
                        {kindOf(field).text(row[field.path], field) || String(row.DisplayValue)}
                      </UnstyledButton>
                    ) : (
                      <CellValue field={field} value={row[field.path]} />
                    ),
                })),
                ...(use
                  ? [
                      {
                        title: words.used,
                        align: 'right' as const,
                        cell: (row: Row) => <span className="tabular">{usage(row.Key as string)}</span>,
                      },
                    ]
                  : []),
              ]}
            />
          )
        }
      </Loaded>
      {below}
      {open === 'new' && (
        <NewRecord
          entity={spec.entity}
          title={words.one}
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
          usage={use && setup.usedBy(words.used, usage(open))}
          onClose={close}
        >
          {inDrawer?.(opened)}
        </RecordDrawer>
      )}
    </Page>
  )
}

const writable = ({ writable: isWritable, createOnly }: Field): boolean => isWritable || createOnly
/** A secret can be written and never read. */
const readable = ({ kind }: Field): boolean => kind !== 'secret'
