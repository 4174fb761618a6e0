// Runs `npm run docs`: writes the generated pages of the reference, and the answers to the examples of all documents.
// With paths (npm run docs -- docs/reference/entities/case.md) it writes only those documents.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documents, root } from './docs/documents.ts'
import { hasExamples } from './docs/examples/blocks.ts'
import { startExampleServer } from './docs/examples/run.ts'

const wanted = process.argv.slice(2)
const found = [...documents()].filter(([path]) => wanted.length === 0 || wanted.includes(path))
const unknown = wanted.filter(path => !found.some(([other]) => other === path))
if (unknown.length > 0) throw new Error(`No such document: ${unknown.join(', ')}.`)
const server = await startExampleServer('sqlite')
for (const [path, textOf] of found) {
  const file = join(root, path)
  const plain = textOf()
  const text = hasExamples(plain) ? await server.answered(plain) : plain
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(path)
}
await server.close()
