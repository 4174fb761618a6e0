// Offers the lanes that a card can be moved to; the figures 1 to 9 choose without looking for the line.
import { Menu } from '@mantine/core'
import type { KeyboardEvent, ReactElement } from 'react'
import type { Lane } from '../sales/lanes.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import classes from './board.module.css'

interface MoveMenuProps {
  readonly lanes: readonly Lane[]
  readonly current: string
  readonly opened: boolean
  readonly onClose: () => void
  readonly onChoose: (lane: Lane) => void
  /** The button beside which the menu opens. */
  readonly children: ReactElement
}

export function MoveMenu({ lanes, current, opened, onClose, onChoose, children }: MoveMenuProps) {
  const { board } = useTexts()
  if (!opened) return children
  const choose = (lane: Lane): void => {
    onClose()
    if (lane.id !== current) onChoose(lane)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const lane = /^[1-9]$/.test(event.key) ? lanes[Number(event.key) - 1] : undefined
    if (!lane) return
    event.preventDefault()
    choose(lane)
  }
  const firstClosed = lanes.findIndex(({ stage }) => stage === null)
  return (
    <Menu opened onChange={open => !open && onClose()} position="bottom-end" width={220} trapFocus returnFocus={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown onKeyDown={onKeyDown}>
        <Menu.Label>{board.moveTo}</Menu.Label>
        {lanes.flatMap((lane, at) => [
          at === firstClosed && at > 0 ? <Menu.Divider key="closed" /> : null,
          <Menu.Item
            key={lane.id}
            data-autofocus={at === 0 || undefined}
            leftSection={<span className={classes.sign} data-end={lane.stage ? undefined : lane.id} />}
            rightSection={
              lane.id === current ? (
                <Icon name="check" size={14} />
              ) : (
                at < 9 && <kbd className={classes.figure}>{at + 1}</kbd>
              )
            }
            onClick={() => choose(lane)}
          >
            {lane.title}
          </Menu.Item>,
        ])}
      </Menu.Dropdown>
    </Menu>
  )
}
