// Lists the records of any entity: views, search, filters, columns, order, edits in place, acts on many, a record beside.
import { type EntityFields, useFields } from '../../fields/use-fields.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { isEmptySelection, noSelection } from '../../table/selection.ts'
import { Table } from '../../table/table.tsx'
import { useTexts } from '../../texts/index.tsx'
import { Page } from '../../ui/page.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { useViews } from '../../views/use-views.ts'
import { ViewMenu } from '../../views/view-menu.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { CountText, useCountWords } from './count-text.tsx'
import { definitionOf } from './definition.ts'
import { Letters } from './letters.tsx'
import styles from './list.module.css'
import { NothingFound } from './nothing-found.tsx'
import { Peek } from './peek.tsx'
import { isInTitleOrder, sortsOf } from './request.ts'
import { SearchBox } from './search-box.tsx'
import { titleOf } from './title.tsx'
import { isTab, TypeTabs } from './type-tabs.tsx'
import { type ListModel, useList } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'

export function ListScreen({ entity }: { entity: string }) {
  const { entities } = useTexts()
  const { data, error, refetch } = useFields(entity)
  const title = (entities as Readonly<Record<string, { many: string }>>)[entity]?.many ?? entity
  if (data) return <List key={entity} entity={entity} title={title} fields={data} />
  return (
    <Page title={title} layout="flush">
      {error ? <Failed error={error} retry={() => void refetch()} /> : <Loading rows={16} />}
    </Page>
  )
}

function List({ entity, title, fields }: { entity: string; title: string; fields: EntityFields }) {
  const list = useList(definitionOf(entity), fields, title)
  useListKeys(list)
  return (
    <Page title={title} layout="flush" bar={<Bar list={list} />}>
      <div className={styles.content}>
        <Body list={list} />
        <Sides list={list} />
      </div>
    </Page>
  )
}

function Bar({ list }: { list: ListModel }) {
  const { list: t } = useTexts()
  const { definition, fields, params, setParams, columns, title, builtIn } = list
  const views = useViews(definition.entity, fields)
  return (
    <div className={styles.bar}>
      <ViewMenu
        entity={definition.entity}
        fields={fields}
        wholeName={t.all}
        builtIn={builtIn}
        views={views}
        current={params.view}
        content={{ filter: params.filter, sort: params.sort, columns: params.cols }}
        onChoose={list.chooseView}
      />
      {definition.tabs !== undefined && (
        <TypeTabs path={definition.tabs} fields={fields} filter={params.filter} onFilter={list.setFilter} />
      )}
      <SearchBox text={params.q} label={t.searchIn(title)} onText={q => setParams({ q, any: '', from: '' })} />
      <FilterBar
        fields={fields}
        filter={params.filter}
        isElsewhere={item => definition.tabs !== undefined && isTab(item, definition.tabs)}
        onChange={list.setFilter}
      />
      <span className={styles.space} />
      <CountText count={list.count} />
      {!list.isPhone && (
        <ColumnsMenu
          fields={fields}
          columns={columns}
          onColumns={list.setColumns}
          onReset={() => setParams({ cols: [] })}
        />
      )}
    </div>
  )
}

function Body({ list }: { list: ListModel }) {
  const { list: t } = useTexts()
  const words = useCountWords()
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
          countText={selection.all ? words(count) : String(selection.keys.size)}
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
      {hasLetters && <Letters from={params.from} onJump={from => setParams({ from })} />}
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
