// Chooses the field by which the records of a list are grouped.
import { Button } from '@mantine/core'
import { memo } from 'react'
import type { EntityFields } from '../../fields/entity-fields.ts'
import { fullLabel } from '../../fields/field.ts'
import { FieldPicker } from '../../fields/field-picker.tsx'
import { useTexts } from '../../texts/index.tsx'
import { hint } from '../../ui/controls/hint.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { isGroupable } from './groups.ts'
import styles from './list.module.css'

interface Props {
  readonly fields: EntityFields
  /** The path of the field; empty without groups. */
  readonly group: string
  onGroup(path: string): void
}

export const GroupMenu = memo(({ fields, group, onGroup }: Props) => {
  const { groups: t } = useTexts().list
  const field = fields.of(group)
  return (
    <span className={styles.group}>
      <FieldPicker fields={fields.all.filter(isGroupable)} onPick={picked => onGroup(picked.path)}>
        {open =>
          field ? (
            <Button variant="light" size="compact-sm" onClick={open}>
              {t.by(fullLabel(field))}
            </Button>
          ) : (
            <IconButton {...hint(t.group)} aria-label={t.group} onClick={open}>
              <Icon name="list" />
            </IconButton>
          )
        }
      </FieldPicker>
      {field && (
        <IconButton size={24} aria-label={t.ungroup} onClick={() => onGroup('')}>
          <Icon name="close" size={12} />
        </IconButton>
      )}
    </span>
  )
})
