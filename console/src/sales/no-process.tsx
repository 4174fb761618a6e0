// Says that opportunities have no stages yet, and lets an administrator add a usual process with one click.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { PageLink } from '../ui/addresses/page-link.tsx'
import { Empty } from '../ui/display/states.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'

/** Probability in per cent and target age in days of the stages that the texts name. */
const usual = [
  [10, 7],
  [25, 14],
  [50, 14],
  [75, 10],
  [90, 5],
] as const

export function NoProcess() {
  const { board } = useTexts()
  const { session, writer } = useWorkspace()
  const [isBusy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    setBusy(true)
    try {
      const { name, stages } = board.usual
      const SalesProcessSetupKey = await writer.create('SalesProcessSetup', { Description: name }, board.processAdded)
      const rows = usual.map(([ProbabilityClose, TargetAge], at) => ({
        ...{ SalesProcessSetupKey, ProbabilityClose, TargetAge, Description: stages[at] ?? String(at + 1) },
      }))
      for (const row of rows) await writer.create('SalesStageSetup', row, null)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Empty
      icon="board"
      title={board.noProcess}
      hint={session.user.administrator ? board.noProcessStart : board.noProcessHint}
      action={
        session.user.administrator && (
          <>
            <Button loading={isBusy} onClick={() => void add()}>
              {board.addUsual}
            </Button>
            <PageLink to="setup/processes">{board.toProcesses}</PageLink>
          </>
        )
      }
    />
  )
}
