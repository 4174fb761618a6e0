// Shows what the columns of a table come to, below its rows.
import { headingOf } from '../fields/field.ts'
import { useTexts } from '../texts/index.tsx'
import { type Column, isRight, widthStyle } from './columns.ts'
import type { Summary } from './summaries.ts'
import styles from './table.module.css'

interface Props {
  readonly columns: readonly Column[]
  readonly sums: readonly Summary[]
  /** By the paths of the columns. */
  readonly texts: ReadonlyMap<string, string>
}

export function Foot({ columns, sums, texts }: Props) {
  const { ways } = useTexts().table
  return (
    <div role="rowgroup" className={styles.foot}>
      <div role="row" className={styles.footRow}>
        <div role="gridcell" aria-colindex={1} className={styles.choose} />
        {columns.map((column, index) => {
          const { path } = column.field
          const way = sums.find(one => one.path === path)?.way
          return (
            <div
              key={path}
              role="gridcell"
              aria-colindex={index + 2}
              className={styles.footCell}
              style={widthStyle(index)}
              data-right={(index > 0 && isRight(column)) || undefined}
            >
              {way && (
                <>
                  <span className={styles.footWay}>{ways[way]}</span> {texts.get(path)}
                </>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** A phone shows few columns, so each sum says what it is of. */
export function PhoneFoot({ columns, sums, texts }: Props) {
  const { ways } = useTexts().table
  return (
    <div role="rowgroup" className={styles.foot}>
      <div role="row" className={styles.phoneFoot}>
        {sums.map(({ path, way }) => {
          const column = columns.find(({ field }) => field.path === path)
          return (
            column && (
              <div key={path} role="gridcell">
                <span className={styles.footWay}>
                  {headingOf(column.field)}, {ways[way]}
                </span>{' '}
                {texts.get(path)}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
