// Shows records whose names are near a search that finds few: below the exact hits, and marked as similar.
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { entityOf, noRows, type Row, rowsOf } from '../../api/envelope.ts'
import { enoughHits, mayHaveErrors, nearRestMs } from '../../api/search.ts'
import { useRead } from '../../api/use-read.ts'
import { valueKindOf } from '../../fields/value-kinds.ts'
import { useTexts } from '../../texts/index.tsx'
import { RecordLink } from '../../ui/addresses/page-link.tsx'
import styles from './list.module.css'
import { listRequest } from './request.ts'
import type { ListModel } from './use-list.ts'

/** How many near hits are shown below the exact ones. */
const most = 20

/** The near hits of a search by words that finds few records; none for any other list. */
function useSimilar({ params, definition, columns, fields, window, isOld, title }: ListModel): readonly Row[] {
  const { similar: t } = useTexts().list
  const [q] = useDebouncedValue(params.q, nearRestMs)
  const isSought =
    q === params.q && params.any === '' && fields.model.hasWords && mayHaveErrors(q) && !isOld && window.isComplete
  const isWanted = isSought && window.known < enoughHits
  const members = useMemo(() => {
    if (!isWanted) return null
    const near = listRequest(definition, { ...params, any: 'near', sort: [] }, columns, fields)
    return { [near.entity]: { Scope: { Fields: near.fields }, Criteria: { ...near.criteria, Top: most } } }
  }, [isWanted, definition, params, columns, fields])
  const { data } = useRead(members, { title: t.of(title) })
  if (!data || !members) return noRows
  const [member] = Object.keys(members)
  return rowsOf(data, member ?? '').filter(({ Key }) => window.rowOf(String(Key)) < 0)
}

/** The facts beside a name. */
const factsShown = 3

export function Similar({ list }: { readonly list: ListModel }) {
  const { similar: t } = useTexts().list
  const rows = useSimilar(list)
  if (rows.length === 0) return null
  const { definition, columns, setParams, request } = list
  const [title, ...facts] = columns.map(({ field }) => field)
  return (
    <section className={styles.similar} aria-label={t.title} data-alone={list.window.isEmpty || undefined}>
      <header className={styles.similarHead}>
        <h2>{t.title}</h2>
        <Button variant="subtle" size="compact-sm" onClick={() => setParams({ any: 'near' })}>
          {t.asList}
        </Button>
      </header>
      <ul>
        {rows.map(row => (
          <li key={String(row.Key)}>
            <RecordLink entity={entityOf(request.entity)} recordKey={String(row.Key)}>
              {String(row[title?.path ?? definition.title] ?? '')}
            </RecordLink>
            <span>
              {facts
                .map(field => valueKindOf(field).text(row[field.path], field))
                .filter(text => text !== '')
                .slice(0, factsShown)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says that the rows are not those that the words find exactly, and leads back to these. */
export function HowFound({ list }: { readonly list: ListModel }) {
  const { list: t } = useTexts()
  const { params, setParams, window } = list
  if (params.any === '' || params.q.trim() === '' || window.isEmpty) return null
  return (
    <p className={styles.howFound} role="status">
      {params.any === 'near' ? t.similar.shown(params.q.trim()) : t.similar.anywhere(params.q.trim())}
      <Button variant="subtle" size="compact-sm" onClick={() => setParams({ any: '' })}>
        {t.similar.exactOnly}
      </Button>
    </p>
  )
}
