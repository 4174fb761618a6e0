// Picks one or several of the choices offered, by typing and by the arrow keys.
import { Combobox } from '@mantine/core'
import { useTexts } from '../../texts/index.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import styles from '../fields.module.css'
import { useIsInsidePopover } from './inside-popover.ts'
import type { Choice } from './options.ts'
import { Tag } from './tag.tsx'
import { type Maker, type PickerProps, usePicker } from './use-picker.ts'

const clearKey = '\u0000clear'

export function Picker(props: PickerProps) {
  const { label, chosen, onPick, multiple = false, clearable, free, busy } = props
  const t = useTexts().fields
  const { store, input, dirty, text, shown, makers, search, submit, byKey, leave } = usePicker(props)
  const isInside = useIsInsidePopover()
  const isFilter = props.look === 'filter'
  const names = multiple && !isFilter ? chosen : []
  return (
    <Combobox
      store={store}
      onOptionSubmit={submit}
      withinPortal={!isInside}
      width="max-content"
      position="bottom-start"
      offset={4}
    >
      <Combobox.DropdownTarget>
        <span className={isFilter ? styles.plainPicker : styles.picker}>
          {names.map(({ key, label: name, hue }) => (
            <span key={key} className={styles.pill} data-hue={hue}>
              {name}
              <button
                type="button"
                tabIndex={-1}
                aria-label={t.takeOut(name)}
                onMouseDown={event => event.preventDefault()}
                onClick={() => onPick(chosen.filter(one => one.key !== key))}
              >
                <Icon name="close" size={10} />
              </button>
            </span>
          ))}
          <Combobox.EventsTarget>
            <input
              ref={input}
              className={isFilter ? styles.filterInput : styles.input}
              value={text}
              placeholder={isFilter ? chosen.map(choice => choice.label).join(', ') : undefined}
              aria-label={label}
              aria-invalid={props.invalid || undefined}
              aria-describedby={props.describedBy}
              autoComplete="off"
              onChange={event => search(event.currentTarget.value)}
              onFocus={event => {
                event.currentTarget.select()
                store.openDropdown()
              }}
              onClick={() => store.openDropdown()}
              onBlur={leave}
              onKeyDown={byKey}
            />
          </Combobox.EventsTarget>
          {!isFilter && <Icon name="down" size={12} />}
        </span>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown className={styles.dropdown}>
        <Combobox.Options mah={280} className={styles.choices} aria-label={label}>
          <Choices
            shown={shown}
            chosen={chosen}
            makers={makers}
            clears={clearable === true && chosen.length > 0 && !multiple && !dirty}
            nothing={free || makers.length > 0 ? null : busy ? t.searching : t.nothingFound}
          />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface ChoicesProps {
  readonly shown: readonly Choice[]
  readonly chosen: readonly Choice[]
  readonly makers: readonly Maker[]
  /** Whether no value is a choice too. */
  readonly clears: boolean
  /** What is said when nothing is shown. */
  readonly nothing: string | null
}

function Choices({ shown, chosen, makers, clears, nothing }: ChoicesProps) {
  const t = useTexts().fields
  const isChosen = (key: string) => chosen.some(choice => choice.key === key)
  return (
    <>
      {shown.map(({ key, label, hint, hue }) => (
        <Combobox.Option key={key} value={key} active={isChosen(key)} className={styles.choice}>
          <span className={styles.choiceLabel}>{hue === undefined ? label : <Tag hue={hue}>{label}</Tag>}</span>
          {hint !== undefined && <span className={styles.hint}>{hint}</span>}
          {isChosen(key) && <Icon name="check" />}
        </Combobox.Option>
      ))}
      <Makers makers={makers} />
      {clears && (
        <Combobox.Option value={clearKey} className={styles.choice}>
          <span className={styles.hint}>{t.clear}</span>
        </Combobox.Option>
      )}
      {shown.length === 0 && nothing !== null && <Combobox.Empty>{nothing}</Combobox.Empty>}
    </>
  )
}

function Makers({ makers }: { makers: readonly Maker[] }) {
  const [first] = makers
  if (first?.group === undefined) {
    return makers.map(({ key, label }) => (
      <Combobox.Option key={key} value={key} className={styles.choice}>
        <Icon name="plus" size={12} />
        <span className={styles.choiceLabel}>{label}</span>
      </Combobox.Option>
    ))
  }
  return (
    <div className={styles.swatchGroup}>
      <span className={styles.swatchTitle} aria-hidden>
        {first.group}
      </span>
      <span className={styles.swatchRow} role="presentation">
        {makers.map(({ key, label, hue }) => (
          <Combobox.Option key={key} value={key} aria-label={label} title={label}>
            <span className={styles.dot} data-hue={hue} />
          </Combobox.Option>
        ))}
      </span>
    </div>
  )
}
