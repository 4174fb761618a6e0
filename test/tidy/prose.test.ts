// Checks the prose of code, documents and texts: phrases that hide who does what, and names that are no things.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { filesUnder, isCode, read } from './files.ts'

const folders = ['src', 'console/src', 'packages', 'bin', 'scripts', 'bench', 'test', 'docs', '.']
const isProse = (path: string): boolean => isCode(path) || path.endsWith('.md') || path.startsWith('bin/')
const files = [...new Set(folders.flatMap(folder => filesUnder(folder, isProse)))].filter(
  path => path !== 'test/tidy/prose.test.ts',
)

/** How many lines have such a phrase or such a name. A lower count fails too, so that the budget follows it down. */
const budgets = { phrases: 0, vagueTypes: 0 }

/** Words in capitals (NOBODY), before `@` or alone in quotes ('nobody') are data, not prose. */
const phrases =
  /\b(?:[Ww]hoever|[Nn]obody|[Ss]omebody|[Ii]s told|[Aa]re told|[Hh]ears|[Tt]hose who|[Oo]ne who|[Tt]he one that|[Hh]as it said|[Aa]s it was had)\b(?!@|(?<=['"]\w+)['"])/

/** Names of types that are participles or say only that there is a place: the name is to say what the thing is. */
const vagueTypes = /^(?:export )?(?:interface|type|class) (Place|Waiting|Sent|Shown|Found|Done|Told|Asked)\b/

const linesWith = (wanted: RegExp): string[] =>
  files.flatMap(path =>
    read(path)
      .split('\n')
      .flatMap((line, i) => (wanted.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
  )

function assertCount(found: readonly string[], budget: number): void {
  const message = found.length < budget ? 'lower the budget' : `more than the budget:\n${found.join('\n')}`
  assert.equal(found.length, budget, `${found.length} instead of ${budget}: ${message}`)
}

describe('prose', () => {
  test('phrases that hide who does what stay within their budget', () =>
    assertCount(linesWith(phrases), budgets.phrases))

  test('types are named after what they are', () => assertCount(linesWith(vagueTypes), budgets.vagueTypes))

  test('data is no prose', () => {
    for (const line of ["Uid: 'NOBODY'", "'nobody@example.com'", "CompanyName: 'Nobody' }", '{"Nobody": {}}'])
      assert.doesNotMatch(line, phrases)
    for (const line of ['Nobody waits', "'nobody waits'", "that nobody's request"]) assert.match(line, phrases)
  })
})
