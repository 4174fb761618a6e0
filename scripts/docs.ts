// Runs `npm run docs`: writes the generated pages of the reference, and the answers to the examples of all documents.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documents, root } from './docs/documents.ts'
import { hasExamples } from './docs/examples/blocks.ts'
import { startExampleServer } from './docs/examples/run.ts'

const server = await startExampleServer('sqlite')
for (const [path, textOf] of documents()) {
  const file = join(root, path)
  const plain = textOf()
  const text = hasExamples(plain) ? await server.answered(plain) : plain
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(path)
}
await server.close()
