// Lists the records of any entity: views, search, filters, columns, order, edits in place, acts on many, a record beside.
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { lazy, memo, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { type EntityFields, useFields } from '../../fields/use-fields.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import type { Filter } from '../../filter/tree.ts'
import { isEmptySelection, noSelection } from '../../table/selection.ts'
import { Table } from '../../table/table.tsx'
import { useTexts } from '../../texts/index.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useLater } from '../../ui/later.ts'
import { Page } from '../../ui/page.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { useViews } from '../../views/use-views.ts'
import { ViewMenu } from '../../views/view-menu.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { CountText } from './count-text.tsx'
import { definitionOf, type ListDefinition } from './definition.ts'
import { Letters } from './letters.tsx'
import styles from './list.module.css'
import { NothingFound } from './nothing-found.tsx'
import { Peek } from './peek.tsx'
import { isInTitleOrder, sortsOf } from './request.ts'
import { SearchBox } from './search-box.tsx'
import { columnsIn, useListParams } from './state.ts'
import { titleOf } from './title.tsx'
import { isTab, TypeTabs } from './type-tabs.tsx'
import { type ListModel, type ListPlace, useList, useShownPlace } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'

interface ScreenProps {
  readonly entity: string
  /** Further buttons on the right of the header. */
  readonly actions?: ReactNode
}

/** Loaded when somebody makes a record. */
const NewRecord = lazy(async () => ({ default: (await import('../../setup/record-form.tsx')).NewRecord }))

export function ListScreen({ entity, actions }: ScreenProps) {
  const { entities } = useTexts()
  const { data, error, refetch } = useFields(entity)
  const names = (entities as Readonly<Record<string, { one: string; many: string }>>)[entity]
  const title = names?.many ?? entity
  if (data) {
    const one = names?.one ?? entity
    return <List key={entity} entity={entity} title={title} one={one} fields={data} actions={actions} />
  }
  return (
    <Page title={title} layout="flush">
      {error ? <Failed error={error} retry={() => void refetch()} /> : <Loading rows={16} />}
    </Page>
  )
}

interface ListProps extends ScreenProps {
  readonly title: string
  /** The name of one record. */
  readonly one: string
  readonly fields: EntityFields
}

function List(props: ListProps) {
  return <ShownList {...props} place={useShownPlace(definitionOf(props.entity), props.fields)} />
}

/** Drawn again when another place is shown, not as soon as the address is another. */
const ShownList = memo(({ entity, title, one, fields, actions, place }: ListProps & { readonly place: ListPlace }) => {
  const { setup } = useTexts()
  const list = useList(definitionOf(entity), fields, title, place)
  const { form } = list.definition
  const { params, setParams } = list
  const setNew = useCallback((isNew: boolean): void => setParams({ new: isNew ? '1' : '' }), [setParams])
  useListKeys(list, form ? { label: setup.newOne(one), run: () => setNew(true) } : null)
  const buttons = useMemo(
    () => (
      <>
        {actions}
        {form && <New one={one} onNew={() => setNew(true)} />}
      </>
    ),
    [actions, form, one, setNew],
  )
  return (
    <Page title={title} layout="flush" bar={<Bar list={list} />} actions={buttons}>
      {params.new === '1' && form && (
        <Suspense>
          <NewRecord
            entity={entity}
            title={one}
            fields={form.map(path => fields.of(path)).filter(field => field !== undefined)}
            onClose={() => setNew(false)}
            onCreated={list.open}
          />
        </Suspense>
      )}
      <div className={styles.content}>
        <Body list={list} />
        <Sides list={list} />
      </div>
    </Page>
  )
})

function New({ one, onNew }: { one: string; onNew: () => void }) {
  const { setup } = useTexts()
  return (
    <Button size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={onNew}>
      {setup.newOne(one)}
    </Button>
  )
}

function Bar({ list }: { list: ListModel }) {
  const { list: t } = useTexts()
  const { definition, fields, acts } = list
  const params = useLater(list.params)
  return (
    <div className={styles.bar}>
      <Views definition={definition} fields={fields} params={params} builtIn={list.builtIn} acts={acts} />
      <Conditions definition={definition} fields={fields} label={t.searchIn(list.title)} acts={acts} />
      <span className={styles.space} />
      <CountText count={list.count} />
      {!list.isPhone && <Columns definition={definition} fields={fields} acts={acts} />}
    </div>
  )
}

interface ControlProps {
  readonly definition: ListDefinition
  readonly fields: EntityFields
  readonly acts: ListModel['acts']
}

interface ViewsProps extends ControlProps, Pick<ListModel, 'params' | 'builtIn'> {}

/** The rows come first: the name of the view and what is not saved of it follow when there is time. */
const Views = memo(({ definition, fields, params, builtIn, acts }: ViewsProps) => {
  const { list: t } = useTexts()
  return (
    <ViewMenu
      entity={definition.entity}
      fields={fields}
      wholeName={t.all}
      builtIn={builtIn}
      views={useViews(definition.entity, fields)}
      current={params.view}
      content={{ filter: params.filter, sort: params.sort, columns: params.cols }}
      onChoose={acts.chooseView}
    />
  )
})

/** Rows that come within this time come before the line of filters; nobody makes two changes in it. */
const restMs = 50

/** What narrows the list. The text follows the address at once: people go on typing while rows are on their way. */
const Conditions = memo(({ definition: { tabs }, fields, label, acts }: ControlProps & { readonly label: string }) => {
  const [params] = useListParams()
  const [filter] = useDebouncedValue(params.filter, restMs)
  const isElsewhere = useCallback((item: Filter) => tabs !== undefined && isTab(item, tabs), [tabs])
  return (
    <>
      {tabs !== undefined && <TypeTabs path={tabs} fields={fields} filter={filter} onFilter={acts.setFilter} />}
      <SearchBox text={params.q} label={label} onText={acts.search} onSoon={acts.searchSoon} />
      <FilterBar fields={fields} filter={filter} isElsewhere={isElsewhere} onChange={acts.setFilter} />
    </>
  )
})

/** Follows the address at once, as the conditions do. */
const Columns = memo(({ definition, fields, acts }: ControlProps) => {
  const [{ cols }] = useListParams()
  const columns = useMemo(() => columnsIn(definition, cols, fields), [definition, cols, fields])
  return <ColumnsMenu fields={fields} columns={columns} onColumns={acts.setColumns} onReset={acts.resetColumns} />
})

function Body({ list }: { list: ListModel }) {
  const { list: t } = useTexts()
  const { window, isOld, selection, setSelection, count, columns } = list
  return (
    <div className={styles.main}>
      <Rows list={list} />
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
      onOpen={list.open}
      onNear={list.near}
      readOnly={list.readOnly}
      onEdit={list.edit}
    />
  )
}

function Sides({ list }: { list: ListModel }) {
  const { definition, params, setParams, isPhone, fields } = list
  if (isPhone) return null
  const hasLetters = definition.hasLetters === true && params.q === '' && isInTitleOrder(definition, params)
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
