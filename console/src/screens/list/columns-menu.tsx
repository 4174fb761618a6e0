// Chooses the columns of a list: which, and in which order.
import { Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { memo, useState } from 'react'
import type { EntityFields } from '../../fields/entity-fields.ts'
import type { Field } from '../../fields/field.ts'
import { fullLabel, isMeant, isOffered } from '../../fields/field.ts'
import { kindOf } from '../../fields/index.ts'
import type { Column } from '../../table/columns.ts'
import { useTexts } from '../../texts/index.tsx'
import { hint } from '../../ui/controls/hint.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import styles from './list.module.css'

interface Props {
  readonly fields: EntityFields
  readonly columns: readonly Column[]
  onColumns(columns: readonly Column[]): void
  onReset(): void
}

export const ColumnsMenu = memo(({ fields, columns, onColumns, onReset }: Props) => {
  const { list: t } = useTexts()
  const [text, setText] = useState('')
  const isFound = (field: Field) => isMeant(field, text)
  const others = fields.all.filter(
    field =>
      isOffered(field) &&
      field.kind !== 'secret' &&
      !field.inactive &&
      !columns.some(column => column.field.path === field.path),
  )
  const further = others.filter(field => field.origin && isFound(field))
  const offer = (field: Field) => (
    <div key={field.path} className={styles.columnLine}>
      <Checkbox
        label={fullLabel(field)}
        checked={false}
        onChange={() => onColumns([...columns, { field, width: kindOf(field).width }])}
      />
    </div>
  )
  const move = (from: number, to: number) => {
    const next = [...columns]
    const [column] = next.splice(from, 1)
    next.splice(to, 0, column as Column)
    onColumns(next)
  }
  return (
    <Popover position="bottom-end" withinPortal trapFocus width={300} shadow="lg">
      <Popover.Target>
        <IconButton {...hint(t.columns)} aria-label={t.columns}>
          <Icon name="columns" />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.columns} aria-label={t.columns}>
        <TextInput
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          placeholder={t.findColumn}
          aria-label={t.findColumn}
          data-autofocus
        />
        <div className={styles.columnList}>
          {columns.map((column, index) =>
            isFound(column.field) ? (
              <ColumnLine
                key={column.field.path}
                field={column.field}
                index={index}
                count={columns.length}
                onRemove={() => onColumns(columns.filter(one => one !== column))}
                onMove={to => move(index, to)}
              />
            ) : null,
          )}
          <div className={styles.columnRule} />
          {others.filter(field => !field.origin && isFound(field)).map(offer)}
          {further.length > 0 && <div className={styles.columnGroup}>{further[0]?.origin?.label}</div>}
          {further.map(offer)}
        </div>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onReset}>
          {t.resetColumns}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
})

interface ColumnLineProps {
  readonly field: Field
  readonly index: number
  readonly count: number
  onRemove(): void
  onMove(to: number): void
}

/** A column that is shown. The first one stays where it is. */
function ColumnLine({ field, index, count, onRemove, onMove }: ColumnLineProps) {
  const { list: t } = useTexts()
  return (
    <div className={styles.columnLine}>
      <Checkbox label={fullLabel(field)} checked disabled={index === 0} onChange={onRemove} />
      <span className={styles.columnMoves}>
        <IconButton
          size={22}
          disabled={index < 2}
          aria-label={t.columnUp(field.label)}
          onClick={() => onMove(index - 1)}
        >
          <Icon name="up" size={12} />
        </IconButton>
        <IconButton
          size={22}
          disabled={index === 0 || index === count - 1}
          aria-label={t.columnDown(field.label)}
          onClick={() => onMove(index + 1)}
        >
          <Icon name="down" size={12} />
        </IconButton>
      </span>
    </div>
  )
}
