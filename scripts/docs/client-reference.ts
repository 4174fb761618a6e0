// Generates the reference of the client package from its sources: what it exports, with parameters and doc comments.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notice, table } from './markdown.ts'

const folder = fileURLToPath(new URL('../../packages/client/src', import.meta.url))
const source = (file: string): string => readFileSync(join(folder, `${file}.ts`), 'utf8')

interface Described {
  readonly name: string
  readonly doc: string
}

const docComment = String.raw`(?:/\*\*((?:(?!\*/)[^])*)\*/\s+)?`

/** The text of a doc comment as one paragraph. */
const docOf = (comment = ''): string =>
  comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The text between an opening bracket and its closing bracket. */
function enclosed(text: string, start: number): string {
  const pairs: Readonly<Record<string, number>> = { '(': 1, '{': 1, '[': 1, ')': -1, '}': -1, ']': -1 }
  let depth = 0
  for (let i = start; i < text.length; i++) {
    depth += pairs[text.charAt(i)] ?? 0
    if (depth === 0) return text.slice(start + 1, i)
  }
  throw new Error(`Nothing closes the bracket at ${start}`)
}

/** The names of parameters; an object that is taken apart is called `options`. */
function parameters(text: string): string {
  const names: string[] = []
  let depth = 0
  let start = 0
  const take = (end: number) => {
    const parameter = text.slice(start, end).trim()
    if (parameter !== '') names.push(/^\w+/.exec(parameter)?.[0] ?? 'options')
    start = end + 1
  }
  for (let i = 0; i < text.length; i++) {
    if ('({[<'.includes(text.charAt(i))) depth++
    else if (')}]'.includes(text.charAt(i)) || (text[i] === '>' && text[i - 1] !== '=')) depth--
    else if (text[i] === ',' && depth === 0) take(i)
  }
  take(text.length)
  return names.join(', ')
}

/** Methods of a class, or of the object that an interface describes. */
function methodsOf(file: string, owner: string): Described[] {
  const text = source(file)
  const body = enclosed(text, text.indexOf('{\n', text.search(new RegExp(`(class|interface) ${owner}\\b`))))
  const form = new RegExp(`^ {2}${docComment}(?:async )?\\*?([a-z]\\w*)(?:<[^(]*>)?(\\()`, 'gm')
  return [...body.matchAll(form)]
    .filter(([, , name]) => name !== 'constructor')
    .map(found => {
      const [whole, comment, name = ''] = found
      return { name: `${name}(${parameters(enclosed(body, found.index + whole.length - 1))})`, doc: docOf(comment) }
    })
}

/** Members of an interface or a class that hold values. */
function membersOf(file: string, owner: string): Described[] {
  const text = source(file)
  const body = enclosed(text, text.indexOf('{\n', text.search(new RegExp(`(class|interface) ${owner}\\b`))))
  const form = new RegExp(`^ {2}${docComment}readonly (\\w+)\\??: `, 'gm')
  return [...body.matchAll(form)].map(([, comment, name = '']) => ({ name, doc: docOf(comment) }))
}

/** What a file exports by name, with its doc comment. */
function exported(file: string, name: string): Described {
  const text = source(file)
  const form = new RegExp(`${docComment}export (?:async )?(?:function\\*?|const|class|interface) ${name}\\b`)
  const found = form.exec(text)
  if (!found) throw new Error(`${file}.ts does not export ${name}`)
  const after = text.slice(found.index + found[0].length)
  const call = /^(?: = (?:async )?)?(?:<[^(]*>)?\(/.exec(after)
  const given = call ? `(${parameters(enclosed(after, call[0].length - 1))})` : ''
  return { name: name + given, doc: docOf(found[1]) }
}

const rows = (head: string, described: readonly Described[]): string =>
  table(
    [head, 'Meaning'],
    described.map(({ name, doc }) => [`\`${name}\``, doc]),
  )

const all = (file: string, ...names: readonly string[]): Described[] => names.map(name => exported(file, name))

const options = (title: string, file: string, owner: string): string =>
  `### ${title}\n\n${rows('Member', membersOf(file, owner))}`

export const clientPage = (): string => `# TypeScript client

${notice}

\`@clientele/client\`, in [packages/client](../../packages/client/README.md), where it is introduced with examples. Types of results,
criteria and writes come from the built-in model, or from that of [your own database](../how-to/type-your-database.md).

## The client

${rows('Function', all('client', 'connect'))}

${rows('Method', methodsOf('client', 'Client'))}

\`read\` gives \`Records\`, which can be iterated:

${rows('Method', methodsOf('records', 'Records'))}

${options('Connection', 'transport', 'Connection')}

${options('Options of each call', 'retry', 'RetryOptions')}

${options('Options of operations', 'operations', 'CallOptions')}

${options('Options of read', 'operations', 'Query')}

${options('Options of writes', 'operations', 'WriteOptions')}

## Errors

${rows('Class', all('errors', 'ClienteleError', 'Refused', 'SignInAgain', 'TryLater', 'Broken'))}

${rows('Class', [...all('feed', 'FeedGap'), ...all('webhooks', 'BadSignature')])}

An abort throws the reason of the \`AbortSignal\`. \`errorCodes\` has the [codes of the data API](errors.md) by name.

## Tokens

${rows('Function', [
  ...all('tokens', 'personalToken', 'pair', 'exchangeCode', 'savePair', 'memoryStore'),
  ...all('node', 'fileStore'),
  ...all('sign-in', 'signInUrl', 'newProofKey', 'newState'),
])}

\`fileStore\` is in \`@clientele/client/node\`. A store of your own has two functions:

${rows('Method', methodsOf('tokens', 'TokenStore'))}

${options('Application', 'tokens', 'Application')}

## Exports, changes and webhooks

${rows('Function', [...all('export', 'exportAll'), ...all('feed', 'follow'), ...all('webhooks', 'verifyWebhook')])}

\`exportAll\` is in \`@clientele/client/export\`, \`follow\` in \`@clientele/client/feed\`, \`verifyWebhook\` in \`@clientele/client/webhooks\`.

\`exportAll\` takes the options of read but \`groupBy\` and \`pageSize\`, and gives \`ExportedRecords\`, which can be iterated:

${rows('Method', methodsOf('export', 'ExportedRecords'))}

${options('Options of follow', 'feed', 'FollowOptions')}
`
