// Shows a dashboard: reports that a person has arranged on a page, for one owner, territory and period.
import { Button, Menu, Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useShortcuts } from '../keys/registry.ts'
import classes from '../reports/dashboard/dashboard.module.css'
import { changed, type Layout, moved, resized, usualLayout, withReport } from '../reports/dashboard/layout.ts'
import { Tile } from '../reports/dashboard/tile.tsx'
import { type Dashboard, useDashboardActions, useDashboards } from '../reports/dashboard/use-dashboards.ts'
import { reportIds } from '../reports/report.ts'
import { ScopeBar } from '../reports/scope-bar.tsx'
import type { ReportChoice } from '../reports/use-report.ts'
import { useTexts } from '../texts/index.tsx'
import { textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { NameDialog } from '../views/name-dialog.tsx'

const params = { dashboard: textParam<string>('') }

export default function Dashboards() {
  const { dashboards: t } = useTexts()
  const { query, all } = useDashboards()
  const [{ dashboard: key }, setSearch] = useSearchParams(params)
  const actions = useDashboardActions()
  const [isNaming, setNaming] = useState(false)
  const shown = all.find(one => one.key === key) ?? all[0]
  const open = (next: string): void => setSearch({ dashboard: next }, { replace: false })
  const add = () => setNaming(true)
  const dialog = isNaming && (
    <NameDialog
      title={t.add}
      name={shown ? '' : t.usualName}
      withSharing
      label={t.choose}
      onClose={() => setNaming(false)}
      onSubmit={async (name, isShared) => open(await actions.create(name, usualLayout, isShared))}
    />
  )
  if (shown) {
    return (
      <>
        <Shown key={shown.key} board={shown} all={all} onOpen={open} onAdd={add} />
        {dialog}
      </>
    )
  }
  return (
    <Page title={t.title}>
      <Loaded query={query}>
        {() => <Empty icon="chart" title={t.none} hint={t.noneHint} action={<Button onClick={add}>{t.add}</Button>} />}
      </Loaded>
      {dialog}
    </Page>
  )
}

interface ShownProps {
  readonly board: Dashboard
  readonly all: readonly Dashboard[]
  readonly onOpen: (key: string) => void
  readonly onAdd: () => void
}

function Shown({ board, all, onOpen, onAdd }: ShownProps) {
  const { dashboards: t, ui } = useTexts()
  const actions = useDashboardActions()
  /** What is being arranged; null while the dashboard is only read. */
  const [draft, setDraft] = useState<Layout | null>(null)
  const { period, owner, territory } = board.layout
  const [choice, setChoice] = useState<ReportChoice>({ period, owner, territory })
  const layout = draft ?? board.layout
  const edit = useMemo(() => () => setDraft(board.layout), [board])
  const shortcuts = useMemo(
    () => (board.isWritable ? [{ keys: 'e', label: t.edit, run: edit }] : []),
    [board.isWritable, t, edit],
  )
  useShortcuts(shortcuts)
  const save = (): void => {
    actions.save(board, { ...layout, ...choice }).then(() => setDraft(null), showFailure)
  }
  const bar = (
    <>
      <Select
        aria-label={t.choose}
        allowDeselect={false}
        w={220}
        data={all.map(one => ({ value: one.key, label: one.name }))}
        value={board.key}
        onChange={key => key && onOpen(key)}
      />
      <ScopeBar choice={choice} hasPeriod onChange={part => setChoice({ ...choice, ...part })} />
    </>
  )
  return (
    <Page
      title={t.title}
      bar={bar}
      actions={
        draft ? (
          <>
            <AddReport layout={draft} onChange={setDraft} />
            <Button variant="default" size="compact-sm" onClick={() => setDraft(null)}>
              {ui.cancel}
            </Button>
            <Button size="compact-sm" onClick={save}>
              {ui.save}
            </Button>
          </>
        ) : (
          <>
            {board.isWritable && (
              <Button variant="default" size="compact-sm" onClick={edit}>
                {t.edit}
              </Button>
            )}
            <BoardMenu board={board} layout={{ ...layout, ...choice }} onOpen={onOpen} onAdd={onAdd} />
          </>
        )
      }
    >
      <Tiles layout={layout} choice={choice} onChange={draft ? setDraft : null} />
    </Page>
  )
}

interface TilesProps {
  readonly layout: Layout
  readonly choice: ReportChoice
  /** Null while the dashboard is only read. */
  readonly onChange: ((layout: Layout) => void) | null
}

function Tiles({ layout, choice, onChange }: TilesProps) {
  const { dashboards: t, reports } = useTexts()
  const [said, setSaid] = useState('')
  const { tiles } = layout
  const change = (next: Layout['tiles'], words = ''): void => {
    onChange?.({ ...layout, tiles: next })
    setSaid(words)
  }
  if (tiles.length === 0) return <Empty icon="chart" title={t.noReports} hint={t.noReportsHint} />
  return (
    <>
      <div className={classes.page}>
        {tiles.map((tile, at) => (
          <Tile
            key={tile.id}
            tile={tile}
            at={at}
            choice={choice}
            isEdited={onChange !== null}
            onMove={(from, to) => {
              const next = moved(tiles, from, to)
              const name = tiles[from] ? reports.names[tiles[from].report].title : ''
              if (next !== tiles) change(next, t.movedTo(name, next.indexOf(tiles[from] as never) + 1))
            }}
            onResize={(id, width, height) => {
              const next = resized(tiles, id, width, height)
              const size = next.find(one => one.id === id)
              change(next, size ? t.sizeIs(size.width, size.height) : '')
            }}
            onChange={(id, part) => change(changed(tiles, id, part))}
            onRemove={id => change(tiles.filter(one => one.id !== id))}
          />
        ))}
      </div>
      <span role="status" className={classes.unseen}>
        {said}
      </span>
    </>
  )
}

function AddReport({ layout, onChange }: { layout: Layout; onChange: (layout: Layout) => void }) {
  const { dashboards: t, reports } = useTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="light" size="compact-sm" leftSection={<Icon name="plus" size={12} />}>
          {t.addReport}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reportIds.map(id => (
          <Menu.Item key={id} onClick={() => onChange({ ...layout, tiles: withReport(layout.tiles, id) })}>
            {reports.names[id].title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface BoardMenuProps extends Pick<ShownProps, 'board' | 'onOpen' | 'onAdd'> {
  readonly layout: Layout
}

function BoardMenu({ board, layout, onOpen, onAdd }: BoardMenuProps) {
  const { dashboards: t, ui } = useTexts()
  const actions = useDashboardActions()
  const [dialog, setDialog] = useState<'rename' | 'copy' | null>(null)
  const attempt = (act: Promise<unknown>): void => void act.catch(showFailure)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton aria-label={ui.more}>
            <Icon name="dots" />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="plus" size={14} />} onClick={onAdd}>
            {t.add}
          </Menu.Item>
          <Menu.Item onClick={() => setDialog('copy')}>{t.copy}</Menu.Item>
          {board.isWritable && <Menu.Item onClick={() => setDialog('rename')}>{t.rename}</Menu.Item>}
          {board.isOwn && (
            <Menu.Item onClick={() => attempt(actions.share(board, !board.isShared))}>
              {board.isShared ? t.unshare : t.share}
            </Menu.Item>
          )}
          {board.isWritable && (
            <Menu.Item
              color="red"
              leftSection={<Icon name="bin" size={14} />}
              onClick={() => attempt(actions.remove(board).then(() => onOpen('')))}
            >
              {t.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog !== null && (
        <NameDialog
          title={dialog === 'copy' ? t.copy : t.rename}
          name={board.name}
          withSharing={dialog === 'copy'}
          label={t.choose}
          onClose={() => setDialog(null)}
          onSubmit={async (name, isShared) => {
            if (dialog === 'rename') await actions.rename(board, name)
            else onOpen(await actions.create(name, layout, isShared))
          }}
        />
      )}
    </>
  )
}
