// Runs parts of the specification suite against a server with two workers, and through two nodes behind a proxy.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { sourceImports } from '../../src/base/programs/source-imports.ts'
import { root } from '../support/cli.ts'

/** Workers share a machine and race for records; nodes share a store and must know each other's requests. */
const formations = [
  [
    'CLIENTELE_TEST_WORKERS',
    'with two workers',
    ['test/spec/write-parallel.test.ts', 'test/spec/upsert-races.test.ts'],
  ],
  [
    'CLIENTELE_TEST_NODES',
    'through two nodes behind a proxy',
    ['test/spec/idempotency.test.ts', 'test/spec/upsert-races.test.ts'],
  ],
] as const

// `npm run spec:workers` and `npm run spec:nodes` run the whole suite, with all writers.
describe('a part of the specification suite', () => {
  for (const [variable, how, files] of formations) {
    test(`passes ${how}`, async () => {
      const env: NodeJS.ProcessEnv = { CLIENTELE_WRITERS: '50', ...process.env, [variable]: '2' }
      // This process is a test itself; its runner must not be taken for that of the other one.
      delete env.NODE_TEST_CONTEXT
      const args = [
        ...sourceImports,
        '--disable-warning=ExperimentalWarning',
        '--test',
        '--test-reporter=spec',
        ...files,
      ]
      const child = spawn(process.execPath, args, { cwd: root, env })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', text => {
          output += text
        })
      }
      const [status] = await once(child, 'close')
      assert.equal(status, 0, output)
      assert.match(output, /^ℹ pass [1-9]/m)
    })
  }
})
