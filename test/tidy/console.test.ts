// Checks the sources of the console: its rooms, its texts, its packages, and that no text stands outside the dictionaries.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import * as ts from 'typescript/unstable/ast'
import { filesUnder, importsOf, isCode, read, root } from './files.ts'
import { readModules, visit } from './modules.ts'
import { consoleRooms } from './rooms.ts'

const none: string[] = []
const sources = filesUnder('console/src', isCode)
const roomOf = (path: string): string => path.split('/')[2] as string

describe('the sources of the console', () => {
  test('imports go downward, from room to room', () => {
    const rankOf = (path: string): number => consoleRooms.findIndex(rooms => rooms.includes(roomOf(path)))
    const wrong = sources.flatMap(path => {
      if (rankOf(path) < 0) return [`${path} is in a room that rooms.ts does not know`]
      return importsOf(path)
        .filter(target => target.startsWith('console/src/') && roomOf(target) !== roomOf(path))
        .filter(target => rankOf(target) >= rankOf(path))
        .map(target => `${path} uses ${target}`)
    })
    assert.deepEqual(wrong, none)
  })

  test('every file opens with a sentence on its job, is short, and has a kebab-case name', () => {
    const wrong = sources.filter(
      path =>
        !/^\/\/ \S.*[^\s]\n/.test(read(path)) ||
        read(path).split('\n').length > 350 ||
        !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.tsx?$/.test(path.split('/').at(-1) as string),
    )
    assert.deepEqual(wrong, none)
  })

  // The explorer completes JSON, in which the types of Schema are what a person writes.
  test('only fields/ and the explorer ask of which type a field is', () => {
    const compares = /\bfield[!?]?\.type (===|!==)|switch \(field[!?]?\.type\)/
    const asks = sources.filter(path => !['fields', 'explorer'].includes(roomOf(path)) && compares.test(read(path)))
    assert.deepEqual(asks, none)
  })

  test('what a person reads stands in the dictionaries, not in components', () => {
    // Addresses and words of JSON are the same in every language.
    const isText = (text: string): boolean => /\p{L}{2}/u.test(text) && !/^(https:\/\/\S+|null)$/.test(text.trim())
    const read = new Set(['aria-label', 'label', 'placeholder', 'title', 'description', 'alt'])
    const found = [...readModules().values()]
      .filter(({ path }) => path.startsWith('console/') && path.endsWith('.tsx'))
      .flatMap(({ path, tree }) => {
        const texts: string[] = []
        visit(tree, node => {
          if (ts.isJsxText(node) && isText(node.text) && !isCodeBlock(node)) texts.push(node.text.trim())
          if (ts.isJsxAttribute(node) && read.has(node.name.getText(tree)) && node.initializer) {
            const { initializer } = node
            if (ts.isStringLiteral(initializer) && isText(initializer.text)) texts.push(initializer.text)
          }
        })
        return texts.map(text => `${path}: ${text}`)
      })
    assert.deepEqual(found, none)
  })

  /** What is inside `<code>` is the same in every language. */
  function isCodeBlock(node: ts.Node): boolean {
    const parent = node.parent
    return ts.isJsxElement(parent) && parent.openingElement.tagName.getText() === 'code'
  }
})

describe('the languages of the console', () => {
  type Leaves = Map<string, string>
  const leaves = (value: unknown, path = '', found: Leaves = new Map()): Leaves => {
    if (typeof value === 'string' || typeof value === 'function') found.set(path, String(value))
    else for (const [name, one] of Object.entries(value as object)) leaves(one, `${path}.${name}`, found)
    return found
  }
  const load = async (language: string): Promise<Leaves> => {
    const file = pathToFileURL(`${root}/console/src/texts/${language}/index.ts`)
    return leaves(((await import(file.href)) as { default: unknown }).default)
  }

  for (const language of ['de', 'fr', 'es']) {
    test(`${language} has every text, and is not English`, async () => {
      const english = await load('en')
      const own = await load(language)
      assert.deepEqual([...own.keys()].sort(), [...english.keys()].sort())
      const sections = Map.groupBy(english.keys(), path => path.split('.')[1] as string)
      const alike = [...sections].filter(([, paths]) => {
        const same = paths.filter(path => own.get(path) === english.get(path))
        return paths.length > 10 && same.length > paths.length / 2
      })
      assert.deepEqual(
        alike.map(([section]) => section),
        none,
      )
    })
  }
})

describe('the packages of the console', () => {
  interface Locked {
    readonly integrity?: string
    readonly resolved?: string
    readonly hasInstallScript?: boolean
    readonly license?: string
    readonly optionalDependencies?: Record<string, string>
  }
  const manifest = JSON.parse(read('console/package.json')) as Record<string, Record<string, string>>
  const { packages } = JSON.parse(read('console/package-lock.json')) as { packages: Record<string, Locked> }
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  const named = Object.keys(manifest.devDependencies ?? {})

  test('each is named with one version, for the build alone', () => {
    assert.deepEqual(Object.keys(manifest.dependencies ?? {}), [])
    assert.deepEqual(
      Object.entries(manifest.devDependencies ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
      [],
    )
  })

  test('each is locked by a digest, comes from no named host, and runs nothing when it is installed', () => {
    assert.deepEqual(
      locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
      none,
    )
    assert.deepEqual(
      locked.filter(([, { resolved }]) => resolved !== undefined),
      [],
    )
    // It watches files on a Mac, which a build does not; npm is told not to run scripts.
    const watcher = 'node_modules/fsevents'
    assert.deepEqual(
      locked.filter(([path, { hasInstallScript }]) => hasInstallScript && path !== watcher).map(([path]) => path),
      none,
    )
  })

  test('the lock has the binaries of every platform', () => {
    const missing = locked.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter(name => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages))
        .map(name => `${path} -> ${name}`),
    )
    assert.deepEqual(missing, none)
    const builders = locked.filter(([path]) => path.includes('@rolldown/binding-'))
    assert.ok(builders.length >= 12, `${builders.length} platforms`)
  })

  test('the console uses each of them', () => {
    const text = [...sources, 'console/vite.config.ts', ...filesUnder('console/src', path => path.endsWith('.css'))]
      .map(read)
      .join('\n')
    // Peers of packages that are used, and the types of used ones.
    const unused = named
      .filter(name => !text.includes(`'${name}'`) && !text.includes(`'${name}/`))
      .filter(name => !name.startsWith('@types/') || !text.includes(`'${name.slice('@types/'.length)}`))
      .filter(
        name => !locked.some(([, entry]) => name in ((entry as { peerDependencies?: object }).peerDependencies ?? {})),
      )
    assert.deepEqual(unused, none)
  })
})
