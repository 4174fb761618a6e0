// Moves cards by drop and by key, says so to screen readers, and tells of refusals.

import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useCallback, useEffect, useState } from 'react'
import { textOf } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { changesFor, type Lane, laneOf } from '../sales/lanes.ts'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { useLatest } from '../ui/use-latest.ts'

interface Moves {
  readonly move: (record: StoredRecord, to: Lane) => void
  /** What was done last, in words. */
  readonly said: string
}

export function useMoves(lanes: readonly Lane[], keep: (key: string) => void): Moves {
  const { writer, store } = useWorkspace()
  const { board } = useTexts()
  const [said, setSaid] = useState('')
  const latestKeep = useLatest(keep)
  const move = useCallback(
    ({ key, fields }: StoredRecord, to: Lane): void => {
      const from = lanes.find(({ id }) => id === laneOf(fields))
      if (from?.id === to.id) return
      const label = board.moved(textOf(fields.Objective), to.title)
      latestKeep.current(key)
      setSaid(board.movedFrom(textOf(fields.Objective), from?.title ?? '', to.title))
      writer.update({ entity: 'Opportunity', key, changes: changesFor(to, fields), label }).catch((error: unknown) => {
        setSaid(board.notMoved(textOf(fields.Objective)))
        showFailure(error)
      })
    },
    [lanes, writer, board, latestKeep],
  )
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const to = lanes.find(({ id }) => id === location.current.dropTargets[0]?.data.lane)
          const record = store.get(String(source.data.key))
          if (to && record) move(record, to)
        },
      }),
    [lanes, store, move],
  )
  return { move, said }
}
