// Shows what the board is asked for: process, words, person in charge, order, and whether closed sales are shown.
import { Button, Popover, Select, Switch, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Body } from '../api/envelope.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { escapePattern } from '../fields/operators.ts'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { choiceParam, textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Icon } from '../ui/display/icons.tsx'
import classes from './board.module.css'

const orders = ['revenue', 'age', 'close'] as const

export const boardParams = {
  process: textParam<string>(''),
  q: textParam<string>(''),
  /** `me`, or the key of a user. */
  leader: textParam<string>(''),
  sort: choiceParam(orders),
  closed: choiceParam(['folded', 'shown']),
  filter: textParam<string>(''),
}

/** The conditions of the bar. Words are looked for in the objective, and at the beginning of the company's name. */
export function filterOf({ q, leader }: { readonly q: string; readonly leader: string }): Body {
  const words = q.trim()
  return {
    ...(leader === '' ? {} : { Leader: { $EQ: leader === 'me' ? '$CURRENTUSER()' : leader } }),
    ...(words === ''
      ? {}
      : { $OR: [{ $PHRASE: words }, { 'AbEntry/CompanyName': { $LIKE: `${escapePattern(words)}%` } }] }),
  }
}

interface Choice {
  readonly key: string
  readonly name: string
}

interface BoardBarProps {
  readonly process: string
  readonly processes: readonly Choice[]
  readonly leaders: readonly Choice[]
  /** More conditions. */
  readonly children: ReactNode
}

const waitMs = 200

export function BoardBar({ process, processes, leaders, children }: BoardBarProps) {
  const { board } = useTexts()
  const { session } = useWorkspace()
  const [search, setSearch] = useSearchParams(boardParams)
  const [words, setWords] = useState(search.q)
  useEffect(() => setWords(search.q), [search.q])
  const ask = useDebouncedCallback((q: string) => setSearch({ q }), waitMs)
  const field = useRef<HTMLInputElement>(null)
  useBarKeys(field)
  const people = [
    { value: '', label: board.everyone },
    { value: 'me', label: board.mine },
    ...leaders.filter(({ key }) => key !== session.user.key).map(({ key, name }) => ({ value: key, label: name })),
  ]
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const conditions = (
    <>
      <TextInput
        ref={field}
        type="search"
        aria-label={board.search}
        placeholder={board.search}
        className={classes.search}
        leftSection={<Icon name="search" size={14} />}
        value={words}
        onChange={event => {
          setWords(event.currentTarget.value)
          ask(event.currentTarget.value)
        }}
      />
      <Select
        aria-label={board.leader}
        className={classes.choice}
        allowDeselect={false}
        data={people}
        value={search.leader}
        onChange={value => setSearch({ leader: value ?? '' })}
        comboboxProps={{ withinPortal: !isPhone }}
      />
      <Select
        aria-label={board.order}
        className={classes.choice}
        allowDeselect={false}
        data={orders.map(sort => ({ value: sort, label: board.sorts[sort] }))}
        value={search.sort}
        onChange={value => setSearch({ sort: value as typeof search.sort })}
        comboboxProps={{ withinPortal: !isPhone }}
      />
      <Switch
        label={board.showClosed}
        checked={search.closed === 'shown'}
        onChange={event => setSearch({ closed: event.currentTarget.checked ? 'shown' : 'folded' })}
      />
      {children}
    </>
  )
  return (
    <>
      <Select
        aria-label={board.process}
        className={classes.process}
        allowDeselect={false}
        data={processes.map(({ key, name }) => ({ value: key, label: name }))}
        value={process}
        onChange={value => setSearch({ process: value ?? '' }, { replace: false })}
      />
      {isPhone ? <Folded count={askedIn(search)}>{conditions}</Folded> : conditions}
    </>
  )
}

/** How many conditions there are. */
const askedIn = ({
  q,
  leader,
  filter,
  closed,
}: {
  q: string
  leader: string
  filter: string
  closed: string
}): number => [q, leader, filter, closed === 'shown' ? '1' : ''].filter(Boolean).length

/** On a phone the conditions stand behind a button, which says how many there are. */
function Folded({ count, children }: { count: number; children: ReactNode }) {
  const { filter: t } = useTexts()
  return (
    <Popover position="bottom-end" width="calc(100vw - 24px)" shadow="lg" withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="filter" size={14} />}>
          {count === 0 ? t.filter : t.conditions(count)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.folded} aria-label={t.filter}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

function useBarKeys(field: RefObject<HTMLInputElement | null>): void {
  const { board } = useTexts()
  const [{ closed }, setSearch] = useSearchParams(boardParams)
  const shortcuts = useMemo(
    () => [
      { keys: 'f', label: board.keys.search, run: () => field.current?.focus() },
      {
        keys: 'c',
        label: board.keys.closed,
        run: () => setSearch({ closed: closed === 'shown' ? 'folded' : 'shown' }),
      },
    ],
    [board, field, closed, setSearch],
  )
  useShortcuts(shortcuts)
}
