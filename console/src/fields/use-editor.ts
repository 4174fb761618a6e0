// Holds what is typed into the editor of a value, and finishes the edit once: by leaving, by Enter, or by taking a suggestion.
import { useId, useRef } from 'react'
import type { Problem } from '../api/errors.ts'

export type Finish = 'commit' | 'cancel'

/** The props of the editor and of the list of problems below it. */
export function useEditor(
  value: unknown,
  problems: readonly Problem[],
  onFinish: (value: unknown, how: Finish) => void,
) {
  const id = useId()
  const last = useRef(value)
  const isFinished = useRef(false)
  const finish = (how: Finish): void => {
    // Leaving the input and unmounting it both end the edit.
    if (isFinished.current) return
    isFinished.current = true
    onFinish(last.current, how)
  }
  const change = (next: unknown): void => {
    last.current = next
  }
  const take = (suggestion: string): void => {
    change(suggestion)
    finish('commit')
  }
  const isRefused = problems.length > 0
  const state = isRefused ? { invalid: true, describedBy: id } : {}
  return {
    isRefused,
    editor: { value, autoFocus: true, onChange: change, onDone: finish, ...state },
    list: { id, problems, onSuggestion: take },
  }
}
