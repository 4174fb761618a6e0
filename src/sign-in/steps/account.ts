// Handles the account step: accepts one of the accounts of the confirmed e-mail.
import { redirect } from '../../base/web.ts'
import { Notice } from '../../pages/sign-in/notice.ts'
import { tooMany } from '../attempt-notice.ts'
import { currentStep, type SignInContext, type StepHandler } from '../context.ts'
import { isStale } from '../flow.ts'
import { sendCode } from '../send-code.ts'
import { setAccount } from '../statements.ts'

export const accountStep: StepHandler = async (context, form) => {
  const step = await currentStep(context)
  if (step.name !== 'account') return redirect(context.frame.path)
  const choice = step.choices.find(c => `${c.db}:${c.uid}` === form.get('account'))
  if (!choice) return new Notice('chooseAccount')
  const { email, confirmed_at } = context.row
  if (email !== null && isStale(choice, confirmed_at ?? 0)) {
    const wait = await sendCode(context, email, 'first')
    return wait > 0 ? tooMany(context, wait) : redirect(context.frame.path)
  }
  await choose(context, choice.db, choice.uid)
  return redirect(context.frame.path)
}

export const otherAccountStep: StepHandler = async context => {
  await choose(context, null, null)
  return redirect(context.frame.path)
}

const choose = ({ room, row }: SignInContext, db: number | null, uid: string | null): Promise<number> =>
  room.store.write(tx => tx.run(setAccount(room.store.dialect, { digest: row.digest, db, uid })))
