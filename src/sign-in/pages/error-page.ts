// A page that says why there is nothing to do here; used where no redirect is safe, or no attempt is known.
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { tooMany } from './fault.ts'
import { plainPage } from './layout.ts'

export const errorPage = (status: number, title: string, message: string): WebAnswer =>
  plainPage({ status, title, body: html`<h1>${title}</h1><p>${message}</p>` })

/** Too many sign-ins were begun: when to come back, for people and for programs. */
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
