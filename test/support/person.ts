// Plays a person with a browser, whose class test mode has, and reads the person's mail.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '../../src/testing/person.ts'
import { until } from './until.ts'

export { formOf, type Page, Person } from '../../src/testing/person.ts'

interface SentMail {
  readonly code: string
  readonly link: string
  readonly text: string
}

/** The newest mail for the attempt whose page this is, once more than `skip` of them have come. */
export async function mailFor(outbox: string, page: Page, skip = 0): Promise<SentMail> {
  const attempt = /\/sign-in\/([\w-]{22})/.exec(page.url)?.[1] ?? assert.fail(`${page.url} is no attempt`)
  const text = await until(() => {
    const mails = readOutbox(outbox).filter(each => each.includes(`/v1/link/${attempt}`))
    return mails.length > skip && mails.at(-1)
  }, 'The mail')
  const code = /^Subject: (\d{6}) /m.exec(text)?.[1] ?? ''
  const link = /https?:\/\/\S+\/v1\/link\/[\w-]+/.exec(text)?.[0] ?? ''
  return { code, link, text }
}

export const mailsTo = (outbox: string, address: string): string[] =>
  readOutbox(outbox).filter(text => text.includes(`To: ${address}`))

/** Mails do not change, and tests that wait for one look at all again and again. */
const read = new Map<string, string>()

/** Every mail, oldest first, with its quoted-printable lines joined. */
function readOutbox(outbox: string): string[] {
  if (!existsSync(outbox)) return []
  const names = readdirSync(outbox).filter(name => name.endsWith('.eml'))
  return names.sort().map(name => readMail(join(outbox, name)))
}

function readMail(path: string): string {
  const text = read.get(path) ?? readFileSync(path, 'utf8').replace(/=\n/g, '').replaceAll('=3D', '=')
  read.set(path, text)
  return text
}
