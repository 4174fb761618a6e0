// Reads the log of requests again every few seconds, until the user pauses it.
import { useEffect, useMemo } from 'react'
import { useLocalChoice } from '../api/preferences.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { hint } from '../ui/controls/hint.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'

/** Requests are written to the log about a second after their answer. */
const everyMs = 2000

export function Follow() {
  const { follow: words } = useTexts().developers
  const { feed } = useWorkspace()
  const [choice, choose] = useLocalChoice<'on' | 'off'>('follow-requests', 'on')
  const isOn = choice === 'on'
  useEffect(() => {
    if (!isOn) return
    // The log has no events: it would tell of the requests that ask for events.
    const ask = (): void => {
      if (document.visibilityState === 'visible') feed.announce([{ entity: 'RequestLog', key: null }])
    }
    const timer = setInterval(ask, everyMs)
    return () => clearInterval(timer)
  }, [isOn, feed])
  const label = isOn ? words.pause : words.resume
  const toggle = useMemo(() => () => choose(isOn ? 'off' : 'on'), [isOn, choose])
  useShortcuts(useMemo(() => [{ keys: 'l', label, run: toggle }], [label, toggle]))
  return (
    <IconButton
      {...hint(isOn ? words.pauseHint : words.resumeHint, 'l')}
      isOutlined
      size={30}
      aria-label={label}
      onClick={toggle}
    >
      <Icon name={isOn ? 'pause' : 'play'} size={14} />
    </IconButton>
  )
}
