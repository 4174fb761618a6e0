// Shows the open opportunities of a sales process as cards in the lanes of its stages.
import { useMemo } from 'react'
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { Board } from '../board/board.tsx'
import { BoardBar, boardParams } from '../board/board-bar.tsx'
import type { Stage } from '../board/lanes.ts'
import { useFields } from '../fields/use-fields.ts'
import { searchQueryOf } from '../filter/criteria.ts'
import { FilterBar } from '../filter/filter-bar.tsx'
import { filterFromText, filterText } from '../filter/url.ts'
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
  'User.leaders': { Scope: { Fields: { Key: 1, DisplayValue: 1 } }, Criteria: { Top: 200 } },
}

export default function BoardScreen() {
  const { board } = useTexts()
  const [search, setSearch] = useSearchParams(boardParams)
  const { data: fields } = useFields('Opportunity')
  const tree = useMemo(() => filterFromText(search.filter), [search.filter])
  const filter = useMemo(() => (fields ? searchQueryOf(tree, fields.of) : {}), [tree, fields])
  const query = useRead(setups, { title: board.setups, staleTime: 300_000 })
  const processes = useMemo(
    () => rowsOf(query.data, 'SalesProcessSetup.processes').map(row => ({ key: String(row.Key), name: textOf(row) })),
    [query.data],
  )
  const leaders = rowsOf(query.data, 'User.leaders').map(row => ({ key: String(row.Key), name: textOf(row) }))
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
      bar={
        process !== undefined && (
          <BoardBar processes={processes} leaders={leaders} process={process}>
            {fields && (
              <FilterBar fields={fields} filter={tree} onChange={next => setSearch({ filter: filterText(next) })} />
            )}
          </BoardBar>
        )
      }
    >
      <Loaded query={query} loading={<Loading rows={8} height={64} />}>
        {() =>
          process === undefined ? (
            <Empty icon="board" title={board.noProcess} hint={board.noProcessHint} />
          ) : search.filter !== '' && !fields ? (
            // Without the fields the filter cannot be read, and the board would show too many cards.
            <Loading rows={8} height={64} />
          ) : (
            <Board process={process} stages={stages} filter={filter} />
          )
        }
      </Loaded>
    </Page>
  )
}
