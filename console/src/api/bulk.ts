// Reads, changes and deletes many records in portions, with one way back for all of them.
import { type Body, envelope, type ReadAnswer, type Row } from './envelope.ts'
import type { Workspace } from './workspace.tsx'

/** Records of one request: few enough for quick answers, and within the limits of the server. */
const portion = 500

/** Told after each portion how many records are done; throws to stop. */
export type Progress = (done: number) => void

/** What records are meant: those with these keys, or all that match the criteria. */
export type Many = { readonly keys: readonly string[] } | { readonly criteria: Body; readonly order: readonly Body[] }

/** Reads the records in portions, in their order. */
export async function* readMany(
  { api }: Workspace,
  entity: string,
  many: Many,
  fields: Body,
): AsyncGenerator<readonly Row[]> {
  const read = async (content: Body): Promise<ReadAnswer> => {
    const body = envelope({ [entity]: { Scope: { Fields: { Key: 1, ...fields } }, ...content } })
    return (await api.call<Record<string, ReadAnswer>>('Read', body))[entity] as ReadAnswer
  }
  if ('keys' in many) {
    for (let at = 0; at < many.keys.length; at += portion) {
      const some = many.keys.slice(at, at + portion)
      const { Data } = await read({ Criteria: { SearchQuery: { Key: { $IN: some } }, Top: portion } })
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

interface ManyChange {
  readonly entity: string
  readonly many: Many
  /** The member that is read, with its selector, and the value that it gets. */
  readonly path: string
  readonly selector: unknown
  readonly value: unknown
  /** The members to send for a value. */
  readonly write: (value: unknown) => Row
  readonly label: (count: number) => string
  readonly progress: Progress
}

const portionsOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / portion) }, (_, at) => list.slice(at * portion, (at + 1) * portion))

async function send({ api, feed }: Workspace, operation: string, entity: string, data: readonly Row[]): Promise<void> {
  await api.call(operation, envelope({ [entity]: { Data: data } }), { idempotencyKey: crypto.randomUUID() })
  feed.announce([{ entity, key: null }])
}

/** Gives one field of many records a value. What has been done before a refusal stays, and can be undone. */
export async function updateMany(workspace: Workspace, change: ManyChange): Promise<void> {
  const { entity, many, path, selector, value, write, label, progress } = change
  // All keys first: a record that no longer matches after its change would move the pages that follow.
  const before: Row[] = []
  for await (const rows of readMany(workspace, entity, many, { [path]: selector })) before.push(...rows)
  let done = 0
  try {
    for (const rows of portionsOf(before)) {
      await send(
        workspace,
        'Update',
        entity,
        rows.map(({ Key }) => ({ Key, ...write(value) })),
      )
      done += rows.length
      progress(done)
    }
  } finally {
    const changed = before.slice(0, done)
    const undo = async (): Promise<void> => {
      for (const rows of portionsOf(changed)) {
        await send(
          workspace,
          'Update',
          entity,
          rows.map(row => ({ Key: row.Key, ...write(row[path]) })),
        )
      }
    }
    if (done > 0) workspace.undo.push({ label: label(done), undo })
  }
}

interface ManyDeletion extends Pick<ManyChange, 'entity' | 'many' | 'label' | 'progress'> {}

/** Moves many records into the recycle bin. Gives the keys of those that are gone. */
export async function removeMany(
  workspace: Workspace,
  { entity, many, label, progress }: ManyDeletion,
): Promise<string[]> {
  const keys: string[] = []
  if ('keys' in many) keys.push(...many.keys)
  else for await (const rows of readMany(workspace, entity, many, {})) keys.push(...rows.map(row => row.Key as string))
  const gone: string[] = []
  try {
    for (const some of portionsOf(keys)) {
      await send(
        workspace,
        'Delete',
        entity,
        some.map(Key => ({ Key })),
      )
      gone.push(...some)
      progress(gone.length)
    }
  } finally {
    const undo = async (): Promise<void> => {
      for (const some of portionsOf(gone))
        await send(
          workspace,
          'Restore',
          entity,
          some.map(Key => ({ Key })),
        )
    }
    if (gone.length > 0) workspace.undo.push({ label: label(gone.length), undo })
  }
  return gone
}
