// Draws one row of a table. It is drawn again only when its record, its place or its marks change.
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react'
import type { Row as Fields } from '../api/envelope.ts'
import { useRecord } from '../api/use-read.ts'
import { kindOf } from '../fields/index.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/icons.tsx'
import { CellEditor, CellValue, type Editing } from './cell.tsx'
import type { Column } from './columns.ts'
import styles from './table.module.css'

/** What a row tells its table. The object stays the same. */
export interface RowEvents {
  point(row: number, column: number): void
  choose(row: number, range: boolean): void
  edit(row: number, column: number): void
  near(row: number): void
  finish(editing: Editing, value: unknown, how: 'commit' | 'cancel'): void
}

/** How the first cell of a row looks: an icon or a picture, and the link to the record. */
export type TitleOf = (key: string, fields: Fields, name: ReactNode) => ReactNode

interface Props {
  readonly id: string
  readonly index: number
  readonly top: number
  readonly recordKey: string
  readonly columns: readonly Column[]
  /** The column of the cursor, or -1 when the cursor is in another row. */
  readonly cursor: number
  readonly isChosen: boolean
  readonly isOpen: boolean
  readonly isMoved: boolean
  readonly editing: Editing | null
  readonly titleOf: TitleOf
  readonly readOnly: (key: string) => boolean
  readonly events: RowEvents
}

const at = (top: number): CSSProperties => ({ transform: `translateY(${top}px)` })

function Row(props: Props) {
  const { id, index, recordKey, columns, cursor, isChosen, isOpen, isMoved, editing, titleOf, events } = props
  const record = useRecord(recordKey)
  const t = useTexts().table
  const fields = record?.fields ?? {}
  const isReadOnly = props.readOnly(recordKey)
  const chooseCell = (event: MouseEvent) => {
    event.stopPropagation()
    events.choose(index, event.shiftKey)
  }
  return (
    <div
      role="row"
      id={`${id}-${index}`}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={styles.row}
      data-key={recordKey}
      data-active={cursor >= 0 || undefined}
      data-chosen={isChosen || undefined}
      data-open={isOpen || undefined}
      data-readonly={isReadOnly || undefined}
      style={at(props.top)}
      onPointerEnter={() => events.near(index)}
    >
      <div role="gridcell" aria-colindex={1} className={styles.choose} onClick={chooseCell}>
        <input type="checkbox" tabIndex={-1} checked={isChosen} readOnly aria-label={t.choose} />
      </div>
      {columns.map(({ field }, column) => {
        const isEditing = editing?.path === field.path
        const value = fields[field.path]
        const shown = isEditing ? (
          <CellEditor editing={editing} field={field} record={fields} onFinish={events.finish} />
        ) : (
          <CellValue field={field} value={value} />
        )
        return (
          <div
            key={field.path}
            role="gridcell"
            id={`${id}-${index}-${column}`}
            aria-colindex={column + 2}
            aria-readonly={isReadOnly || !field.writable || undefined}
            className={column === 0 ? `${styles.cell} ${styles.title}` : styles.cell}
            data-right={(column > 0 && kindOf(field).alignRight) || undefined}
            data-active={cursor === column || undefined}
            data-editing={isEditing || undefined}
            data-invalid={(isEditing && editing.problems.length > 0) || undefined}
            data-pending={record?.pending.has(field.path) || undefined}
            onClick={() => events.point(index, column)}
            onDoubleClick={() => events.edit(index, column)}
          >
            {column === 0 && !isEditing ? titleOf(recordKey, fields, shown) : shown}
            {column === 0 && isReadOnly && (
              <span role="img" aria-label={t.readOnly} title={t.readOnly} className={styles.locked}>
                <Icon name="lock" size={12} />
              </span>
            )}
            {column === 0 && isMoved && <span className={styles.moved}>{t.moved}</span>}
          </div>
        )
      })}
    </div>
  )
}

export const TableRow = memo(Row)

/** A row whose record is on its way, as high as it will be. */
export const BoneRow = memo(({ index, top, columns }: { index: number; top: number; columns: readonly Column[] }) => (
  <div role="row" aria-rowindex={index + 2} aria-busy className={styles.row} style={at(top)}>
    <div role="gridcell" aria-colindex={1} className={styles.choose} />
    {columns.map(({ field, width }, column) => (
      <div
        key={field.path}
        role="gridcell"
        aria-colindex={column + 2}
        className={column === 0 ? `${styles.cell} ${styles.title}` : styles.cell}
      >
        <div className={styles.bone} style={{ width: width * (0.35 + ((index * 7 + column * 3) % 5) * 0.09) }} />
      </div>
    ))}
  </div>
))
