// Sends every request of the documents to a real server, and compares the answer with the documented one.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { documents, root } from '../../scripts/docs/documents.ts'
import { hasExamples } from '../../scripts/docs/examples/blocks.ts'
import { startExampleServer } from '../../scripts/docs/examples/run.ts'
import { eachMigrated } from '../support/engines.ts'

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const paths = [...documents().keys()].filter(path => hasExamples(textOf(path))).sort()

eachMigrated('the documented answers are the real ones', (engine, fresh) => {
  const server = fresh.use(() => startExampleServer(engine, fresh.url()))
  for (const path of paths) {
    test(path, async () => {
      const written = textOf(path)
      assert.equal(await server().answered(written), written, `${path} has old answers: npm run docs`)
    })
  }
})
