// Explains an empty list, and offers what may fill it.
import { Button } from '@mantine/core'
import { noFilter } from '../../filter/tree.ts'
import { NewButton } from '../../forms/new-button.tsx'
import { formSpecOf } from '../../forms/specs.ts'
import { useTexts } from '../../texts/index.tsx'
import { Empty } from '../../ui/display/states.tsx'
import { ImportLink } from './import-link.tsx'
import styles from './list.module.css'
import type { ListModel } from './use-list.ts'

export function NothingFound({ list }: { list: ListModel }) {
  const { list: t } = useTexts()
  const { params, setParams, fields, title, definition } = list
  const q = params.q.trim()
  if (q !== '') {
    const isByWords = params.any !== '1' && fields.model.hasWords
    return (
      <Empty
        icon="search"
        title={t.nothingFor(q)}
        hint={isByWords ? t.beginnings : params.filter.items.length > 0 ? t.withinFilter : undefined}
        action={
          isByWords ? (
            <Button variant="default" onClick={() => setParams({ any: '1' })}>
              {t.searchAnywhere(q)}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setParams({ q: '', any: '' })}>
              {t.clearSearch}
            </Button>
          )
        }
      />
    )
  }
  const canAdd = formSpecOf(definition.entity) !== null
  const purposes: Readonly<Record<string, string>> = t.purpose
  const titles: Readonly<Record<string, string>> = t.emptyOf
  const add = canAdd && <NewButton entity={definition.entity} onNew={() => setParams({ new: '1' })} />
  if (params.filter.items.length > 0 || params.from !== '') {
    return (
      <Empty
        icon="filter"
        title={t.nothingMatches}
        action={
          <div className={styles.emptyActions}>
            {add}
            <Button variant="default" size="compact-sm" onClick={() => setParams({ filter: noFilter, from: '' })}>
              {t.clearFilter}
            </Button>
          </div>
        }
      />
    )
  }
  return (
    <Empty
      icon="list"
      title={titles[definition.entity] ?? t.noRecords(title)}
      hint={purposes[definition.entity]}
      action={
        canAdd && (
          <div className={styles.emptyActions}>
            {add}
            <ImportLink entity={definition.entity} isLabelled />
          </div>
        )
      }
    />
  )
}
