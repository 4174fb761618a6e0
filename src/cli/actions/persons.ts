// Finds duplicates, merges records, and erases persons.
import { decodeKey } from '../../fields/record-key.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError, usageError } from '../failure.ts'
import { askLine } from '../read-secret.ts'
import { type Watch, withOperations } from '../with-operations.ts'
import { progress } from './progress.ts'

interface Group {
  readonly Score: number
  readonly Reasons: readonly string[]
  readonly Keys: readonly string[]
}

type Numbers = Readonly<Record<string, number>>

const listed = (numbers: Numbers): string =>
  Object.entries(numbers)
    .map(([entity, count]) => `${count} ${entity}`)
    .join(', ')

export const listDuplicates: Action = context =>
  withOperations(context, async ({ run }) => {
    const { options, output } = context
    const { Data: groups } = await followed(context, 'Comparing', 'nothing was listed.', watch =>
      run<{ Data: Group[] }>('Duplicates', 'AbEntry', { Top: options.limit }, watch),
    )
    const names = new Map<string, string>()
    for (const { Keys } of groups) {
      const Criteria = { SearchQuery: { Key: { $IN: Keys } }, Top: Keys.length }
      const content = { Scope: { Fields: { Key: 1, DisplayValue: 1 } }, Criteria }
      const { Data } = await run<{ Data: { Key: string; DisplayValue: string | null }[] }>('Read', 'AbEntry', content)
      for (const { Key, DisplayValue } of Data) names.set(Key, DisplayValue ?? '')
    }
    output.object({ groups })
    output.table(
      ['Score', 'Reasons', 'Record', 'Key'],
      groups.flatMap(({ Score, Reasons, Keys }) =>
        Keys.map((key, i) => (i === 0 ? [Score, Reasons, names.get(key), key] : ['', '', names.get(key), key])),
      ),
    )
    if (groups.length === 0) output.line('There are no likely duplicates.')
    return 0
  })

export const mergeRecords: Action = context =>
  withOperations(context, async ({ run }) => {
    const { options, output } = context
    const entity = entityOf(options.key)
    const from = options.from as string[]
    if (from.length === 0) throw usageError('Missing: --from <key>.')
    await confirm(context, `Merge ${from.length} records into ${options.key}`)
    const content = { Data: { Key: options.key, From: from } }
    const { Data } = await followed(context, 'Merging', 'nothing was merged.', watch =>
      run<{ Data: { Moved: Numbers } }>('Merge', entity, content, watch),
    )
    output.object(Data)
    output.line(`Merged ${from.length} records. Moved: ${listed(Data.Moved) || 'nothing'}.`)
    return 0
  })

export const erasePerson: Action = context =>
  withOperations(context, async ({ run }) => {
    const { options, output } = context
    const entity = entityOf(options.key)
    await confirm(context, `Erase ${options.key} for good`)
    const content = { Data: { Key: options.key } }
    const { Data } = await followed(context, 'Erasing', 'the same command goes on where this one has stopped.', watch =>
      run<{ Data: { Erased: Numbers; TakenOutOf?: Numbers } }>('Erase', entity, content, watch),
    )
    output.object(Data)
    output.line(`Erased: ${listed(Data.Erased)}.`)
    if (Data.TakenOutOf) output.line(`Taken out of: ${listed(Data.TakenOutOf)}.`)
    output.note('Backups that were made before have the person still.')
    return 0
  })

/** Shows the progress of an operation. Ctrl-C ends it between two of its parts; `left` says what it leaves. */
async function followed<T>(
  { output }: CommandContext,
  label: string,
  left: string,
  work: (watch: Watch) => Promise<T>,
): Promise<T> {
  const bar = progress(output, label)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new CommandError(`Interrupted: ${left}`))
  process.once('SIGINT', interrupt)
  try {
    return await work({ onProgress: bar.update, gone: () => stop.signal })
  } finally {
    process.off('SIGINT', interrupt)
    bar.end()
  }
}

function entityOf(key: unknown): string {
  const decoded = decodeKey(String(key))
  if (decoded) return decoded.kind
  throw new CommandError(`--key: ${key} is not the key of a record.`)
}

async function confirm({ output, options }: CommandContext, what: string): Promise<void> {
  if (options.yes === true) return
  if (!output.interactive || output.json) throw new CommandError(`${what}? Nothing was done; --yes does it.`)
  if (!/^y(es)?$/i.test((await askLine(`${what}? Type yes: `)).trim())) throw new CommandError('Nothing was done.')
}
