// Reads, changes and deletes many records, with one way back for all of them.
import { type Body, entityOf, envelope, type ReadAnswer, type Row } from './envelope.ts'
import { amongNames, type KnownBy, membersOf, named, namingScope } from './names.ts'
import { screenRequests } from './screen-requests.ts'
import type { Workspace } from './workspace.tsx'

/** Records of one request: few enough for quick answers, and within the limits of the server. */
const portion = 500

/** Called after each portion with the number of records that are done; throws to stop. */
type Progress = (done: number) => void

/** All records that match the criteria. */
interface Criteria {
  readonly criteria: Body
  readonly order: readonly Body[]
  /** How many the screen showed to the person; null when they were not counted to the end. */
  readonly expected: number | null
}

/** What records are meant: those with these names, or all that match. */
export type Many = { readonly knownBy: KnownBy } & ({ readonly keys: readonly string[] } | Criteria)

/** Reads the records in portions, in their order. */
export async function* readMany(
  { api }: Workspace,
  entity: string,
  many: Many,
  fields: Body,
): AsyncGenerator<readonly Row[]> {
  const { knownBy } = many
  const read = async (content: Body): Promise<ReadAnswer> => {
    const body = envelope({ [entity]: { Scope: { Fields: { ...namingScope(knownBy), ...fields } }, ...content } })
    const answer = (await api.call<Record<string, ReadAnswer>>('Read', body))[entity] as ReadAnswer
    return { ...answer, Data: named(answer.Data, knownBy) }
  }
  if ('keys' in many) {
    for (const some of portionsOf(many.keys)) {
      const { Data } = await read({ Criteria: { SearchQuery: amongNames(some, knownBy), Top: portion } })
      const byKey = new Map(Data.map(row => [row.Key as string, row]))
      yield some.map(key => byKey.get(key)).filter(row => row !== undefined)
    }
    return
  }
  const { criteria: Criteria, order } = many
  let pageKey: string | null = null
  do {
    const paging = { ...(order.length > 0 ? { Fields: order } : {}), PageSize: portion, PageKey: pageKey }
    const { Data, PageKey = null }: ReadAnswer = await read({ Criteria, OrderBy: paging })
    yield Data
    pageKey = PageKey
  } while (pageKey !== null)
}

const portionsOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / portion) }, (_, at) => list.slice(at * portion, (at + 1) * portion))

/** Another number of records matches by now than the screen showed. Nothing was written. */
export class CountChanged extends Error {
  readonly count: number

  constructor(count: number) {
    super(`${count} records match by now`)
    this.count = count
  }
}

interface BulkWrite {
  readonly entity: string
  readonly many: Many
  readonly label: (count: number) => string
  readonly progress: Progress
}

type Operation = 'Update' | 'Delete' | 'Restore'

async function send({ api, feed }: Workspace, operation: Operation, entity: string, content: Body): Promise<Body> {
  const body = envelope({ [entity]: content })
  const answer = await api.call<Record<string, Body>>(operation, body)
  if (content.Count !== true) {
    screenRequests.setWrite({ title: entity, operation, body })
    feed.announce([{ entity: entityOf(entity), key: null }])
  }
  return answer[entity] as Body
}

const keysIn = (answer: Body): string[] => (answer.Data as readonly Row[]).map(({ Key }) => Key as string)

/** The Criteria of those of a portion that still match. */
const among = ({ SearchQuery = {}, ...others }: Body, keys: readonly string[]): Body => ({
  ...others,
  SearchQuery: { $AND: [SearchQuery, { Key: { $IN: keys } }] },
})

/**
 * Updates or deletes all that match, and gives their keys as they are done. They are counted first, and written by their
 * Criteria with that number: all of them in one transaction, or in portions when one request may not change so many.
 */
async function* writeMatching(
  workspace: Workspace,
  operation: Operation,
  entity: string,
  many: Criteria & { readonly knownBy: KnownBy },
  data: Body,
): AsyncGenerator<readonly string[]> {
  const Criteria = many.criteria
  const allNames = async (): Promise<string[]> => {
    const names: string[] = []
    for await (const rows of readMany(workspace, entity, many, {})) names.push(...rows.map(row => row.Key as string))
    return names
  }
  if (many.knownBy.length > 1) {
    // The server takes no Criteria here: records that share a Key are named one by one.
    const names = await allNames()
    if (many.expected !== null && names.length !== many.expected) throw new CountChanged(names.length)
    yield* writeNames(workspace, operation, entity, names, name => membersOf(name, many.knownBy))
    return
  }
  const { Count, Most } = await send(workspace, operation, entity, { ...data, Criteria, Count: true })
  if (many.expected !== null && Count !== many.expected) throw new CountChanged(Number(Count))
  if (Number(Count) <= Number(Most)) {
    yield keysIn(await send(workspace, operation, entity, { ...data, Criteria, Expected: Count }))
    return
  }
  // All keys first: a record that no longer matches after its change would move the pages that follow.
  for (const some of portionsOf(await allNames())) {
    yield keysIn(
      await send(workspace, operation, entity, { ...data, Criteria: among(Criteria, some), Expected: some.length }),
    )
  }
}

async function* writeNames(
  workspace: Workspace,
  operation: Operation,
  entity: string,
  names: readonly string[],
  dataOf: (name: string) => Row,
  options: Body = {},
): AsyncGenerator<readonly string[]> {
  for (const some of portionsOf(names)) {
    await send(workspace, operation, entity, { Data: some.map(dataOf), ...options })
    yield some
  }
}

/** Writes portion by portion. What has been done before a refusal stays, and can be undone. */
async function writeAll(
  workspace: Workspace,
  { label, progress }: BulkWrite,
  portions: AsyncIterable<readonly string[]>,
  back: (done: readonly string[]) => AsyncIterable<unknown>,
): Promise<string[]> {
  const done: string[] = []
  try {
    for await (const keys of portions) {
      done.push(...keys)
      progress(done.length)
    }
  } finally {
    const undo = async (): Promise<void> => {
      for await (const _ of back(done));
    }
    if (done.length > 0) workspace.undo.push({ label: label(done.length), undo })
  }
  return done
}

interface ManyChange extends BulkWrite {
  /** The member that is read, with its selector, and the value that it gets. */
  readonly path: string
  readonly selector: unknown
  readonly value: unknown
  /** The members to send for a value. */
  readonly write: (value: unknown) => Row
  /** Whether the elements of the value are added to those of each record, or taken from them. */
  readonly edit?: ListEdit | undefined
}

export type ListEdit = 'Append' | 'Remove'

/** Gives one field of many records a value. */
export async function updateMany(workspace: Workspace, change: ManyChange): Promise<void> {
  const { entity, many, path, selector, value, write, edit } = change
  const { knownBy } = many
  const before = new Map<string, unknown>()
  for await (const rows of readMany(workspace, entity, many, { [path]: selector }))
    for (const row of rows) before.set(row.Key as string, row[path])
  const Data = write(value)
  const options = edit ? { Options: { [edit]: true } } : {}
  if ('expected' in many && many.expected !== null && many.expected !== before.size) throw new CountChanged(before.size)
  const portions =
    'keys' in many
      ? writeNames(
          workspace,
          'Update',
          entity,
          [...before.keys()],
          name => ({ ...membersOf(name, knownBy), ...Data }),
          options,
        )
      : writeMatching(workspace, 'Update', entity, { ...many, expected: before.size }, { Data, ...options })
  await writeAll(workspace, change, portions, done =>
    writeNames(workspace, 'Update', entity, done, name => ({
      ...membersOf(name, knownBy),
      ...write(before.get(name)),
    })),
  )
}

/** Moves many records into the recycle bin. Gives the keys of those that are gone. */
export function removeMany(workspace: Workspace, write: BulkWrite): Promise<string[]> {
  const { entity, many } = write
  const dataOf = (name: string): Row => membersOf(name, many.knownBy)
  const portions =
    'keys' in many
      ? writeNames(workspace, 'Delete', entity, many.keys, dataOf)
      : writeMatching(workspace, 'Delete', entity, many, {})
  return writeAll(workspace, write, portions, done => writeNames(workspace, 'Restore', entity, done, dataOf))
}
