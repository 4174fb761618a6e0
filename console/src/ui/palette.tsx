// Finds screens, actions and records by a few typed letters, from anywhere.

import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core'
import { useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useActiveShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { recordPath, useGo } from './addresses.ts'
import { Icon, type IconName } from './icons.tsx'
import { KeyCaps } from './key-caps.tsx'
import { showOverlay, useOverlay } from './overlays.ts'
import classes from './palette.module.css'
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
      Criteria: { SearchQuery: { $PHRASE: text.trim() }, Top: 5 },
    },
  ])
  return Object.fromEntries(members) as Record<string, unknown>
}

const close = (): void => showOverlay(null)

export function Palette({ screens }: { screens: readonly Screen[] }) {
  const { ui } = useTexts()
  return (
    <Modal
      opened={useOverlay() === 'palette'}
      onClose={close}
      size={620}
      padding={0}
      yOffset="12vh"
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      // The page behind has nothing to scroll, and to lock it takes longer than to draw the palette.
      lockScroll={false}
      attributes={{ content: { 'aria-label': ui.palette.open } }}
      classNames={{ body: classes.body }}
    >
      <Search screens={screens} />
    </Modal>
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

function Search({ screens }: { screens: readonly Screen[] }) {
  const { ui } = useTexts()
  const [query, setQuery] = useState('')
  const { groups, isPending } = useFound(query, screens)
  const options = useCombobox({ opened: true })
  const input = useRef<HTMLInputElement>(null)
  // At once, so that the letters of fast fingers arrive in the field.
  useLayoutEffect(() => input.current?.focus(), [])
  const all = groups.flatMap(({ found }) => found)
  const ids = all.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results, or other words, begin at the first again
  useEffect(() => void options.selectFirstOption(), [ids, query])
  // What is in view is drawn first, so that the palette is there at once.
  const drawn = useDeferredValue(Number.POSITIVE_INFINITY, inView)
  return (
    <Combobox store={options}>
      <Combobox.EventsTarget>
        <TextInput
          ref={input}
          data-autofocus
          role="combobox"
          size="md"
          variant="unstyled"
          className={classes.search}
          placeholder={ui.palette.placeholder}
          aria-label={ui.palette.placeholder}
          leftSection={<Icon name="search" />}
          value={query}
          onChange={event => setQuery(event.currentTarget.value)}
          // A list of options that is open keeps Escape from the dialog around it.
          onKeyDown={({ key }) => key === 'Escape' && close()}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.list} aria-label={ui.palette.open}>
        {upTo(groups, drawn).map(({ label, found }) => (
          <Combobox.Group key={label} label={label}>
            {found.map(one => (
              <Option key={one.id} {...one} />
            ))}
          </Combobox.Group>
        ))}
        {all.length === 0 && !isPending && <Combobox.Empty>{ui.palette.nothing}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  )
}

/** The options that fit into the palette. */
const inView = 12

interface Group {
  readonly label: string
  readonly found: readonly Found[]
}

/** So many options of the groups, from the first on. */
function upTo(groups: readonly Group[], most: number): readonly Group[] {
  const shown: Group[] = []
  let left = most
  for (const { label, found } of groups) {
    if (left > 0) shown.push({ label, found: found.slice(0, left) })
    left -= found.length
  }
  return shown
}

/** An option as the combobox looks for it; a plain element, since there are many. */
function Option({ icon, label, detail, keys, run }: Found) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the option that is chosen
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field listens to the keys
    <div
      role="option"
      id={useId()}
      data-combobox-option
      className={classes.option}
      onMouseDown={event => event.preventDefault()}
      onClick={() => {
        close()
        run()
      }}
    >
      <Icon name={icon} />
      <span className={classes.label}>{label}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {keys && <KeyCaps keys={keys} />}
    </div>
  )
}

/** What the typed words find: screens and actions by their names, records by the server. */
function useFound(query: string, screens: readonly Screen[]): { groups: readonly Group[]; isPending: boolean } {
  const { ui } = useTexts()
  const recent = useRecentRecords()
  const { records, isPending } = useRecords(query)
  const groups = [
    { label: ui.palette.recent, found: query === '' ? recent : [] },
    { label: ui.palette.screens, found: useScreens(query, screens) },
    { label: ui.palette.actions, found: useActions(query) },
    { label: ui.palette.records, found: records },
  ]
  return { groups: groups.filter(({ found }) => found.length > 0), isPending }
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
  const text = useDeferredValue(query)
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
