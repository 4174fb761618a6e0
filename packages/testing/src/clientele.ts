// Represents a running test server: its addresses, clock, databases, applications, faults, requests and webhooks.
import { Control, TestServerError } from './control.ts'
import { Faults } from './faults.ts'
import type { Launched } from './launch.ts'
import { Requests } from './requests.ts'
import { Webhooks } from './webhooks.ts'
import type { Amount, ApplicationFacts, DatabaseFacts, SentMail, ServerFacts, SignedIn, UserFacts } from './wire.ts'

export interface NewApplication {
  readonly name?: string
  /** One or several; http is allowed for this machine. */
  readonly redirectUri?: string | readonly string[]
  /** A client without a secret, which has to use PKCE. */
  readonly public?: boolean
  readonly allowS256?: boolean
  /** The only database that it serves; all unless said. */
  readonly database?: string
}

export interface Application extends ApplicationFacts {
  readonly authorizeUrl: string
  readonly tokenUrl: string
}

export interface SignInOptions {
  /** ANN, an administrator, unless said; or BEN. */
  readonly as?: string
  readonly database?: string
  readonly state?: string
  readonly scope?: string
  /** The code challenge, base64url of the SHA-256 of the verifier. */
  readonly challenge?: string
  readonly redirectUri?: string
  /** Goes through the real pages, with the code of the real mail and the password. */
  readonly pages?: boolean
}

/** The answer of the token endpoint. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: string
  readonly expires_in: number
}

export class TestClock {
  readonly #control: Control

  constructor(control: Control) {
    this.#control = control
  }

  async now(): Promise<Date> {
    return dateOf(await this.#control.get('/clock'))
  }

  /** Moves the clock on by `'90s'`, `'2h30m'` or `'181d'`; resolves when everything due has run. */
  async advance(span: string): Promise<Date> {
    return dateOf(await this.#control.post('/clock', { advance: span }))
  }

  /** Sets the clock, forwards or back; resolves when everything due has run. */
  async set(moment: string | Date): Promise<Date> {
    return dateOf(
      await this.#control.post('/clock', { set: typeof moment === 'string' ? moment : moment.toISOString() }),
    )
  }
}

const dateOf = ({ now }: { now: string }): Date => new Date(now)

/** One isolated tenant: no other database sees its records, and its helpers see its requests alone. */
export class TestDatabase {
  readonly name: string
  readonly users: Readonly<Record<string, UserFacts>>
  /** The personal access token of ANN, an administrator. */
  readonly token: string
  readonly faults: Faults
  readonly requests: Requests
  readonly webhooks: Webhooks

  constructor(control: Control, { name, users }: DatabaseFacts) {
    this.name = name
    this.users = users
    this.token = users.ANN?.token ?? ''
    const own = control.within(name)
    this.faults = new Faults(own)
    this.requests = new Requests(own)
    this.webhooks = new Webhooks(own)
  }
}

export class Clientele implements AsyncDisposable {
  /** The origin, such as http://127.0.0.1:51234. */
  readonly url: string
  readonly api: string
  readonly auth: string
  readonly version: string
  /** The address of the control API, for programs of other languages. */
  readonly controlUrl: string
  /** The first database, `test`, with its users and their tokens. */
  readonly main: TestDatabase
  readonly clock: TestClock
  readonly faults: Faults
  readonly requests: Requests
  readonly webhooks: Webhooks
  readonly #control: Control
  readonly #close: () => Promise<void>

  constructor({ facts, close }: Launched) {
    const { url, api, auth, version, control, database }: ServerFacts = facts
    this.url = url
    this.api = api
    this.auth = auth
    this.version = version
    this.controlUrl = control
    this.#control = new Control(control)
    this.main = new TestDatabase(this.#control, database)
    this.clock = new TestClock(this.#control)
    this.faults = new Faults(this.#control)
    this.requests = new Requests(this.#control)
    this.webhooks = new Webhooks(this.#control)
    this.#close = close
  }

  /** Creates a database that no other test sees. */
  async database(options: { readonly name?: string; readonly data?: Amount } = {}): Promise<TestDatabase> {
    return new TestDatabase(this.#control, await this.#control.post<DatabaseFacts>('/databases', options))
  }

  async application(options: NewApplication = {}): Promise<Application> {
    const made = await this.#control.post<ApplicationFacts>('/applications', options)
    return { ...made, authorizeUrl: `${this.auth}/v1/authorize`, tokenUrl: `${this.auth}/v1/token` }
  }

  /** Signs a user in without a mailbox and gives the code that the application would get. */
  signIn(application: Pick<Application, 'clientId' | 'redirectUri'>, options: SignInOptions = {}): Promise<SignedIn> {
    const { clientId, redirectUri } = application
    return this.#control.post('/sign-in', { clientId, redirectUri, ...options })
  }

  /** Signs a user in and exchanges the code, for tests that begin with a pair of tokens. */
  async tokens(application: Application, options: Omit<SignInOptions, 'challenge'> = {}): Promise<Tokens> {
    const { code } = await this.signIn(application, options)
    const { clientId, clientSecret, redirectUri } = application
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: options.redirectUri ?? redirectUri,
      code,
      ...(clientSecret === null ? {} : { client_secret: clientSecret }),
    })
    // The test kit's own request is neither recorded nor disturbed.
    const headers = { 'x-clientele-test': 'tokens' }
    const response = await fetch(application.tokenUrl, { method: 'POST', body: form, headers })
    const answer = (await response.json()) as Tokens & { error_description?: string }
    if (!response.ok) throw new TestServerError(`The code was refused: ${answer.error_description}`, response.status)
    return answer
  }

  /** The mails that the server has sent, to everybody or to one address. */
  async mails(to?: string): Promise<SentMail[]> {
    return (await this.#control.get<{ mails: SentMail[] }>('/mails', { to })).mails
  }

  /** Stops the server and removes its store. */
  close(): Promise<void> {
    return this.#close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }
}
