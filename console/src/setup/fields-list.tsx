// Lists the user-defined fields of an entity, with how many records have a value in each.
import { Badge, Select } from '@mantine/core'
import { type Body, rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import { ListPage, RowName } from '../ui/display/list-page.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import type { FieldRow, types } from './field-form.tsx'
import classes from './setup.module.css'
import { useUsage } from './use-usage.ts'

/** Loaded when it is opened. */
const FieldForm = lazyPart(async () => (await import('./field-form.tsx')).FieldForm, { waiting: null })

const params = { entity: textParam<string>('AbEntry'), open: textParam<string>('') }
const entities = [
  'AbEntry',
  'Opportunity',
  'Case',
  'Lead',
  'Campaign',
  'Task',
  'Appointment',
  'Interaction',
  'User',
  'Custom',
  'CustomChild',
]

const members = ['Key', 'Name', 'Type', 'AppliesTo', 'Attributes', 'Description', 'Mandatory', 'Inactive']
const requestOf = (entity: string): Body => ({
  Schema: {
    Scope: { Fields: Object.fromEntries(members.map(member => [member, 1])) },
    Criteria: { SearchQuery: { Key: { $TREE: `/${entity}` } } },
  },
  Compatibility: { SchemaObject: '1.0' },
})

const isOwn = ({ Key }: FieldRow): boolean => /^\/\w+\/Udf\//.test(Key)

/** Writes definitions of fields, and what is read of Schema again. */
function useWriteSchema() {
  const { api, queries } = useWorkspace()
  return async (operation: 'Create' | 'Update' | 'Delete', data: Body): Promise<string> => {
    const body = { Schema: { Data: data }, Compatibility: { SchemaObject: '1.0' } }
    const answer = await api.call(operation, body)
    await queries.invalidateQueries({
      predicate: ({ meta }) => Array.isArray(meta?.entities) && meta.entities.includes('Schema'),
    })
    return (answer.Schema as { Data: { Key: string } }).Data.Key
  }
}

export function UserDefinedFields() {
  const { setup, entities: names, audit } = useTexts()
  const words = setup.fields
  const kinds: Readonly<Record<string, string>> = audit.kinds
  const known: Readonly<Record<string, { readonly one: string }>> = names
  const [{ entity, open }, setSearch] = useSearchParams(params)
  const query = useRead(requestOf(entity), { title: words.title, keep: true })
  const rows = rowsOf(query.data, 'Schema') as unknown as readonly FieldRow[]
  const own = rows.filter(isOwn)
  const pathOf = ({ Key }: FieldRow): string => Key.slice(entity.length + 2)
  const usage = useUsage(
    own.map(row => ({ id: row.Key, entity, query: { [pathOf(row)]: { $NE: null } } })),
    setup.used,
  )
  const show = (key: string): void => setSearch({ open: key }, { replace: false })
  return (
    <ListPage
      title={setup.areas.fields.title}
      crumbs={[{ label: setup.title, to: 'setup' }]}
      hint={setup.areas.fields.hint}
      make={{ label: words.make, run: () => show('new') }}
      above={
        <Select
          className={classes.search}
          aria-label={words.entity}
          data={entities.map(value => ({ value, label: known[value]?.one ?? kinds[value] ?? value }))}
          value={entity}
          allowDeselect={false}
          onChange={next => next && setSearch({ entity: next, open: '' })}
        />
      }
      query={query}
      none={{ icon: 'columns', title: words.none, hint: words.noneHint }}
      rows={own}
      keyOf={({ Key }) => Key}
      columns={[
        {
          title: words.name,
          cell: row => (
            <RowName onOpen={() => show(row.Key)}>
              {row.Name}
              {row.Inactive && <Badge color="gray">{words.isInactive}</Badge>}
            </RowName>
          ),
        },
        { title: words.type, cell: ({ Type }) => words.types[Type as (typeof types)[number]] ?? Type },
        { title: words.path, cell: row => <code className="code">{pathOf(row)}</code> },
        { title: words.appliesTo, cell: ({ AppliesTo }) => AppliesTo.join(', ') },
        { title: setup.used, align: 'right', cell: ({ Key }) => <span className="tabular">{usage(Key)}</span> },
      ]}
    >
      <OpenField
        key={open}
        entity={entity}
        rows={rows}
        open={open}
        usage={usage(open)}
        onClose={() => setSearch({ open: '' })}
      />
    </ListPage>
  )
}

interface OpenFieldProps {
  readonly entity: string
  /** The entity and all its fields. */
  readonly rows: readonly FieldRow[]
  /** The key of the field whose form is open, `new`, or nothing. */
  readonly open: string
  readonly usage: string
  readonly onClose: () => void
}

function OpenField({ entity, rows, open, usage, onClose }: OpenFieldProps) {
  const { fields: words } = useTexts().setup
  const { undo } = useWorkspace()
  const write = useWriteSchema()
  const field = rows.filter(isOwn).find(({ Key }) => Key === open) ?? null
  if (open !== 'new' && !field) return null
  const save = async (operation: 'Create' | 'Update', data: Body): Promise<void> => {
    const Key = await write(operation, data)
    const back = field
      ? Object.fromEntries(Object.keys(data).map(name => [name, field[name as keyof FieldRow]]))
      : { Key }
    undo.push({
      label: field ? words.changed(String(data.Name)) : words.added(String(data.Name)),
      undo: async () => void (await write(field ? 'Update' : 'Delete', back)),
    })
  }
  return (
    <FieldForm
      field={field}
      entity={entity}
      usage={usage}
      recordTypes={rows.find(({ Key }) => Key === `/${entity}`)?.AppliesTo ?? []}
      onSave={save}
      // The values of a field go with it, so that what comes back would be an empty one: hidden fields keep theirs.
      onRemove={({ Key }) => void write('Delete', { Key }).then(onClose, showFailure)}
      onClose={onClose}
    />
  )
}
