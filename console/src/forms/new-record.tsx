// Is the form of a new record: the fields of its type, the mandatory ones first, and the others on request.
import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { type Body, type Row, rowsOf, textOf } from '../api/envelope.ts'
import type { Problem } from '../api/errors.ts'
import { useSalesProcesses } from '../api/sales-processes.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import { type Field, memberText } from '../fields/field.ts'
import { FormDrawer } from '../fields/form-drawer.tsx'
import { firstPosition } from '../fields/position.ts'
import { changesBeside } from '../fields/use-field-edit.ts'
import { useFields } from '../fields/use-fields.ts'
import { writtenValue } from '../fields/values.ts'
import { useTexts } from '../texts/index.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './form.module.css'
import { FormLine } from './form-line.tsx'
import { useNewTitle } from './new-button.tsx'
import { type FormPlan, nameIn, planForm } from './plan.ts'
import { type FormSpec, formSpecOf } from './specs.ts'
import { isTwinProblem, warningOptions } from './twins.ts'
import { useTwinSending } from './use-twin-sending.ts'

const TwinQuestion = lazyPart(async () => (await import('./twin-question.tsx')).TwinQuestion, { waiting: null })

interface NewRecordProps {
  readonly entity: string
  /** The values that the place says where the form was opened: the stage of a lane, the client of a record. */
  readonly initial?: Row | undefined
  readonly onClose: () => void
  readonly onCreated?: (key: string) => void
}

const nothing: Row = {}

/** The form of an entity of which the fields follow from its Schema. */
export function NewRecord({ entity, initial = nothing, ...rest }: NewRecordProps) {
  const { session } = useWorkspace()
  const spec = useMemo(() => formSpecOf(entity) ?? { paths: [] }, [entity])
  const { data: fields } = useFields(entity)
  const processes = useSalesProcesses(null, spec.hasPosition === true)
  const title = useNewTitle(entity)
  if (!fields || (spec.hasPosition && processes.isPending)) return null
  const start = {
    ...spec.initial?.(session, Date.now()),
    ...(spec.hasPosition ? firstPosition(processes.data ?? []) : {}),
    ...(spec.types ? { Type: typeValue(spec.types[0] ?? '') } : {}),
    ...initial,
  }
  return <TypedForm {...rest} {...{ entity, spec, fields, title }} initial={start} id={placeOf(initial)} />
}

const typeValue = (type: string) => ({ Key: type, DisplayValue: type })

/** Forms that are opened at different places have drafts of their own. */
const placeOf = (initial: Row): string =>
  Object.values(initial)
    .map(value => memberText(value, 'Key'))
    .join(' ')

interface TypedFormProps extends Omit<NewRecordProps, 'initial'> {
  readonly spec: FormSpec
  readonly fields: EntityFields
  readonly title: string
  readonly initial: Row
  readonly id: string
}

function TypedForm({ entity, spec, fields, id, ...rest }: TypedFormProps) {
  const { list: t } = useTexts()
  const draft = useKeptDraft<Row>(`new ${entity} ${id}`, rest.initial)
  const type = useType(spec, draft.value)
  const plan = useMemo(() => {
    const { paths, hidden = [], rare } = spec
    const own = paths.filter(path => !rare?.[type]?.includes(path))
    return planForm(fields.all, entity, type, { paths: own, hidden })
  }, [fields, entity, type, spec])
  return (
    <RecordForm {...rest} entity={entity} plan={plan} draft={draft} fixed={spec.types ? { Type: type } : nothing}>
      {spec.types && (
        <Segments
          label={fields.of('Type')?.label}
          value={type}
          onChange={next => draft.change({ Type: typeValue(next) })}
          data={spec.types.map(value => ({ value, label: t.type[value] }))}
        />
      )}
    </RecordForm>
  )
}

/** The Type of the new record, by which fields apply to it: chosen above the form, or that of the record in one of its fields. */
function useType({ typedBy }: FormSpec, values: Row): string {
  const { entity = '', path = '' } = typedBy ?? {}
  const request = { [entity]: { Scope: { Fields: { Key: 1, Type: 1 } } } }
  const { data } = useRead(typedBy ? request : null, { title: entity })
  if (!typedBy) return memberText(values.Type, 'Key')
  const key = memberText(values[path], 'Key')
  return textOf(rowsOf(data, entity).find(({ Key }) => Key === key)?.Type)
}

interface RecordFormProps extends Omit<NewRecordProps, 'initial'> {
  readonly title: string
  readonly plan: FormPlan
  readonly draft: ReturnType<typeof useKeptDraft<Row>>
  /** What a Create sends beside the fields. */
  readonly fixed?: Row
  /** What stands above the fields. */
  readonly children?: ReactNode
}

/** Sends the form. Where the record may exist already, it is created when the person says that it is another one. */
function useCreate({ entity, title, draft, fixed = nothing, onClose, onCreated }: RecordFormProps, fields: Field[]) {
  const { lists: t } = useTexts().record
  const { writer } = useWorkspace()
  const { sending, twins, send } = useTwinSending()
  const values = draft.value
  const create = async (options: Body): Promise<void> => {
    const given = fields.filter(({ path }) => values[path] !== undefined && values[path] !== null)
    const data = Object.fromEntries(given.map(field => [field.writeAs, writtenValue(field, values[field.path])]))
    const key = await writer.create(entity, { ...fixed, ...data }, t.added(nameIn(values) || title), options)
    draft.drop()
    onClose()
    // The router joins the changes of one turn: the address without the form would be no entry to come back to.
    setTimeout(() => onCreated?.(key))
  }
  return {
    sending,
    twins,
    create: (isAnother = false) => send(() => create(isAnother ? nothing : warningOptions(entity))),
  }
}

/** A form with these fields. */
export function RecordForm(props: RecordFormProps) {
  const { entity, title, plan, draft, onClose, children } = props
  const { ui } = useTexts()
  const workspace = useWorkspace()
  const values = draft.value
  const [showsMore, setShowsMore] = useState(false)
  const all = [...plan.main, ...plan.more]
  const { sending, twins, create } = useCreate(props, all)
  const problemsOf = (field: Field) => sending.problems.filter(problem => isOf(problem, field))
  const isOpen = showsMore || plan.more.some(field => problemsOf(field).length > 0)
  const change = (field: Field, value: unknown): void => {
    draft.change({ [field.path]: value })
    changesBeside(workspace, field, value).then(beside => draft.change(beside), showFailure)
  }
  const line = (field: Field) => (
    <FormLine
      key={field.path}
      field={field}
      values={values}
      problems={problemsOf(field)}
      onChange={value => change(field, value)}
    />
  )
  return (
    <FormDrawer
      title={title}
      submit={ui.add}
      sending={sending}
      isPlaced={problem => isTwinProblem(problem) || all.some(field => isOf(problem, field))}
      onSubmit={() => create()}
      onClose={onClose}
      draft={draft}
    >
      {children}
      <div ref={markFirstField} className={classes.form}>
        {plan.main.map(line)}
        {plan.more.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            className={classes.more}
            aria-expanded={isOpen}
            leftSection={<Icon name={isOpen ? 'up' : 'down'} size={14} />}
            onClick={() => setShowsMore(!isOpen)}
          >
            {isOpen ? ui.fewerFields : ui.moreFields}
          </Button>
        )}
        {isOpen && plan.more.map(line)}
      </div>
      {twins.length > 0 && <TwinQuestion {...{ entity, twins }} onCreate={() => create(true)} />}
    </FormDrawer>
  )
}

/** Whether a problem is that of the field, or of a part of it: `Opportunity.Data.ForecastRevenue.Value`. */
function isOf({ path }: Problem, field: Field): boolean {
  const [, own = ''] = path.split('.Data.')
  return own === field.writeAs || own.startsWith(`${field.writeAs}.`)
}

/** Marks the first field for the focus trap of the drawer, which would begin at the close button. The drawer mounts its content later. */
function markFirstField(form: HTMLElement | null): void {
  form?.querySelector('input, textarea')?.setAttribute('data-autofocus', '')
}
