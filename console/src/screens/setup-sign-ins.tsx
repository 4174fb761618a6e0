// Shows the areas of the set-up that are about signing in, by the address: single sign-on, and the sessions of all users.
import { useLocation } from '@tanstack/react-router'
import { AllSessions, SessionFilter } from '../setup/all-sessions.tsx'
import { AreaPage } from '../setup/area-page.tsx'
import { SingleSignOn } from '../setup/sso.tsx'

export default function SetupSignIns() {
  const { pathname } = useLocation()
  return pathname.endsWith('/sso') ? (
    <AreaPage area="sso">
      <SingleSignOn />
    </AreaPage>
  ) : (
    <AreaPage area="sessions" bar={<SessionFilter />}>
      <AllSessions />
    </AreaPage>
  )
}
