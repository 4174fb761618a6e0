// Measures the client package: what a browser loads of it, compressed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Case, measuredRow } from '../case.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The bytes of the main entry with all that it imports, comments included as the package ships them, in one gzip. */
export function clientBytes(dist: string): number {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    const text = readFileSync(join(dist, name), 'utf8')
    for (const [, imported = ''] of text.matchAll(/from '\.\/(.*?)'/g)) visit(imported)
  }
  visit('index.js')
  return gzipSync([...found].map(name => readFileSync(join(dist, name), 'utf8')).join('\n')).length
}

export const clientCase: Case = {
  name: 'client',
  run: async () => {
    const dist = mkdtempSync(join(tmpdir(), 'clientele-client-'))
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    execFileSync(process.execPath, [compiler, '-p', join(root, 'packages', 'client'), '--outDir', dist])
    const ours = clientBytes(dist) / 1000
    rmSync(dist, { recursive: true })
    return [measuredRow('client package, compressed', { store: '', unit: 'kB', figure: ours, most: 10 })]
  },
}
