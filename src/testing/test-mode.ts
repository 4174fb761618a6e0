// Assembles test mode: the step of the pipeline, the capture of webhooks, and the control API over a server's parts.
import { createCallers } from '../accounts/caller.ts'
import type { ManualClock } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { version } from '../base/version.ts'
import type { Settings } from '../config/settings.ts'
import type { Interceptor } from '../http/pipeline.ts'
import type { Route } from '../http/route.ts'
import type { Mail } from '../mail/transports.ts'
import type { EndpointParts } from '../oauth/endpoint-parts.ts'
import type { AuthorizationServer } from '../oauth/index.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import type { Store } from '../storage/store.ts'
import type { Webhooks } from '../webhooks/index.ts'
import { controlRoutes } from './control-api.ts'
import { Deliveries, sinkUrl } from './deliveries.ts'
import { Faults } from './faults.ts'
import { controlPath, createInterceptor } from './interceptor.ts'
import { Recorder } from './recorder.ts'
import { signIn } from './sign-ins.ts'
import type { StateParts } from './state-faults.ts'
import { TimeTravel } from './time-travel.ts'
import { createTokenTools } from './token-tools.ts'
import type { Amount, DatabaseFacts, ServerFacts } from './wire.ts'
import { World } from './world.ts'

/** The parts of a server that test mode works with. */
interface ServerParts {
  readonly settings: Settings
  readonly store: Store
  readonly authorization: AuthorizationServer
  readonly endpointParts: EndpointParts
  readonly signIn: SignIn
  readonly webhooks: Webhooks
  readonly jobs: readonly Job[]
  readonly origin: () => string
}

/** The part that the composition root uses. */
export interface TestMode {
  readonly interceptor: Interceptor
  outbound(real: Outbound): Outbound
  routes(parts: ServerParts): readonly Route[]
}

interface StartedTestMode extends TestMode {
  readonly onMail: (mail: Mail) => void
  readonly faults: Faults
  /** Creates the database of requests that name none. Called once, when the store is migrated. */
  createMainDatabase(data: Amount): Promise<void>
  /** The facts that the program prints and the control API returns. */
  facts(): ServerFacts
}

const mainName = 'test'

export function createTestMode(clock: ManualClock): StartedTestMode {
  const faults = new Faults()
  const recorder = new Recorder(clock)
  const deliveries = new Deliveries()
  const mails: Mail[] = []
  let assembled: { server: ServerParts; state: StateParts; world: World; time: TimeTravel } | null = null
  let main: DatabaseFacts = { name: mainName, users: {} }
  const parts = () => {
    if (!assembled) throw new Error('The test server is not assembled yet')
    return assembled
  }
  const facts = (): ServerFacts => {
    const { server, time } = parts()
    const origin = server.origin()
    const { apiPrefix, authPrefix } = server.settings
    return {
      url: origin,
      control: origin + controlPath,
      api: origin + apiPrefix,
      auth: origin + authPrefix,
      version,
      now: time.now(),
      database: main,
    }
  }
  return {
    faults,
    facts,
    interceptor: createInterceptor({ faults, recorder, state: () => parts().state }),
    outbound: real => deliveries.capture(real),
    onMail: mail => void mails.push(mail),
    createMainDatabase: async data => {
      main = await parts().world.createDatabase({ name: mainName, data })
    },
    routes: server => {
      const { settings, store, authorization, webhooks, jobs, origin } = server
      const tools = createTokenTools(server.endpointParts)
      const system = { settings, store, clock }
      const world = new World(system)
      const time = new TimeTravel({ clock, webhooks, jobs, flush: () => authorization.bearerTokens.flush() })
      assembled = { server, world, time, state: { ...system, authorization, tools } }
      const signInParts = { signIn: server.signIn, tools, world, mails, origin, authPrefix: settings.authPrefix }
      return controlRoutes({
        ...{ origin, world, time, faults, recorder, deliveries, mails, facts },
        mainDatabase: () => main.name,
        signIn: wanted => signIn(wanted, signInParts),
        settle: () => webhooks.settle(),
        createTarget: async (database, as, given) => {
          const found = await world.find(database, as)
          const caller = await callerOf(store, found.database.id, found.user.uid)
          return webhooks.targets.create(caller, { url: sinkUrl, ...given })
        },
      })
    },
  }
}

async function callerOf(store: Store, db: number, uid: string) {
  const callers = createCallers(store)
  const person = await callers.find(db, uid)
  callers.close()
  if (!person) throw new Error(`The user ${uid} of a test database is gone`)
  return { ...person, application: null, chain: null, scope: ['data'] }
}
