// Picks the stage of an opportunity: among those of its process, or of all processes where it has none yet.
import { useSalesProcesses } from '../api/sales-processes.ts'
import { type EditorProps, memberText } from './field.ts'
import { PickOne } from './parts/value-picker.tsx'

export function StageEditor(props: EditorProps) {
  const { data: processes = [], isPending } = useSalesProcesses()
  const own = memberText(props.record.SalesProcessSetup, 'Key')
  const offered = processes.filter(({ key }) => own === '' || key === own)
  const choices = offered.flatMap(({ name, stages }) =>
    stages.map(stage => ({
      key: stage.key,
      label: stage.name,
      ...(offered.length > 1 ? { hint: name } : {}),
    })),
  )
  return <PickOne {...props} from={{ choices, busy: isPending }} />
}
