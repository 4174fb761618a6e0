// Adds a call, a note or a task to a record: one line is enough, and Enter saves it.
import { Select, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { Row } from '../api/envelope.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { MentionArea } from '../fields/parts/mention-area.tsx'
import { type Mention, withMentions } from '../fields/parts/mentions.ts'
import { type Choice, useOptions } from '../fields/parts/options.ts'
import { useFields } from '../fields/use-fields.ts'
import { useTexts } from '../texts/index.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { type ComposerForm, companyOf, draftIds, whenOf, withContact } from './composed.ts'
import classes from './composer.module.css'
import { Frame, giveUp, useCreate } from './composer-frame.tsx'
import { ContactSelect } from './contact-select.tsx'
import type { RecordKind } from './kinds.ts'
import { useMoments } from './use-moments.ts'

interface ComposerProps {
  readonly what: ComposerForm
  readonly kind: RecordKind
  readonly recordKey: string
  readonly record: Row
  readonly onDone: () => void
  readonly onCompose: (what: ComposerForm) => void
}

const dayMs = 86_400_000

/** A phone call in the list Interaction.Type, which every database has. */
const callType = '60001'
const outgoing = '2'

export function Composer(props: ComposerProps) {
  if (props.what === 'call') return <CallForm {...props} />
  if (props.what === 'note') return <NoteForm {...props} />
  return <TaskForm {...props} />
}

const emptyCall = {
  subject: '',
  description: '',
  direction: outgoing,
  result: null as string | null,
  contact: null as Choice | null,
  at: '',
  minutes: '',
}
const emptyNote = { text: '', mentions: [] as readonly Mention[] }
const emptyTask = { text: '', day: '' }

/** Opens the form of a task after a call was saved, with the subject of the call. */
function useFollowUp({ recordKey, onCompose }: ComposerProps) {
  const { composer: t } = useTexts().record
  const task = useKeptDraft(draftIds(recordKey).task, emptyTask)
  const isWanted = useRef(false)
  return {
    want: (next: boolean): void => {
      isWanted.current = next
    },
    begin: (subject: string): void => {
      if (!isWanted.current) return
      task.change({ text: t.followUp(subject) })
      onCompose('task')
    },
  }
}

function CallForm(props: ComposerProps) {
  const { kind, recordKey, record, onDone } = props
  const { composer: t } = useTexts().record
  const draft = useKeptDraft(draftIds(recordKey).call, emptyCall)
  const { subject, description, direction, result, contact, at, minutes } = draft.value
  const { timeZone } = useWorkspace().session
  const followUp = useFollowUp(props)
  const { create, ...state } = useCreate(() => {
    giveUp(draft, onDone)
    followUp.begin(subject.trim() || t.callDefault)
  })
  const save = (isFollowed: boolean): void => {
    followUp.want(isFollowed)
    const about = kind.interactionsBy ? { [kind.interactionsBy]: recordKey, ...kind.about?.(record) } : {}
    const people = contact ? withContact(about, contact.key) : about
    const data = {
      ...{ Type: callType, Direction: Number(direction), Subject: subject.trim() || t.callDefault, ...people },
      ...(description.trim() === '' ? {} : { Description: description.trim() }),
      ...(result === null ? {} : { Result: result }),
      ...whenOf(at, minutes, timeZone),
    }
    void create('Interaction', data, t.calledNow)
  }
  return (
    <Frame
      {...state}
      save={t.saveCall}
      also={kind.tasksBy ? { label: t.saveCallAndTask, run: () => save(true) } : undefined}
      onSave={() => save(false)}
      onDone={onDone}
      onCancel={() => giveUp(draft, onDone)}
      options={
        <>
          <Direction value={direction} onChange={next => draft.change({ direction: next })} />
          <ContactSelect
            company={companyOf(kind, recordKey, record)}
            value={contact}
            onChange={next => draft.change({ contact: next })}
          />
          <ResultSelect value={result} onChange={next => draft.change({ result: next })} />
          <CallTime at={at} minutes={minutes} onChange={draft.change} />
        </>
      }
    >
      <TextInput
        variant="unstyled"
        data-autofocus
        autoFocus
        placeholder={t.subject}
        aria-label={t.subject}
        value={subject}
        onChange={event => draft.change({ subject: event.currentTarget.value })}
        classNames={{ input: classes.subject }}
      />
      <Textarea
        variant="unstyled"
        placeholder={t.description}
        aria-label={t.description}
        value={description}
        minRows={1}
        onChange={event => draft.change({ description: event.currentTarget.value })}
        classNames={{ input: classes.text }}
      />
    </Frame>
  )
}

function Direction({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { composer: t } = useTexts().record
  const data = [
    { value: outgoing, label: t.outgoing },
    { value: '1', label: t.incoming },
  ]
  return <Segments label={t.direction} value={value} onChange={onChange} data={data} />
}

interface CallTimeProps {
  /** By the clock of the person; empty for now. */
  readonly at: string
  readonly minutes: string
  onChange(change: { at: string } | { minutes: string }): void
}

function CallTime({ at, minutes, onChange }: CallTimeProps) {
  const { composer: t } = useTexts().record
  return (
    <>
      <TextInput
        size="xs"
        type="datetime-local"
        aria-label={t.at}
        title={t.at}
        value={at}
        onChange={event => onChange({ at: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        w={90}
        inputMode="numeric"
        aria-label={t.minutes}
        placeholder={t.minutes}
        value={minutes}
        onChange={event => onChange({ minutes: event.currentTarget.value.replace(/\D/g, '').slice(0, 4) })}
      />
    </>
  )
}

function ResultSelect(props: { value: string | null; onChange: (value: string | null) => void }) {
  const { composer: t } = useTexts().record
  const field = useFields('Interaction').data?.of('Result')
  return field ? <Results {...props} field={field} label={t.result} /> : null
}

function Results({
  field,
  label,
  value,
  onChange,
}: Parameters<typeof ResultSelect>[0] & { field: Parameters<typeof useOptions>[0]; label: string }) {
  const { choices } = useOptions(field)
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      placeholder={label}
      data={choices.map(choice => ({ value: choice.key, label: choice.label }))}
      value={value}
      onChange={onChange}
      clearable
    />
  )
}

function NoteForm({ recordKey, onDone }: ComposerProps) {
  const { composer: t } = useTexts().record
  const draft = useKeptDraft(draftIds(recordKey).note, emptyNote)
  const { text, mentions } = draft.value
  const { create, ...state } = useCreate(() => giveUp(draft, onDone))
  return (
    <Frame
      {...state}
      save={t.saveNote}
      onSave={() => void create('Note', { ParentKey: recordKey, Text: withMentions(text, mentions) }, t.noted)}
      onDone={onDone}
      onCancel={() => giveUp(draft, onDone)}
    >
      <MentionArea
        variant="unstyled"
        autoFocus
        placeholder={t.note}
        aria-label={t.note}
        value={text}
        minRows={3}
        onText={(next, mention) =>
          draft.change({ text: next, ...(mention ? { mentions: [...mentions, mention] } : {}) })
        }
        classNames={{ input: classes.text }}
      />
    </Frame>
  )
}

function TaskForm({ kind, recordKey, record, onDone }: ComposerProps) {
  const { composer: t } = useTexts().record
  const { dayOf } = useMoments()
  const draft = useKeptDraft(draftIds(recordKey).task, emptyTask)
  const { text } = draft.value
  const day = draft.value.day || dayOf(Date.now() + dayMs)
  const { create, ...state } = useCreate(() => giveUp(draft, onDone))
  const choices = [
    { label: t.today, value: dayOf(Date.now()) },
    { label: t.tomorrow, value: dayOf(Date.now() + dayMs) },
    { label: t.nextWeek, value: dayOf(Date.now() + 7 * dayMs) },
  ]
  const save = (): void => {
    const about = kind.tasksBy ? { [kind.tasksBy]: recordKey, ...kind.about?.(record) } : {}
    void create('Task', { Activity: text.trim(), DateTime: day, ...about }, t.planned)
  }
  return (
    <Frame
      {...state}
      save={t.saveTask}
      onSave={save}
      onDone={onDone}
      onCancel={() => giveUp(draft, onDone)}
      options={
        <>
          <Segments
            label={t.due}
            value={choices.some(({ value }) => value === day) ? day : ''}
            onChange={next => draft.change({ day: next })}
            data={choices}
          />
          <TextInput
            size="xs"
            type="date"
            aria-label={t.due}
            value={day}
            onChange={event => draft.change({ day: event.currentTarget.value })}
          />
        </>
      }
    >
      <TextInput
        variant="unstyled"
        autoFocus
        placeholder={t.task}
        aria-label={t.task}
        value={text}
        onChange={event => draft.change({ text: event.currentTarget.value })}
        classNames={{ input: classes.subject }}
      />
    </Frame>
  )
}
