// Asks where and of which changes a webhook is to tell, and sends that.
import { Checkbox, MultiSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { corrected } from '../api/errors.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { Checks, FormDrawer, type Sending, useSending } from '../fields/form-drawer.tsx'
import { useTexts } from '../texts/index.tsx'
import type { Secret } from '../ui/controls/secret-once.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import classes from './developers.module.css'
import { type EventTypes, type Target, targetPath } from './targets.ts'

interface TargetFormProps {
  /** Null for a new one. */
  readonly target: Target | null
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onSecret?: (secrets: readonly Secret[]) => void
}

const allOperations = ['created', 'updated', 'deleted', 'restored', 'merged', 'erased'] as const

/** The filter of a text; undefined while the text is no JSON object. */
function filterIn(text: string): Target['filter'] | undefined {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as Target['filter']
  } catch {
    return undefined
  }
}

const draftOf = (target: Target | null) => ({
  url: target?.url ?? '',
  description: target?.description ?? '',
  entities: target?.entities ?? [],
  operations: target?.operations ?? allOperations,
  filter: target?.filter ? JSON.stringify(target.filter, null, 2) : '',
  payload: target?.payload ?? 'changes',
  order: target?.order ?? 'record',
  enabled: target?.enabled ?? true,
})

type Draft = ReturnType<typeof draftOf>

export function TargetForm({ target, onClose, onSaved, onSecret }: TargetFormProps) {
  const { developers, ui } = useTexts()
  const words = developers.webhooks
  const { api } = useWorkspace()
  const sending = useSending()
  const kept = useKeptDraft(`target ${target?.id ?? 'new'}`, draftOf(target))
  const { value: draft, change } = kept
  const save = async (): Promise<void> => {
    const filter = filterIn(draft.filter)
    if (filter === undefined) return
    const { entities, operations } = draft
    const body = {
      ...draft,
      filter,
      entities: entities.length === 0 ? null : entities,
      operations: operations.length === allOperations.length ? null : operations,
    }
    await sending.send(async () => {
      const method = target ? 'PATCH' : 'POST'
      const saved = await api.send<Target & { secret?: string }>(method, targetPath(target?.id), body)
      if (saved.secret !== undefined) onSecret?.([{ label: words.secret, value: saved.secret }])
      onSaved()
      kept.drop()
      onClose()
    })
  }
  const parts = { draft, change, at: sending.at }
  return (
    <FormDrawer
      title={target ? words.edit : words.make}
      submit={target ? ui.save : words.make}
      sending={sending}
      isPlaced={({ path }) => /^(url|description|entities|operations|filter)\b/.test(path)}
      onSubmit={() => void save()}
      onClose={onClose}
      draft={kept}
    >
      <TextInput
        data-autofocus
        required
        type="url"
        label={words.url}
        placeholder="https://hooks.example.com/customers"
        value={draft.url}
        error={sending.at(/^url\b/, suggestion => change({ url: suggestion }))}
        onChange={event => change({ url: event.currentTarget.value })}
      />
      <TextInput
        label={words.description}
        value={draft.description}
        error={sending.at(/^description\b/)}
        onChange={event => change({ description: event.currentTarget.value })}
      />
      <Which {...parts} />
      <How {...parts} />
    </FormDrawer>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly change: (patch: Partial<Draft>) => void
  readonly at: Sending['at']
}

/** The changes that are sent to the target. */
function Which({ draft: { entities, operations, filter }, change, at }: PartProps) {
  const { webhooks: words } = useTexts().developers
  const { data: types } = useGet<EventTypes>('webhooks/v1/event-types', { title: null })
  return (
    <>
      <MultiSelect
        label={words.entities}
        description={words.entitiesHint}
        placeholder={entities.length === 0 ? words.allEntities : ''}
        data={[...new Set(types?.eventTypes.map(({ entity }) => entity))]}
        value={[...entities]}
        error={at(/^entities\b/)}
        searchable
        onChange={next => change({ entities: next })}
      />
      <Checkbox.Group
        label={words.operations}
        value={[...operations]}
        error={at(/^operations\b/)}
        onChange={next => change({ operations: next })}
      >
        <Checks>
          {allOperations.map(operation => (
            <Checkbox key={operation} value={operation} label={words.operationNames[operation]} />
          ))}
        </Checks>
      </Checkbox.Group>
      <Textarea
        label={words.filter}
        description={words.filterHint}
        placeholder={'{ "$CHANGED(Status)": true }'}
        value={filter}
        error={
          filterIn(filter) === undefined
            ? words.notJson
            : at(/^filter\b/, (_, problem) => change({ filter: corrected(filter, problem) }))
        }
        spellCheck={false}
        classNames={{ input: 'code' }}
        onChange={event => change({ filter: event.currentTarget.value })}
      />
    </>
  )
}

/** The payload, the order, and whether the target is enabled. */
function How({ draft: { payload, order, enabled }, change }: PartProps) {
  const { webhooks: words } = useTexts().developers
  return (
    <>
      <Choice
        label={words.payload}
        hint={words.payloads[payload].hint}
        value={payload}
        onChange={next => change({ payload: next as Target['payload'] })}
        data={(['changes', 'full', 'thin'] as const).map(value => ({ value, label: words.payloads[value].name }))}
      />
      <Choice
        label={words.order}
        hint={words.orders[order].hint}
        value={order}
        onChange={next => change({ order: next as Target['order'] })}
        data={(['record', 'strict'] as const).map(value => ({ value, label: words.orders[value].name }))}
      />
      <Switch
        label={words.enabled}
        description={words.enabledHint}
        checked={enabled}
        onChange={event => change({ enabled: event.currentTarget.checked })}
      />
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly data: { value: string; label: string }[]
  readonly onChange: (value: string) => void
}

function Choice({ label, hint, value, data, onChange }: ChoiceProps) {
  return (
    <div className={classes.choice}>
      <span className={classes.choiceLabel}>{label}</span>
      <Segments label={label} value={value} data={data} onChange={onChange} />
      <p>{hint}</p>
    </div>
  )
}
