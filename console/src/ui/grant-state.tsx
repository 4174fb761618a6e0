// Shows whether a grant or a session can be used, or why, when and by whom it was ended.
import { useTexts } from '../texts/index.tsx'
import { Moment } from './display/moment.tsx'
import classes from './grant-state.module.css'
import type { Grant } from './grants.ts'

export function GrantState({
  grant: { EndReason, Ended, EndedBy, Reason, Current, LastRefusal, User },
}: {
  grant: Grant
}) {
  const words = useTexts().setup.sessions
  const isByOther = EndedBy !== null && EndedBy !== User
  const state = EndReason === null ? (Current ? words.current : words.live) : words.reasons[EndReason]
  return (
    <div className={classes.state} data-ended={EndReason !== null || undefined}>
      <span>
        {isByOther ? words.endedBy(state, EndedBy) : state}
        {Ended !== null && (
          <>
            {' '}
            <Moment iso={Ended} />
          </>
        )}
      </span>
      {Reason !== null && <q className={classes.reason}>{Reason}</q>}
      {LastRefusal && (
        <span className={classes.refusal}>
          {words.refusal(words.reasons[LastRefusal.Reason])} <Moment iso={LastRefusal.Time} />
        </span>
      )}
    </div>
  )
}
