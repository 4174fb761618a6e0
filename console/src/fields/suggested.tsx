// Shows and edits text for which there are suggestions, codes with their names among them; any other text may be written too.
import { useState } from 'react'
import type { EditorProps, Kind } from './field.ts'
import { shownText } from './field.ts'
import { type Choice, useOptions } from './parts/options.ts'
import { Picker } from './parts/picker.tsx'
import { editing, TextFilter } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

const withCode = ({ key, label }: Choice): Choice => ({ key, label, ...(key === label ? {} : { hint: key }) })

function SuggestedEditor({ field, value, onChange, ...rest }: EditorProps) {
  const { choices } = useOptions(field, {}, 'Value')
  const [text, setText] = useState(() => shownText(value))
  return (
    <Picker
      {...editing(rest)}
      label={field.label}
      free
      chosen={text === '' ? [] : [{ key: text, label: text }]}
      choices={choices.map(withCode)}
      onPick={([choice]) => {
        const next = choice?.key.trim() || null
        setText(next ?? '')
        onChange(next)
      }}
    />
  )
}

export const suggested: Kind = {
  ...valueKinds.suggested,
  Editor: SuggestedEditor,
  FilterEditor: TextFilter,
}
