// Edits an action of a workflow in a drawer: a trigger, a branch, a change of fields, a mail, or a call of a URL.
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Body, rowsOf, textOf } from '../api/envelope.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import { useRead } from '../api/use-read.ts'
import { Act, FormDrawer, type Sending, useSending } from '../fields/form-drawer.tsx'
import type { Group } from '../filter/tree.ts'
import { useTexts } from '../texts/index.tsx'
import { PageLink } from '../ui/addresses/page-link.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { type Secret, SecretOnce } from '../ui/controls/secret-once.tsx'
import { type ActionDraft, actionData, actionDraft, kindsFor } from './action-data.ts'
import { ConditionsField } from './conditions-field.tsx'
import {
  type ActionKind,
  type Definition,
  goalsOf,
  type Holder,
  type WorkflowAction,
  workflowEntities,
} from './definition.ts'
import { OperationsField } from './operations-field.tsx'
import { useWorkflowPeople } from './people.ts'
import { useDefinitionWrites, useMailTemplates } from './use-definition.ts'
import classes from './workflows.module.css'

interface ActionFormProps {
  readonly definition: Definition
  readonly holder: Holder
  /** Null for a new one, of this kind at first. */
  readonly action: WorkflowAction | null
  readonly kind: ActionKind
  readonly onClose: () => void
}

interface KeptDraft extends ActionDraft {
  /** The conditions as they are edited. */
  readonly filter: Group | null
  readonly newSecret: boolean
}

export function ActionForm({ definition, holder, action, kind, onClose }: ActionFormProps) {
  const { workflows, ui } = useTexts()
  const words = workflows.action
  const { create, update, remove } = useDefinitionWrites()
  const sending = useSending()
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const start = actionDraft(action, kind, definition.entity)
  const initial: KeptDraft = { ...start, filter: null, newSecret: false }
  const kept = useKeptDraft(`workflow action ${action?.key ?? `${holder.key} ${kind}`}`, initial)
  const draft = kept.value
  const name = words.kinds[draft.kind]
  const save = (): Promise<void> =>
    sending.send(async () => {
      const data = actionData(draft, definition.entity)
      const own = { ParentWorkflowKey: holder.key, Action: data.Action }
      const options = draft.newSecret ? { NewSecret: true } : undefined
      const answer = action
        ? await update('WorkflowAction', action.key, data, actionData(start, definition.entity), name, options)
        : await create('WorkflowAction', { ...own, ...data }, name)
      kept.drop()
      if (typeof answer.Secret === 'string') setSecrets([{ label: words.secret, value: answer.Secret }])
      else onClose()
    })
  if (secrets) return <SecretOnce title={words.secret} hint={words.secretHint} secrets={secrets} onClose={onClose} />
  return (
    <FormDrawer
      title={action ? name : words.of(holder.name)}
      submit={action ? ui.save : ui.add}
      sending={sending}
      isPlaced={({ path }) => /\.Data\.(Conditions|Operations|MailTemplateKey|MailTo|Url)/.test(path)}
      onSubmit={() => void save()}
      onClose={onClose}
      draft={kept}
      below={
        action && (
          <Act hint={words.removeHint}>
            <ConfirmButton
              label={words.remove}
              onConfirm={() => {
                remove('WorkflowAction', action.key, name)
                onClose()
              }}
            />
          </Act>
        )
      }
    >
      {action === null && kind !== 'trigger' && (
        <Select
          label={words.kind}
          data={kindsFor().map(one => ({ value: one, label: words.kinds[one] }))}
          value={draft.kind}
          allowDeselect={false}
          onChange={next => next && kept.change({ kind: next as ActionKind })}
        />
      )}
      <Parts draft={draft} definition={definition} change={kept.change} at={sending.at} isNew={action === null} />
    </FormDrawer>
  )
}

interface PartsProps {
  readonly draft: KeptDraft
  readonly definition: Definition
  readonly change: (part: Partial<KeptDraft>) => void
  readonly at: Sending['at']
  readonly isNew: boolean
}

/** What this kind of action needs. */
function Parts(props: PartsProps) {
  const { draft, definition, change, at } = props
  const words = useTexts().workflows.action
  const isTrigger = draft.kind === 'trigger'
  return (
    <>
      {draft.kind === 'branch' && <BranchParts {...props} />}
      {draft.kind === 'mail' && <MailParts {...props} />}
      {draft.kind === 'call' && <CallParts {...props} />}
      {(draft.kind === 'update' || draft.kind === 'call') && (
        <OperationsField
          key={draft.kind}
          entity={definition.entity}
          label={draft.kind === 'call' ? words.sent : words.fields}
          operations={draft.operations}
          isNamesOnly={draft.kind === 'call'}
          error={at(/\.Data\.Operations/)}
          onChange={operations => change({ operations })}
        />
      )}
      <ConditionsField
        entity={definition.entity}
        label={isTrigger ? words.triggerConditions : words.conditions}
        {...(isTrigger ? { hint: words.triggerHint } : {})}
        filter={draft.filter}
        query={draft.query}
        error={at(/\.Data\.Conditions/)}
        onChange={(filter, query) => change({ filter, query })}
      />
    </>
  )
}

function BranchParts({ draft, definition, change, at }: PartsProps) {
  const words = useTexts().workflows.action
  const type = workflowEntities.find(({ entity }) => entity === definition.entity)?.type
  const query: Body = { EntityType: { $EQ: type }, Key: { $NE: definition.key } }
  const { data } = useRead(
    { Workflow: { Scope: { Fields: { Key: 1, Name: 1 } }, Criteria: { SearchQuery: query } } },
    { title: null },
  )
  const others = rowsOf(data, 'Workflow').map(row => ({
    value: String(row.Key),
    label: words.workflow(textOf(row.Name)),
  }))
  const own = goalsOf(definition).map(({ key, name }) => ({ value: key, label: name }))
  return (
    <>
      <Textarea
        data-autofocus
        label={words.results}
        description={words.resultsHint}
        value={draft.results}
        autosize={false}
        error={at(/\.Data\.Conditions\.Workflow/)}
        onChange={event => change({ results: event.currentTarget.value })}
      />
      <Select
        label={words.goal}
        data={[...own, ...others]}
        value={draft.goal}
        searchable
        required
        allowDeselect={false}
        error={at(/\.Data\.Operations/)}
        onChange={goal => change({ goal })}
      />
    </>
  )
}

function MailParts({ draft, definition, change, at }: PartsProps) {
  const words = useTexts().workflows
  const { choices } = useWorkflowPeople()
  const type = workflowEntities.find(({ entity }) => entity === definition.entity)?.type
  const templates = useMailTemplates().filter(one => one.type === type)
  return (
    <>
      <Select
        label={words.action.template}
        data={templates.map(({ key, name }) => ({ value: key, label: name }))}
        value={draft.template}
        required
        allowDeselect={false}
        error={at(/\.Data\.MailTemplateKey/)}
        onChange={template => change({ template })}
      />
      <p className={classes.hint}>
        {templates.length === 0 && `${words.action.noTemplates} `}
        <PageLink to="setup/mail-templates">{words.action.templates}</PageLink>
      </p>
      <Select
        label={words.action.to}
        data={[{ value: 'Record', label: words.roles.Record }, ...choices]}
        value={draft.mailTo}
        searchable
        allowDeselect={false}
        error={at(/\.Data\.MailTo/)}
        onChange={next => next && change({ mailTo: next })}
      />
    </>
  )
}

function CallParts({ draft, change, at, isNew }: PartsProps) {
  const words = useTexts().workflows.action
  return (
    <>
      <TextInput
        data-autofocus
        required
        type="url"
        label={words.url}
        description={words.urlHint}
        value={draft.url}
        error={at(/\.Data\.Url/)}
        onChange={event => change({ url: event.currentTarget.value })}
      />
      {!isNew && (
        <Checkbox
          label={words.newSecret}
          checked={draft.newSecret}
          onChange={event => change({ newSecret: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
