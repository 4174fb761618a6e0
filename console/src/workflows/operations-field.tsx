// Edits which fields of the record an action of a workflow changes, and to what; or which ones a call sends.
import { Button, Checkbox, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '../fields/field.ts'
import { FieldPicker } from '../fields/field-picker.tsx'
import { useOptions, useRecordLabels } from '../fields/parts/options.ts'
import { useFields } from '../fields/use-fields.ts'
import { FormLine } from '../forms/form-line.tsx'
import { useTexts } from '../texts/index.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Loading } from '../ui/display/states.tsx'
import type { Operation, WorkflowEntity } from './definition.ts'
import {
  changeableIn,
  isMoment,
  isMomentField,
  isNumberField,
  momentOf,
  type OperationType,
  operationTypes,
  readForm,
  storedForm,
  typesFor,
  withType,
} from './operations.ts'
import classes from './workflows.module.css'

interface OperationsProps {
  readonly entity: WorkflowEntity
  readonly label: string
  readonly operations: readonly Operation[]
  /** A call only names the fields. */
  readonly isNamesOnly: boolean
  readonly error: React.ReactNode
  readonly onChange: (operations: readonly Operation[]) => void
}

export function OperationsField({ entity, label, operations, isNamesOnly, error, onChange }: OperationsProps) {
  const { workflows, setup } = useTexts()
  const { data: fields } = useFields(entity)
  if (!fields) return <Loading rows={1} />
  const prefix = `${entity}/`
  const fieldOf = ({ FieldName }: Operation): Field | undefined =>
    fields.of((FieldName ?? '').replace(new RegExp(`^${prefix}`, 'i'), ''))
  const used = new Set(operations.map(operation => fieldOf(operation)?.path))
  const offered = (isNamesOnly ? fields.all.filter(({ inactive }) => !inactive) : changeableIn(fields)).filter(
    ({ path }) => !used.has(path),
  )
  const add = (field: Field): void =>
    onChange([...operations, { FieldName: prefix + field.writeAs, Type: operationTypes.set, Data: null }])
  const replace = (at: number, next: Operation | null): void =>
    onChange(operations.flatMap((old, i) => (i === at ? (next ? [next] : []) : [old])))
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {operations.map((operation, at) => {
        const field = fieldOf(operation)
        const name = field?.label ?? operation.FieldName ?? ''
        return (
          <div key={operation.FieldName} className={classes.operation}>
            <span>{name}</span>
            <IconButton aria-label={setup.removed(name)} onClick={() => replace(at, null)} size={24}>
              <Icon name="close" size={12} />
            </IconButton>
            {field && !isNamesOnly && (
              <Change field={field} operation={operation} onChange={next => replace(at, next)} />
            )}
          </div>
        )
      })}
      <div className={classes.adds}>
        <FieldPicker fields={offered} onPick={add}>
          {open => (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<Icon name="plus" size={12} />}
              onClick={open}
            >
              {workflows.action.addField}
            </Button>
          )}
        </FieldPicker>
      </div>
      {error}
    </fieldset>
  )
}

interface ChangeProps {
  readonly field: Field
  readonly operation: Operation
  readonly onChange: (operation: Operation) => void
}

const typeNamed = (type: number): OperationType =>
  (Object.entries(operationTypes).find(([, one]) => one === type)?.[0] as OperationType | undefined) ?? 'set'

function Change({ field, operation, onChange }: ChangeProps) {
  const words = useTexts().workflows.action
  const type = typeNamed(operation.Type)
  const labelOf = (one: OperationType): string =>
    one === 'add' ? words.types[isMomentField(field) ? 'addDays' : 'addNumber'] : words.types[one]
  return (
    <>
      <Select
        aria-label={words.type(field.label)}
        data={typesFor(field).map(value => ({ value, label: labelOf(value) }))}
        value={type}
        allowDeselect={false}
        onChange={next => next && onChange(withType(operation, next as OperationType))}
      />
      {type === 'add' && (
        <NumberInput
          aria-label={words.amount(field.label)}
          value={typeof operation.Data === 'number' ? operation.Data : ''}
          allowDecimal={isNumberField(field)}
          onChange={next => onChange({ ...operation, Data: typeof next === 'number' ? next : null })}
        />
      )}
      {type === 'set' && <ValueToSet {...{ field, operation, onChange }} />}
    </>
  )
}

/** The value of the field, or the moment at which the action happens. */
function ValueToSet({ field, operation, onChange }: ChangeProps) {
  const words = useTexts().workflows.action
  const { Data } = operation
  const isNow = isMoment(Data)
  return (
    <>
      {isMomentField(field) && (
        <Checkbox
          label={words.moment}
          checked={isNow}
          onChange={event => onChange({ ...operation, Data: event.currentTarget.checked ? momentOf(field) : null })}
        />
      )}
      {!isNow && <StoredValue {...{ field, operation, onChange }} />}
    </>
  )
}

/** Waits for the name of a picked value before its editor begins. */
function StoredValue({ field, operation, onChange }: ChangeProps) {
  const [first] = useState(operation.Data)
  const hasKey = typeof first === 'string' || typeof first === 'number'
  const options = useOptions(field, {}, 'Key', hasKey && field.hasOptions)
  const isRecord = hasKey && !field.hasOptions && field.refersTo.length > 0
  const names = useRecordLabels(field.refersTo, isRecord ? [String(first)] : [])
  const label = options.choices.find(({ key }) => key === String(first))?.label ?? names.get(String(first))
  const [value, setValue] = useState<unknown>()
  const shown = value === undefined ? readForm(field, first, label) : value
  return (
    <FormLine
      key={label ?? ''}
      field={field}
      values={{ [field.path]: shown }}
      problems={[]}
      onChange={next => {
        setValue(next)
        onChange({ ...operation, Data: storedForm(field, next) })
      }}
    />
  )
}
