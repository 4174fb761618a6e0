// Shows the lanes of a sales process with their cards, and moves cards between them.
import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { Body } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import type { Stage } from '../api/sales-processes.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { NewButton } from '../forms/new-button.tsx'
import { type ClosedName, closedLane, closedStatuses, type Lane, stageLane } from '../sales/lanes.ts'
import { useTexts } from '../texts/index.tsx'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Empty, Loaded, Loading } from '../ui/display/states.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './board.module.css'
import { boardParams, filterOf } from './board-bar.tsx'
import { Card } from './card.tsx'
import { ClosedLane } from './closed-lanes.tsx'
import { LaneColumn } from './column.tsx'
import type { Question } from './request.ts'
import { type LaneContent, useBoard } from './use-board.ts'
import { useCursor } from './use-cursor.ts'
import { useMoves } from './use-moves.ts'

interface BoardProps {
  readonly process: string
  readonly stages: readonly Stage[]
  /** Conditions beside those of the bar. */
  readonly filter: Body
  /** Adds an opportunity in a stage, or in the first one; null where none can be added. */
  readonly onAdd: ((to: Stage | 'first') => void) | null
}

export function Board({ process, stages, filter, onAdd }: BoardProps) {
  const { board } = useTexts()
  const { store } = useWorkspace()
  const [{ q, leader, sort, closed }] = useSearchParams(boardParams)
  const question = useMemo((): Question => {
    const both = [filterOf({ q, leader }), filter].filter(one => Object.keys(one).length > 0)
    return { process, filter: both.length > 1 ? { $AND: both } : (both[0] ?? {}), sort }
  }, [process, q, leader, sort, filter])
  const lanes = useLanes(stages)
  const isShown = useCallback((lane: Lane) => lane.stage !== null || closed === 'shown', [closed])
  const { query, contents, total, loadMore, keep, failure } = useBoard(question, lanes, isShown, board.title)
  const { move, said } = useMoves(lanes, keep)
  const [followed, setFollowed] = useState<string | null>(null)
  const moveByKey = useCallback(
    (record: StoredRecord, to: Lane) => {
      setFollowed(record.key)
      move(record, to)
    },
    [move],
  )
  const cursor = useCursor(contents, (key, lane) => {
    const record = store.get(key)
    if (record?.fields.SecStatus === 'ReadWrite') moveByKey(record, lane)
  })
  useEffect(() => {
    if (failure) showFailure(failure)
  }, [failure])

  const cardsOf = ({ lane, cards }: LaneContent) =>
    cards.map(record => (
      <Card
        key={record.key}
        record={record}
        lane={lane}
        lanes={lanes}
        sort={sort}
        isActive={cursor.active === record.key}
        takesFocus={followed === record.key}
        isMenuOpen={cursor.menu === record.key}
        onFocus={cursor.setActive}
        onMenu={cursor.setMenu}
        onMove={moveByKey}
      />
    ))
  const isEmpty = Object.keys(question.filter).length === 0 && contents.every(({ count }) => count === 0)
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Loaded query={query} loading={<Loading rows={8} height={64} />}>
        {() =>
          isEmpty ? (
            <Empty
              icon="deal"
              title={board.empty}
              hint={board.emptyHint}
              action={onAdd && <NewButton entity="Opportunity" onNew={() => onAdd('first')} />}
            />
          ) : (
            <>
              <p className={classes.total} data-total>
                {board.total(total?.count ?? 0)} <strong className="tabular">{total?.sum ?? '–'}</strong>
              </p>
              <Lanes contents={contents} cardsOf={cardsOf} onMore={lane => void loadMore(lane)} onAdd={onAdd} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** The stages of the process, and the ways in which a sale ends. */
function useLanes(stages: readonly Stage[]): readonly Lane[] {
  const { board } = useTexts()
  return useMemo(() => {
    const ends = Object.keys(closedStatuses) as ClosedName[]
    return [...stages.map(stageLane), ...ends.map(name => closedLane(name, board.ends[name]))]
  }, [stages, board])
}

interface LanesProps {
  readonly contents: readonly LaneContent[]
  readonly cardsOf: (content: LaneContent) => ReactNode
  readonly onMore: (lane: Lane) => void
  readonly onAdd: BoardProps['onAdd']
}

function Lanes({ contents, cardsOf, onMore, onAdd }: LanesProps) {
  const { board } = useTexts()
  const folded = contents.filter(({ isShown }) => !isShown)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <section className={classes.board} tabIndex={0} aria-label={board.title}>
        {contents
          .filter(({ isShown }) => isShown)
          .map(content => (
            <LaneColumn
              key={content.lane.id}
              content={content}
              onMore={() => onMore(content.lane)}
              onAdd={content.lane.stage && onAdd ? () => onAdd(content.lane.stage ?? 'first') : null}
            >
              {cardsOf(content)}
            </LaneColumn>
          ))}
      </section>
      {folded.length > 0 && (
        <div className={classes.ends}>
          {folded.map(content => (
            <ClosedLane key={content.lane.id} content={content} />
          ))}
        </div>
      )}
    </>
  )
}
