// Edits a stage of a workflow in a drawer.
import { Switch, Textarea, TextInput } from '@mantine/core'
import { useKeptDraft } from '../api/use-draft.ts'
import { Act, FormDrawer, useSending } from '../fields/form-drawer.tsx'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { type Definition, nextSequence, type WorkflowStage } from './definition.ts'
import { useDefinitionWrites } from './use-definition.ts'

interface StageFormProps {
  readonly definition: Definition
  /** Null for a new one. */
  readonly stage: WorkflowStage | null
  readonly onClose: () => void
}

export function StageForm({ definition, stage, onClose }: StageFormProps) {
  const { workflows, ui } = useTexts()
  const words = workflows.stage
  const { create, update, remove } = useDefinitionWrites()
  const sending = useSending()
  const start = {
    name: stage?.name ?? '',
    description: stage?.description ?? '',
    isSequential: stage?.isSequential ?? true,
  }
  const draft = useKeptDraft(`workflow stage ${stage?.key ?? definition.key}`, start)
  const { name, description, isSequential } = draft.value
  const dataOf = (values: typeof start) => ({
    ...{ Name: values.name, Description: values.description || null, IsSequential: values.isSequential },
  })
  const save = (): Promise<void> =>
    sending.send(async () => {
      const data = dataOf(draft.value)
      const place = { WorkflowKey: definition.key, Sequence: nextSequence(definition.stages) }
      if (stage) await update('WorkflowStage', stage.key, data, dataOf(start), name)
      else await create('WorkflowStage', { ...place, ...data }, name)
      draft.drop()
      onClose()
    })
  return (
    <FormDrawer
      title={stage?.name ?? words.make}
      submit={stage ? ui.save : ui.add}
      sending={sending}
      isPlaced={({ path }) => /\.Data\.(Name|Description)/.test(path)}
      onSubmit={() => void save()}
      onClose={onClose}
      draft={draft}
      below={
        stage && (
          <Act hint={words.removeHint}>
            <ConfirmButton
              label={words.remove}
              onConfirm={() => {
                remove('WorkflowStage', stage.key, stage.name)
                onClose()
              }}
            />
          </Act>
        )
      }
    >
      <TextInput
        data-autofocus
        required
        label={words.name}
        value={name}
        error={sending.at(/\.Data\.Name/)}
        onChange={event => draft.change({ name: event.currentTarget.value })}
      />
      <Textarea
        label={words.description}
        value={description}
        error={sending.at(/\.Data\.Description/)}
        onChange={event => draft.change({ description: event.currentTarget.value })}
      />
      <Switch
        label={words.sequential}
        checked={isSequential}
        onChange={event => draft.change({ isSequential: event.currentTarget.checked })}
      />
    </FormDrawer>
  )
}
