// Checks the structure of the code by its syntax trees: size of functions, imports, exports, dependencies, forbidden code.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as ts from 'typescript/unstable/ast'
import { read } from './files.ts'
import { importersOf, type Module, readModules, visit } from './modules.ts'

const modules = readModules()
const everywhere = [...modules.values()]
// The console is a package of its own: its packages and its knowledge have checks of their own.
const all = everywhere.filter(({ path }) => !path.startsWith('console/'))
const inSource = all.filter(({ path }) => path.startsWith('src/'))
const none: string[] = []

/** `path:line` of every node in these files that the test finds. */
const places = (files: readonly Module[], isWrong: (node: ts.Node) => boolean): string[] =>
  files.flatMap(({ path, tree }) => {
    const found: string[] = []
    visit(tree, node => {
      if (!isWrong(node)) return
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
      found.push(`${path}:${line + 1}: ${node.getText(tree)}`)
    })
    return found
  })

const outside = (...folders: string[]): Module[] =>
  inSource.filter(({ path }) => !folders.some(folder => path.startsWith(folder)))

/** An access to this member of something whose name ends in this word: `field.kind`, `this.#field.kind`. */
const isMember = (node: ts.Node, owner: string, member: string): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === member &&
  new RegExp(`\\b${owner}[!?]?$`, 'i').test(node.expression.getText())

const isComparison = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(node.operatorToken.kind)

describe('functions', () => {
  test('no function is longer than 70 lines', () => {
    const long = everywhere.flatMap(({ path, functions }) =>
      functions
        // The callback of a suite holds its tests.
        .filter(({ lines, isCallback }) => lines > 70 && !(isCallback && path.startsWith('test/')))
        .map(({ name, line, lines }) => `${path}:${line}: ${name} has ${lines} lines`),
    )
    assert.deepEqual(long, none)
  })
})

describe('imports', () => {
  test('no file imports itself by way of others, not even types', () => {
    assert.deepEqual(cyclesOf(modules), none)
  })

  test('small files with one importer stay few', () => {
    // Each of them may be right; many of them are thoughts in pieces. The budget may only fall.
    const budget = 27
    const importers = importersOf(inSource)
    const small = inSource
      .map(({ path, tree }) => ({ path, lines: tree.text.split('\n').length - 1, users: importers.get(path) }))
      .filter(({ lines, users }) => lines < 30 && users?.size === 1)
      .map(({ path, lines, users }) => `${path} (${lines} lines) is used by ${[...(users ?? [])]} alone`)
    assert.equal(
      small.length,
      budget,
      small.length < budget ? 'fewer than the budget: lower it' : `more than ${budget}:\n${small.join('\n')}`,
    )
  })

  test('every export is imported somewhere', () => {
    const taken = new Set(everywhere.flatMap(({ imports }) => imports.flatMap(takenBy)))
    const program = read('bin/clientele')
    const unused = everywhere.flatMap(({ path, exports, tree }) =>
      exports
        .filter(name => !taken.has(`${path} ${name}`) && !taken.has(`${path} *`))
        // The index of the entities reads its folder and takes what makes an entity.
        .filter(name => !tree.text.includes(`export const ${name} = entity({`))
        // The compiler alone reads that file: its exports must compile, or must not.
        .filter(() => path !== 'test/contract/typed-statements.ts')
        // Node loads the reporter by its path.
        .filter(() => path !== 'scripts/lib/slowest-files.mjs')
        // Packages export for others.
        .filter(() => !path.startsWith('packages/'))
        // No extension tells the parser that bin/clientele is code.
        .filter(name => !(path.startsWith('scripts/lib/') && program.includes(name)))
        .map(name => `${path}: ${name}`),
    )
    assert.deepEqual(unused, none)
  })
})

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

  test('packages that take long to load are imported on first use, not at the top of a module', () => {
    const slow = ['@modelcontextprotocol/server', '@simplewebauthn/server', 'jose', 'openid-client']
    const loads = (node: ts.Node) =>
      ts.isImportDeclaration(node) &&
      slow.includes((node.moduleSpecifier as ts.StringLiteral).text) &&
      !/^import type\b/.test(node.getText())
    assert.deepEqual(places(inSource, loads), none)
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
      // A test runs the programs of this page.
      if (read('docs/how-to/oauth-clients.md').includes(`from '${name}'`)) return true
      // Tools are started by their path.
      return elsewhere.some(
        ({ path, tree }) =>
          (path.endsWith('.mjs') && tree.text.includes(`'${name}'`)) || tree.text.includes(`'${name}/bin/`),
      )
    }
    const listed = Object.keys({ ...manifest.devDependencies, ...manifest.optionalDependencies })
    assert.deepEqual(
      listed.filter(name => !isUsed(name)),
      none,
      'not used',
    )
  })
})

describe('knowledge stays where it belongs', () => {
  test('only src/fields asks which kind a field is', () => {
    const asks = places(outside('src/fields/'), node =>
      isComparison(node)
        ? [node.left, node.right].some(side => isMember(side, 'field', 'kind'))
        : ts.isSwitchStatement(node) && isMember(node.expression, 'field', 'kind'),
    )
    assert.deepEqual(asks, none)
  })

  test('only the two engines ask which engine it is', () => {
    const asks = places(
      outside('src/storage/sqlite/', 'src/storage/postgres/', 'src/storage/open.ts'),
      node => isMember(node, 'dialect', 'name') || isMember(node, 'store', 'engine'),
    )
    assert.deepEqual(asks, none)
  })

  test('no regular expression reads the text of a statement', () => {
    const methods = new Set(['test', 'exec', 'match', 'matchAll', 'replace', 'replaceAll', 'search', 'split'])
    const isSql = (node: ts.Node | undefined) => node !== undefined && /(^|\.)(#?sql)$/.test(node.getText())
    const reads = places(
      inSource.filter(({ path }) => path.startsWith('src/storage/')),
      node =>
        ts.isCallExpression(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        methods.has(node.expression.name.text) &&
        (isSql(node.expression.expression) || isSql(node.arguments[0])),
    )
    assert.deepEqual(reads, none)
  })
})

function takenBy({ from, names }: { from: string; names: readonly string[] | null }): string[] {
  return names === null ? [`${from} *`] : names.map(name => `${from} ${name}`)
}

/** Each cycle of imports once, as the way that leads back to its first file. */
function cyclesOf(modules: ReadonlyMap<string, Module>): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const way: string[] = []
  const follow = (path: string): void => {
    const at = way.indexOf(path)
    if (at >= 0) cycles.push([...way.slice(at), path].join(' -> '))
    if (at >= 0 || done.has(path)) return
    way.push(path)
    for (const { from } of modules.get(path)?.imports ?? []) follow(from)
    way.pop()
    done.add(path)
  }
  for (const path of modules.keys()) follow(path)
  return cycles
}
