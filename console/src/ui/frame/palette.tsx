// Finds screens, actions and records by a few typed letters, from anywhere.

import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Body, rowsOf, textOf } from '../../api/envelope.ts'
import { enoughHits, mayHaveErrors, nearCondition, nearRestMs, wordsCondition } from '../../api/search.ts'
import { useRead } from '../../api/use-read.ts'
import { useActiveShortcuts } from '../../keys/registry.ts'
import { useTexts } from '../../texts/index.tsx'
import { useGo } from '../addresses/addresses.ts'
import { recordPath } from '../addresses/paths.ts'
import { entityIcon, useRecent } from '../addresses/recent.ts'
import type { Screen } from '../addresses/screen.ts'
import { KeyCaps } from '../controls/key-caps.tsx'
import { Icon, type IconName } from '../display/icons.tsx'
import { useAfterPaint } from '../display/later.ts'
import { showOverlay, useOverlay } from './overlays.ts'
import classes from './palette.module.css'

const searched: readonly { entity: string; detail: string; hasReach: boolean }[] = [
  { entity: 'AbEntry', detail: 'Address/City', hasReach: true },
  { entity: 'Opportunity', detail: 'AbEntry', hasReach: false },
  { entity: 'Lead', detail: 'CompanyName', hasReach: true },
  { entity: 'Case', detail: 'AbEntry', hasReach: false },
  { entity: 'Custom', detail: 'CustomSetup', hasReach: false },
  { entity: 'CustomChild', detail: 'CustomSetup', hasReach: false },
]

/** Details that are records. */
const recordDetails: ReadonlySet<string> = new Set(['AbEntry', 'CustomSetup'])

/** One request for all kinds of records: those that the words find, or near ones too. */
function searchRequest(text: string, isNear = false): Record<string, unknown> | null {
  if (text.trim() === '') return null
  const members = searched.map(({ entity, detail, hasReach }) => [
    `${entity}.${isNear ? 'near' : 'found'}`,
    {
      Scope: { Fields: { Key: 1, DisplayValue: 1, [detail]: recordDetails.has(detail) ? { DisplayValue: 1 } : 1 } },
      Criteria: { SearchQuery: isNear ? nearCondition(text) : wordsCondition(text, hasReach), Top: 5 },
    },
  ])
  return Object.fromEntries(members) as Record<string, unknown>
}

const close = (): void => showOverlay(null)

export function Palette({ screens }: { screens: readonly Screen[] }) {
  return useOverlay() === 'palette' ? <Dialog screens={screens} /> : null
}

/**
 * A dialog of the component library takes longer to draw than all that is in it, and a modal one of the browser gives every
 * element behind it another style. Here the field is all that can have the focus.
 */
function Dialog({ screens }: { screens: readonly Screen[] }) {
  const { ui } = useTexts()
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it too */}
      <div className={classes.backdrop} onMouseDown={close} />
      <dialog open aria-modal aria-label={ui.palette.open} className={classes.dialog}>
        <Search screens={screens} />
      </dialog>
    </>
  )
}

interface PaletteEntry {
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
  const all = groups.flatMap(({ found }) => found)
  const { chosen, move } = useChosen(query, all)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  // At once, so that the letters of fast fingers arrive in the field.
  useLayoutEffect(() => field.current?.focus(), [])
  // What is in view is drawn first, so that the palette is there at once.
  const drawn = useAfterPaint(Number.POSITIVE_INFINITY, inView)
  const act = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape') close()
    else if (event.key !== 'Tab') return
    event.preventDefault()
  }
  return (
    <>
      <label className={classes.search}>
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={chosen && `${list}${chosen.id}`}
          aria-label={ui.palette.placeholder}
          placeholder={ui.palette.placeholder}
          value={query}
          onChange={event => setQuery(event.currentTarget.value)}
          onKeyDown={act}
        />
      </label>
      <div
        role="listbox"
        id={list}
        className={classes.list}
        aria-label={ui.palette.open}
        // The focus stays in the field.
        onMouseDown={event => event.preventDefault()}
      >
        {upTo(groups, drawn).map(({ label, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={label} role="group" aria-label={label}>
            <div className={classes.group} aria-hidden>
              {label}
            </div>
            {found.map(one => (
              <Option key={one.id} id={`${list}${one.id}`} found={one} chosen={one === chosen} />
            ))}
          </div>
        ))}
        {all.length === 0 && !isPending && <p className={classes.nothing}>{ui.palette.nothing}</p>}
      </div>
    </>
  )
}

const choose = ({ run }: PaletteEntry): void => {
  close()
  run()
}

/** The option that Enter takes. Other results, or other words, begin at the first again. */
function useChosen(
  query: string,
  all: readonly PaletteEntry[],
): { chosen: PaletteEntry | undefined; move: (by: 1 | -1) => void } {
  const of = JSON.stringify([query, ...all.map(({ id }) => id)])
  const [choice, setChoice] = useState({ of, at: 0 })
  const at = choice.of === of ? choice.at : 0
  return { chosen: all[at], move: by => setChoice({ of, at: (at + by + all.length) % all.length }) }
}

/** The options that fit into the palette. */
const inView = 12

interface Group {
  readonly label: string
  readonly found: readonly PaletteEntry[]
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

interface OptionProps {
  readonly id: string
  readonly found: PaletteEntry
  readonly chosen: boolean
}

const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

function Option({ id, found, chosen }: OptionProps) {
  const { icon, label, detail, keys } = found
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the option that is chosen
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field listens to the keys
    <div
      ref={chosen ? intoView : null}
      role="option"
      id={id}
      aria-selected={chosen}
      className={classes.option}
      onClick={() => choose(found)}
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
  const similar = useSimilarRecords(query, isPending ? null : records)
  const groups = [
    { label: ui.palette.recent, found: query === '' ? recent : [] },
    { label: ui.palette.screens, found: useScreens(query, screens) },
    { label: ui.palette.actions, found: useActions(query) },
    { label: ui.palette.records, found: records },
    { label: ui.palette.similar, found: similar },
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

function useActions(query: string): readonly PaletteEntry[] {
  return useActiveShortcuts()
    .filter(({ inPalette = true, group, label }) => inPalette && group !== 'goTo' && matches(query, label))
    .map(({ keys, label, run }) => ({ id: keys, label, icon: 'play', keys, run: () => run(null) }))
}

function useScreens(query: string, screens: readonly Screen[]): readonly PaletteEntry[] {
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

function useRecentRecords(): readonly PaletteEntry[] {
  const go = useGo()
  return useRecent(5).map(({ entity, key, name }) => ({
    id: key,
    label: name,
    icon: entityIcon(entity),
    run: () => go(recordPath(entity, key) ?? ''),
  }))
}

function useRecords(query: string): { records: readonly PaletteEntry[]; isPending: boolean } {
  const go = useGo()
  const text = useDeferredValue(query)
  const { data, isFetching } = useRead(searchRequest(text), { title: null, keep: text !== '' })
  if (query.trim() === '') return { records: [], isPending: false }
  return { records: entriesIn(data, 'found', go), isPending: isFetching || text !== query }
}

const entriesIn = (data: Body | undefined, alias: string, go: ReturnType<typeof useGo>): readonly PaletteEntry[] =>
  searched.flatMap(({ entity, detail }) =>
    rowsOf(data, `${entity}.${alias}`).map(row => ({
      id: row.Key as string,
      label: textOf(row.DisplayValue),
      detail: textOf(row[detail]),
      icon: entityIcon(entity),
      run: () => go(recordPath(entity, row.Key as string) ?? ''),
    })),
  )

/** Records with near names, where the words find few; null while these are on their way. */
function useSimilarRecords(query: string, exact: readonly PaletteEntry[] | null): readonly PaletteEntry[] {
  const go = useGo()
  const [text] = useDebouncedValue(query, nearRestMs)
  const isWanted = text === query && mayHaveErrors(query) && exact !== null && exact.length < enoughHits
  const { data } = useRead(isWanted ? searchRequest(text, true) : null, { title: null })
  if (!isWanted) return []
  const known = new Set(exact.map(({ id }) => id))
  return entriesIn(data, 'near', go).filter(({ id }) => !known.has(id))
}
