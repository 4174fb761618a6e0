// Takes a value that the server never shows again, such as a password.
import { useState } from 'react'
import type { EditorProps, Kind } from './field.ts'
import { LineInput } from './parts/line-input.tsx'
import { editing } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

function SecretEditor({ field, onChange, ...rest }: EditorProps) {
  const [text, setText] = useState('')
  return (
    <LineInput
      {...editing(rest)}
      label={field.label}
      text={text}
      type="password"
      autoComplete="new-password"
      onText={next => {
        setText(next)
        onChange(next === '' ? null : next)
      }}
    />
  )
}

export const secret: Kind = {
  ...valueKinds.secret,
  Editor: SecretEditor,
}
