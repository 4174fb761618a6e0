// Shows the ways in which sales end as small lanes, on which cards can be dropped, and which open to show their cards.
import { useId } from 'react'
import classes from './board.module.css'
import { Sum, useDropTarget } from './column.tsx'
import type { LaneContent } from './use-board.ts'

/** A lane whose cards are not shown: name, count, sum. */
export function ClosedLane({ content }: { content: LaneContent }) {
  const { lane, count } = content
  const id = useId()
  const [element, isOver] = useDropTarget<HTMLElement>(lane.id)
  return (
    <section ref={element} className={classes.end} aria-labelledby={id} data-lane={lane.id} data-over={isOver}>
      <h2 id={id} className={classes.title}>
        <span className={classes.sign} data-end={lane.id} />
        {lane.title}
        <span className={`${classes.count} tabular`} data-count>
          {count}
        </span>
      </h2>
      <Sum content={content} />
    </section>
  )
}
