// Shows and chooses the colour of a tag.
import { useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import { type EditorProps, type Kind, memberText, type ShownProps } from './field.ts'
import styles from './fields.module.css'
import { Tag } from './parts/tag.tsx'
import { hueOfTag, isTagColor, tagColors } from './parts/tag-colors.ts'
import { valueKinds } from './value-kinds.ts'

const colorOf = (value: unknown): string => memberText(value, 'Key')

function ColorCell({ value }: ShownProps) {
  const { colors } = useTexts().fields.tags
  const color = colorOf(value)
  return isTagColor(color) ? <Tag hue={hueOfTag(color)}>{colors[color]}</Tag> : null
}

function ColorEditor({ field, value, onChange, onDone, autoFocus }: EditorProps) {
  const { colors } = useTexts().fields.tags
  const [chosen, setChosen] = useState(colorOf(value))
  return (
    <fieldset
      className={styles.swatches}
      aria-label={field.label}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) onDone('commit')
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') onDone('commit')
        else if (event.key === 'Escape') onDone('cancel')
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {tagColors.map((color, at) => (
        <label key={color} className={styles.swatch} data-hue={hueOfTag(color)} title={colors[color]}>
          <input
            type="radio"
            name={`${field.entity} ${field.path}`}
            checked={chosen === color}
            // biome-ignore lint/a11y/noAutofocus: the person has asked for the editor
            autoFocus={autoFocus === true && (chosen === color || (chosen === '' && at === 0))}
            aria-label={colors[color]}
            onChange={() => {
              setChosen(color)
              onChange({ Key: color, DisplayValue: color })
            }}
          />
        </label>
      ))}
    </fieldset>
  )
}

export const color: Kind = { ...valueKinds.color, Cell: ColorCell, Editor: ColorEditor }
