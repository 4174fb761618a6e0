// Tests what `npm run torture` makes of the output of a command: figures, failures, and a command that does not run at all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runPart, tableOf } from '../../scripts/lib/torture.mjs'

const output = [
  '▶ a server on sqlite',
  '| test | measure | figure |',
  '|---|---|---|',
  '| kill -9, sqlite | acknowledged | 1,479 |',
  '| kill -9, sqlite | lost | 0 |',
  '| engine | request | ms |',
  '|---|---|---|',
  '| postgres | a Read | 4 |',
  '  ✖ loses nothing (12.5ms)',
  'ℹ tests 3',
  'ℹ pass 2',
  'ℹ fail 1',
  '✖ failing tests:',
]

const quietly = { show: () => {} }

test('npm run torture sums up a command, and goes on after one that fails', async () => {
  const script = `console.log(${JSON.stringify(output.join('\n'))}); process.exitCode = 1`
  const failed = await runPart('faults', process.execPath, ['-e', script], quietly)
  const absent = await runPart('soak', '/no/such/program', [], quietly)
  const quiet = await runPart('fuzz', process.execPath, ['-e', "console.log('ℹ tests 1\\nℹ pass 1')"], quietly)
  assert.deepEqual(failed.engines, ['postgres', 'sqlite'])
  assert.deepEqual(failed.failures, ['loses nothing'])
  assert.equal(failed.did, '2 of 3 tests passed; 1 measurements; kill -9, sqlite: acknowledged 1,479, lost 0')
  assert.match(absent.failures.join(), /ENOENT/)
  const table = tableOf([failed, { ...absent, failures: ['ended'] }, { ...quiet, minutes: 1.25 }], 'abc1234')
  const [, , ...rows] = table.split('\n')
  assert.equal(rows.length, 3)
  assert.match(
    rows[0] ?? '',
    /^\| `npm run faults` \| postgres, sqlite \| .* \| 1: loses nothing \| \d+\.\d \| abc1234 \|$/,
  )
  assert.match(rows[2] ?? '', /\| 1 of 1 tests passed \| none \| 1\.3 \| abc1234 \|$/)
})
