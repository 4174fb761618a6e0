// Is one line of a form: label, control in a box, what helps to fill it in, and what the server found wrong with it.
import { useId, useState } from 'react'
import type { Row } from '../api/envelope.ts'
import type { Problem } from '../api/errors.ts'
import type { Field } from '../fields/field.ts'
import { kindOf } from '../fields/index.ts'
import { InsideForm } from '../fields/parts/inside-form.ts'
import { ProblemList } from '../fields/problems.tsx'
import classes from './form.module.css'

interface FormLineProps {
  readonly field: Field
  readonly values: Row
  readonly problems: readonly Problem[]
  readonly onChange: (value: unknown) => void
}

export function FormLine({ field, values, problems, onChange }: FormLineProps) {
  const { Editor } = kindOf(field)
  const id = useId()
  // A suggestion that was taken begins the editor anew.
  const [taken, setTaken] = useState(0)
  if (!Editor) return null
  const isWrong = problems.length > 0
  const isFlag = field.kind === 'flag'
  const editor = (
    <InsideForm value={true}>
      <Editor
        key={taken}
        field={field}
        value={values[field.path] ?? null}
        record={values}
        onChange={onChange}
        onDone={() => {}}
        {...(isWrong ? { invalid: true, describedBy: id } : {})}
      />
    </InsideForm>
  )
  return (
    <div className={classes.line} data-invalid={isWrong || undefined}>
      {isFlag ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: the editor is the control
        <label className={classes.flag}>
          {editor}
          <span>{field.label}</span>
        </label>
      ) : (
        <>
          <span className={classes.label}>
            {field.label}
            {field.mandatory && (
              <span aria-hidden="true" className={classes.mandatory}>
                *
              </span>
            )}
          </span>
          <div className={boxless.has(field.kind) ? undefined : classes.box}>{editor}</div>
        </>
      )}
      {field.description !== '' && <span className={classes.hint}>{field.description}</span>}
      <ProblemList
        id={id}
        problems={problems}
        onSuggestion={text => {
          onChange(text)
          setTaken(taken + 1)
        }}
      />
    </div>
  )
}

/** Editors of several parts have a box for each. */
const boxless: ReadonlySet<Field['kind']> = new Set(['address', 'access'])
