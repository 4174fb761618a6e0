// Sends the examples of pages to a real server at a fixed time, and formats the answers.
import { mkdtempSync, rmSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manualClock } from '../../../src/base/clock.ts'
import type { Engine } from '../../../test/support/engines.ts'
import { mailFor, Person } from '../../../test/support/person.ts'
import { startServer } from '../../../test/support/server.ts'
import { type Example, fillAnswers } from './blocks.ts'
import { demoDatabase, emailOf, newDatabase, type PageDatabase } from './databases.ts'
import { formatJson, shortened } from './format-json.ts'
import type { Names } from './names.ts'

/** A Tuesday. */
const moment = Date.UTC(2026, 2, 10, 9)
const password = 'correct horse battery'

interface ExampleServer {
  readonly url: string
  /** The page with the answers that its examples get in a database of their own. */
  answered(page: string): Promise<string>
  /** A database of its own, in which examples can be asked one by one. */
  open(): Promise<ExampleSession>
  close(): Promise<void>
}

export interface ExampleSession {
  readonly names: Names
  /** Sends the example, with values in the place of its names. */
  send(example: Example): Promise<Answered>
}

interface Answered {
  readonly answer: Response
  /** Replaces the values of this database by names, and gives new values their names. */
  hide(text: string): string
}

export async function startExampleServer(engine: Engine, storeUrl?: string): Promise<ExampleServer> {
  const clock = manualClock(moment)
  const folder = mkdtempSync(join(tmpdir(), 'clientele-examples-'))
  const outbox = join(folder, 'outbox')
  const settings = { dataDir: folder, mail: `file:${outbox}`, secretKey: 'the key of the examples, 32 characters' }
  const server = await startServer({ engine, clock, settings, ...(storeUrl === undefined ? {} : { storeUrl }) })
  let databases = 0

  const send = async (example: Example, database: PageDatabase): Promise<Answered> => {
    const { method, target, options } = example
    const { name, shownAs, names, tokens } = database
    clock.advance(Number(options.get('after') ?? 0) * 1000)
    const url = server.url + names.reveal(target)
    const token = tokens.get(options.get('as') ?? '')
    if (token === undefined) throw new Error(`There is no user ${options.get('as')}.`)
    const answer = target.includes('/v1/authorize?')
      ? await signIn(url, database, outbox)
      : await fetch(url, { method, redirect: 'manual', ...messageOf(example, names, token) })
    const hide = (text: string): string => {
      const plain = text.replaceAll(server.url, 'http://localhost:8080').replaceAll(name, shownAs)
      return names.hide(plain, options.get('key')?.split(','))
    }
    return { answer, hide }
  }
  const ask = async (example: Example, database: PageDatabase): Promise<string> => {
    const { answer, hide } = await send(example, database)
    return shown(answer, hide, Number(example.options.get('first') ?? Number.POSITIVE_INFINITY))
  }
  const fresh = () => newDatabase(server, clock, `acme-${++databases}`)

  return {
    url: server.url,
    open: async () => {
      clock.set(moment)
      const database = await fresh()
      return { names: database.names, send: example => send(example, database) }
    },
    answered: async page => {
      clock.set(moment)
      const isDemo = page.includes('<!-- examples: demo -->')
      const database = isDemo ? await demoDatabase(server, clock) : await fresh()
      return fillAnswers(page, example =>
        ask(example, database).catch(error => {
          throw new Error(`The example in line ${example.line}: ${(error as Error).message}`)
        }),
      )
    },
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Walks through the pages of a sign-in, and gives the redirect that ends it; or the answer that begins none. */
async function signIn(url: string, { name, setPassword }: PageDatabase, outbox: string): Promise<Response> {
  await setPassword(password)
  const person = new Person(new URL(url).origin)
  const first = await person.go(url)
  if (!first.url.includes('/sign-in/')) return fetch(url, { redirect: 'manual' })
  let page = await person.submit(first, '/email', { email: emailOf('ANN', name) })
  page = await person.submit(page, '/confirm', { code: (await mailFor(outbox, page)).code })
  const done = await person.submit(page, '/password', { password })
  return new Response(null, { status: done.status, headers: { location: done.location ?? '' } })
}

/** Headers and body of an example. A call of the data API has a token unless the example says otherwise. */
function messageOf({ method, target, headers, body }: Example, names: Names, token: string): RequestInit {
  const sent = new Headers()
  if (!/^\/oauth\/v1\/(token|revoke|introspect)|well-known/.test(target)) sent.set('authorization', `Bearer ${token}`)
  for (const [name, value] of headers) {
    if (value === '') sent.delete(name)
    else sent.set(name, names.reveal(value))
  }
  if (method === 'GET' || method === 'DELETE') return { headers: sent }
  const isForm = sent.get('content-type') === 'application/x-www-form-urlencoded'
  const text = isForm ? body.replaceAll('\n', '') : body
  return { headers: sent, body: names.reveal(text) }
}

/** Headers that an answer is read for. */
const told = ['Location', 'WWW-Authenticate', 'Retry-After', 'Allow', 'ETag', 'Content-Disposition', 'Content-Type']

async function shown(answer: Response, hide: (text: string) => string, first: number): Promise<string> {
  const text = hide(await answer.text())
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  const body = isJson ? formatJson(shortened(JSON.parse(text), first)) : text.trimEnd()
  const headers = told
    .filter(name => answer.headers.has(name) && !(isJson && name === 'Content-Type'))
    .map(name => `${name}: ${hide(answer.headers.get(name) as string)}`)
  if (answer.status === 200 && isJson && headers.length === 0) return fenced('json', body)
  const head = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`, ...headers]
  return fenced('http', [...head, ...(body === '' ? [] : ['', body])].join('\n'))
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``
