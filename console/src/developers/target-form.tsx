// Asks where and of which changes a webhook is to tell, and sends that.
import { Button, Checkbox, Drawer, MultiSelect, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, type Problem } from '../api/errors.ts'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import type { Secret } from '../ui/secret-once.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import classes from './developers.module.css'
import { type EventTypes, type Target, targetPath } from './targets.ts'

interface TargetFormProps {
  /** Null for a new one. */
  readonly target: Target | null
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onSecret?: (secrets: readonly Secret[]) => void
}

const allOperations = ['created', 'updated', 'deleted', 'restored'] as const

/** The filter of a text; undefined while the text is no JSON object. */
function filterIn(text: string): Target['filter'] | undefined {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as Target['filter']
  } catch {
    return undefined
  }
}

export function TargetForm({ target, onClose, onSaved, onSecret }: TargetFormProps) {
  const { developers, ui } = useTexts()
  const words = developers.webhooks
  const { api } = useWorkspace()
  const { data: types } = useGet<EventTypes>('webhooks/v1/event-types', { title: null })
  const [url, setUrl] = useState(target?.url ?? '')
  const [description, setDescription] = useState(target?.description ?? '')
  const [entities, setEntities] = useState<readonly string[]>(target?.entities ?? [])
  const [operations, setOperations] = useState<readonly string[]>(target?.operations ?? allOperations)
  const [filter, setFilter] = useState(target?.filter ? JSON.stringify(target.filter, null, 2) : '')
  const [payload, setPayload] = useState<string>(target?.payload ?? 'changes')
  const [order, setOrder] = useState<string>(target?.order ?? 'record')
  const [enabled, setEnabled] = useState(target?.enabled ?? true)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [isSending, setSending] = useState(false)
  const parsedFilter = filterIn(filter)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (parsedFilter === undefined) return
    setSending(true)
    setProblems([])
    const body = {
      ...{ url, description, payload, order, enabled, filter: parsedFilter },
      entities: entities.length === 0 ? null : entities,
      operations: operations.length === allOperations.length ? null : operations,
    }
    try {
      const saved = await api.send<Target & { secret?: string }>(
        target ? 'PATCH' : 'POST',
        targetPath(target?.id),
        body,
      )
      if (saved.secret !== undefined) onSecret?.([{ label: words.secret, value: saved.secret }])
      onSaved()
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.problems.length > 0) setProblems(error.problems)
      else showFailure(error)
    } finally {
      setSending(false)
    }
  }
  const at = (member: string): string | null =>
    problems
      .filter(({ path }) => path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`))
      .map(({ message }) => message)
      .join(' ') || null
  const others = problems.filter(({ path }) => !/^(url|description|entities|operations|filter)\b/.test(path))
  return (
    <Drawer
      opened
      onClose={onClose}
      title={target ? words.edit : words.make}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <form className={classes.form} onSubmit={event => void save(event)}>
        {others.length > 0 && (
          <p role="alert" className={classes.refusal}>
            {others.map(({ message }) => message).join(' ')}
          </p>
        )}
        <TextInput
          data-autofocus
          required
          type="url"
          label={words.url}
          placeholder="https://hooks.example.com/customers"
          value={url}
          error={at('url')}
          onChange={event => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={words.description}
          value={description}
          error={at('description')}
          onChange={event => setDescription(event.currentTarget.value)}
        />
        <MultiSelect
          label={words.entities}
          description={words.entitiesHint}
          placeholder={entities.length === 0 ? words.allEntities : ''}
          data={[...new Set(types?.eventTypes.map(({ entity }) => entity))]}
          value={[...entities]}
          error={at('entities')}
          searchable
          onChange={setEntities}
        />
        <Checkbox.Group
          label={words.operations}
          value={[...operations]}
          error={at('operations')}
          onChange={setOperations}
        >
          <div className={classes.checks}>
            {allOperations.map(operation => (
              <Checkbox key={operation} value={operation} label={words.operationNames[operation]} />
            ))}
          </div>
        </Checkbox.Group>
        <Textarea
          label={words.filter}
          description={words.filterHint}
          placeholder={'{ "$CHANGED(Status)": true }'}
          value={filter}
          error={parsedFilter === undefined ? words.notJson : at('filter')}
          spellCheck={false}
          classNames={{ input: classes.code }}
          onChange={event => setFilter(event.currentTarget.value)}
        />
        <Choice
          label={words.payload}
          hint={words.payloads[payload as Target['payload']].hint}
          value={payload}
          onChange={setPayload}
          data={(['changes', 'full', 'thin'] as const).map(value => ({ value, label: words.payloads[value].name }))}
        />
        <Choice
          label={words.order}
          hint={words.orders[order as Target['order']].hint}
          value={order}
          onChange={setOrder}
          data={(['record', 'strict'] as const).map(value => ({ value, label: words.orders[value].name }))}
        />
        <Switch
          label={words.enabled}
          description={words.enabledHint}
          checked={enabled}
          onChange={event => setEnabled(event.currentTarget.checked)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {target ? ui.save : words.make}
          </Button>
        </div>
      </form>
    </Drawer>
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
      <SegmentedControl aria-label={label} value={value} data={data} onChange={onChange} />
      <p>{hint}</p>
    </div>
  )
}
