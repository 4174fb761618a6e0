// Offers the fields of an entity by typing their names, grouped by the field that they are parts of.
import { Combobox, useCombobox } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import { type Field, fullLabel, isMeant, isOffered } from './field.ts'
import styles from './fields.module.css'
import { useIsInsidePopover } from './parts/inside-popover.ts'

interface Props {
  readonly fields: readonly Field[]
  onPick(field: Field): void
  /** The button that opens it; gets the click. */
  children(open: () => void): ReactElement
}

export function FieldPicker({ fields, onPick, children }: Props) {
  const t = useTexts().fields
  const [text, setText] = useState('')
  const isInside = useIsInsidePopover()
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setText('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const found = combobox.dropdownOpened ? fields.filter(field => isOffered(field) && isMeant(field, text)) : []
  const own = found.filter(field => !field.userDefined && !field.origin)
  const added = found.filter(field => field.userDefined && !field.origin)
  const further = found.filter(field => field.origin)
  const option = (field: Field) => (
    <Combobox.Option key={field.path} value={field.path} className={styles.choice} title={field.description}>
      {fullLabel(field)}
    </Combobox.Option>
  )
  return (
    <Combobox
      store={combobox}
      // While it is closed, nothing of it is drawn: an entity may have a hundred fields.
      keepMounted={false}
      withinPortal={!isInside}
      width={260}
      position="bottom-start"
      offset={4}
      onOptionSubmit={path => {
        const field = fields.find(one => one.path === path)
        combobox.closeDropdown()
        if (field) onPick(field)
      }}
    >
      <Combobox.Target targetType="button">{children(() => combobox.toggleDropdown())}</Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown}>
        <Combobox.Search
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
          placeholder={t.findField}
          aria-label={t.findField}
        />
        <Combobox.Options mah={320} className={styles.choices}>
          {own.map(option)}
          {added.length > 0 && <Combobox.Group label={t.userDefined}>{added.map(option)}</Combobox.Group>}
          {further.length > 0 && (
            <Combobox.Group label={further[0]?.origin?.label}>{further.map(option)}</Combobox.Group>
          )}
          {found.length === 0 && <Combobox.Empty>{t.nothingFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
