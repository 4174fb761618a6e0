// Gives a component the formats of moments for its user.
import { useMemo } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { momentFormats } from './moments.ts'

export function useMoments() {
  const { culture, timeZone } = useWorkspace().session
  const { timeline } = useTexts().record
  return useMemo(() => momentFormats(culture, timeZone, timeline), [culture, timeZone, timeline])
}
