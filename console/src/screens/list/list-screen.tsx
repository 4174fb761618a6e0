// Lists the records of any entity: views, search, filters, columns, order, edits in place, acts on many, a record beside.
import { useDebouncedValue } from '@mantine/hooks'
import { memo, type ReactNode, useCallback, useMemo } from 'react'
import type { EntityFields } from '../../fields/entity-fields.ts'
import { useListFields } from '../../fields/use-fields.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import type { Filter } from '../../filter/tree.ts'
import { NewButton, useNewTitle } from '../../forms/new-button.tsx'
import { formSpecOf } from '../../forms/specs.ts'
import { isEmptySelection, noSelection } from '../../table/selection.ts'
import { Table } from '../../table/table.tsx'
import { useTexts } from '../../texts/index.tsx'
import { hint } from '../../ui/controls/hint.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { useAfterPaint } from '../../ui/display/later.ts'
import { lazyPart } from '../../ui/display/lazy-part.tsx'
import { Failed, Loading } from '../../ui/display/states.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { useViews } from '../../views/use-views.ts'
import { ViewMenu } from '../../views/view-menu.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { CountText } from './count-text.tsx'
import { definitionOf, type ListDefinition } from './definition.ts'
import { ExportMenu } from './export-menu.tsx'
import { GroupMenu } from './group-menu.tsx'
import { isGroupable } from './groups.ts'
import { ImportLink } from './import-link.tsx'
import { Letters } from './letters.tsx'
import styles from './list.module.css'
import { NothingFound } from './nothing-found.tsx'
import { Peek } from './peek.tsx'
import { isInTitleOrder, sortsOf } from './request.ts'
import { SearchBox } from './search-box.tsx'
import { HowFound, Similar } from './similar.tsx'
import { columnsIn } from './state.ts'
import { titleOf } from './title.tsx'
import { isTab, TypeTabs } from './type-tabs.tsx'
import { type ListModel, type ListPlace, useList, useShownPlace } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListParams } from './use-list-params.ts'
import { useSummaries } from './use-summaries.ts'

interface ScreenProps {
  readonly entity: string
  /** Further buttons on the right of the header. */
  readonly actions?: ReactNode
}

/** Loaded when a record is added. */
const NewRecord = lazyPart(async () => (await import('../../forms/new-record.tsx')).NewRecord, { waiting: null })

/** Loaded when a list is grouped. */
const GroupTable = lazyPart(async () => (await import('./group-table.tsx')).GroupTable)

export function ListScreen({ entity, actions }: ScreenProps) {
  const { entities } = useTexts()
  const { data, error, refetch } = useListFields(entity)
  const names = (entities as Readonly<Record<string, { one: string; many: string }>>)[entity]
  const title = names?.many ?? entity
  if (data) {
    return <List key={entity} entity={entity} title={title} fields={data} actions={actions} />
  }
  return (
    <Page title={title} layout="flush">
      {error ? <Failed error={error} retry={() => void refetch()} /> : <Loading rows={16} />}
    </Page>
  )
}

interface ListProps extends ScreenProps {
  readonly title: string
  readonly fields: EntityFields
}

function List(props: ListProps) {
  const definition = useMemo(() => definitionOf(props.entity), [props.entity])
  return <ShownList {...props} definition={definition} place={useShownPlace(definition, props.fields)} />
}

interface ShownListProps extends ListProps {
  readonly definition: ListDefinition
  readonly place: ListPlace
}

/** Drawn again when another place is shown, not as soon as the address is another. */
const ShownList = memo(({ entity, definition, title, fields, actions, place }: ShownListProps) => {
  const list = useList(definition, fields, title, place)
  const canAdd = formSpecOf(entity) !== null
  const newTitle = useNewTitle(entity)
  const { params, setParams } = list
  const setNew = useCallback((isNew: boolean): void => setParams({ new: isNew ? '1' : '' }), [setParams])
  useListKeys(list, canAdd ? { label: newTitle, run: () => setNew(true) } : null)
  const buttons = useMemo(
    () => (
      <>
        {actions}
        {canAdd && <NewButton entity={entity} onNew={() => setNew(true)} />}
      </>
    ),
    [actions, canAdd, entity, setNew],
  )
  return (
    <Page title={title} layout="flush" bar={<Bar list={list} />} actions={buttons}>
      {params.new === '1' && canAdd && (
        <NewRecord entity={entity} onClose={() => setNew(false)} onCreated={list.open} />
      )}
      <div className={styles.content}>
        <Body list={list} />
        <Sides list={list} />
      </div>
    </Page>
  )
})

function Bar({ list }: { list: ListModel }) {
  const { list: t } = useTexts()
  const { definition, fields, actions } = list
  const params = useAfterPaint(list.params)
  return (
    <div className={styles.bar}>
      <Views definition={definition} fields={fields} params={params} builtIn={list.builtIn} actions={actions} />
      <Conditions definition={definition} fields={fields} label={t.searchIn(list.title)} actions={actions} />
      <div className={styles.tools}>
        <GroupMenu fields={fields} group={list.params.group} onGroup={actions.setGroup} />
        <CountText count={list.count} />
        {formSpecOf(definition.entity) !== null && <ImportLink entity={definition.entity} />}
        <ExportMenu records={{ ...list.request, keys: null }} columns={list.columns}>
          <IconButton {...hint(t.export)} aria-label={t.export}>
            <Icon name="download" />
          </IconButton>
        </ExportMenu>
        {!list.isPhone && <Columns definition={definition} fields={fields} actions={actions} />}
      </div>
    </div>
  )
}

interface ControlProps {
  readonly definition: ListDefinition
  readonly fields: EntityFields
  readonly actions: ListModel['actions']
}

interface ViewsProps extends ControlProps, Pick<ListModel, 'params' | 'builtIn'> {}

/** The rows come first: the name of the view and what is not saved of it follow when there is time. */
const Views = memo(({ definition, fields, params, builtIn, actions }: ViewsProps) => {
  const { list: t } = useTexts()
  return (
    <ViewMenu
      entity={definition.entity}
      fields={fields}
      wholeName={t.all}
      builtIn={builtIn}
      views={useViews(definition.entity, fields)}
      current={params.view}
      content={{ ...params, columns: params.cols }}
      onChoose={actions.chooseView}
    />
  )
})

/** Rows that come within this time come before the line of filters; two changes are never made within it. */
const restMs = 50

/** What narrows the list. The text follows the address at once: people go on typing while rows are on their way. */
const Conditions = memo(
  ({ definition: { tabs }, fields, label, actions }: ControlProps & { readonly label: string }) => {
    const [params] = useListParams()
    const [filter] = useDebouncedValue(params.filter, restMs)
    const isElsewhere = useCallback((item: Filter) => tabs !== undefined && isTab(item, tabs), [tabs])
    return (
      <>
        {tabs !== undefined && <TypeTabs path={tabs} fields={fields} filter={filter} onFilter={actions.setFilter} />}
        <SearchBox text={params.q} label={label} onText={actions.search} onSoon={actions.searchSoon} />
        <FilterBar fields={fields} filter={filter} isElsewhere={isElsewhere} onChange={actions.setFilter} />
      </>
    )
  },
)

/** Follows the address at once, as the conditions do. */
const Columns = memo(({ definition, fields, actions }: ControlProps) => {
  const [{ cols }] = useListParams()
  const columns = useMemo(() => columnsIn(definition, cols, fields), [definition, cols, fields])
  return <ColumnsMenu fields={fields} columns={columns} onColumns={actions.setColumns} onReset={actions.resetColumns} />
})

function Body({ list }: { list: ListModel }) {
  const { list: t } = useTexts()
  const { window, isOld, selection, setSelection, count, columns, params } = list
  return (
    <div className={styles.main}>
      <HowFound list={list} />
      <div className={styles.rows}>
        <Rows list={list} />
      </div>
      {params.q !== '' && params.group === '' && <Similar list={list} />}
      {window.isOutdated && !isOld && (
        <button type="button" className={styles.outdated} onClick={() => void window.restart()}>
          {t.outdated}
        </button>
      )}
      {!isEmptySelection(selection) && (
        <BulkBar
          request={list.request}
          window={window}
          fields={list.fields}
          columns={columns}
          selection={selection}
          count={count}
          onDone={() => setSelection(noSelection)}
        />
      )}
    </div>
  )
}

function Rows({ list }: { list: ListModel }) {
  const { window, isOld, params, definition, columns, count, isPhone } = list
  const foot = useSummaries(list)
  const group = list.fields.of(params.group)
  if (group && isGroupable(group)) {
    return <GroupTable list={list} field={group} />
  }
  if (window.error !== null && window.known === 0) {
    return <Failed error={window.error} retry={() => window.retry()} />
  }
  if (window.isEmpty && !isOld) return <NothingFound list={list} />
  return (
    <Table
      label={list.title}
      window={window}
      isOld={isOld}
      columns={columns}
      sorts={sortsOf(definition, params)}
      total={count.isMore ? null : count.count}
      selection={list.selection}
      openKey={params.open === '' ? null : params.open}
      start={list.start}
      titleOf={titleOf(definition)}
      handle={list.table}
      isPhone={isPhone}
      onSelection={list.setSelection}
      onSort={list.sort}
      onColumns={list.setColumns}
      sums={params.sums}
      foot={foot}
      onSums={list.setSums}
      onOpen={list.open}
      onNear={list.near}
      readOnly={list.readOnly}
      onEdit={list.edit}
    />
  )
}

function Sides({ list }: { list: ListModel }) {
  const { definition, params, setParams, isPhone, fields, window } = list
  if (isPhone || params.group !== '') return null
  const hasLetters =
    definition.hasLetters === true && !window.isEmpty && params.q === '' && isInTitleOrder(definition, params)
  return (
    <>
      {hasLetters && <Letters from={params.from} onJump={list.jump} />}
      {params.open !== '' && (
        <Peek
          entity={definition.entity}
          recordKey={params.open}
          fields={fields}
          onClose={() => {
            setParams({ open: '' })
            list.table.current?.focus()
          }}
        />
      )}
    </>
  )
}
