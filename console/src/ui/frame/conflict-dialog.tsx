// Lets a person choose, field by field, between their own value and the value that another user wrote meanwhile.
import { Button, Modal } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import type { Conflict } from '../../api/conflicts.ts'
import { textOf } from '../../api/envelope.ts'
import { useEntity } from '../../api/model.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { Segments } from '../controls/segments.tsx'
import classes from './conflict-dialog.module.css'

export function ConflictDialog() {
  const { conflicts } = useWorkspace()
  const conflict = useSyncExternalStore(conflicts.subscribe, conflicts.first)
  return conflict && <Choice key={conflict.key} conflict={conflict} />
}

function Choice({ conflict: { entity, clashes, by, answer } }: { conflict: Conflict }) {
  const { ui, labels } = useTexts()
  const { data: model } = useEntity(entity)
  const own: Readonly<Record<string, string>> = labels
  const nameOf = (path: string): string => own[path] ?? model?.field(path)?.label ?? path
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set(clashes.map(({ path }) => path)))
  const keep = (path: string, isMine: boolean): void => {
    const next = new Set(mine)
    if (isMine) next.add(path)
    else next.delete(path)
    setMine(next)
  }
  return (
    <Modal
      opened
      size="xl"
      onClose={() => answer(null)}
      title={ui.conflict.title}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <p className={classes.hint}>
        {by && by.who !== '' ? ui.conflict.by(by.who, by.when) : ui.conflict.hint} {ui.conflict.choose}
      </p>
      {clashes.map(({ path, original, mine: own, theirs }) => (
        <section key={path} className={classes.clash} aria-label={nameOf(path)}>
          <h3 className={classes.field}>{nameOf(path)}</h3>
          <dl className={classes.values}>
            <Value label={ui.conflict.original} value={original} />
            <Value label={ui.conflict.mine} value={own} isKept={mine.has(path)} />
            <Value label={ui.conflict.theirs} value={theirs} isKept={!mine.has(path)} />
          </dl>
          <Segments
            label={nameOf(path)}
            value={mine.has(path) ? 'mine' : 'theirs'}
            onChange={value => keep(path, value === 'mine')}
            data={[
              { value: 'mine', label: ui.conflict.keepMine },
              { value: 'theirs', label: ui.conflict.keepTheirs },
            ]}
          />
        </section>
      ))}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => answer(null)}>
          {ui.cancel}
        </Button>
        <Button data-autofocus onClick={() => answer([...mine])}>
          {ui.conflict.apply}
        </Button>
      </div>
    </Modal>
  )
}

function Value({ label, value, isKept = false }: { label: string; value: unknown; isKept?: boolean }) {
  const { ui } = useTexts()
  const text = textOf(value)
  return (
    <div className={classes.value} data-kept={isKept || undefined}>
      <dt>{label}</dt>
      <dd>{text === '' ? <em>{ui.conflict.empty}</em> : text}</dd>
    </div>
  )
}
