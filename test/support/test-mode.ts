// Starts a server in test mode on each engine, by the package that integrators use.
import { type Clientele, type StartOptions, startClientele } from '../../packages/testing/src/index.ts'
import { type Engine, eachEngine } from './engines.ts'

/** Declares a suite for each engine over a test server that its tests share. */
export function eachClientele(
  title: string,
  suite: (crm: () => Clientele, engine: Engine) => void,
  options: StartOptions = {},
): void {
  eachEngine(title, (engine, fresh) => {
    const store = () => (engine === 'postgres' ? { store: fresh.url() } : {})
    suite(
      fresh.use(() => startClientele({ ...options, ...store() })),
      engine,
    )
  })
}

/** Calls the data API and gives the status and the body. */
export async function callApi(
  crm: Pick<Clientele, 'api'>,
  operation: string,
  body: object,
  token: string,
  headers: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; the tests say what they expect.
): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await fetch(`${crm.api}/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export const readEntries = { AbEntry: { Scope: { Fields: { Key: 1, CompanyName: 1, Version: 1 } } } }
export const newCompany = (CompanyName: string) => ({ AbEntry: { Data: { Type: 'Company', CompanyName } } })
