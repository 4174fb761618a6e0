// Measures an import of a CSV file by the command line, with its plan, against the seed of as many entries.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchContext, type Case, measuredRow, onEachEngine, type Row, sizeName } from '../case.ts'
import { command, commandWithMemory } from '../children.ts'
import { cpuOf, wholeCost } from '../cpu.ts'
import type { Engine } from '../stores.ts'

const columns = { Company: 'CompanyName', Mail: 'Email', Phone: 'Phone', City: 'Address/City' }

export const importCase: Case = {
  name: 'import',
  run: context => onEachEngine(context, onEngine),
}

/** Seconds of the programs that the bench has run, and of the store; without its own, which looks at their memory all the time. */
function cpuOfPrograms(stores: BenchContext['stores'], engine: Engine): () => number {
  const all = cpuOf(process.pid, stores, engine)
  return () => {
    const { user, system } = process.cpuUsage()
    return wholeCost(all()) - (user + system) / 1e6
  }
}

async function onEngine({ options, stores, say }: BenchContext, engine: Engine): Promise<Row[]> {
  const rows = options.large
  const folder = mkdtempSync(join(tmpdir(), 'clientele-bench-import-'))
  try {
    const store = await stores.copy(await stores.get(engine, options.small))
    const cpu = cpuOfPrograms(stores, engine)
    const cpuBefore = cpu()
    const seedStarted = performance.now()
    const { made } = command(store.url, ['seed', '--database', 'bench', '--entries', String(rows)]) as unknown as {
      made: Readonly<Record<string, number>>
    }
    const seedSeconds = (performance.now() - seedStarted) / 1000
    const seedCpu = cpu() - cpuBefore
    const records = Object.values(made).reduce((sum, count) => sum + count, 0)

    const file = join(folder, 'companies.csv')
    const lines = Array.from({ length: rows }, (_, i) => `Import ${i} Ltd,office${i}@import${i}.example,555-${i},Bern`)
    writeFileSync(file, `${Object.keys(columns).join(',')}\n${lines.join('\n')}\n`)
    const map = join(folder, 'map.json')
    writeFileSync(map, JSON.stringify({ columns }))
    const place = ['--database', 'bench', '--user', 'ADA', '--entity', 'AbEntry']
    const empty = await stores.copy(await stores.get(engine, options.small))
    const cpuBetween = cpu()
    const started = performance.now()
    const { answer, megabytes } = await commandWithMemory(empty.url, ['import', file, ...place, '--map', map, '--yes'])
    const seconds = (performance.now() - started) / 1000
    const importCpu = cpu() - cpuBetween
    const { create } = (answer as { counts: { create: number } }).counts
    if (create !== rows) throw new Error(`${create} of ${rows} rows were created`)
    say(
      `import on ${engine}: ${(rows / seconds).toFixed(0)} rows/s, seed ${(records / seedSeconds).toFixed(0)} records/s, ` +
        `by processor time ${(seedCpu / records / (importCpu / rows)).toFixed(2)}`,
    )
    const name = `Import of ${sizeName(rows)} CSV rows, plan and commit`
    return [
      {
        ...{ case: name, store: engine, ours: rows / seconds, theirs: records / seedSeconds, unit: '/s' },
        ...{ against: 'records of seed', figure: rows / seconds / (records / seedSeconds), target: { least: 0.5 } },
        cpuRatio: seedCpu / records / (importCpu / rows),
      },
      measuredRow(`${name}: peak memory`, { store: engine, unit: 'MB', figure: megabytes, most: 250 }),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
