// Draws one row of a table. It is drawn again only when its record, its place or its marks change.
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Row as Fields } from '../api/envelope.ts'
import { useRecord } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/icons.tsx'
import { CellEditor, type Editing, shownValue } from './cell.tsx'
import { type Column, editorStyle, isRight, widthStyle } from './columns.ts'
import styles from './table.module.css'

/** How the first cell of a row looks: an icon or a picture, and the link to the record. */
export type TitleOf = (key: string, fields: Fields, name: ReactNode) => ReactNode

export type Finish = (editing: Editing, value: unknown, how: 'commit' | 'cancel') => void

interface Props {
  /** The id of the cell at the cursor. */
  readonly activeId: string
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
  readonly onFinish: Finish
}

const at = (top: number): CSSProperties => ({ top })

const cellClass = (column: Column, index: number): string | undefined =>
  index === 0 ? styles.title : isRight(column) ? styles.right : styles.cell

/** Its events are those of the table: a row of a long list has no listener of its own. */
function Row(props: Props) {
  const { activeId, index, recordKey, columns, cursor, isChosen, isOpen, isMoved, editing, titleOf } = props
  const record = useRecord(recordKey)
  const t = useTexts().table
  const fields = record?.fields ?? {}
  const isReadOnly = props.readOnly(recordKey)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={styles.row}
      data-key={recordKey}
      data-active={cursor >= 0 || undefined}
      data-chosen={isChosen || undefined}
      data-open={isOpen || undefined}
      data-readonly={isReadOnly || undefined}
      data-moved={isMoved || undefined}
      data-edited={editing !== null || undefined}
      style={at(props.top)}
    >
      <Choice isChosen={isChosen} label={t.choose} />
      {columns.map((shown, column) => {
        const { field } = shown
        const isEditing = editing?.path === field.path
        const content = isEditing ? (
          <CellEditor editing={editing} field={field} record={fields} onFinish={props.onFinish} />
        ) : (
          shownValue(field, fields[field.path])
        )
        return (
          <div
            key={field.path}
            role="gridcell"
            id={cursor === column ? activeId : undefined}
            aria-colindex={column + 2}
            aria-readonly={isReadOnly || !field.writable || undefined}
            className={cellClass(shown, column)}
            style={isEditing ? editorStyle(column) : widthStyle(column)}
            data-active={cursor === column || undefined}
            data-editing={isEditing || undefined}
            data-invalid={(isEditing && editing.problems.length > 0) || undefined}
            data-pending={record?.pending.has(field.path) || undefined}
          >
            {column === 0 && !isEditing ? titleOf(recordKey, fields, content) : content}
            {column === 0 && isReadOnly && columns.some(other => other.field.writable) && (
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

/** No input: the table handles its clicks and keys, and an input takes several times as long to draw. */
const Choice = memo(({ isChosen, label }: { isChosen: boolean; label: string }) => (
  <div role="gridcell" aria-colindex={1} className={styles.choose}>
    <span role="checkbox" tabIndex={-1} aria-checked={isChosen} aria-label={label} className={styles.box} />
  </div>
))

/** A row whose record is on its way, as high as it will be. */
export const BoneRow = memo(({ index, top, columns }: { index: number; top: number; columns: readonly Column[] }) => (
  <div role="row" aria-rowindex={index + 2} aria-busy className={styles.row} style={at(top)}>
    <div role="gridcell" aria-colindex={1} className={styles.choose} />
    {columns.map(({ field, width }, column) => (
      <div
        key={field.path}
        role="gridcell"
        aria-colindex={column + 2}
        className={column === 0 ? styles.title : styles.cell}
        style={widthStyle(column)}
      >
        <div className={styles.bone} style={{ width: width * (0.35 + ((index * 7 + column * 3) % 5) * 0.09) }} />
      </div>
    ))}
  </div>
))
