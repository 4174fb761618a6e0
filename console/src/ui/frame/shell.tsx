// Frames the console: navigation on the left, the screen beside it, and the panels that every screen has.
import { Outlet } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useWorkspace } from '../../api/workspace.tsx'
import { useShortcuts } from '../../keys/registry.ts'
import { useTexts } from '../../texts/index.tsx'
import { useGo } from '../addresses/addresses.ts'
import { useFollowedLinks } from '../addresses/page-link.tsx'
import type { Screen } from '../addresses/screen.ts'
import { Hints } from '../controls/hint.tsx'
import { useTheme } from '../theme/use-theme.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { KeyHelp } from './key-help.tsx'
import { Navigation } from './navigation.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { showOverlay } from './overlays.ts'
import { Palette } from './palette.tsx'
import { RequestDrawer } from './request-drawer.tsx'
import { ResultDialog } from './result-dialog.tsx'
import classes from './shell.module.css'
import { SignInDialog } from './sign-in-dialog.tsx'
import { UndoNotices } from './undo-notices.tsx'

export function Shell({ screens }: { screens: readonly Screen[] }) {
  const { ui } = useTexts()
  const { session } = useWorkspace()
  const open = useMemo(
    () => screens.filter(({ permission }) => permission !== 'administrator' || session.user.administrator),
    [screens, session],
  )
  useFrameKeys(open)
  return (
    <div className={classes.shell} {...useFollowedLinks()}>
      <a href="#content" className={classes.skip}>
        {ui.skip}
      </a>
      <Navigation screens={open} />
      <main id="content" className={classes.main} tabIndex={-1}>
        <OfflineBanner />
        <Outlet />
      </main>
      <Palette screens={open} />
      <RequestDrawer />
      <KeyHelp />
      <ConflictDialog />
      <ResultDialog />
      <SignInDialog />
      <UndoNotices />
      <Hints />
    </div>
  )
}

const openPalette = (): void => showOverlay('palette')

/** The shortcuts that work on every screen. */
function useFrameKeys(screens: readonly Screen[]): void {
  const texts = useTexts()
  const go = useGo()
  const { toggle } = useTheme()
  const shortcuts = useMemo(() => {
    const { keys, palette: words } = texts.ui
    const everywhere = 'everywhere' as const
    return [
      { keys: 'mod+k', label: words.open, group: everywhere, inFields: true, inPalette: false, run: openPalette },
      { keys: '/', label: words.open, group: everywhere, inPalette: false, run: openPalette },
      { keys: '?', label: keys.showHelp, group: everywhere, run: () => showOverlay('keys') },
      { keys: 'mod+j', label: keys.showRequests, group: everywhere, run: () => showOverlay('requests') },
      { keys: 'mod+shift+l', label: keys.theme, group: everywhere, run: toggle },
      { keys: 'g i', label: texts.ui.reference, group: everywhere, run: () => void open('/reference', '_blank') },
      ...screens.flatMap(({ keys: sequence, title, path }) =>
        sequence === undefined
          ? []
          : [{ keys: sequence, label: title(texts), group: 'goTo' as const, run: () => go(path) }],
      ),
    ]
  }, [texts, go, toggle, screens])
  useShortcuts(shortcuts)
  useEffect(() => () => showOverlay(null), [])
}
