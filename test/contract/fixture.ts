// Tables and statements that the contract tests share.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sourceImports } from '../../src/base/programs/source-imports.ts'
import { type Args, compile, statementsOn } from '../../src/storage/statement.ts'
import type { Query, Store, Tx, Value } from '../../src/storage/store.ts'
import { column, required, type TablesOf, table, tenant } from '../../src/storage/table.ts'

export const thing = table({
  name: 'thing',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    column('name', 'text'),
    column('count', 'integer'),
    column('amount', 'exact'),
    column('ratio', 'real'),
    required('done', 'flag', 0),
    column('content', 'bytes'),
  ],
  primaryKey: ['db', 'id'],
  indexes: [{ name: 'name', columns: ['db', 'name'], unique: true }],
  search: true,
})

export const part = table({
  name: 'part',
  scope: 'database',
  columns: [tenant, required('owner', 'text'), required('position', 'integer'), required('item', 'text')],
  primaryKey: ['db', 'owner', 'position'],
  foreignKeys: [{ columns: ['db', 'owner'], table: 'thing', references: ['db', 'id'], onDelete: 'cascade' }],
})

export const tables = [part, thing]

export const statement = statementsOn<TablesOf<typeof tables>>()

export const insertThing = (store: Store, values: Record<string, Value>): Query =>
  compile(store.dialect.dynamicBuilder.insertInto('thing').values({ db: 1, ...values }))

/** One of two things that are written together, named as the product names records: in 20 letters that count up. */
export const pairId = (n: number, half: string): string => `${String(n).padStart(19, '0')}${half}`

export const addThing = (store: Store, values: Record<string, Value>): Promise<number> =>
  store.write(tx => tx.run(insertThing(store, values)))

export const thingById = statement((db, p: Args<{ db: number; id: string }>) =>
  db.selectFrom('thing').selectAll().where('db', '=', p('db')).where('id', '=', p('id')),
)

export const countThings = async (store: Store, reader: Store | Tx = store): Promise<number> =>
  (
    await reader.read(compile(store.dialect.dynamicBuilder.selectFrom('thing').select(b => b.fn.countAll().as('n'))))
  )[0]?.[0] as number

/** A statement that takes some seconds and touches nothing. */
export const longQuery: Query = {
  sql: 'with recursive c(n) as (select 1 union all select n + 1 from c where n < 100000000) select count(*) from c',
  params: [],
}

interface Program {
  /** Every line that it has printed. */
  readonly lines: readonly string[]
  /** The first such line; rejected when it ends without one. */
  line(match: (line: string) => boolean): Promise<string>
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

/** Runs a program of programs/ in a process of its own. */
export function run(name: string, ...args: string[]): Program {
  const path = fileURLToPath(new URL(`./programs/${name}`, import.meta.url))
  const child = spawn(process.execPath, [...sourceImports, path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  createInterface(child.stdout).on('line', line => {
    lines.push(line)
    for (const check of waiting) check()
  })
  return {
    lines,
    line: match =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = lines.find(match)
          if (found === undefined) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
        void ended.then(status => reject(new Error(`${name} ended with ${status} before it said that`)))
      }),
    ended,
    kill: signal => void child.kill(signal),
  }
}
