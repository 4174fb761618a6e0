// Says above every screen that the server cannot be reached, and reads anew what failed when it is back.
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { reachability, useIsAway } from '../../api/use-reachability.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { Icon } from '../display/icons.tsx'
import classes from './offline-banner.module.css'

export function OfflineBanner() {
  const { offline: t, retry } = useTexts().ui
  const { queries } = useWorkspace()
  const isAway = useIsAway()
  useEffect(() => {
    if (!isAway) void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isAway, queries])
  return (
    <div role="status">
      {isAway && (
        <p className={classes.banner}>
          <Icon name="warning" size={14} />
          <strong>{t.title}</strong>
          <span>{t.hint}</span>
          <Button variant="subtle" size="compact-sm" color="gray" onClick={() => void reachability.ask()}>
            {retry}
          </Button>
        </p>
      )}
    </div>
  )
}
