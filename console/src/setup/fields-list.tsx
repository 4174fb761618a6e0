// Lists the user-defined fields of an entity, with how many records have a value in each.
import { Badge, Button, Select, UnstyledButton } from '@mantine/core'
import { useMemo } from 'react'
import { type Body, rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { textParam, useSearchParams } from '../ui/search-params.ts'
import { SimpleTable } from '../ui/simple-table.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import { FieldForm, type FieldRow, type types } from './field-form.tsx'
import classes from './setup.module.css'
import { useUsage } from './use-usage.ts'

const params = { entity: textParam<string>('AbEntry'), open: textParam<string>('') }
const entities = ['AbEntry', 'Opportunity', 'Case', 'Lead', 'Campaign', 'Task', 'Appointment', 'Interaction', 'User']

const members = ['Key', 'Name', 'Type', 'AppliesTo', 'Attributes', 'Description', 'Mandatory', 'Inactive']
const requestOf = (entity: string): Body => ({
  Schema: {
    Scope: { Fields: Object.fromEntries(members.map(member => [member, 1])) },
    Criteria: { SearchQuery: { Key: { $TREE: `/${entity}` } } },
  },
  Compatibility: { SchemaObject: '1.0' },
})

export function UserDefinedFields() {
  const texts = useTexts()
  const { setup } = texts
  const words = setup.fields
  const { api, queries, undo } = useWorkspace()
  const [{ entity, open }, setSearch] = useSearchParams(params)
  const query = useRead(requestOf(entity), { title: words.title, keep: true })
  const rows = rowsOf(query.data, 'Schema') as unknown as readonly FieldRow[]
  const own = rows.filter(({ Key }) => Key.startsWith(`/${entity}/Udf/`))
  const recordTypes = rows.find(({ Key }) => Key === `/${entity}`)?.AppliesTo ?? []
  const pathOf = ({ Key }: FieldRow): string => Key.slice(entity.length + 2)
  const usage = useUsage(
    own.map(row => ({ id: row.Key, entity, query: { [pathOf(row)]: { $NE: null } } })),
    setup.used,
  )
  const write = async (operation: 'Create' | 'Update' | 'Delete', data: Body): Promise<string> => {
    const body = { Schema: { Data: data }, Compatibility: { SchemaObject: '1.0' } }
    const answer = await api.call(operation, body, { idempotencyKey: crypto.randomUUID() })
    await queries.invalidateQueries({
      predicate: ({ meta }) => Array.isArray(meta?.entities) && meta.entities.includes('Schema'),
    })
    return (answer.Schema as { Data: { Key: string } }).Data.Key
  }
  const save = async (operation: 'Create' | 'Update', data: Body): Promise<void> => {
    const Key = await write(operation, data)
    const old = own.find(row => row.Key === data.Key)
    const back = old ? Object.fromEntries(Object.keys(data).map(name => [name, old[name as keyof FieldRow]])) : { Key }
    undo.push({
      label: old ? words.changed(String(data.Name)) : words.added(String(data.Name)),
      undo: async () => void (await write(old ? 'Update' : 'Delete', back)),
    })
  }
  // The values of a field go with it, so that what comes back would be an empty one: hidden fields keep theirs.
  const remove = (field: FieldRow): void => {
    write('Delete', { Key: field.Key }).then(() => setSearch({ open: '' }), showFailure)
  }
  const shortcuts = useMemo(
    () => [{ keys: 'n', label: words.make, run: () => setSearch({ open: 'new' }, { replace: false }) }],
    [words, setSearch],
  )
  useShortcuts(shortcuts)
  const opened = own.find(({ Key }) => Key === open)
  const make = (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setSearch({ open: 'new' }, { replace: false })}>
      {words.make}
    </Button>
  )
  return (
    <Page title={setup.areas.fields.title} crumbs={[{ label: setup.title, to: 'setup' }]} actions={make}>
      <p className={classes.lead}>{setup.areas.fields.hint}</p>
      <Select
        className={classes.search}
        aria-label={words.entity}
        data={entities}
        value={entity}
        allowDeselect={false}
        onChange={next => next && setSearch({ entity: next, open: '' })}
      />
      <Loaded query={query}>
        {() =>
          own.length === 0 ? (
            <Empty icon="columns" title={words.none} hint={words.noneHint} action={make} />
          ) : (
            <SimpleTable
              label={words.title}
              rows={own}
              keyOf={({ Key }) => Key}
              columns={[
                {
                  title: words.name,
                  cell: row => (
                    <UnstyledButton
                      className={classes.name}
                      onClick={() => setSearch({ open: row.Key }, { replace: false })}
                    >
                      {row.Name}
                      {row.Inactive && <Badge color="gray">{words.isInactive}</Badge>}
                    </UnstyledButton>
                  ),
                },
                { title: words.type, cell: ({ Type }) => words.types[Type as (typeof types)[number]] ?? Type },
                { title: words.path, cell: row => <code className={classes.code}>{pathOf(row)}</code> },
                { title: words.appliesTo, cell: ({ AppliesTo }) => AppliesTo.join(', ') },
                {
                  title: setup.used,
                  align: 'right',
                  cell: ({ Key }) => <span className="tabular">{usage(Key)}</span>,
                },
              ]}
            />
          )
        }
      </Loaded>
      {(open === 'new' || opened) && (
        <FieldForm
          key={open}
          field={opened ?? null}
          entity={entity}
          recordTypes={recordTypes}
          onSave={save}
          onRemove={remove}
          onClose={() => setSearch({ open: '' })}
        />
      )}
    </Page>
  )
}
