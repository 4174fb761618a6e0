// Shows a lane of the board: its name, count and sum, and its cards, on which others can be dropped.
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import classes from './board.module.css'
import { pageSize } from './request.ts'
import type { LaneContent } from './use-board.ts'

interface ColumnProps {
  readonly content: LaneContent
  readonly onMore: () => void
  /** Adds an opportunity here; null where none can be added. */
  readonly onAdd: (() => void) | null
  readonly children: ReactNode
}

export function LaneColumn({ content, onMore, onAdd, children }: ColumnProps) {
  const { board } = useTexts()
  const { lane, cards, count, hasMore, isLoadingMore } = content
  const id = useId()
  const [element, isOver] = useDropTarget<HTMLElement>(lane.id)
  return (
    <section ref={element} className={classes.column} aria-labelledby={id} data-lane={lane.id} data-over={isOver}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          <span className={classes.sign} data-end={lane.stage ? undefined : lane.id} />
          {lane.title}
          <span className={`${classes.count} tabular`} data-count>
            {count}
          </span>
        </h2>
        <Sum content={content} />
        {onAdd && (
          <IconButton className={classes.addHere} size={24} aria-label={board.addTo(lane.title)} onClick={onAdd}>
            <Icon name="plus" size={14} />
          </IconButton>
        )}
      </header>
      <div className={classes.cards}>
        {children}
        {cards.length === 0 && <p className={classes.none}>{board.noneHere}</p>}
        {hasMore && (
          <Button variant="subtle" color="gray" fullWidth loading={isLoadingMore} onClick={onMore}>
            {board.more(Math.max(1, Math.min(pageSize, count - cards.length)))}
          </Button>
        )}
      </div>
    </section>
  )
}

/** What the server has added up; faint while a move is on its way that changes it. */
export function Sum({ content: { lane, sum, isChanging } }: { content: LaneContent }) {
  const { board } = useTexts()
  return (
    <p className={classes.sum}>
      <span className="tabular" data-sum data-changing={isChanging || undefined} aria-busy={isChanging}>
        {sum ?? '–'}
      </span>
      {lane.stage?.probability !== null && lane.stage && (
        <span className={classes.probability}>{board.probability(lane.stage.probability)}</span>
      )}
    </p>
  )
}

/** Lets cards be dropped on the element; tells whether one is above it. */
export function useDropTarget<E extends HTMLElement>(lane: string) {
  const element = useRef<E>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ lane }),
      canDrop: ({ source }) => typeof source.data.key === 'string' && source.data.from !== lane,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [lane])
  return [element, isOver || undefined] as const
}
