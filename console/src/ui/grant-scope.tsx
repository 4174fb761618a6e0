// Says in words what was granted: as what, and whether it may change data.
import { useTexts } from '../texts/index.tsx'
import type { Grant } from './grants.ts'

export function GrantScope({ grant: { Resource, Scope } }: { grant: Pick<Grant, 'Resource' | 'Scope'> }) {
  const words = useTexts().account.applications
  const writes = Scope.split(' ').includes('data')
  const may = writes ? words.writes : words.reads
  return (
    <span title={Scope}>
      {Resource === 'userinfo' ? words.signsIn : Resource === 'mcp' ? words.assistant(may) : may}
    </span>
  )
}
