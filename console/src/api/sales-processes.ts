// Reads the sales processes of the database with their stages; they are cached, since each screen of opportunities needs them.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Body, envelope, rowsOf, textOf } from './envelope.ts'
import { useShownRequest } from './requests.ts'
import { useWorkspace, type Workspace } from './workspace.tsx'

export interface Stage {
  readonly key: string
  readonly name: string
  /** The probability of a sale, in per cent. */
  readonly probability: number | null
  /** Days that the stage should take; 0 when that is not said. */
  readonly targetAge: number
}

export interface SalesProcess {
  readonly key: string
  readonly name: string
  readonly stages: readonly Stage[]
}

const members = {
  'SalesProcessSetup.processes': { Scope: { Fields: { Key: 1, DisplayValue: 1 } } },
  'SalesStageSetup.stages': {
    Scope: { Fields: { Key: 1, Description: 1, ProbabilityClose: 1, TargetAge: 1, SalesProcessSetupKey: 1 } },
    OrderBy: { Fields: [{ Sequence: 'ASC' }] },
  },
}

const body = envelope(members)

function processesIn(answer: Body): readonly SalesProcess[] {
  const stages = rowsOf(answer, 'SalesStageSetup.stages')
  return rowsOf(answer, 'SalesProcessSetup.processes').map(row => ({
    key: String(row.Key),
    name: textOf(row),
    stages: stages
      .filter(({ SalesProcessSetupKey }) => SalesProcessSetupKey === row.Key)
      .map(stage => ({
        key: String(stage.Key),
        name: textOf(stage.Description),
        probability: stage.ProbabilityClose as number | null,
        targetAge: Number(stage.TargetAge ?? 0),
      })),
  }))
}

const processesQuery = ({ api }: Workspace) => ({
  queryKey: ['SalesProcesses'],
  queryFn: async () => processesIn(await api.call<Body>('Read', body)),
  staleTime: 300_000,
  meta: { entities: ['SalesProcessSetup', 'SalesStageSetup'] },
})

/** The processes, for use outside a component. */
export const readSalesProcesses = (workspace: Workspace): Promise<readonly SalesProcess[]> =>
  workspace.queries.fetchQuery(processesQuery(workspace))

/** The processes in the order of the database, the stages in that of their process. A title lists the request in the drawer. */
export function useSalesProcesses(
  title: string | null = null,
  enabled = true,
): UseQueryResult<readonly SalesProcess[]> {
  useShownRequest(title === null ? null : { title, operation: 'Read', body })
  return useQuery({ ...processesQuery(useWorkspace()), enabled })
}

/**
 * The process that an address names, or the first one; null when there is none, undefined until that is known. The cached list may be
 * older than the process: if it lacks the key, it is read again before another process takes the place.
 */
export function useNamedProcess(
  { data: processes, refetch }: UseQueryResult<readonly SalesProcess[]>,
  key: string,
): SalesProcess | null | undefined {
  const [confirmed, setConfirmed] = useState('')
  const named = processes?.find(process => process.key === key)
  const isUnconfirmed = named === undefined && key !== '' && key !== confirmed
  useEffect(() => {
    if (processes && isUnconfirmed) void refetch().then(() => setConfirmed(key))
  }, [processes, isUnconfirmed, refetch, key])
  return processes === undefined || isUnconfirmed ? undefined : (named ?? processes[0] ?? null)
}
