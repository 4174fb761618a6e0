// Answers a page that is rendered once: with an ETag, and 304 when the browser has it.
import { digestOf } from '../base/secrets/digest.ts'
import type { WebAnswer } from '../base/web.ts'

export interface TaggedPage {
  readonly text: string
  readonly etag: string
}

export const tagged = (text: string): TaggedPage => ({ text, etag: `"${digestOf(text)}"` })

export function answerTagged(
  { text, etag }: TaggedPage,
  headers: Readonly<Record<string, string>>,
  known: string | undefined,
): WebAnswer {
  const all = { ...headers, etag, 'cache-control': 'no-cache' }
  return known?.includes(etag) ? { status: 304, headers: all, body: '' } : { status: 200, headers: all, body: text }
}
