// Formats a failure as the error page.
import { card, errorContent } from '../../pages/card.ts'
import { htmlType, pagePolicy, pageText } from '../../pages/frame.ts'
import { ownLook } from '../../pages/look.ts'
import type { Failure } from '../failure.ts'
import type { FailureAnswer } from './answer.ts'

const titles: Record<number, string> = {
  404: 'There is no such page',
  405: 'This page does not work that way',
  413: 'That was too much at once',
  429: 'Too many attempts',
  500: 'Something went wrong here',
  503: 'Back in a moment',
}

export function pageFace(failure: Failure): FailureAnswer {
  const status = failure.status === 200 ? 400 : failure.status
  const title = titles[status] ?? 'This request cannot be answered'
  const messages = failure.problems.map(problem => problem.message)
  return {
    status,
    headers: { 'content-type': htmlType, 'cache-control': 'no-store', 'content-security-policy': pagePolicy() },
    body: pageText({ title, body: card(ownLook, errorContent(title, messages)) }),
  }
}
