// Writes numbers as people of the user's culture do.
import { useMemo } from 'react'
import { useWorkspace } from '../api/workspace.tsx'

export function useCountText(): (count: number) => string {
  const { culture } = useWorkspace().session
  return useMemo(() => {
    const format = new Intl.NumberFormat(culture)
    return count => format.format(count)
  }, [culture])
}
