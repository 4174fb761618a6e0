// Defines a user-defined field, and shows it as people will see it while it is being defined.
import { Button, Checkbox, Drawer, MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Body } from '../api/envelope.ts'
import { ApiError, type Problem } from '../api/errors.ts'
import type { Field, KindName } from '../fields/field.ts'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import { FormLine } from './record-form.tsx'
import classes from './setup.module.css'

export interface FieldRow {
  readonly Key: string
  readonly Name: string
  readonly Type: string
  readonly AppliesTo: readonly string[]
  readonly Attributes: Body
  readonly Description: string | null
  readonly Mandatory: boolean | object
  readonly Inactive: boolean
}

export const types = [
  'StringField',
  'EnumField<StringItem>',
  'DateTimeField',
  'NumericField',
  'IntegerField',
  'CurrencyField',
  'BooleanField',
] as const

type TypeName = (typeof types)[number]

const kindsByType: Readonly<Record<TypeName, KindName>> = {
  StringField: 'text',
  'EnumField<StringItem>': 'text',
  DateTimeField: 'date',
  NumericField: 'number',
  IntegerField: 'number',
  CurrencyField: 'money',
  BooleanField: 'flag',
}

interface FieldFormProps {
  /** Null for a new one. */
  readonly field: FieldRow | null
  readonly entity: string
  /** The Types of records of the entity. */
  readonly recordTypes: readonly string[]
  readonly onSave: (operation: 'Create' | 'Update', data: Body) => Promise<void>
  readonly onRemove: (field: FieldRow) => void
  readonly onClose: () => void
}

const itemsIn = (text: string): Body[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map(Name => ({ Key: null, Name }))

export function FieldForm({ field, entity, recordTypes, onSave, onRemove, onClose }: FieldFormProps) {
  const { setup, ui } = useTexts()
  const words = setup.fields
  const [name, setName] = useState(field?.Name ?? '')
  const [type, setType] = useState<TypeName>((field?.Type as TypeName | undefined) ?? 'StringField')
  const [description, setDescription] = useState(field?.Description ?? '')
  const [appliesTo, setAppliesTo] = useState<readonly string[] | null>(field?.AppliesTo ?? null)
  const [isMandatory, setMandatory] = useState(field?.Mandatory === true)
  const [isInactive, setInactive] = useState(field?.Inactive ?? false)
  const [flags, setFlags] = useState<Body>(field?.Attributes ?? {})
  const [items, setItems] = useState('')
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [isSending, setSending] = useState(false)
  const own = flagsOf[type] ?? []
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    setProblems([])
    const chosen = Object.fromEntries(own.filter(flag => flags[flag] === true).map(flag => [flag, true]))
    const shared = {
      ...{ Name: name, Description: description, Mandatory: isMandatory },
      ...(recordTypes.length > 0 ? { AppliesTo: appliesTo ?? recordTypes } : {}),
    }
    const made = {
      ...{
        Key: `/${entity}/Udf`,
        Type: type,
        Attributes: type === 'DateTimeField' ? { Date: true, ...chosen } : chosen,
      },
      ...(type === 'EnumField<StringItem>' ? { Items: itemsIn(items) } : {}),
    }
    try {
      if (field) await onSave('Update', { Key: field.Key, ...shared, Inactive: isInactive })
      else await onSave('Create', { ...made, ...shared })
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.problems.length > 0) setProblems(error.problems)
      else showFailure(error)
    } finally {
      setSending(false)
    }
  }
  const at = (member: string): string | null =>
    problems
      .filter(({ path }) => path.includes(`.Data.${member}`))
      .map(({ message }) => message)
      .join(' ') || null
  const others = problems.filter(({ path }) => !/\.Data\.(Name|Description|AppliesTo|Items)/.test(path))
  return (
    <Drawer opened onClose={onClose} title={field?.Name ?? words.make} closeButtonProps={{ 'aria-label': ui.close }}>
      <form className={classes.form} onSubmit={event => void save(event)}>
        {others.length > 0 && (
          <p role="alert" className={classes.refusal}>
            {others.map(({ message }) => message).join(' ')}
          </p>
        )}
        <TextInput
          data-autofocus
          required
          label={words.name}
          value={name}
          error={at('Name')}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Select
          label={words.type}
          data={types.map(value => ({ value, label: words.types[value] }))}
          value={type}
          disabled={field !== null}
          allowDeselect={false}
          onChange={next => next && setType(next as TypeName)}
        />
        {!field && own.length > 0 && (
          <div className={classes.checks}>
            {own.map(flag => (
              <Checkbox
                key={flag}
                label={words.flags[flag]}
                checked={flags[flag] === true}
                onChange={event => setFlags({ ...flags, [flag]: event.currentTarget.checked })}
              />
            ))}
          </div>
        )}
        {!field && type === 'EnumField<StringItem>' && (
          <Textarea
            label={words.items}
            description={words.itemsHint}
            value={items}
            error={at('Items')}
            onChange={event => setItems(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={words.description}
          value={description}
          error={at('Description')}
          onChange={event => setDescription(event.currentTarget.value)}
        />
        {recordTypes.length > 0 && (
          <MultiSelect
            label={words.appliesTo}
            data={[...recordTypes]}
            value={[...(appliesTo ?? recordTypes)]}
            error={at('AppliesTo')}
            onChange={setAppliesTo}
          />
        )}
        <Switch
          label={words.mandatory}
          checked={isMandatory}
          onChange={event => setMandatory(event.currentTarget.checked)}
        />
        {field && (
          <Switch
            label={words.inactive}
            checked={isInactive}
            onChange={event => setInactive(event.currentTarget.checked)}
          />
        )}
        <Preview
          field={previewOf({ entity, name, description, type, flags, isMandatory })}
          items={type === 'EnumField<StringItem>' ? itemsIn(items).map(({ Name }) => String(Name)) : null}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {field ? ui.save : ui.add}
          </Button>
        </div>
      </form>
      {field && (
        <div className={classes.danger}>
          <p className={classes.lead}>{words.removeHint}</p>
          <Button variant="default" color="red" onClick={() => onRemove(field)}>
            {ui.delete}
          </Button>
        </div>
      )}
    </Drawer>
  )
}

type Flag = 'MultiLine' | 'Time' | 'MultiSelect'

const flagsOf: Readonly<Partial<Record<TypeName, readonly Flag[]>>> = {
  StringField: ['MultiLine'],
  DateTimeField: ['Time'],
  'EnumField<StringItem>': ['MultiSelect'],
}

interface Draft {
  readonly entity: string
  readonly name: string
  readonly description: string
  readonly type: TypeName
  readonly flags: Body
  readonly isMandatory: boolean
}

/** The field as Schema would describe it. */
function previewOf({ entity, name, description, type, flags, isMandatory }: Draft): Field {
  const kind = type === 'DateTimeField' && flags.Time === true ? 'dateTime' : kindsByType[type]
  return {
    ...{ entity, path: 'preview', label: name, group: null, description, kind, sortable: true, writable: true },
    ...{ createOnly: false, nullable: true, mandatory: isMandatory, mandatoryFor: [], appliesTo: [], queryable: [] },
    ...{
      hasOptions: false,
      refersTo: [],
      elementMembers: [],
      writeAs: 'preview',
      attributes: flags,
      inactive: false,
      userDefined: true,
    },
  }
}

/** Options of a list that is not there yet are shown as a plain choice. */
function Preview({ field, items }: { field: Field; items: readonly string[] | null }) {
  const { setup } = useTexts()
  const [values, setValues] = useState<Body>({})
  return (
    <section className={classes.preview} aria-label={setup.fields.preview}>
      <h3>{setup.fields.preview}</h3>
      {items ? (
        <Select
          label={field.label || setup.fields.unnamed}
          description={field.description}
          data={[...new Set(items)]}
        />
      ) : (
        <FormLine
          // Another kind is another editor.
          key={`${field.kind} ${JSON.stringify(field.attributes)}`}
          field={{ ...field, label: field.label || setup.fields.unnamed }}
          values={values}
          problems={[]}
          onChange={value => setValues({ preview: value })}
        />
      )}
    </section>
  )
}
