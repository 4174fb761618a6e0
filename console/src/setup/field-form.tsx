// Defines a user-defined field, and shows it as people will see it while it is being defined.
import { Checkbox, MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Body } from '../api/envelope.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import type { Field, KindName } from '../fields/field.ts'
import { Act, Checks, FormDrawer, type Sending, useSending } from '../fields/form-drawer.tsx'
import { FormLine } from '../forms/form-line.tsx'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
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
  /** How many records have a value of it, as a text; empty while it is unknown. */
  readonly usage: string
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

type Flag = 'MultiLine' | 'Time' | 'MultiSelect'

const flagsOf: Readonly<Partial<Record<TypeName, readonly Flag[]>>> = {
  StringField: ['MultiLine'],
  DateTimeField: ['Time'],
  'EnumField<StringItem>': ['MultiSelect'],
}

const draftOf = (field: FieldRow | null) => ({
  name: field?.Name ?? '',
  type: (field?.Type as TypeName | undefined) ?? 'StringField',
  description: field?.Description ?? '',
  appliesTo: field?.AppliesTo ?? null,
  isMandatory: field?.Mandatory === true,
  isInactive: field?.Inactive ?? false,
  flags: field?.Attributes ?? {},
  /** The options of a new list, one in each line. */
  items: '',
})

type Draft = ReturnType<typeof draftOf>

/** What a Create or an Update of Schema has of the draft. */
function dataOf(draft: Draft, field: FieldRow | null, entity: string, recordTypes: readonly string[]): Body {
  const { name, type, description, appliesTo, isMandatory, isInactive, flags, items } = draft
  const shared = {
    ...{ Name: name, Description: description, Mandatory: isMandatory },
    ...(recordTypes.length > 0 ? { AppliesTo: appliesTo ?? recordTypes } : {}),
  }
  if (field) return { Key: field.Key, ...shared, Inactive: isInactive }
  const own = (flagsOf[type] ?? []).filter(flag => flags[flag] === true)
  const chosen = Object.fromEntries(own.map(flag => [flag, true]))
  return {
    Key: `/${entity}/Udf`,
    Type: type,
    Attributes: type === 'DateTimeField' ? { Date: true, ...chosen } : chosen,
    ...(isList(type) ? { Items: itemsIn(items) } : {}),
    ...shared,
  }
}

const isList = (type: TypeName): boolean => type === 'EnumField<StringItem>'

export function FieldForm({ field, entity, usage, recordTypes, onSave, onRemove, onClose }: FieldFormProps) {
  const { setup, ui } = useTexts()
  const words = setup.fields
  const sending = useSending()
  const kept = useKeptDraft(`field ${field?.Key ?? entity}`, draftOf(field))
  const { value: draft, change } = kept
  const { name, type, description, appliesTo, isMandatory, isInactive } = draft
  const save = (): Promise<void> =>
    sending.send(async () => {
      await onSave(field ? 'Update' : 'Create', dataOf(draft, field, entity, recordTypes))
      kept.drop()
      onClose()
    })
  return (
    <FormDrawer
      title={field?.Name ?? words.make}
      submit={field ? ui.save : ui.add}
      sending={sending}
      isPlaced={({ path }) => /\.Data\.(Name|Description|AppliesTo|Items)/.test(path)}
      onSubmit={() => void save()}
      onClose={onClose}
      draft={kept}
      below={field && <Removal usage={usage} onRemove={() => onRemove(field)} />}
    >
      <TextInput
        data-autofocus
        required
        label={words.name}
        value={name}
        error={sending.at(/\.Data\.Name/, suggestion => change({ name: suggestion }))}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <TypeFields draft={draft} isNew={field === null} change={change} at={sending.at} />
      <TextInput
        label={words.description}
        value={description}
        error={sending.at(/\.Data\.Description/, suggestion => change({ description: suggestion }))}
        onChange={event => change({ description: event.currentTarget.value })}
      />
      {recordTypes.length > 0 && (
        <MultiSelect
          label={words.appliesTo}
          data={[...recordTypes]}
          value={[...(appliesTo ?? recordTypes)]}
          error={sending.at(/\.Data\.AppliesTo/)}
          onChange={next => change({ appliesTo: next })}
        />
      )}
      <Switch
        label={words.mandatory}
        checked={isMandatory}
        onChange={event => change({ isMandatory: event.currentTarget.checked })}
      />
      {field && (
        <Switch
          label={words.inactive}
          checked={isInactive}
          onChange={event => change({ isInactive: event.currentTarget.checked })}
        />
      )}
      <Preview
        field={previewOf(entity, draft)}
        items={isList(type) ? itemsIn(draft.items).map(({ Name }) => String(Name)) : null}
      />
    </FormDrawer>
  )
}

function Removal({ usage, onRemove }: { usage: string; onRemove: () => void }) {
  const { setup, ui } = useTexts()
  return (
    <Act hint={setup.fields.removeHint}>
      <ConfirmButton
        label={usage === '' || usage === '0' ? ui.delete : setup.fields.removeWith(usage)}
        onConfirm={onRemove}
      />
    </Act>
  )
}

interface TypeFieldsProps {
  readonly draft: Draft
  readonly isNew: boolean
  readonly change: (patch: Partial<Draft>) => void
  readonly at: Sending['at']
}

/** The type, and what is asked of this type alone; neither changes later. */
function TypeFields({ draft: { type, flags, items }, isNew, change, at }: TypeFieldsProps) {
  const { fields: words } = useTexts().setup
  const own = flagsOf[type] ?? []
  return (
    <>
      <Select
        label={words.type}
        data={types.map(value => ({ value, label: words.types[value] }))}
        value={type}
        disabled={!isNew}
        allowDeselect={false}
        onChange={next => next && change({ type: next as TypeName })}
      />
      {isNew && own.length > 0 && (
        <Checks>
          {own.map(flag => (
            <Checkbox
              key={flag}
              label={words.flags[flag]}
              checked={flags[flag] === true}
              onChange={event => change({ flags: { ...flags, [flag]: event.currentTarget.checked } })}
            />
          ))}
        </Checks>
      )}
      {isNew && isList(type) && (
        <Textarea
          label={words.items}
          description={words.itemsHint}
          value={items}
          error={at(/\.Data\.Items/)}
          onChange={event => change({ items: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** The field as Schema would describe it. */
function previewOf(entity: string, { name, description, type, flags, isMandatory }: Draft): Field {
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
