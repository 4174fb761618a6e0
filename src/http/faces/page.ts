// The face of a failure for people with a browser.
import type { Failure } from '../failure.ts'
import { html, page, pagePolicy } from '../pages/page.ts'
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
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy,
    },
    body: page(title, html`<h1>${title}</h1>${failure.problems.map(problem => html`<p>${problem.message}</p>`)}`),
  }
}
