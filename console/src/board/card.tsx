// Shows an opportunity as a card that can be dragged, opened, or moved by a menu.
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { textOf } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { memberText } from '../fields/field.ts'
import { dayText } from '../fields/parts/day-text.ts'
import { ageState, type Lane } from '../sales/lanes.ts'
import { useTexts } from '../texts/index.tsx'
import { RecordLink } from '../ui/addresses/page-link.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Initials } from '../ui/display/initials.tsx'
import classes from './board.module.css'
import { MoveMenu } from './move-menu.tsx'
import type { Sort } from './request.ts'

interface CardProps {
  readonly record: StoredRecord
  readonly lane: Lane
  readonly lanes: readonly Lane[]
  readonly sort: Sort
  /** Whether Tab comes to this card. */
  readonly isActive: boolean
  /** Whether the card takes the focus when it appears: it was moved by a key. */
  readonly takesFocus: boolean
  readonly isMenuOpen: boolean
  readonly onFocus: (key: string) => void
  readonly onMenu: (key: string | null) => void
  readonly onMove: (record: StoredRecord, to: Lane) => void
}

export const Card = memo(function Card(props: CardProps) {
  const { record, lane, lanes, sort, isActive, takesFocus, isMenuOpen, onFocus, onMenu, onMove } = props
  const { board } = useTexts()
  const { session } = useWorkspace()
  const { key, fields, pending } = record
  const element = useRef<HTMLDivElement>(null)
  const canMove = fields.SecStatus === 'ReadWrite'
  const isDragged = useDrag(element, key, lane.id, canMove)
  useLayoutEffect(() => {
    if (takesFocus) element.current?.querySelector('a')?.focus()
  }, [takesFocus])
  const name = textOf(fields.Objective)
  return (
    <div
      ref={element}
      className={classes.card}
      data-card={key}
      data-dragged={isDragged || undefined}
      data-pending={pending.size > 0 || undefined}
    >
      <RecordLink
        entity="Opportunity"
        recordKey={key}
        className={classes.name}
        draggable={false}
        tabIndex={isActive ? 0 : -1}
        onFocus={() => onFocus(key)}
      >
        {name}
      </RecordLink>
      <span className={classes.company}>{textOf(fields.AbEntry)}</span>
      <span className={classes.line}>
        <span className={`${classes.amount} tabular`}>{textOf(fields.CorporateRevenue)}</span>
        {textOf(fields.Leader) !== '' && (
          <span className={classes.leader} title={textOf(fields.Leader)}>
            <span className={classes.hidden}>{textOf(fields.Leader)}</span>
            <Initials name={textOf(fields.Leader)} />
          </span>
        )}
      </span>
      <span className={classes.line}>
        {lane.stage && <Age record={record} target={lane.stage.targetAge} />}
        {(sort === 'close' || !lane.stage) && (
          <span className={`${classes.date} tabular`}>{dayText(memberText(fields.CloseDate, 'Value'), session)}</span>
        )}
      </span>
      {canMove && (
        <MoveMenu
          lanes={lanes}
          current={lane.id}
          opened={isMenuOpen}
          onClose={() => onMenu(null)}
          onChoose={to => onMove(record, to)}
        >
          <IconButton
            className={classes.menu}
            size={24}
            tabIndex={-1}
            aria-label={board.moveCard(name)}
            onClick={() => onMenu(key)}
          >
            <Icon name="dots" size={14} />
          </IconButton>
        </MoveMenu>
      )}
    </div>
  )
})

/** Lets a card be dragged, and says whether it is. */
function useDrag(card: RefObject<HTMLDivElement | null>, key: string, from: string, canMove: boolean): boolean {
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!card.current || !canMove) return
    return draggable({
      element: card.current,
      getInitialData: () => ({ key, from }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [card, key, from, canMove])
  return isDragged
}

/** The days at the stage, in words and in colour. */
function Age({ record: { fields, pending }, target }: { record: StoredRecord; target: number }) {
  const { board } = useTexts()
  if (pending.has('SalesStageSetupKey')) return <span className={classes.age}>{board.moving}</span>
  const age = fields.CurrentSalesStageAge as { Value: number; DisplayValue: string } | null
  if (!age) return null
  const state = ageState(age.Value, target)
  const words = state === null ? age.DisplayValue : board.age[state](age.DisplayValue, age.Value, target)
  return (
    <span className={`${classes.age} tabular`} data-age={state ?? undefined}>
      {state === 'over' && <Icon name="clock" size={12} />}
      {words}
    </span>
  )
}
