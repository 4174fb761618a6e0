// Writes the page of conformance: each requirement with the tests that cite its number in their titles.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notice, table } from './markdown.ts'
import { topics } from './requirements.ts'

interface Citation {
  readonly number: string
  readonly title: string
  /** From the root of the repository. */
  readonly path: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A title in quotes whose end is a list of numbers: `a code works once [C-3.1-01, C-5-05]`. */
const cited = /(['"`])((?:\\.|(?!\1).)*) \[((?:[A-Z]-[\w.-]+(?:, )?)+)\]\1/g

/** Every number that a test cites, with the title of the test, in the order of the files. */
export function citations(): Citation[] {
  const folder = join(root, 'test')
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.test.ts'))
  return paths.sort().flatMap(path => {
    const text = readFileSync(join(folder, path), 'utf8')
    return [...text.matchAll(cited)].flatMap(([, , title = '', numbers = '']) =>
      numbers.split(', ').map(number => ({ number, title: plain(title), path: `test/${path}` })),
    )
  })
}

/** What a title says without its escapes and the expressions inside. */
const plain = (title: string): string => title.replace(/\\(.)/g, '$1').replace(/\$\{[^}]*\}/g, '…')

const link = ({ title, path }: Citation): string => `[${title.replace(/[[\]<>*_]/g, '\\$&')}](../../${path})`

export function conformancePage(): string {
  const tests = Map.groupBy(citations(), citation => citation.number)
  const sections = topics.map(({ title, requirements }) => {
    const rows = Object.entries(requirements).map(([number, sentence]) => [
      number,
      sentence,
      (tests.get(number) ?? []).map(link).join('<br>'),
    ])
    return `## ${title}\n\n${table(['Number', 'Requirement', 'Proved by'], rows)}\n`
  })
  return `# Conformance

${notice}

What the specification requires, each with a number that does not change, and the tests that prove it. A test cites
numbers at the end of its title; a requirement that no test cites fails \`npm test\`. Unless a test is about one engine,
it runs on SQLite and on PostgreSQL.

${sections.join('\n')}`
}
