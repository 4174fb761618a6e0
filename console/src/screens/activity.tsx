// Shows by day what people did with the records that one may read.
import { Button, Select, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { readableMentions } from '../fields/parts/mentions.ts'
import { activityKinds, type Subject } from '../record/activity.ts'
import type { AuditEntry } from '../record/audit.ts'
import { Changes, changesIn } from '../record/changes.tsx'
import { momentText } from '../record/moments.ts'
import { useActivity } from '../record/use-activity.ts'
import { useMoments } from '../record/use-moments.ts'
import { useTexts } from '../texts/index.tsx'
import { RecordLink } from '../ui/addresses/page-link.tsx'
import { textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Icon } from '../ui/display/icons.tsx'
import { Initials } from '../ui/display/initials.tsx'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import classes from './activity.module.css'

const params = { person: textParam<string>(''), kind: textParam<string>('') }

export default function Activity() {
  const { activity: t } = useTexts()
  const [{ person, kind }, setSearch] = useSearchParams(params)
  const filter = useMemo(() => ({ person, kind }), [person, kind])
  const { query, entries, subjects } = useActivity(filter)
  const { dayOf, dayTitle } = useMoments()
  const days = useMemo(() => [...Map.groupBy(entries, ({ row }) => dayOf(momentText(row.DateTime)))], [entries, dayOf])
  const isFiltered = person !== '' || kind !== ''
  return (
    <Page title={t.title} layout="text" bar={<Filters />}>
      {query.isPending && <Loading rows={10} height={44} />}
      {query.isError && !query.data && <Failed error={query.error} retry={() => void query.refetch()} />}
      {query.data && entries.length === 0 && (
        <Empty
          icon="history"
          title={isFiltered ? t.noneFiltered : t.none}
          hint={isFiltered ? undefined : t.hint}
          action={
            isFiltered ? (
              <Button variant="default" onClick={() => setSearch({ person: '', kind: '' })}>
                {t.clear}
              </Button>
            ) : null
          }
        />
      )}
      {days.map(([day, some]) => (
        <section key={day} aria-label={dayTitle(momentText(some[0]?.row.DateTime))}>
          <h2 className={classes.day}>{dayTitle(momentText(some[0]?.row.DateTime))}</h2>
          <ul className={classes.list}>
            {some.map(entry => (
              <Line key={String(entry.row.Key)} entry={entry} subject={subjects.get(entry.key)} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Page>
  )
}

const people = {
  User: {
    Scope: { Fields: { Key: 1, DisplayValue: 1 } },
    Criteria: { SearchQuery: {}, Top: 1000 },
    OrderBy: { Fields: [{ DisplayName: 'ASC' }] },
  },
}

function Filters() {
  const { activity: t } = useTexts()
  const [{ person, kind }, setSearch] = useSearchParams(params)
  const users = rowsOf(useRead(people, { title: t.person, staleTime: 300_000 }).data, 'User')
  const kindOf = useKinds()
  return (
    <>
      <Select
        size="xs"
        w={180}
        searchable
        clearable
        limit={100}
        aria-label={t.person}
        placeholder={t.everybody}
        value={person === '' ? null : person}
        onChange={value => setSearch({ person: value ?? '' })}
        data={users.map(row => ({ value: String(row.Key), label: textOf(row.DisplayValue) }))}
      />
      <Select
        size="xs"
        w={160}
        clearable
        aria-label={t.kind}
        placeholder={t.everything}
        value={kind === '' ? null : kind}
        onChange={value => setSearch({ kind: value ?? '' })}
        data={activityKinds.map(value => ({ value, label: kindOf(value) }))}
      />
    </>
  )
}

function useKinds(): (entity: string) => string {
  const { audit, entities } = useTexts()
  const known: Readonly<Record<string, { readonly one: string }>> = entities
  const others: Readonly<Record<string, string>> = audit.kinds
  return entity => known[entity]?.one ?? others[entity] ?? entity
}

function Line({ entry: { row, entity, key }, subject }: { entry: AuditEntry; subject: Subject | undefined }) {
  const { activity: t, audit } = useTexts()
  const { timeOf, full } = useMoments()
  const kindOf = useKinds()
  const [isOpen, setOpen] = useState(false)
  const who = textOf(row.User)
  const at = momentText(row.DateTime)
  const changes = row.Operation === 'Update' ? changesIn(row) : []
  const did: Readonly<Record<string, (who: string) => string>> = t.did
  return (
    <li className={classes.line}>
      <Initials name={who} size={26} />
      <div className={classes.what}>
        <div>
          {subject && subject.name !== '' ? (
            <RecordLink entity={subject.entity} recordKey={subject.key} className={classes.name}>
              {subject.name}
            </RecordLink>
          ) : (
            <span className={classes.kind}>{subject ? '' : audit.removed}</span>
          )}{' '}
          <span className={classes.kind}>{kindOf(entity)}</span>
        </div>
        {subject && subject.text !== '' && <p className={classes.text}>{readableMentions(subject.text)}</p>}
        <div className={classes.who}>
          {did[String(row.Operation)]?.(who) ?? who}
          {changes.length > 0 && (
            <>
              {' · '}
              <UnstyledButton
                className={classes.toggle}
                aria-expanded={isOpen}
                aria-label={`${audit.fields(changes.length)}: ${audit.showChanges(subject?.name || key)}`}
                onClick={() => setOpen(!isOpen)}
              >
                {audit.fields(changes.length)} <Icon name={isOpen ? 'up' : 'down'} size={12} />
              </UnstyledButton>
            </>
          )}
        </div>
        {isOpen && <Changes entity={entity} changes={changes} recordKey={null} />}
      </div>
      <time className={classes.when} dateTime={at} title={full(at)}>
        {timeOf(at)}
      </time>
    </li>
  )
}
