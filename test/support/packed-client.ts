// Packs the client package and installs it into an empty project, as its users do.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './cli.ts'

/** The folder of the project. */
export function installClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-package-'))
  const run = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, encoding: 'utf8' })
  const packed = run(join(root, 'packages', 'client'), 'pack', '--silent', '--pack-destination', folder)
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}')
  const file = `./${packed.trim().split('\n').at(-1)}`
  run(folder, 'install', '--offline', '--no-audit', '--no-fund', '--silent', file)
  return folder
}

/** Where the JavaScript of the installed package is. */
export const distOf = (folder: string): string => join(folder, 'node_modules', '@clientele', 'client', 'dist')
