// Signs people in for a test: without pages and mail, or through the real pages with the code of the real mail.
import { refuse } from '../base/errors.ts'
import type { WebAnswer } from '../base/web.ts'
import type { Mail } from '../mail/transports.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import { ownHeader } from './interceptor.ts'
import { type Page, Person } from './person.ts'
import type { TokenTools } from './token-tools.ts'
import type { SignedIn } from './wire.ts'
import type { World } from './world.ts'

interface SignInParts {
  readonly signIn: SignIn
  readonly tools: TokenTools
  readonly world: World
  readonly mails: readonly Mail[]
  readonly origin: () => string
  readonly authPrefix: string
}

export interface SignInRequest {
  readonly database: string
  readonly as: string
  readonly pages: boolean
  /** The parameters of the authorize request. */
  readonly parameters: URLSearchParams
}

export async function signIn(wanted: SignInRequest, parts: SignInParts): Promise<SignedIn> {
  const location = wanted.pages ? await throughPages(wanted, parts) : await withoutPages(wanted, parts)
  const { searchParams } = new URL(location)
  const error = searchParams.get('error')
  if (error !== null) {
    const description = searchParams.get('error_description') ?? ''
    refuse('InvalidRequest', '', `The authorize request was refused: ${error}. ${description}`)
  }
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state'), location }
}

async function withoutPages({ database, as, parameters }: SignInRequest, parts: SignInParts): Promise<string> {
  const found = await parts.world.find(database, as)
  const who = { db: found.database.id, database: found.database.name, uid: found.user.uid }
  const request = { id: 'test', method: 'GET', query: parameters.toString(), headers: {}, body: '', params: {} }
  const answer = await parts.tools.authorizeAs(who)({ ...request, address: '127.0.0.1' })
  const { location } = answer.headers
  return typeof location === 'string' ? location : refuse('InvalidRequest', '', pageText(answer.body))
}

/** The text of an error page. */
function pageText(body: WebAnswer['body']): string {
  const text = typeof body === 'string' ? body : ''
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(text)?.[1] ?? text
  const words = main.replace(/<[^>]*>/g, ' ').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return `The authorize request was refused: ${words.replace(/\s+/g, ' ').trim()}`
}

async function throughPages({ database, as, parameters }: SignInRequest, parts: SignInParts): Promise<string> {
  const { user } = await parts.world.find(database, as)
  const person = new Person(parts.origin(), { [ownHeader]: 'pages' })
  let page = await person.go(`${parts.authPrefix}/v1/authorize?${parameters}`)
  if (page.location !== null) return page.location
  if (page.status >= 400) refuse('InvalidRequest', '', pageText(page.text))
  page = await person.submit(page, '/email', { email: user.email })
  if (page.text.includes('/confirm"')) {
    await parts.signIn.idle()
    page = await person.submit(page, '/confirm', { code: codeFor(page, parts.mails) })
  }
  const done = await person.submit(page, '/password', { password: user.password })
  return done.location ?? refuse('InvalidRequest', '', pageText(done.text))
}

/** The code of the newest mail that belongs to the attempt of a page. */
function codeFor({ url }: Page, mails: readonly Mail[]): string {
  const attempt = /\/sign-in\/([\w-]{22})/.exec(url)?.[1] ?? ''
  const mail = mails.findLast(({ text }) => text.includes(`/v1/link/${attempt}`))
  return /^\d{6}/.exec(mail?.subject ?? '')?.[0] ?? refuse('InvalidRequest', '', 'No mail with a code was sent.')
}
