// Builds the requests of the cases for the product and for the floor.
import type { LoadRequest } from './load.ts'
import type { Samples } from './samples.ts'
import type { BenchStore } from './stores.ts'

export interface Pair {
  readonly name: string
  /** Path and bodies of the request to the product, and to the floor. */
  readonly ours: { readonly path: string; readonly bodies: readonly string[] }
  readonly floor: { readonly path: string; readonly bodies: readonly string[] }
  /** The entity member whose Data both answers must share. */
  readonly entity: string
  /** The request to the product comes from an administrator, to whom no access rule applies. */
  readonly admin?: boolean
}

const fields = (text: string) => Object.fromEntries(text.split(' ').map(name => [name, 1]))
export const keyFields = fields(
  'Key Type CompanyName FirstName LastName FullName Position Email Phone Website CreationDate Version',
)
const listFields = fields('Key Type CompanyName FirstName LastName Email Phone CreationDate')
const interactionFields = fields('Key Type Subject StartDate Duration Direction Completed CreationDate')

const read = (entity: string, content: object) => ({ path: '/api/Read', body: JSON.stringify({ [entity]: content }) })

const pair = (
  name: string,
  entity: string,
  path: string,
  values: readonly object[],
  contents: readonly object[],
): Pair => ({
  name,
  entity,
  ours: { path: '/api/Read', bodies: contents.map(content => read(entity, content).body) },
  floor: { path, bodies: values.map(value => JSON.stringify(value)) },
})

export const byKey = ({ entryKeys }: Samples): Pair =>
  pair(
    'read by key, 12 fields',
    'AbEntry',
    '/by-key',
    entryKeys.map(key => ({ key })),
    entryKeys.map(key => ({ Scope: { Fields: keyFields }, Criteria: { SearchQuery: { Key: { $EQ: key } } } })),
  )

export const entryByKey = (key: string): string =>
  JSON.stringify({ AbEntry: { Scope: { Fields: keyFields }, Criteria: { SearchQuery: { Key: { $EQ: key } } } } })

export const pageContent = (pageKey: string | null) => ({
  Scope: { Fields: listFields },
  Criteria: { SearchQuery: {} },
  OrderBy: { Fields: [{ CompanyName: 'ASC' }], PageSize: 50, PageKey: pageKey },
})

/** Reads a page as a user does, and gives the key of the page that follows it. */
export async function keyAfter(
  pageKey: string | null,
  pageSize: number,
  url: string,
  { token }: BenchStore,
): Promise<string | null> {
  const content = { ...pageContent(pageKey), Scope: { Fields: { Key: 1 } } }
  const body = JSON.stringify({ AbEntry: { ...content, OrderBy: { ...content.OrderBy, PageSize: pageSize } } })
  const answer = await fetch(`${url}/api/Read`, { method: 'POST', headers: asUser(token), body })
  const { AbEntry } = (await answer.json()) as { AbEntry: { PageKey: string | null } }
  return AbEntry.PageKey
}

/** The keys of the first pages of 50 after the first one. */
export async function takePageKeys(url: string, store: BenchStore): Promise<string[]> {
  const keys: string[] = []
  for (let key = await keyAfter(null, 50, url, store); key !== null && keys.length < 100; ) {
    keys.push(key)
    key = await keyAfter(key, 50, url, store)
  }
  return keys
}

/** A page key has the fingerprint of its query, the segment of the order, and the name and id of a record. */
const positionOf = (pageKey: string) => {
  const [, , name, id] = JSON.parse(Buffer.from(pageKey, 'base64url').toString())
  return { name, id }
}

export const nextPage = (_samples: Samples, pageKeys: readonly string[]): Pair =>
  pair(
    'page of 50 by CompanyName, by PageKey',
    'AbEntry',
    '/next-page',
    pageKeys.map(positionOf),
    pageKeys.map(pageContent),
  )

export const firstPage = (): Pair =>
  pair('page of 50 by CompanyName, 8 fields', 'AbEntry', '/page', [{}], [pageContent(null)])

export const firstPageOfAdmin = (): Pair => ({
  ...firstPage(),
  name: 'page of 50 by CompanyName, an administrator',
  admin: true,
})

export const phrase = ({ phrases }: Samples): Pair =>
  pair(
    '$PHRASE top 20',
    'AbEntry',
    '/phrase',
    phrases.map(({ match }) => ({ match })),
    phrases.map(({ text }) => phraseContent(text)),
  )

export const phraseContent = (text: string, top = 20) => ({
  Scope: { Fields: listFields },
  Criteria: { SearchQuery: { $PHRASE: text }, Top: top },
})

export const contacts = ({ companyKeys }: Samples): Pair =>
  pair(
    'contacts of a company',
    'AbEntry',
    '/contacts',
    companyKeys.map(key => ({ key })),
    companyKeys.map(key => ({ Scope: { Fields: listFields }, Criteria: { SearchQuery: { ParentKey: { $EQ: key } } } })),
  )

export const interactions = ({ busyKeys }: Samples): Pair =>
  pair(
    'last 20 interactions of an entry',
    'Interaction',
    '/interactions',
    busyKeys.map(key => ({ key })),
    busyKeys.map(key => ({
      Scope: { Fields: interactionFields },
      Criteria: { SearchQuery: { 'AbEntries/Key': { $EQ: key } }, Top: 20 },
      OrderBy: { Fields: [{ StartDate: 'DESC' }] },
    })),
  )

export const asUser = (token: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` })
const asNobody = { 'content-type': 'application/json' }

type Where = { readonly connections: number; readonly seconds: number }

export const toProduct = (
  url: string,
  store: BenchStore,
  pair: Pick<Pair, 'ours' | 'admin'>,
  where: Where,
): LoadRequest => ({
  url,
  ...pair.ours,
  headers: asUser(pair.admin ? store.adminToken : store.token),
  ...where,
})

export const toFloor = (url: string, pair: Pick<Pair, 'floor'>, where: Where): LoadRequest => ({
  url,
  ...pair.floor,
  headers: asNobody,
  ...where,
})
