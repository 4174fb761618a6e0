// Tells what was done, with a button that undoes it, and undoes the last change by key.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useMemo } from 'react'
import type { UndoStep } from '../../api/undo.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useShortcuts } from '../../keys/registry.ts'
import { useTexts } from '../../texts/index.tsx'
import classes from './undo-notices.module.css'

export function UndoNotices() {
  const { undo } = useWorkspace()
  const { ui } = useTexts()
  const [run, shortcuts] = useMemo(() => {
    const run = async (which?: UndoStep): Promise<void> => {
      try {
        const undone = await undo.undo(which)
        notifications.show({
          message: undone ? ui.undone(undone.label) : ui.nothingToUndo,
          autoClose: 2500,
        })
      } catch (error) {
        showFailure(error)
      }
    }
    // Drawers edit in place, so what was done in one is undone there.
    const shortcut = { keys: 'mod+z', label: ui.keys.undo, group: 'everywhere', inDialogs: true } as const
    return [run, [{ ...shortcut, run: () => void run() }]] as const
  }, [undo, ui])
  useShortcuts(shortcuts)
  useEffect(
    () =>
      undo.subscribe(done => {
        const id = notifications.show({
          autoClose: 6000,
          message: (
            <span className={classes.notice}>
              <span>{done.label}</span>
              <Button
                variant="subtle"
                onClick={() => {
                  notifications.hide(id)
                  void run(done)
                }}
              >
                {ui.undo}
              </Button>
            </span>
          ),
        })
      }),
    [undo, run, ui],
  )
  return null
}

/** Tells of a refusal that belongs to no field. */
export function showFailure(error: unknown): void {
  notifications.show({ color: 'red', message: error instanceof Error ? error.message : String(error), autoClose: 8000 })
}

/** Does something that `back` takes back, and tells of it; a refusal is shown. */
export function useUndoable(): (label: string, work: () => Promise<void>, back: () => Promise<void>) => Promise<void> {
  const { undo } = useWorkspace()
  return async (label, work, back) => {
    try {
      await work()
      undo.push({ label, undo: back })
    } catch (error) {
      showFailure(error)
    }
  }
}
