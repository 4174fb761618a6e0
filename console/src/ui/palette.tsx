// Finds screens, actions and records by a few typed letters, from anywhere.

import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { useState } from 'react'
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useActiveShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { recordPath, useGo } from './addresses.ts'
import { Icon, type IconName } from './icons.tsx'
import { KeyCaps } from './key-caps.tsx'
import { showOverlay } from './overlays.ts'
import classes from './palette.module.css'
import { paletteStore } from './palette-store.ts'
import { entityIcon, useRecent } from './recent.ts'
import type { Screen } from './screen.ts'

const searched: readonly { entity: string; detail: string }[] = [
  { entity: 'AbEntry', detail: 'Address/City' },
  { entity: 'Opportunity', detail: 'AbEntry' },
  { entity: 'Lead', detail: 'CompanyName' },
  { entity: 'Case', detail: 'AbEntry' },
]

/** One request for all kinds of records. */
function searchRequest(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return null
  const members = searched.map(({ entity, detail }) => [
    `${entity}.found`,
    {
      Scope: { Fields: { Key: 1, DisplayValue: 1, [detail]: detail === 'AbEntry' ? { DisplayValue: 1 } : 1 } },
      Criteria: { SearchQuery: { $PHRASE: text.trim() }, Top: 6 },
    },
  ])
  return Object.fromEntries(members) as Record<string, unknown>
}

export function Palette({ screens }: { screens: readonly Screen[] }) {
  const { ui } = useTexts()
  const [query, setQuery] = useState('')
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose
      shortcut={null}
      onSpotlightClose={() => showOverlay(null)}
      size={620}
      yOffset="12vh"
      radius="lg"
      transitionProps={{ duration: 80 }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        placeholder={ui.palette.placeholder}
        aria-label={ui.palette.placeholder}
        leftSection={<Icon name="search" />}
      />
      <Results query={query} screens={screens} />
    </Spotlight.Root>
  )
}

interface Found {
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly icon: IconName
  readonly keys?: string
  readonly run: () => void
}

function Results({ query, screens }: { query: string; screens: readonly Screen[] }) {
  const { ui } = useTexts()
  const recent = useRecentRecords()
  const { records, isPending } = useRecords(query)
  const groups = [
    { label: ui.palette.recent, found: query === '' ? recent : [] },
    { label: ui.palette.records, found: records },
    { label: ui.palette.actions, found: useActions(query) },
    { label: ui.palette.screens, found: useScreens(query, screens) },
  ].filter(({ found }) => found.length > 0)
  return (
    <Spotlight.ActionsList>
      {groups.map(({ label, found }) => (
        <Spotlight.ActionsGroup key={label} label={label}>
          {found.map(one => (
            <Spotlight.Action key={one.id} onClick={one.run} className={classes.action}>
              <Icon name={one.icon} />
              <span className={classes.label}>{one.label}</span>
              {one.detail && <span className={classes.detail}>{one.detail}</span>}
              {one.keys && <KeyCaps keys={one.keys} />}
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      ))}
      {groups.length === 0 && !isPending && <Spotlight.Empty>{ui.palette.nothing}</Spotlight.Empty>}
    </Spotlight.ActionsList>
  )
}

/** Whether each typed word begins a word of the label. */
const matches = (query: string, label: string): boolean => {
  const words = label.toLowerCase().split(/[\s/-]+/)
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(typed => words.some(word => word.startsWith(typed)))
}

function useActions(query: string): readonly Found[] {
  return useActiveShortcuts()
    .filter(({ inPalette = true, group, label }) => inPalette && group !== 'goTo' && matches(query, label))
    .map(({ keys, label, run }) => ({ id: keys, label, icon: 'play', keys, run: () => run(null) }))
}

function useScreens(query: string, screens: readonly Screen[]): readonly Found[] {
  const texts = useTexts()
  const go = useGo()
  return screens
    .filter(({ path, title }) => !path.includes('$') && matches(query, title(texts)))
    .map(({ path, title, icon, keys }) => ({
      id: path,
      label: title(texts),
      icon,
      ...(keys === undefined ? {} : { keys }),
      run: () => go(path),
    }))
}

function useRecentRecords(): readonly Found[] {
  const go = useGo()
  return useRecent(5).map(({ entity, key, name }) => ({
    id: key,
    label: name,
    icon: entityIcon(entity),
    run: () => go(recordPath(entity, key) ?? ''),
  }))
}

function useRecords(query: string): { records: readonly Found[]; isPending: boolean } {
  const go = useGo()
  const [text] = useDebouncedValue(query, 60)
  const { data, isFetching } = useRead(searchRequest(text), { title: null, keep: text !== '' })
  if (query.trim() === '') return { records: [], isPending: false }
  const records = searched.flatMap(({ entity, detail }) =>
    rowsOf(data, `${entity}.found`).map(row => ({
      id: row.Key as string,
      label: textOf(row.DisplayValue),
      detail: textOf(row[detail]),
      icon: entityIcon(entity),
      run: () => go(recordPath(entity, row.Key as string) ?? ''),
    })),
  )
  return { records, isPending: isFetching || text !== query }
}
