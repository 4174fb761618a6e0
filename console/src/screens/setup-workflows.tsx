// Lists the workflows of the database: what each runs on, in whose name triggers start it, and how many run.
import { useMemo } from 'react'
import { type Row, rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { memberText } from '../fields/field.ts'
import { useFields } from '../fields/use-fields.ts'
import { NewSetup } from '../setup/record-form.tsx'
import { useUsage } from '../setup/use-usage.ts'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import { RecordLink } from '../ui/addresses/page-link.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { recordPath } from '../ui/addresses/paths.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { ListPage } from '../ui/display/list-page.tsx'
import { newWorkflow, workflowForm } from '../workflows/form-fields.ts'
import { usePausedWorkflows } from '../workflows/use-paused.ts'

const params = { open: choiceParam(['', 'new']) }
const named = { Key: 1, DisplayValue: 1 }
const most = 200

export default function SetupWorkflows() {
  const { setup, workflows: words, entities } = useTexts()
  const { title, hint } = setup.areas.workflows
  const [{ open }, setSearch] = useSearchParams(params)
  const go = useGo()
  const fields = useFields('Workflow')
  const query = useRead(
    {
      Workflow: {
        Scope: {
          Fields: {
            ...{ Key: 1, Name: 1, Description: 1, EntityType: named, Inactive: { Value: 1 } },
            Owner: { Uid: 1, DisplayValue: 1 },
          },
        },
        Criteria: { SearchQuery: {}, Top: most },
        OrderBy: { Fields: [{ Name: 'ASC' }] },
      },
    },
    { title, keep: true },
  )
  const rows = rowsOf(query.data, 'Workflow')
  const running = useUsage(
    rows.map(({ Key }) => ({
      id: String(Key),
      entity: 'WorkflowInstance',
      query: { WorkflowKey: { $EQ: Key }, Status: { $EQ: 0 } },
    })),
    words.running,
  )
  const isPaused = usePausedWorkflows(rows)
  const form = useMemo(() => (fields.data ? workflowForm(fields.data) : []), [fields.data])
  const names: Readonly<Record<string, { readonly one: string }>> = entities
  return (
    <ListPage
      title={title}
      crumbs={[{ label: setup.title, to: 'setup' }]}
      hint={hint}
      make={{ label: words.make, run: () => setSearch({ open: 'new' }, { replace: false }) }}
      query={query}
      none={{ icon: 'play', title: words.none, hint: words.noneHint }}
      rows={rows}
      keyOf={row => String(row.Key)}
      columns={[
        { title: setup.areas.workflows.one, cell: row => <WorkflowName row={row} /> },
        { title: words.entity, cell: ({ EntityType }) => names[entityOf(EntityType)]?.one ?? textOf(EntityType) },
        { title: words.owner, cell: ({ Owner }) => textOf(Owner) },
        { title: words.state, cell: row => stateOf(row, isPaused(String(row.Key)), words) },
        {
          title: words.running,
          align: 'right',
          cell: row => <span className="tabular">{running(String(row.Key))}</span>,
        },
      ]}
    >
      {open === 'new' && fields.data && (
        <NewSetup
          entity="Workflow"
          title={words.make}
          fields={form}
          initial={newWorkflow}
          onClose={() => setSearch({ open: '' })}
          onCreated={key => go(recordPath('Workflow', key) ?? '')}
        />
      )}
    </ListPage>
  )
}

function stateOf(row: Row, isPaused: boolean, words: { inactive: string; paused: string; active: string }): string {
  const isInactive = memberText(row.Inactive, 'Value') === 'true'
  return isInactive ? words.inactive : isPaused ? words.paused : words.active
}

const entityOf = (type: unknown): string =>
  ({ '1': 'AbEntry', '2': 'Opportunity', '5': 'Case', '19': 'Lead' })[memberText(type, 'Key')] ?? ''

function WorkflowName({ row }: { row: Row }) {
  return (
    <RecordLink entity="Workflow" recordKey={String(row.Key)}>
      {textOf(row.Name)}
    </RecordLink>
  )
}
