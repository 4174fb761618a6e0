// Shows the fields of a record in groups, each edited where it stands; empty ones of lesser use on request.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Body, envelope } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field } from '../fields/field.ts'
import { FieldLine } from '../fields/in-place.tsx'
import { isEmptyValue } from '../fields/values.ts'
import { useTexts } from '../texts/index.tsx'
import { AfterPaint, useAfterPaint } from '../ui/display/later.ts'
import classes from './details.module.css'
import { type RecordKind, typeOf } from './kinds.ts'

interface DetailsProps {
  readonly kind: RecordKind
  readonly record: StoredRecord
  readonly fields: EntityFields
  readonly readOnly: boolean
}

interface ShownGroup {
  readonly title: string
  readonly fields: readonly Field[]
}

const origin = ['Creator', 'CreationDate', 'ModifiedBy', 'LastModifyDate']
/** Fields that a part of the page of their own shows, or that are of no interest. */
const elsewhere = [
  'Key',
  'Version',
  'DisplayValue',
  'SecAccess',
  'SecStatus',
  'FavoriteLists',
  'DeletedDate',
  'DeletedBy',
]

/** The groups, and how many fields are left out because they are empty. */
function useGroups(
  { kind, record: { fields: values }, fields }: DetailsProps,
  showsEmpty: boolean,
  mandatory: ReadonlySet<string>,
) {
  const { groups: titles } = useTexts().record
  return useMemo(() => {
    const type = typeOf(values)
    const applies = ({ appliesTo, inactive }: Field) =>
      !inactive && (appliesTo.length === 0 || [kind.entity, type].some(name => appliesTo.includes(name)))
    const find = (paths: readonly string[]) =>
      paths.map(path => fields.of(path)).filter(field => field && applies(field)) as Field[]
    const rarely = kind.rareFor?.[type] ?? []
    const isMain = ({ writable, path }: Field): boolean => writable && !rarely.includes(path)
    let hidden = 0
    const seen = (field: Field): boolean => {
      if (showsEmpty || mandatory.has(field.writeAs) || !isEmptyValue(values[field.path])) return true
      hidden++
      return false
    }
    const named = new Set([
      ...kind.groups.flatMap(({ paths, rare = [] }) => [...paths, ...rare]),
      ...(kind.hidden ?? []),
      ...origin,
      ...elsewhere,
    ])
    const rest = fields.all.filter(field => field.group === null && !named.has(field.path) && applies(field))
    const shown: ShownGroup[] = [
      ...kind.groups.map(({ title, paths, rare = [] }) => ({
        title: titles[title],
        fields: [...find(paths).filter(field => isMain(field) || seen(field)), ...find(rare).filter(seen)],
      })),
      { title: titles.custom, fields: rest.filter(field => field.userDefined) },
      {
        title: kind.groups.length > 0 ? titles.other : titles.name,
        fields: rest.filter(field => !field.userDefined && field.kind !== 'json' && field.kind !== 'key').filter(seen),
      },
      { title: titles.origin, fields: find(origin) },
    ]
    return { groups: shown.filter(group => group.fields.length > 0), hidden }
  }, [kind, values, fields, showsEmpty, mandatory, titles])
}

const nothing: ReadonlySet<string> = new Set()

/** The fields that this record must have, by the rules of the database. */
function useMandatory({ kind, record }: DetailsProps): ReadonlySet<string> {
  const { api } = useWorkspace()
  const t = useTexts().record
  const body = useMemo(() => envelope({ [kind.entity]: { Data: { Key: record.key } } }), [kind, record.key])
  useShownRequest({ title: t.mandatoryOf, operation: 'Validate', body })
  const { data } = useQuery({
    // The answer depends on the values: a new Version may have other rules.
    queryKey: ['Validate', kind.entity, record.key, record.fields.Version],
    queryFn: async ({ signal }) => {
      const answer = await api.call<Record<string, { Validation?: Body }>>('Validate', body, { signal })
      return new Set(Object.keys(answer[kind.entity]?.Validation ?? {}))
    },
    placeholderData: before => before,
    // After the values are drawn.
    enabled: useAfterPaint(true, false),
  })
  return data ?? nothing
}

/** Those that a screen has room for; the others are drawn after them. */
const groupsInView = 3

interface GroupProps extends Pick<DetailsProps, 'record' | 'readOnly'>, ShownGroup {
  readonly mandatory: ReadonlySet<string>
}

function Group({ title, fields, record, readOnly, mandatory }: GroupProps) {
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {fields.map(field => (
        <FieldLine
          key={field.path}
          field={field}
          record={record}
          readOnly={readOnly}
          mandatory={mandatory.has(field.writeAs)}
        />
      ))}
    </section>
  )
}

export function Details(props: DetailsProps) {
  const t = useTexts().record
  const [showsEmpty, setShowsEmpty] = useState(false)
  const mandatory = useMandatory(props)
  const { groups, hidden } = useGroups(props, showsEmpty, mandatory)
  return (
    <div className={classes.details} id="details">
      {groups.map((group, index) => {
        const shown = <Group key={group.title} {...props} {...group} mandatory={mandatory} />
        return index < groupsInView ? shown : <AfterPaint key={group.title}>{shown}</AfterPaint>
      })}
      {(hidden > 0 || showsEmpty) && (
        <button
          type="button"
          className={classes.toggle}
          onClick={() => setShowsEmpty(!showsEmpty)}
          aria-expanded={showsEmpty}
        >
          {showsEmpty ? t.hideEmpty : t.showEmpty(hidden)}
        </button>
      )}
    </div>
  )
}
