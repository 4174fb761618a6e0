// Builds packages of the repository as npm does, away from the repository, so that tests may do so side by side.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './cli.ts'

/** Packs a package into a folder and gives the name of the file. */
export function packPackage(name: string, into: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'clientele-pack-'))
  try {
    for (const path of ['tsconfig.json', 'package.json', 'package-lock.json', 'scripts']) {
      cpSync(join(root, path), join(copy, path), { recursive: true })
    }
    cpSync(join(root, 'packages', name), join(copy, 'packages', name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const args = ['pack', '--silent', '--pack-destination', into]
    const packed = execFileSync('npm', args, { cwd: join(copy, 'packages', name), encoding: 'utf8' })
    return packed.trim().split('\n').at(-1) ?? ''
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Puts a built package where the programs of a folder find it. */
export function linkPackage(name: string, folder: string): void {
  const place = join(folder, 'node_modules', '@clientele', name)
  mkdirSync(place, { recursive: true })
  const packed = packPackage(name, folder)
  execFileSync('tar', ['-xzf', join(folder, packed), '-C', place, '--strip-components=1'])
}
