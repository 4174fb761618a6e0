// Lists the keyboard shortcuts that work on the open screen.
import { Modal } from '@mantine/core'
import { type Shortcut, useActiveShortcuts } from '../../keys/registry.ts'
import { useTexts } from '../../texts/index.tsx'
import { KeyCaps } from '../controls/key-caps.tsx'
import classes from './key-help.module.css'
import { showOverlay, useOverlay } from './overlays.ts'

export function KeyHelp() {
  const { ui } = useTexts()
  const isOpen = useOverlay() === 'keys'
  return (
    <Modal
      opened={isOpen}
      onClose={() => showOverlay(null)}
      title={ui.keys.title}
      size="lg"
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <p className={classes.hint}>{ui.keys.hint}</p>
      <Groups />
    </Modal>
  )
}

/** Follows the shortcuts only while it is open. */
function Groups() {
  const { ui } = useTexts()
  const shortcuts = useActiveShortcuts()
  const groups = [
    { title: ui.keys.thisScreen, group: 'screen' },
    { title: ui.keys.everywhere, group: 'everywhere' },
    { title: ui.keys.goTo, group: 'goTo' },
  ] as const
  return (
    <div className={classes.columns}>
      {groups.map(({ title, group }) => (
        <Group key={group} title={title} shortcuts={shortcuts.filter(one => (one.group ?? 'screen') === group)} />
      ))}
    </div>
  )
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  if (shortcuts.length === 0) return null
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list}>
        {shortcuts.map(({ keys, label }) => (
          <li key={keys} className={classes.row}>
            <span>{label}</span>
            <KeyCaps keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  )
}
