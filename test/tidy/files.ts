// The files of the repository as the tidy tests see them.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const ignored = new Set(['node_modules', '.git', 'data', 'artifacts', 'coverage', 'dist'])

/** Paths relative to the root, of everything that could be committed. */
export function filesUnder(folder: string, test: (path: string) => boolean = () => true): string[] {
  const found: string[] = []
  const visit = (path: string): void => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const child = join(path, entry.name)
      if (entry.isDirectory()) {
        if (!ignored.has(entry.name)) visit(child)
      } else if (test(child)) found.push(child)
    }
  }
  visit(folder)
  return found.sort()
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')
export const isCode = (path: string): boolean => /\.(ts|tsx|mjs|mts)$/.test(path) && !path.endsWith('.d.mts')
export const sources = filesUnder('src', isCode)

const imported = /(?:from|import)\s*\(?\s*'(\.[^']+)'|new URL\(\s*'(\.[^']+\.(?:ts|mjs|js))'/g

/** The files that a file names: by import, or as the address of a thread or process. */
export function importsOf(path: string): string[] {
  return [...read(path).matchAll(imported)].map(match =>
    normalize(relative(root, join(root, dirname(path), (match[1] ?? match[2]) as string))),
  )
}
