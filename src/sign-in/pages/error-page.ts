// Renders an error page, for failures without a safe redirect or without a known attempt.
import type { WebAnswer } from '../../base/web.ts'
import { errorContent } from '../../pages/card.ts'
import { tooMany } from './fault.ts'
import { plainPage } from './layout.ts'

export const errorPage = (status: number, title: string, message: string): WebAnswer =>
  plainPage({ status, title, body: errorContent(title, [message]) })

/** HTTP 429 with the time to wait in the text and in Retry-After. */
export function tooManyPage(seconds: number): WebAnswer {
  const { message, answer } = tooMany(seconds)
  const title = 'Too many attempts'
  return plainPage({ ...answer, title, body: errorContent(title, [message]) })
}

export const endedPage = (): WebAnswer =>
  errorPage(
    400,
    'This sign-in is over',
    'It has ended, has taken too long, or was begun in another browser. Go back to the application and begin again.',
  )

export const forgedPage = (): WebAnswer =>
  errorPage(
    403,
    'This form cannot be accepted',
    'It did not come from the sign-in page. Go back, reload the page, and try again.',
  )
