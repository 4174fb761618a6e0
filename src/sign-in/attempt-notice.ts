// Keeps the notice of a step in its attempt, so that a reload of the page shows it again.
import { seconds } from '../base/clock.ts'
import { minutesOf, Notice, type PageNotice, pageNotice } from '../pages/sign-in/notice.ts'
import { currentStep, reload, type SignInContext } from './context.ts'
import type { SignInStep } from './flow.ts'
import { setNotice } from './statements.ts'

/** The notice of an exhausted allowance. */
export const tooMany = ({ room }: SignInContext, wait: number, typed = ''): Notice =>
  new Notice('tooMany', seconds(room.clock) + wait, typed)

/** Writes the notice for the step at which the attempt is now, or removes the one before. */
export async function keepNotice(context: SignInContext, notice: Notice | null): Promise<void> {
  const { room, row } = context
  const text = notice && JSON.stringify({ step: (await currentStep(await reload(context))).name, ...notice })
  await room.store.write(tx => tx.run(setNotice(room.store.dialect, { digest: row.digest, notice: text })))
}

/** The notice that the attempt has for this step. A wait is HTTP 429 with Retry-After until it is over. */
export function noticeOf({ room, row, frame }: SignInContext, step: SignInStep['name']): PageNotice | undefined {
  if (row.notice === null) return undefined
  const kept = JSON.parse(row.notice) as Notice & { readonly step: SignInStep['name'] }
  if (kept.step !== step) return undefined
  if (kept.name !== 'tooMany') return pageNotice(frame.texts, kept)
  const wait = Number(kept.value) - seconds(room.clock)
  if (wait <= 0) return undefined
  return {
    ...pageNotice(frame.texts, { ...kept, value: minutesOf(wait) }),
    answer: { status: 429, headers: { 'retry-after': String(wait) } },
  }
}
