// Edits processes and their stages: the order by dragging or keys, names, probabilities and target ages in place.
import { useMemo } from 'react'
import { type Row, rowsOf, textOf } from '../api/envelope.ts'
import { openStatuses } from '../api/names.ts'
import { useRead, useRecord, useStoredRows } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { Field } from '../fields/field.ts'
import { InPlace } from '../fields/in-place.tsx'
import { useFields } from '../fields/use-fields.ts'
import { selectFields } from '../fields/values.ts'
import { useTexts } from '../texts/index.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { showFailure, useUndoable } from '../ui/frame/undo-notices.tsx'
import classes from './setup.module.css'
import { Adding, moved, Remove, Sortable } from './sortable.tsx'
import { useUsage } from './use-usage.ts'

/** What differs between the processes of opportunities and those of leads. */
interface Kind {
  readonly process: string
  readonly stage: string
  readonly name: string
  readonly stageName: string
  readonly parent: string
  readonly columns: readonly string[]
  /** What a new process has besides its name. */
  readonly made: Row
  readonly use: (stage: string) => { readonly entity: string; readonly query: Row }
}

export const kinds: Readonly<Record<'sales' | 'leads', Kind>> = {
  sales: {
    process: 'SalesProcessSetup',
    stage: 'SalesStageSetup',
    name: 'Description',
    stageName: 'Description',
    parent: 'SalesProcessSetupKey',
    columns: ['Description', 'ProbabilityClose', 'TargetAge'],
    made: {},
    use: stage => ({
      entity: 'Opportunity',
      query: { SalesStageSetupKey: { $EQ: stage }, Status: { $IN: openStatuses } },
    }),
  },
  leads: {
    process: 'ProcessSetup',
    stage: 'ProcessStageSetup',
    name: 'Name',
    stageName: 'Name',
    parent: 'ProcessSetupKey',
    columns: ['Name', 'TargetAge'],
    made: { EntityType: 19 },
    use: stage => ({ entity: 'Lead', query: { ProcessStageSetupKey: { $EQ: stage }, ArchivedDate: { $EQ: null } } }),
  },
}

export function Processes({ kind }: { kind: Kind }) {
  const { setup } = useTexts()
  const words = setup.processes
  const { data: fields } = useFields(kind.stage)
  const columns = useMemo(
    () => (fields ? kind.columns.map(path => fields.of(path)).filter(field => field !== undefined) : []),
    [fields, kind],
  )
  const query = useRead(
    fields
      ? {
          [`${kind.process}.all`]: { Scope: { Fields: { Key: 1, Version: 1, [kind.name]: 1 } } },
          [`${kind.stage}.all`]: {
            Scope: { Fields: { ...selectFields(columns), Sequence: 1, [kind.parent]: 1 } },
            OrderBy: { Fields: [{ Sequence: 'ASC' }] },
          },
        }
      : null,
    { title: words.title, keep: true },
  )
  const stages = rowsOf(query.data, `${kind.stage}.all`)
  const usage = useUsage(
    stages.map(({ Key }) => ({ id: Key as string, ...kind.use(Key as string) })),
    setup.used,
  )
  return (
    <Loaded query={query}>
      {data => {
        const processes = rowsOf(data, `${kind.process}.all`)
        if (processes.length === 0) return <Empty icon="sort" title={words.none} />
        return processes.map(process => (
          <Process
            key={process.Key as string}
            kind={kind}
            process={process}
            columns={columns}
            stages={stages.filter(stage => stage[kind.parent] === process.Key)}
            usage={usage}
          />
        ))
      }}
    </Loaded>
  )
}

interface ProcessProps {
  readonly kind: Kind
  readonly process: Row
  readonly columns: readonly Field[]
  readonly stages: readonly Row[]
  readonly usage: (key: string) => string
}

/** What a person does with the stages of a process; each act can be taken back. */
function useProcessActions(kind: Kind, process: Row, stages: readonly Row[]) {
  const { setup } = useTexts()
  const { api, writer, feed } = useWorkspace()
  const change = useUndoable()
  /** Writes the places of all stages, in one request. */
  const order = async (wanted: readonly Row[]): Promise<void> => {
    const Data = wanted.map(({ Key }, at) => ({ Key, Sequence: at + 1 }))
    await api.call('Update', { [kind.stage]: { Data } })
    feed.announce([{ entity: kind.stage, key: null }])
  }
  const move = (from: number, to: number): Promise<void> =>
    change(
      setup.processes.moved(textOf(stages[from]?.[kind.stageName])),
      () => order(moved(stages, from, to)),
      () => order(stages),
    )
  const add = (name: string): Promise<string> =>
    writer.create(kind.stage, { [kind.parent]: process.Key, [kind.stageName]: name }, setup.processes.added(name))
  const remove = (entity: string, key: unknown, label: string): void => {
    writer.remove(entity, [key as string], setup.removed(label)).catch(showFailure)
  }
  return { move, add, remove }
}

function Process({ kind, process, columns, stages, usage }: ProcessProps) {
  const { setup } = useTexts()
  const words = setup.processes
  const { move, add, remove } = useProcessActions(kind, process, stages)
  const name = textOf(process[kind.name])
  const nameOf = (stage: Row): string => textOf(stage[kind.stageName])
  const scope = useMemo(() => ({ ...selectFields(columns), Sequence: 1 }), [columns])
  useStoredRows(`process ${process.Key}`, scope, stages)
  return (
    <section className={classes.process} aria-label={name}>
      <header className={classes.processHead}>
        <h2>{name}</h2>
        <Remove label={words.remove(name)} onRemove={() => remove(kind.process, process.Key, name)} />
      </header>
      <div className={classes.stageHead} aria-hidden="true">
        {columns.map(({ path, label }) => (
          <span key={path}>{label}</span>
        ))}
        <span>{words.open}</span>
      </div>
      <Sortable
        label={name}
        items={stages}
        keyOf={({ Key }) => Key as string}
        nameOf={nameOf}
        onMove={(from, to) => void move(from, to)}
      >
        {stage => (
          <>
            <StageValues stage={stage} columns={columns} />
            <span className={classes.count}>{usage(stage.Key as string)}</span>
            <Remove label={words.remove(nameOf(stage))} onRemove={() => remove(kind.stage, stage.Key, nameOf(stage))} />
          </>
        )}
      </Sortable>
      <Adding label={words.newStage} onAdd={add} />
    </section>
  )
}

function StageValues({ stage, columns }: { stage: Row; columns: readonly Field[] }) {
  const record = useRecord(stage.Key as string, stage)
  return columns.map(field => (
    <div key={field.path} className={classes.stageValue}>
      <InPlace field={field} record={record} />
    </div>
  ))
}
