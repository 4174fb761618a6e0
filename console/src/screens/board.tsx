// Shows the open opportunities of a sales process as cards in the lanes of its stages.
import { useMemo } from 'react'
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { Board } from '../board/board.tsx'
import { BoardBar, boardParams } from '../board/board-bar.tsx'
import type { Stage } from '../board/lanes.ts'
import { useTexts } from '../texts/index.tsx'
import { Page } from '../ui/page.tsx'
import { useSearchParams } from '../ui/search-params.ts'
import { Empty, Loaded, Loading } from '../ui/states.tsx'

const setups = {
  'SalesProcessSetup.processes': { Scope: { Fields: { Key: 1, DisplayValue: 1 } } },
  'SalesStageSetup.stages': {
    Scope: { Fields: { Key: 1, Description: 1, ProbabilityClose: 1, TargetAge: 1, SalesProcessSetupKey: 1 } },
    OrderBy: { Fields: [{ Sequence: 'ASC' }] },
  },
  'Opportunity.leaders': {
    Scope: { Fields: { Leader: { Key: 1, DisplayValue: 1 } } },
    GroupBy: { Fields: ['Leader'] },
  },
}

export default function BoardScreen() {
  const { board } = useTexts()
  const [search] = useSearchParams(boardParams)
  const query = useRead(setups, { title: board.setups, staleTime: 300_000 })
  const processes = useMemo(
    () => rowsOf(query.data, 'SalesProcessSetup.processes').map(row => ({ key: String(row.Key), name: textOf(row) })),
    [query.data],
  )
  const leaders = useMemo(
    () => rowsOf(query.data, 'Opportunity.leaders').flatMap(({ Leader }) => (Leader ? [Leader as Choice] : [])),
    [query.data],
  )
  const process = processes.find(({ key }) => key === search.process)?.key ?? processes[0]?.key
  const stages = useMemo(
    () =>
      rowsOf(query.data, 'SalesStageSetup.stages')
        .filter(({ SalesProcessSetupKey }) => SalesProcessSetupKey === process)
        .map(
          (row): Stage => ({
            key: String(row.Key),
            name: textOf(row.Description),
            probability: row.ProbabilityClose as number | null,
            targetAge: Number(row.TargetAge ?? 0),
          }),
        ),
    [query.data, process],
  )
  return (
    <Page
      title={board.title}
      layout="flush"
      bar={process !== undefined && <BoardBar processes={processes} leaders={leaders} process={process} />}
    >
      <Loaded query={query} loading={<Loading rows={8} height={64} />}>
        {() =>
          process === undefined ? (
            <Empty icon="board" title={board.noProcess} hint={board.noProcessHint} />
          ) : (
            <Board process={process} stages={stages} />
          )
        }
      </Loaded>
    </Page>
  )
}

interface Choice {
  readonly Key: string
  readonly DisplayValue: string
}
