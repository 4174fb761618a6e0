// Runs every regular expression of the sources on long hostile texts: none may take more than linear time, unless its texts are short.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'

const length = 50_000
/** Linear time takes a few milliseconds; quadratic time takes seconds. */
const mostMs = 1_500

/** A literal behind what an expression can begin after. */
const literal =
  /(?<=[=(,:&|?![{\s])\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n])+)\/([dgimsuvy]*)(?=[\s).,;:\]}?]|$)/gm

/** Files with slow patterns, and why their texts are short. */
const short: Readonly<Record<string, string>> = {
  'src/testing/person.ts': 'pages of this server',
  'src/testing/sign-ins.ts': 'pages of this server',
  'src/storage/postgres/driver/prepared-query.ts': 'names of statements',
  'src/manual/library.ts': 'documents of the product',
  'src/manual/search.ts': 'documents of the product',
  'src/import/formats/vcard.ts': 'at most 200 characters',
  'src/import/columns/column-facts.ts': 'at most 60 characters',
  'src/documents/download-headers.ts': 'at most 200 characters',
  'src/compose/presence.ts': 'names of nodes',
  'src/base/text/decimal.ts': 'at most 100 characters, or digits of this server',
  'src/base/text/duration.ts': 'a setting',
  'src/accounts/passwords.ts': 'digests of this server',
}

const units = [
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  '1',
  '.',
  ',',
  '-',
  '_',
  '=',
  '<',
  '{',
  '(',
  '"',
  "'",
  '/',
  ':',
  ';',
  '@',
  '%',
  '\\',
  '#',
  '\t- ',
  ' a',
  '1,',
  'a.',
  '=4',
  '://',
  'a@',
]

/** What the pattern begins with, as far as it is plain text: `bytes=`. */
const prefixOf = (source: string): string =>
  (/^\^?((?:\\[^\w\s]|[^\\^$.*+?()[\]{}|])*)/.exec(source)?.[1] ?? '').replace(/\\(.)/g, '$1')

/** A division and a comment may look like a literal. */
function isPattern({ source, flags }: { source: string; flags: string }): boolean {
  try {
    return new RegExp(source, flags) !== null
  } catch {
    return false
  }
}

const patterns = globSync('src/**/*.ts')
  .flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(literal)].map(([, source = '', flags = '']) => ({ file, source, flags })),
  )
  .filter(isPattern)

const context = createContext({ RegExp })

/** Whether the pattern takes too long on the text. */
function isSlow(pattern: { source: string; flags: string }, text: string): boolean {
  Object.assign(context, { ...pattern, text })
  try {
    runInContext('text.replace(new RegExp(source, flags.replace("y", "")), "")', context, { timeout: mostMs })
    return false
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true
    throw error
  }
}

test('no pattern of the sources takes more than linear time', () => {
  assert.ok(patterns.length > 200, `${patterns.length} patterns`)
  const slow = patterns.flatMap(({ file, source, flags }) => {
    if (file in short) return []
    const prefix = prefixOf(source)
    const texts = [prefix, ''].flatMap(start =>
      [...units, ...(prefix === '' ? [] : [prefix])].map(unit => `${start}${unit.repeat(length / unit.length)}\u0001`),
    )
    const found = texts.find(text => isSlow({ source, flags }, text))
    return found === undefined ? [] : [`${file}: /${source}/${flags} on ${JSON.stringify(found.slice(0, 20))}…`]
  })
  assert.deepEqual(slow, [])
})
