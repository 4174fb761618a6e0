// Rebuilds the word index of the store, or of one database, with a progress bar.
import { allDatabases, type ReindexOptions, type ReindexResult, reindex } from '../../model/reindex.ts'
import type { Store } from '../../storage/store.ts'
import type { Action, CommandContext } from '../command.ts'
import { databaseNamed, withStore } from '../with-store.ts'
import { progress } from './progress.ts'

export const reindexWords: Action = context =>
  withStore(context, async store => {
    const { output, options } = context
    const started = performance.now()
    const { records, resumed } = await rebuildWords(context, store, { restart: options.restart === true })
    const seconds = Math.round((performance.now() - started) / 100) / 10
    output.object({ records, resumed, seconds })
    output.line(`Rebuilt the words of ${records.toLocaleString('en-US')} records in ${seconds} s.`)
    if (resumed) output.line('This run went on where an earlier one had ended; --restart begins anew.')
    return 0
  })

/** Rebuilds the words of the database that the command names, or of all. */
export async function rebuildWords(
  { output, options }: CommandContext,
  store: Store,
  { restart }: Pick<ReindexOptions, 'restart'>,
): Promise<ReindexResult> {
  const { database } = options
  const databases =
    database === undefined ? await allDatabases(store) : [(await databaseNamed(store, String(database))).id]
  const bar = progress(output, 'Rebuilding words')
  try {
    return await reindex(store, databases, { restart: restart === true, onProgress: bar.update })
  } finally {
    bar.end()
  }
}
