// The repository checks itself: order of the rooms, dead files, leftovers, sizes, and docs that agree with the code.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { withoutAnswers } from '../../scripts/docs/examples/blocks.ts'
import { pages } from '../../scripts/docs/pages.ts'
import { errorRegistry } from '../../src/base/error-codes.ts'
import { oauthErrors } from '../../src/oauth/errors.ts'
import { filesUnder, importsOf, isCode, read, root, sources } from './files.ts'
import { rooms } from './rooms.ts'

const code = [...sources, ...filesUnder('test', isCode), ...filesUnder('scripts', isCode)]
const documents = filesUnder('.', path => path.endsWith('.md'))
const none: string[] = []

describe('tidy', () => {
  test('imports go downward, from room to room', () => {
    const rankOf = (path: string) => rooms.indexOf(path.split('/')[1] as string)
    const wrong = sources.flatMap(path => {
      if (rankOf(path) < 0) return [`${path} is in a room that rooms.ts does not know`]
      const upward = importsOf(path).filter(target => target.startsWith('src/') && rankOf(target) > rankOf(path))
      return upward.map(target => `${path} uses ${target}`)
    })
    assert.deepEqual(wrong, none)
  })

  test('every import leads to a file', () => {
    const broken = code.flatMap(path =>
      importsOf(path)
        .filter(target => !existsSync(join(root, target)))
        .map(target => `${path} -> ${target}`),
    )
    assert.deepEqual(broken, none)
  })

  test('no source file is dead: the program, or a script, reaches each of them', () => {
    const reached = new Set<string>()
    const follow = (path: string): void => {
      if (reached.has(path) || !existsSync(join(root, path)) || !isCode(path)) return
      reached.add(path)
      for (const target of importsOf(path)) follow(target)
    }
    // The index of the entities reads its folder: what makes an entity is reached by being there.
    const entities = filesUnder('src/entities', path => isCode(path) && /= entity\(\{/.test(read(path)))
    for (const start of ['src/main.ts', ...entities, ...filesUnder('scripts', isCode)]) follow(start)
    assert.deepEqual(
      sources.filter(path => !reached.has(path)),
      none,
    )
  })

  test('every file opens with a sentence on its job', () => {
    const silent = code.filter(path => !/^(#!.*\n)?\/\/ \S.*[^\s]\n/.test(read(path)))
    assert.deepEqual(silent, none)
  })

  test('no leftover markers, and no test that is left out or alone', () => {
    const markers = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`)
    const words = `(${['on' + 'ly', 'sk' + 'ip', 'to' + 'do'].join('|')})`
    const partial = [
      new RegExp(`\\b(test|it|describe|suite|t)\\.${words}\\b`),
      // In the options, which stand between the title and the function: { name: … } and { name }.
      new RegExp(`\\b(test|it|describe|suite)\\(\\s*(['"\`])(?:(?!\\2).)*\\2,\\s*\\{[^}]*\\b${words}\\s*[:,}]`),
    ]
    for (const given of ["describe('x', { sk" + 'ip: no }, () => {', "test('x', { sk" + 'ip }, () => {'])
      assert.ok(partial[1]?.test(given), given)
    const found = [...code, ...documents].filter(
      path => markers.test(read(path)) || (isCode(path) && partial.some(pattern => pattern.test(read(path)))),
    )
    assert.deepEqual(found, none)
  })

  test('no path of a machine, and no host of a registry', () => {
    const places = new RegExp(
      // SCIM has paths such as /Users/ANN; names of machines' users are in lower case.
      `(^|[\\s"'\`(=:])/(${['wo' + 'rk/', 'ro' + 'ot/', 'ho' + 'me/', 'Us' + 'ers/[a-z]'].join('|')})`,
      'm',
    )
    const found = [...code, ...documents].filter(path => places.test(read(path)))
    assert.deepEqual(found, none)
    assert.ok(!read('package-lock.json').includes('"resolved"'), 'package-lock.json names a registry')
  })

  test('source files stay small', () => {
    const sizes = sources
      .map(path => ({ path, lines: read(path).split('\n').length }))
      .sort((a, b) => a.lines - b.lines)
    const tooLong = sizes.filter(({ lines }) => lines > 300).map(({ path, lines }) => `${path}: ${lines}`)
    assert.deepEqual(tooLong, none)
    const median = sizes[Math.floor(sizes.length / 2)]?.lines ?? 0
    assert.ok(median <= 90, `the median is ${median} lines`)
  })

  test('large rooms are ordered into folders: at most 8 files at the top', () => {
    const large = ['src/base', 'src/storage', 'src/webhooks', 'console/src/ui']
    const crowded = large
      .map(room => ({ room, top: filesUnder(room).filter(file => dirname(file) === room).length }))
      .filter(({ top }) => top > 8)
    assert.deepEqual(crowded, [])
  })

  test('file names are kebab-case', () => {
    const odd = code.filter(
      path => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.(ts|tsx|mjs)$/.test(path.split('/').at(-1) as string),
    )
    assert.deepEqual(odd, none)
  })
})

describe('documents', () => {
  test('the reference is what npm run docs makes of the code', () => {
    for (const [path, make] of Object.entries(pages)) {
      const written = withoutAnswers(read(`docs/reference/${path}`))
      assert.equal(written, make(), `docs/reference/${path} is old: npm run docs`)
    }
  })

  test('the reference has a meaning for every field and sub-field', () => {
    const without = Object.keys(pages)
      .filter(path => path.startsWith('entities/'))
      .flatMap(path =>
        [...read(`docs/reference/${path}`).matchAll(/^\| (`.*?`) .*\| {2}\|$/gm)].map(row => `${path}: ${row[1]}`),
      )
    assert.deepEqual(without, none)
  })

  test('error numbers are negative, unique, and each stands in the reference once, and none besides', () => {
    const codes = Object.values(errorRegistry).map(({ code }) => code)
    assert.equal(new Set(codes).size, codes.length)
    assert.ok(codes.every(code => code < 0))
    const listed = [...read('docs/reference/errors.md').matchAll(/^\| `(-\d+)`/gm)].map(match => Number(match[1]))
    assert.deepEqual(listed, codes)
  })

  test('OAuth error codes are positive, unique, and each stands in the reference once, and none besides', () => {
    const codes = Object.values(oauthErrors).map(({ code }): number => code)
    assert.equal(new Set(codes).size, codes.length)
    assert.ok(codes.every(code => code > 0))
    const listed = [...read('docs/reference/oauth-errors.md').matchAll(/^\| `(\d+)` \| `(\w+)` \|/gm)]
    const named = listed.map(([, code, error]) => `${code} ${error}`)
    assert.deepEqual(
      named.sort(),
      Object.values(oauthErrors)
        .map(({ code, error }) => `${code} ${error}`)
        .sort(),
    )
  })

  test('links between documents lead somewhere', () => {
    const broken = documents.flatMap(path =>
      [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
        .map(match => match[1] as string)
        .filter(target => !existsSync(join(root, dirname(path), target)))
        .map(target => `${path} -> ${target}`),
    )
    assert.deepEqual(broken, none)
  })

  test('what a newcomer looks for is there', () => {
    const expected = ['README', 'ARCHITECTURE', 'CONTRIBUTING', 'CHANGELOG', 'SECURITY'].map(name => `${name}.md`)
    for (const path of [...expected, 'LICENSE', 'Dockerfile', 'compose.yaml', '.ci/run', 'bin/clientele']) {
      assert.ok(existsSync(join(root, path)), path)
    }
    const readme = read('README.md')
    for (const line of ['npm start', 'npm test']) assert.ok(readme.includes(line), line)
  })

  test('bin/clientele and the Dockerfile start Node with the flags of the product', () => {
    const [, list = ''] = /nodeFlags = \[(.+)\]/.exec(read('scripts/lib/node.mjs')) ?? []
    const flags = list.replaceAll("'", '').split(', ')
    assert.ok(flags.length > 1 && flags.every(flag => flag.startsWith('--')))
    assert.ok(read('bin/clientele').includes(` ${flags.join(' ')} `))
    assert.ok(read('Dockerfile').includes(`"${flags.join('", "')}"`))
  })

  test('each room has its paragraph in ARCHITECTURE.md', () => {
    const text = read('ARCHITECTURE.md')
    const here = new Set(sources.map(path => path.split('/')[1] as string).filter(name => !name.endsWith('.ts')))
    assert.deepEqual(
      [...here].filter(room => !text.includes(`**${room}/**`)),
      none,
    )
  })
})
