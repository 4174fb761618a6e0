// Shows the areas of the set-up that are about signing in, by the address: single sign-on, provisioning, second factors, the sessions of all users, and the log of sign-ins.
import { useLocation } from '@tanstack/react-router'
import { AllSessions, SessionFilter } from '../setup/all-sessions.tsx'
import { AreaPage } from '../setup/area-page.tsx'
import { FactorPolicy } from '../setup/factor-policy.tsx'
import { Provisioning } from '../setup/provisioning.tsx'
import { SignInFilter, SignInLog } from '../setup/sign-in-log.tsx'
import { SingleSignOn } from '../setup/sso.tsx'

export default function SetupSignIns() {
  const { pathname } = useLocation()
  if (pathname.endsWith('/sso')) {
    return (
      <AreaPage area="sso">
        <SingleSignOn />
      </AreaPage>
    )
  }
  if (pathname.endsWith('/provisioning')) {
    return (
      <AreaPage area="provisioning">
        <Provisioning />
      </AreaPage>
    )
  }
  if (pathname.endsWith('/factors')) {
    return (
      <AreaPage area="factors">
        <FactorPolicy />
      </AreaPage>
    )
  }
  return pathname.endsWith('/sign-ins') ? (
    <AreaPage area="sign-ins" bar={<SignInFilter />}>
      <SignInLog />
    </AreaPage>
  ) : (
    <AreaPage area="sessions" bar={<SessionFilter />}>
      <AllSessions />
    </AreaPage>
  )
}
