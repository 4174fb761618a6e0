// Renders an error page, for failures without a safe redirect or without a known attempt.
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { tooMany } from './fault.ts'
import { plainPage } from './layout.ts'

export const errorPage = (status: number, title: string, message: string): WebAnswer =>
  plainPage({ status, title, body: html`<h1>${title}</h1><p>${message}</p>` })

/** HTTP 429 with the time to wait in the text and in Retry-After. */
export function tooManyPage(seconds: number): WebAnswer {
  const { message, answer } = tooMany(seconds)
  return plainPage({ ...answer, title: 'Too many attempts', body: html`<h1>Too many attempts</h1><p>${message}</p>` })
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
