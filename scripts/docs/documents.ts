// Lists the documents of the repository: generated sources and pages of the reference, and those that people write.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageSources } from './package-sources.ts'
import { pages } from './pages.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The path of each document from the root, and its text; a generated page has no answers to its examples yet. */
export function documents(): Map<string, () => string> {
  const found = new Map<string, () => string>()
  const written = ['README.md', ...under('docs')].filter(path => existsSync(join(root, path)))
  for (const path of written) found.set(path, () => readFileSync(join(root, path), 'utf8'))
  for (const [path, make] of Object.entries(packageSources)) found.set(`packages/${path}`, make)
  for (const [path, make] of Object.entries(pages)) found.set(`docs/reference/${path}`, make)
  return found
}

function under(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return paths.filter(path => path.endsWith('.md')).map(path => join(folder, path))
}
