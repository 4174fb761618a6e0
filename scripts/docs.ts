// Runs `npm run docs`: writes the generated pages of the reference.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pages } from './docs/pages.ts'

for (const [path, make] of Object.entries(pages)) {
  const file = fileURLToPath(new URL(`../docs/reference/${path}`, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, make())
  console.log(`docs/reference/${path}`)
}
