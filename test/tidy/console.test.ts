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

  test('no ref is written while a component renders', () => {
    const found = [...readModules().values()]
      .filter(({ path }) => path.startsWith('console/src/'))
      .flatMap(({ path, tree }) => {
        const written: string[] = []
        visit(tree, node => {
          if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return
          if (!ts.isPropertyAccessExpression(node.left) || node.left.name.text !== 'current') return
          if (isRender(functionAround(node))) written.push(`${path}: ${node.getText(tree)}`)
        })
        return written
      })
    assert.deepEqual(found, none)
  })

  function functionAround(node: ts.Node): ts.Node | undefined {
    let around: ts.Node | undefined = node.parent
    while (
      around &&
      !ts.isFunctionDeclaration(around) &&
      !ts.isArrowFunction(around) &&
      !ts.isFunctionExpression(around)
    )
      around = around.parent
    return around
  }

  /** A component or a hook: a function with the name of one, or the value of such a constant. */
  function isRender(node: ts.Node | undefined): boolean {
    if (node === undefined) return false
    const named = ts.isFunctionDeclaration(node) ? node : node.parent
    const name = named && (ts.isFunctionDeclaration(named) || ts.isVariableDeclaration(named)) ? named.name : undefined
    return name !== undefined && ts.isIdentifier(name) && /^(use[A-Z]|[A-Z])/.test(name.text)
  }

  /** What is inside `<code>` is the same in every language. */
  function isCodeBlock(node: ts.Node): boolean {
    const parent = node.parent
    return ts.isJsxElement(parent) && parent.openingElement.tagName.getText() === 'code'
  }
})

describe('unit tests of the console', () => {
  const modules = readModules()
  const isOfBrowser = (from: string): boolean =>
    /^(react|react-dom|@mantine|@tanstack)(\/|$)/.test(from) || /\.(tsx|css)$/.test(from)
  // The dictionaries are compared below; the API client and its failures are tested with the client package.
  const others = /^console\/src\/(texts\/|api\/(client|envelope|errors)\.ts$)/

  /** The files of the console that Node can load: no import that is left without types leads to React, a component or a style sheet. */
  function pureModules(): string[] {
    const known = new Map<string, boolean>()
    const isPure = (path: string): boolean => {
      if (isOfBrowser(path)) return false
      const before = known.get(path)
      if (before !== undefined) return before
      known.set(path, true)
      const loaded = (modules.get(path)?.imports ?? []).filter(({ isType }) => !isType)
      const pure = loaded.every(({ from }) => isPure(from))
      known.set(path, pure)
      return pure
    }
    return sources.filter(path => isPure(path) && !path.endsWith('.d.ts') && !others.test(path))
  }

  /** A file of types alone does nothing that could be tested. */
  const hasCode = (path: string): boolean =>
    modules
      .get(path)
      ?.tree.statements.some(
        node => !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node) && !ts.isImportDeclaration(node),
      ) ?? false

  test('each module without React has one', () => {
    const tested = new Set(
      [...modules.values()]
        .filter(({ path }) => path.startsWith('test/console/unit/') && path.endsWith('.test.ts'))
        .flatMap(({ imports }) => imports.filter(({ isType }) => !isType).map(({ from }) => from)),
    )
    const pure = pureModules().filter(hasCode)
    assert.ok(pure.length > 70, `${pure.length} modules`)
    assert.deepEqual(
      pure.filter(path => !tested.has(path)),
      none,
    )
  })
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
    // It watches files on a Mac, which a build does not; the build runs npm without scripts.
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
