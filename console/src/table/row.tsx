// Draws one row of a table. It is drawn again only when its record, its place or its marks change.
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Row as Fields } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { isLate } from '../fields/late.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { CellEditor, type Editing, shownValue } from './cell.tsx'
import { type Column, editorStyle, isRight, widthStyle } from './columns.ts'
import styles from './table.module.css'

/** How the first cell of a row looks: an icon or a picture, and the link to the record. */
export type TitleOf = (key: string, fields: Fields, name: ReactNode) => ReactNode

export type Finish = (editing: Editing, value: unknown, how: 'commit' | 'cancel') => void

interface CellsProps {
  /** The id of the cell at the cursor. */
  readonly activeId: string
  readonly record: StoredRecord
  readonly columns: readonly Column[]
  /** The column of the cursor, or -1 when the cursor is in another row. */
  readonly cursor: number
  readonly isMoved: boolean
  readonly editing: Editing | null
  readonly titleOf: TitleOf
  readonly readOnly: (key: string) => boolean
  readonly onFinish: Finish
}

/** Which of the columns. */
interface Part {
  readonly from: number
  readonly to: number
}

interface Props extends CellsProps {
  readonly index: number
  readonly top: number
  /** The columns in view. */
  readonly inView: number
  /** The record of the cells beyond the view: until those in view are painted, the one before. */
  readonly beyond: StoredRecord
  readonly isChosen: boolean
  readonly isOpen: boolean
}

const at = (top: number): CSSProperties => ({ top })

const cellClass = (column: Column, index: number): string | undefined =>
  index === 0 ? styles.title : isRight(column) ? styles.right : styles.cell

/** An average letter takes less. A cell has its padding, and a name may have initials before it. */
const letterWidth = 7
const [padding, titlePadding] = [16, 48]

/** A text that may not fit: only such a cell is clipped, since to clip all of them takes time. */
const isLong = (content: ReactNode, { width }: Column, index: number): boolean =>
  typeof content === 'string' && content.length * letterWidth > width - (index === 0 ? titlePadding : padding)

/** Its events are those of the table: a row of a long list has no listener of its own. */
function Row({ index, top, inView, beyond, isChosen, isOpen, ...cells }: Props) {
  const { record, columns, cursor, isMoved, editing } = cells
  // Scrolling aside must not move an editor from one part to the other, which would close it.
  const parted = editing ? columns.length : inView
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={styles.row}
      data-key={record.key}
      data-active={cursor >= 0 || undefined}
      data-chosen={isChosen || undefined}
      data-open={isOpen || undefined}
      data-readonly={cells.readOnly(record.key) || undefined}
      data-moved={isMoved || undefined}
      data-edited={editing !== null || undefined}
      style={at(top)}
    >
      <Choice isChosen={isChosen} label={useTexts().table.choose} />
      <Cells {...cells} from={0} to={parted} />
      {parted < columns.length && <Cells {...cells} record={beyond} from={parted} to={columns.length} />}
    </div>
  )
}

const Cells = memo(({ record, columns, from, to, cursor, editing, ...props }: CellsProps & Part) => {
  const t = useTexts().table
  const { timeZone } = useWorkspace().session
  const { key, fields } = record
  const isReadOnly = props.readOnly(key)
  return columns.slice(from, to).map((shown, offset) => {
    const { field } = shown
    const column = from + offset
    const isEditing = editing?.path === field.path
    const content = isEditing ? (
      <CellEditor editing={editing} field={field} record={fields} onFinish={props.onFinish} />
    ) : isLate(field, fields, timeZone) ? (
      <Late>{shownValue(field, fields[field.path])}</Late>
    ) : (
      shownValue(field, fields[field.path])
    )
    return (
      <div
        key={field.path}
        role="gridcell"
        id={cursor === column ? props.activeId : undefined}
        aria-colindex={column + 2}
        aria-readonly={isReadOnly || !field.writable || undefined}
        className={cellClass(shown, column)}
        style={isEditing ? editorStyle(column) : widthStyle(column)}
        data-active={cursor === column || undefined}
        data-editing={isEditing || undefined}
        data-long={isLong(content, shown, column) || undefined}
        data-invalid={(isEditing && editing.problems.length > 0) || undefined}
        data-pending={record.pending.has(field.path) || undefined}
      >
        {column === 0 && !isEditing ? props.titleOf(key, fields, content) : content}
        {column === 0 && isReadOnly && columns.some(other => other.field.writable) && (
          <span role="img" aria-label={t.readOnly} title={t.readOnly} className={styles.locked}>
            <Icon name="lock" size={12} />
          </span>
        )}
        {column === 0 && props.isMoved && <span className={styles.moved}>{t.moved}</span>}
      </div>
    )
  })
})

export const TableRow = memo(Row)

/** A date that is over, in words too. */
function Late({ children }: { children: ReactNode }) {
  const { late } = useTexts().table
  return (
    <span className={styles.late} title={late}>
      {children}
      <span className={styles.spoken}> ({late})</span>
    </span>
  )
}

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
