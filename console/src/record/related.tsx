// Lists the records that hang on another one: contacts as a tree, opportunities, cases and tasks; each can be added in one line.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Body, noRows, type Row, textOf } from '../api/envelope.ts'
import { type Problem, problemsOf } from '../api/errors.ts'
import { readSalesProcesses } from '../api/sales-processes.ts'
import { useRecord, useStoredRows } from '../api/use-read.ts'
import { useWorkspace, type Workspace } from '../api/workspace.tsx'
import { memberText } from '../fields/field.ts'
import { dayText } from '../fields/parts/day-text.ts'
import { hueOfOption } from '../fields/parts/meaning.ts'
import { personNamed } from '../fields/parts/people.ts'
import { Tag } from '../fields/parts/tag.tsx'
import { firstPosition, writtenPosition } from '../fields/position.ts'
import { ProblemList } from '../fields/problems.tsx'
import { useTexts } from '../texts/index.tsx'
import { PageLink, RecordLink } from '../ui/addresses/page-link.tsx'
import { countText } from '../ui/display/count-text.ts'
import { Icon, type IconName } from '../ui/display/icons.tsx'
import { Initials } from '../ui/display/initials.tsx'
import { Empty } from '../ui/display/states.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import type { ListName, RecordKind } from './kinds.ts'
import { fieldsOfList, type ListCount, listAddress } from './lists.ts'
import { momentText } from './moments.ts'
import classes from './related.module.css'
import { useMoments } from './use-moments.ts'
import { useListCounts, useRelatedRows } from './use-related-rows.ts'

interface RelatedProps {
  readonly kind: RecordKind
  readonly name: ListName
  /** The answer that the record came with. */
  readonly first: Body | undefined
  readonly recordKey: string
  readonly readOnly: boolean
}

const icons: Readonly<Record<ListName, IconName>> = {
  contacts: 'people',
  opportunities: 'deal',
  cases: 'case',
  tasks: 'task',
  children: 'document',
}

export function Related(props: RelatedProps) {
  const { kind, name, first, recordKey, readOnly } = props
  const { lists: t } = useTexts().record
  const list = useRelatedRows(kind, name, recordKey, first)
  const { rows } = list
  const count = useListCounts(kind, recordKey, first)(name)
  useStoredRows(`${name} of ${recordKey}`, fieldsOfList(name), name === 'tasks' ? rows : noRows)
  const nothing = {
    contacts: t.noContacts,
    opportunities: t.noOpportunities,
    cases: t.noCases,
    tasks: t.noTasks,
    children: t.noChildren,
  }
  return (
    <div>
      {rows.length === 0 ? <Empty icon={icons[name]} title={nothing[name]} /> : <Rows name={name} rows={rows} />}
      {(list.hasMore || count.count > rows.length) && <Foot {...props} list={list} count={count} />}
      {!readOnly && name !== 'tasks' && name !== 'children' && <QuickAdd {...props} name={name} />}
    </div>
  )
}

interface FootProps extends RelatedProps {
  readonly list: ReturnType<typeof useRelatedRows>
  readonly count: ListCount
}

/** How many of the records are shown, the next ones, and all of them as a list to filter and export. */
function Foot({ kind, name, recordKey, list, count }: FootProps) {
  const { lists: t } = useTexts().record
  const { culture } = useWorkspace().session
  const { rows, hasMore, isLoadingMore, loadMore, error } = list
  return (
    <div className={classes.foot}>
      {hasMore && (
        <Button
          variant="default"
          loading={isLoadingMore}
          onClick={() => void loadMore().then(({ error: failure }) => failure && showFailure(failure))}
        >
          {error ? t.tryAgain : t.showMore}
        </Button>
      )}
      <span role="status" className={classes.hint}>
        {t.someOf(countText({ count: rows.length, isMore: false }, culture), countText(count, culture))}
      </span>
      <PageLink className={classes.all} {...listAddress(kind, name, recordKey)}>
        {t.asList}
      </PageLink>
    </div>
  )
}

function Rows({ name, rows }: { readonly name: ListName; readonly rows: readonly Row[] }) {
  if (name === 'contacts') return <ul className={classes.list}>{branches(rows).map(contactRow)}</ul>
  return (
    <ul className={classes.list}>
      {rows.map(row => {
        const key = String(row.Key)
        if (name === 'opportunities') return <OpportunityRow key={key} row={row} />
        if (name === 'children') return <ChildRow key={key} row={row} />
        return name === 'cases' ? <CaseRow key={key} row={row} /> : <TaskRow key={key} row={row} />
      })}
    </ul>
  )
}

interface Branch {
  readonly row: Row
  readonly depth: number
}

/** The contacts, each below the one whom it reports to. */
function branches(rows: readonly Row[]): readonly Branch[] {
  const keys = new Set(rows.map(({ Key }) => Key))
  const seen = new Set<unknown>()
  const below = (above: unknown, depth: number): Branch[] =>
    rows
      .filter(({ Key, ReportsToKey }) => !seen.has(Key) && (keys.has(ReportsToKey) ? ReportsToKey : null) === above)
      .flatMap(row => {
        seen.add(row.Key)
        return [{ row, depth }, ...below(row.Key, depth + 1)]
      })
  const tree = below(null, 0)
  // Contacts that report to each other in a circle come last.
  return [...tree, ...rows.filter(({ Key }) => !seen.has(Key)).map(row => ({ row, depth: 0 }))]
}

const contactRow = ({ row, depth }: Branch): ReactNode => {
  const name = textOf(row.DisplayValue)
  const mail = textOf(row.Email)
  const phone = textOf(row.Phone)
  return (
    <li key={String(row.Key)} className={classes.row} style={{ paddingLeft: depth * 24 }}>
      <Initials name={name} size={24} />
      <RecordLink entity="AbEntry" recordKey={String(row.Key)} className={classes.name}>
        {name}
      </RecordLink>
      <span className={classes.position}>{textOf(row.Position)}</span>
      <span className={classes.reach}>{mail !== '' && <a href={`mailto:${mail}`}>{mail}</a>}</span>
      <span className={classes.reach}>
        {phone !== '' && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
      </span>
    </li>
  )
}

const keyOf = (value: unknown): string => String((value as { Key?: unknown } | null)?.Key ?? '')

function OpportunityRow({ row }: { row: Row }) {
  const { session } = useWorkspace()
  return (
    <li className={classes.row}>
      <RecordLink entity="Opportunity" recordKey={String(row.Key)} className={classes.name}>
        {textOf(row.Objective)}
      </RecordLink>
      <span className={classes.fact}>{textOf(row.SalesStageSetup)}</span>
      <Tag hue={hueOfOption('Opportunity', 'Status', keyOf(row.Status))}>{textOf(row.Status)}</Tag>
      <span className={classes.fact}>{dayText(memberText(row.CloseDate, 'Value'), session)}</span>
      <span className={classes.amount}>{textOf(row.CorporateRevenue)}</span>
    </li>
  )
}

function CaseRow({ row }: { row: Row }) {
  return (
    <li className={classes.row}>
      <span className={classes.number}>{textOf(row.CaseNumber)}</span>
      <RecordLink entity="Case" recordKey={String(row.Key)} className={classes.name}>
        {textOf(row.Subject)}
      </RecordLink>
      <span className={classes.fact}>{textOf(row.Priority)}</span>
      {row.Status !== null && <Tag hue={hueOfOption('Case', 'Status', keyOf(row.Status))}>{textOf(row.Status)}</Tag>}
      <span className={classes.fact}>{textOf(row.AssignedTo)}</span>
    </li>
  )
}

function ChildRow({ row }: { row: Row }) {
  return (
    <li className={classes.row}>
      <span className={classes.number}>{textOf(row.CustomSetup)}</span>
      <RecordLink entity="CustomChild" recordKey={String(row.Key)} className={classes.name}>
        {textOf(row.DisplayValue)}
      </RecordLink>
      <span className={classes.fact}>{textOf(row.Owner)}</span>
    </li>
  )
}

function TaskRow({ row }: { row: Row }) {
  const { lists: t } = useTexts().record
  const { writer } = useWorkspace()
  const { dayOf } = useMoments()
  const key = String(row.Key)
  const { fields } = useRecord(key, row)
  const isDone = fields.Completed === true
  const name = textOf(row.Activity)
  const at = momentText(row.DateTime)
  const isLate = !isDone && at !== '' && dayOf(at) < dayOf(Date.now())
  const toggle = (): void => {
    const label = isDone ? t.reopened(name) : t.completed(name)
    writer.update({ entity: 'Task', key, changes: { Completed: !isDone }, label }).catch(showFailure)
  }
  return (
    <li className={classes.row}>
      <Checkbox checked={isDone} onChange={toggle} aria-label={t.complete(name)} />
      <RecordLink entity="Task" recordKey={key} className={isDone ? classes.done : classes.name}>
        {name}
      </RecordLink>
      {isLate && <span className={classes.late}>{t.overdue}</span>}
      <span className={classes.fact}>{textOf(row.AssignedTo)}</span>
      <span className={classes.fact}>{textOf(row.DateTime)}</span>
    </li>
  )
}

type Addable = Exclude<ListName, 'tasks' | 'children'>

/** What a line of text makes of each list. A sale begins at the first stage of the first process. */
const drafts: Readonly<
  Record<Addable, (text: string, parent: string, workspace: Workspace) => Promise<{ entity: string; data: Row }>>
> = {
  contacts: async (text, ParentKey) => ({
    entity: 'AbEntry',
    data: { Type: 'Contact', ParentKey, ...personNamed(text) },
  }),
  opportunities: async (Objective, AbEntryKey, workspace) => ({
    entity: 'Opportunity',
    data: { AbEntryKey, Objective, ...writtenPosition(firstPosition(await readSalesProcesses(workspace))) },
  }),
  cases: async (Subject, AbEntryKey) => ({ entity: 'Case', data: { AbEntryKey, Subject } }),
}

function QuickAdd({ name, recordKey }: RelatedProps & { name: Addable }) {
  const { lists: t } = useTexts().record
  const workspace = useWorkspace()
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const words = {
    contacts: [t.addContact, t.fullName],
    opportunities: [t.addOpportunity, t.objective],
    cases: [t.addCase, t.subject],
  } as const
  const [add, placeholder] = words[name]
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const typed = text.trim()
    if (typed === '') return
    try {
      const { entity, data } = await drafts[name](typed, recordKey, workspace)
      await workspace.writer.create(entity, data, t.added(typed))
      setText('')
      setProblems([])
    } catch (error) {
      if (problemsOf(error).length > 0) setProblems(problemsOf(error))
      else showFailure(error)
    }
  }
  return (
    <form onSubmit={event => void submit(event)} className={classes.add}>
      <div className={classes.line}>
        <Icon name="plus" size={14} />
        <TextInput
          variant="unstyled"
          className={classes.input}
          placeholder={placeholder}
          aria-label={add}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        {text.trim() !== '' && (
          <Button type="submit" variant="light">
            {add}
          </Button>
        )}
      </div>
      <ProblemList problems={problems} />
    </form>
  )
}
