// Checks the structure of the code by its syntax trees: dependencies.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read } from './files.ts'
import { type Module, readModules } from './modules.ts'

const modules = readModules()
const all = [...modules.values()]
const inSource = all.filter(({ path }) => path.startsWith('src/'))
const none: string[] = []

describe('dependencies', () => {
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const packagesOf = (files: readonly Module[]) =>
    new Set(
      files.flatMap(({ imports }) =>
        imports
          .map(({ from }) => from)
          .filter(from => !modules.has(from) && !from.startsWith('node:'))
          .map(packageOf),
      ),
    )

  test('the program imports each dependency, and nothing that is none', () => {
    assert.deepEqual([...packagesOf(inSource)].sort(), Object.keys(manifest.dependencies ?? {}).sort())
  })

  test('tests, bench or scripts use each development dependency, and nothing that is none', () => {
    const elsewhere = all.filter(({ path }) => !path.startsWith('src/'))
    const imported = packagesOf(elsewhere)
    const peers = Object.keys(JSON.parse(read('bench/package.json')).dependencies)
    const known = new Set([
      ...Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }),
      ...peers,
    ])
    assert.deepEqual(
      [...imported].filter(name => !known.has(name)),
      none,
      'not in package.json',
    )
    const isUsed = (name: string): boolean => {
      if (imported.has(name) || packagesOf(inSource).has(name)) return true
      if (name.startsWith('@types/')) return name === '@types/node' || isUsed(name.slice('@types/'.length))
      // Tools are started by their path.
      return elsewhere.some(({ path, tree }) => path.endsWith('.mjs') && tree.text.includes(`'${name}'`))
    }
    const listed = Object.keys({ ...manifest.devDependencies, ...manifest.optionalDependencies })
    assert.deepEqual(
      listed.filter(name => !isUsed(name)),
      none,
      'not used',
    )
  })
})
