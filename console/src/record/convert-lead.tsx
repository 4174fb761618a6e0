// Asks what a lead becomes, and converts it; the conversion can be undone.
import { Checkbox, TextInput } from '@mantine/core'
import { type Row, textOf } from '../api/envelope.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { memberText } from '../fields/field.ts'
import { Checks, FormDrawer } from '../fields/form-drawer.tsx'
import { useFields } from '../fields/use-fields.ts'
import { FormLine } from '../forms/form-line.tsx'
import { TwinQuestion } from '../forms/twin-question.tsx'
import { isTwinProblem } from '../forms/twins.ts'
import { useTwinSending } from '../forms/use-twin-sending.ts'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import { recordPath } from '../ui/addresses/paths.ts'
import { Segments } from '../ui/controls/segments.tsx'
import { type ConversionDraft, conversionMembers, convertedKey } from './conversion.ts'
import type { RecordParts } from './use-record-keys.ts'

type Props = Pick<RecordParts, 'recordKey' | 'record' | 'name'> & { readonly onClose: () => void }

/** What is shown of an existing company, beside its key. */
interface Draft extends ConversionDraft {
  readonly known: Row | null
}

const draftOf = (record: Row, name: string): Draft => ({
  becomes: textOf(record.CompanyName) === '' ? 'individual' : 'company',
  ...{ company: '', known: null, hasOpportunity: false, Objective: name, takesNotes: true },
  CompanyName: textOf(record.CompanyName),
  FirstName: textOf(record.FirstName),
  LastName: textOf(record.LastName),
})

/** Converts the lead, leads to what it became, and keeps the way back. */
function useConvert({ recordKey, name, onClose }: Props, drop: () => void) {
  const t = useTexts().record.convert
  const { api, feed, undo } = useWorkspace()
  const go = useGo()
  const { sending, twins, send } = useTwinSending()
  const tell = (): void =>
    feed.announce(['Lead', 'AbEntry', 'Opportunity', 'Note', 'Document', 'Task', 'Interaction'].map(anyOf))
  const convert = async (draft: Draft, isAnother: boolean): Promise<void> => {
    const answer = await api.call('PayloadExecute', conversionMembers(recordKey, draft, isAnother))
    tell()
    drop()
    onClose()
    undo.push({
      label: t.done(name),
      undo: async () => {
        await api.call('Restore', { Lead: { Data: { Key: recordKey } } })
        tell()
      },
    })
    go(recordPath('AbEntry', convertedKey(answer)) ?? '')
  }
  return { sending, twins, convert: (draft: Draft, isAnother = false) => send(() => convert(draft, isAnother)) }
}

const anyOf = (entity: string) => ({ entity, key: null })

export function ConvertLead(props: Props) {
  const { record, name, onClose } = props
  const { convert: t } = useTexts().record
  const { data: fields } = useFields('Lead')
  const kept = useKeptDraft<Draft>(`convert ${props.recordKey}`, draftOf(record, name))
  const { value: draft, change } = kept
  const { sending, twins, convert } = useConvert(props, kept.drop)
  const entry = fields?.of('Partner')
  const line = (path: 'CompanyName' | 'FirstName' | 'LastName') => (
    <TextInput
      label={fields?.of(path)?.label ?? path}
      value={draft[path]}
      error={sending.at(new RegExp(`\\.${path}$`), suggestion => change({ [path]: suggestion }))}
      onChange={event => change({ [path]: event.currentTarget.value })}
    />
  )
  return (
    <FormDrawer
      title={t.title(name)}
      submit={t.submit}
      sending={sending}
      isPlaced={problem => isTwinProblem(problem) || /\.(CompanyName|FirstName|LastName|Objective)$/.test(problem.path)}
      onSubmit={() => convert(draft)}
      onClose={onClose}
      draft={kept}
    >
      <Segments
        label={t.becomes}
        value={draft.becomes}
        onChange={becomes => change({ becomes })}
        data={(['company', 'individual'] as const).map(value => ({ value, label: t.kinds[value] }))}
      />
      {draft.becomes === 'company' && entry && (
        <FormLine
          field={{ ...entry, label: t.existing, description: t.existingHint, mandatory: false }}
          values={{ [entry.path]: draft.known }}
          problems={sending.problems.filter(({ path }) => /\.Company\.Key$/.test(path))}
          onChange={value => change({ known: value as Row | null, company: memberText(value, 'Key') })}
        />
      )}
      {draft.company === '' && line('CompanyName')}
      {line('FirstName')}
      {line('LastName')}
      <Checks>
        <Checkbox
          label={t.opportunity}
          checked={draft.hasOpportunity}
          onChange={event => change({ hasOpportunity: event.currentTarget.checked })}
        />
        <Checkbox
          label={t.notes}
          checked={draft.takesNotes}
          onChange={event => change({ takesNotes: event.currentTarget.checked })}
        />
      </Checks>
      {draft.hasOpportunity && (
        <TextInput
          label={t.objective}
          value={draft.Objective}
          error={sending.at(/\.Objective$/, suggestion => change({ Objective: suggestion }))}
          onChange={event => change({ Objective: event.currentTarget.value })}
        />
      )}
      {twins.length > 0 && <TwinQuestion entity="AbEntry" twins={twins} onCreate={() => convert(draft, true)} />}
    </FormDrawer>
  )
}
