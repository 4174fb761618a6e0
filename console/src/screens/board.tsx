// Shows the open opportunities of a sales process as cards in the lanes of its stages.
import { useMemo, useState } from 'react'
import { type Row, rowsOf, textOf } from '../api/envelope.ts'
import { type Stage, useNamedProcess, useSalesProcesses } from '../api/sales-processes.ts'
import { useRead } from '../api/use-read.ts'
import { Board } from '../board/board.tsx'
import { BoardBar, boardParams } from '../board/board-bar.tsx'
import { positionIn } from '../fields/position.ts'
import { useFields } from '../fields/use-fields.ts'
import { searchQueryOf } from '../filter/criteria.ts'
import { FilterBar } from '../filter/filter-bar.tsx'
import { filterFromText, filterText } from '../filter/url.ts'
import { NewButton } from '../forms/new-button.tsx'
import { NoProcess } from '../sales/no-process.tsx'
import { useTexts } from '../texts/index.tsx'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import { Loaded, Loading } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'

const people = { 'User.leaders': { Scope: { Fields: { Key: 1, DisplayValue: 1 } }, Criteria: { Top: 200 } } }

const NewRecord = lazyPart(async () => (await import('../forms/new-record.tsx')).NewRecord, { waiting: null })

export default function BoardScreen() {
  const { board } = useTexts()
  const [search, setSearch] = useSearchParams(boardParams)
  const { data: fields } = useFields('Opportunity')
  const tree = useMemo(() => filterFromText(search.filter), [search.filter])
  const filter = useMemo(() => (fields ? searchQueryOf(tree, fields.of) : {}), [tree, fields])
  const query = useSalesProcesses(board.setups)
  const { data: users } = useRead(people, { title: board.leader, staleTime: 300_000 })
  const leaders = rowsOf(users, 'User.leaders').map(row => ({ key: String(row.Key), name: textOf(row) }))
  const process = useNamedProcess(query, search.process)
  const [added, setAdded] = useState<Row | null>(null)
  const add =
    process && process.stages.length > 0
      ? (to: Stage | 'first') => setAdded(positionIn(process, to === 'first' ? undefined : to.key))
      : null
  return (
    <Page
      title={board.title}
      layout="flush"
      actions={add && <NewButton entity="Opportunity" onNew={() => add('first')} />}
      bar={
        process && (
          <BoardBar processes={query.data ?? []} leaders={leaders} process={process.key}>
            {fields && (
              <FilterBar fields={fields} filter={tree} onChange={next => setSearch({ filter: filterText(next) })} />
            )}
          </BoardBar>
        )
      }
    >
      {added && <NewRecord entity="Opportunity" initial={added} onClose={() => setAdded(null)} />}
      <Loaded query={query} loading={<Loading rows={8} height={64} />}>
        {() =>
          process === null ? (
            <NoProcess />
          ) : process === undefined || (search.filter !== '' && !fields) ? (
            // Without the fields the filter cannot be read, and the board would show too many cards.
            <Loading rows={8} height={64} />
          ) : (
            <Board process={process.key} stages={process.stages} filter={filter} onAdd={add} />
          )
        }
      </Loaded>
    </Page>
  )
}
