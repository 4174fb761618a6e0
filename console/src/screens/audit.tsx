// Shows who wrote what, when and through which application, for administrators.
import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { useOptions } from '../fields/parts/options.ts'
import { useFields } from '../fields/use-fields.ts'
import type { AuditFilter } from '../record/audit.ts'
import { AuditTable } from '../record/audit-table.tsx'
import { useAudit } from '../record/use-audit.ts'
import { useTexts } from '../texts/index.tsx'
import { textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'

const params = {
  user: textParam<string>(''),
  application: textParam<string>(''),
  operation: textParam<string>(''),
  kind: textParam<string>(''),
  period: textParam<string>(''),
}
const nothing: AuditFilter = { user: '', application: '', operation: '', kind: '', period: '' }

export default function Audit() {
  const { audit: t } = useTexts()
  const [search, setSearch] = useSearchParams(params)
  const { user, application, operation, kind, period } = search
  const filter = useMemo(
    () => ({ user, application, operation, kind, period }),
    [user, application, operation, kind, period],
  )
  const { query, entries, names } = useAudit(filter)
  const isFiltered = Object.values(filter).some(value => value !== '')
  const clear = (
    <Button variant="subtle" color="gray" onClick={() => setSearch(nothing)}>
      {t.clear}
    </Button>
  )
  return (
    <Page title={t.title} bar={<Filters filter={filter} onChange={setSearch} clear={isFiltered ? clear : null} />}>
      {query.isPending && <Loading rows={14} />}
      {query.isError && !query.data && <Failed error={query.error} retry={() => void query.refetch()} />}
      {query.data && entries.length === 0 && (
        <Empty
          icon="history"
          title={t.empty}
          hint={isFiltered ? t.emptyHint : t.hint}
          action={isFiltered ? clear : null}
        />
      )}
      {entries.length > 0 && <AuditTable entries={entries} names={names} />}
      {query.hasNextPage && (
        <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Page>
  )
}

interface FiltersProps {
  readonly filter: AuditFilter
  readonly onChange: (patch: Partial<AuditFilter>) => void
  readonly clear: React.ReactNode
}

function Filters({ filter, onChange, clear }: FiltersProps) {
  const { audit: t, entities } = useTexts()
  const { RequestLog: _, ...written } = entities
  const kinds = [
    ...Object.entries(written).map(([value, { one }]) => ({ value, label: one })),
    ...Object.entries(t.kinds).map(([value, label]) => ({ value, label })),
  ]
  const select = (
    name: 'user' | 'operation' | 'kind' | 'period',
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <Select
      size="xs"
      w={name === 'user' ? 170 : 150}
      flex="none"
      aria-label={label}
      placeholder={label}
      clearable
      searchable={name === 'user'}
      value={filter[name] === '' ? null : filter[name]}
      onChange={value => onChange({ [name]: value ?? '' })}
      data={data}
    />
  )
  const choices = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).flatMap(([value, label]) => (value === '' ? [] : [{ value, label }]))
  return (
    <>
      {select('period', t.period, choices(t.periods))}
      {select('user', t.user, useUsers())}
      {select('operation', t.operation, choices(t.operations))}
      {select('kind', t.kind, kinds)}
      <ApplicationInput value={filter.application} onChange={application => onChange({ application })} />
      {clear}
    </>
  )
}

function useUsers(): { value: string; label: string }[] {
  const field = useFields('History').data?.of('User')
  const placeholder = { entity: 'History', path: 'User' }
  const { choices } = useOptions(field ?? placeholder, {}, 'Key', field !== undefined)
  return choices.map(({ key, label }) => ({ value: key, label }))
}

/** Asks when the typing rests. */
function ApplicationInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { audit: t } = useTexts()
  const [text, setText] = useState(value)
  const [settled] = useDebouncedValue(text, 300)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed counts
  useEffect(() => {
    if (settled !== value) onChange(settled)
  }, [settled])
  return (
    <TextInput
      size="xs"
      w={150}
      flex="none"
      aria-label={t.application}
      placeholder={t.application}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
    />
  )
}
