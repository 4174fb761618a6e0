// Renders the page of an attempt's current step.
import type { WebAnswer } from '../base/web.ts'
import { currentStep, type SignInContext } from './context.ts'
import { accountPage } from './pages/account-page.ts'
import { confirmPage } from './pages/confirm-page.ts'
import { emailPage } from './pages/email-page.ts'
import type { Fault } from './pages/fault.ts'
import { passwordPage } from './pages/password-page.ts'
import { ssoPage } from './pages/sso-page.ts'

/** `typed` is the person's input, shown again beside the fault. */
export async function showStep(context: SignInContext, fault?: Fault, typed = ''): Promise<WebAnswer> {
  const { frame } = context
  const step = await currentStep(context)
  switch (step.name) {
    case 'email':
      return emailPage(frame, typed, fault)
    case 'confirm':
      return confirmPage(frame, step.email, typed, fault)
    case 'account':
      return accountPage(frame, step.email, step.choices, fault)
    case 'password':
      return passwordPage(frame, step, fault)
    case 'sso':
      return ssoPage(frame, step, fault)
  }
}
