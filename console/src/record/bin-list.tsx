// Lists the units of the recycle bin: what was deleted, by whom and when, what hangs on it, and a button that restores all of it.
import { Button, UnstyledButton } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { textOf } from '../api/envelope.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './bin-list.module.css'
import { type BinItem, type BinUnit, binnedEntities } from './bin-units.ts'

const nameOf = ({ row, key }: BinItem): string => textOf(row.DisplayValue) || key

export function BinList({ units }: { units: readonly BinUnit[] }) {
  const list = useRef<HTMLUListElement>(null)
  useBinKeys(list)
  return (
    <ul ref={list} className={classes.list}>
      {units.map(unit => (
        <Unit key={unit.key} unit={unit} />
      ))}
    </ul>
  )
}

/** Moves the focus from one Restore button to the next. */
function useBinKeys(list: React.RefObject<HTMLUListElement | null>): void {
  const t = useTexts().bin
  useShortcuts(
    useMemo(() => {
      const move = (by: number): void => {
        const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-restore]') ?? [])]
        const at = buttons.indexOf(document.activeElement as HTMLElement)
        buttons[Math.min(Math.max(at + by, 0), buttons.length - 1)]?.focus()
      }
      const shared = { inPalette: false, repeats: true }
      return [
        { keys: 'j', label: t.down, run: () => move(1), ...shared },
        { keys: 'k', label: t.up, run: () => move(-1), ...shared },
      ]
    }, [t, list]),
  )
}

function Unit({ unit }: { unit: BinUnit }) {
  const { bin: t, entities } = useTexts()
  const { writer } = useWorkspace()
  const [isOpen, setIsOpen] = useState(false)
  const names: Readonly<Record<string, { readonly one: string }>> = entities
  const name = nameOf(unit)
  const restore = (): void => {
    writer.restore(unit.entity, [unit.key], t.restored(name)).catch(showFailure)
  }
  return (
    <li className={classes.unit}>
      <div className={classes.row}>
        <span className={classes.sign}>
          <Icon name={binnedEntities[unit.entity].icon} size={15} />
        </span>
        <div className={classes.what}>
          <div className={classes.name}>{name}</div>
          <div className={classes.facts}>
            <span>{names[unit.entity]?.one ?? unit.entity}</span>
            {unit.below.length > 0 && (
              <UnstyledButton
                className={classes.toggle}
                aria-expanded={isOpen}
                aria-label={`${t.with(unit.below.length)}: ${t.showBelow(name)}`}
                onClick={() => setIsOpen(!isOpen)}
              >
                {t.with(unit.below.length)}
                <Icon name={isOpen ? 'up' : 'down'} size={12} />
              </UnstyledButton>
            )}
          </div>
        </div>
        <div className={classes.when}>
          <div>{textOf(unit.row.DeletedBy)}</div>
          <div className={classes.facts}>{textOf(unit.row.DeletedDate)}</div>
        </div>
        <Button
          variant="default"
          data-restore
          aria-label={t.restoreOf(name)}
          leftSection={<Icon name="undo" size={14} />}
          onClick={restore}
        >
          {t.restore}
        </Button>
      </div>
      {isOpen && (
        <ul className={classes.below}>
          {unit.below.map(item => (
            <li key={item.key} className={classes.part}>
              <Icon name={binnedEntities[item.entity].icon} size={13} />
              <span className={classes.partName}>{nameOf(item)}</span>
              <span className={classes.facts}>{names[item.entity]?.one ?? item.entity}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
