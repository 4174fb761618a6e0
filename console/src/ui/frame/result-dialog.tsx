// Asks with which result a task of a workflow is completed: one button for each.
import { Button, Modal } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import classes from './result-dialog.module.css'

export function ResultDialog() {
  const { results } = useWorkspace()
  const { ui } = useTexts()
  const asked = useSyncExternalStore(results.subscribe, results.first)
  if (!asked) return null
  const leave = (): void => asked.answer(null)
  return (
    <Modal opened onClose={leave} title={ui.result.title} closeButtonProps={{ 'aria-label': ui.close }}>
      <p className={classes.hint}>{ui.result.hint}</p>
      <div className={classes.results}>
        {asked.results.map((result, at) => (
          <Button
            key={result}
            variant="default"
            {...(at === 0 ? { 'data-autofocus': true } : {})}
            onClick={() => asked.answer(result)}
          >
            {result}
          </Button>
        ))}
      </div>
      <Button variant="subtle" color="gray" onClick={leave}>
        {ui.result.leave}
      </Button>
    </Modal>
  )
}
