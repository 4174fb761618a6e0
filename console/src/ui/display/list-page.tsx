// Frames a short list: what it is for, its table or why that is empty, and the button and the key that make a new one.

import { Button, UnstyledButton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useShortcuts } from '../../keys/registry.ts'
import { type Crumb, Page } from '../frame/page.tsx'
import { useLatest } from '../use-latest.ts'
import { Icon, type IconName } from './icons.tsx'
import classes from './list-page.module.css'
import { SimpleTable, type SimpleTableProps } from './simple-table.tsx'
import { Empty, Loaded } from './states.tsx'

interface ListPageProps<T> extends Omit<SimpleTableProps<T>, 'label'> {
  readonly title: string
  readonly crumbs?: readonly Crumb[]
  readonly hint: string
  /** Opens the form for a new one; null where none is made. */
  readonly make: { readonly label: string; readonly run: () => void } | null
  /** What stands above the table. */
  readonly above?: ReactNode
  readonly query: UseQueryResult<unknown>
  readonly none: { readonly icon?: IconName; readonly title: string; readonly hint?: string; readonly offers?: boolean }
  /** What stands below the table: further hints, and the open form. */
  readonly children: ReactNode
}

export function ListPage<T>(props: ListPageProps<T>) {
  const { title, crumbs = [], hint, make, above, query, none, children, ...table } = props
  useMakeKey(make)
  const { offers = true, ...empty } = none
  const button = make && (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={make.run}>
      {make.label}
    </Button>
  )
  return (
    <Page title={title} crumbs={crumbs} actions={button}>
      <Lead>{hint}</Lead>
      {above}
      <Loaded query={query}>
        {() =>
          table.rows.length === 0 ? (
            <Empty {...empty} action={offers && button} />
          ) : (
            <SimpleTable label={title} {...table} />
          )
        }
      </Loaded>
      {children}
    </Page>
  )
}

function useMakeKey(make: ListPageProps<unknown>['make']): void {
  const latest = useLatest(make)
  const label = make?.label
  useShortcuts(
    useMemo(
      () => (label === undefined ? [] : [{ keys: 'n', label, run: () => latest.current?.run() }]),
      [label, latest],
    ),
  )
}

/** What stands above a list or a form: what it is for. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={classes.lead}>{children}</p>
}

/** The name of a row, which opens it. */
export function RowName({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <UnstyledButton className={classes.name} onClick={onOpen}>
      {children}
    </UnstyledButton>
  )
}
