// Parses the examples of a Markdown page: a fenced request, and the fenced answer that follows it.

/** A request as the page shows it; names in angle brackets stand for values of the run. */
export interface Example {
  /** The number of the line that opens the request, from 1. */
  readonly line: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** Words after the language of the fence: `key=bakery,ferry`, `as=BEN`, `after=61`, `first=3`. */
  readonly options: ReadonlyMap<string, string>
}

interface Fence {
  /** Indexes of the lines that open and close it. */
  readonly from: number
  readonly to: number
  readonly info: string
  readonly content: readonly string[]
}

interface Placed extends Example {
  readonly request: Fence
  readonly answer: Fence | null
}

/** Answers an example with the Markdown of its answer. */
type Ask = (example: Example) => Promise<string>

export const hasExamples = (page: string): boolean => placed(page).length > 0

/** The page with the answer of every example, asked in the order of the page. */
export async function fillAnswers(page: string, ask: Ask): Promise<string> {
  const lines = page.split('\n')
  const filled: string[] = []
  let at = 0
  for (const example of placed(page)) {
    filled.push(...lines.slice(at, example.request.to + 1), '', await ask(example))
    at = (example.answer ?? example.request).to + 1
  }
  return [...filled, ...lines.slice(at)].join('\n')
}

/** The page as its author writes it. */
export function withoutAnswers(page: string): string {
  const lines = page.split('\n')
  for (const { request, answer } of placed(page).toReversed()) {
    if (answer) lines.splice(request.to + 1, answer.to - request.to)
  }
  return lines.join('\n')
}

function placed(page: string): Placed[] {
  const fences = fencesOf(page)
  return fences.flatMap((request, i) => {
    const example = requestIn(request)
    if (!example) return []
    const next = fences[i + 1]
    const between = next ? page.split('\n').slice(request.to + 1, next.from) : []
    const follows = next && between.every(line => line === '') && isAnswer(next)
    return [{ ...example, request, answer: follows ? next : null }]
  })
}

function fencesOf(page: string): Fence[] {
  const fences: Fence[] = []
  const lines = page.split('\n')
  for (let from = 0; from < lines.length; from++) {
    const info = /^```(.*)$/.exec(lines[from] as string)?.[1]
    if (info === undefined) continue
    const to = lines.indexOf('```', from + 1)
    if (to < 0) throw new Error(`Line ${from + 1}: the block does not end.`)
    fences.push({ from, to, info, content: lines.slice(from + 1, to) })
    from = to
  }
  return fences
}

const isAnswer = ({ info, content }: Fence): boolean =>
  info === 'json' || (info === 'http' && /^HTTP\/1\.1 /.test(content[0] ?? ''))

function requestIn(fence: Fence): Example | null {
  const [language, ...words] = fence.info.split(' ')
  const options = new Map(words.map(word => word.split('=', 2) as [string, string]))
  const line = fence.from + 1
  if (language === 'http' && !isAnswer(fence)) return { line, options, ...parseHttp(fence.content, line) }
  if (language === 'sh' && fence.content[0]?.startsWith('curl ')) {
    return { line, options, ...parseCurl(fence.content.join('\n'), line) }
  }
  return null
}

type Request = Pick<Example, 'method' | 'target' | 'headers' | 'body'>

function parseHttp(lines: readonly string[], line: number): Request {
  const [, method, target] = /^([A-Z]+) (\/\S*)$/.exec(lines[0] ?? '') ?? []
  if (method === undefined || target === undefined) throw new Error(`Line ${line}: no request such as POST /api/Read.`)
  const blank = lines.indexOf('')
  const head = lines.slice(1, blank < 0 ? lines.length : blank)
  const headers = new Map(head.map(text => [text.split(':', 1)[0]?.toLowerCase() ?? '', text.replace(/^[^:]*: */, '')]))
  return { method, target, headers, body: blank < 0 ? '' : lines.slice(blank + 1).join('\n') }
}

/** The few forms of curl that the documents use: an address, `-X`, `-H "..."` and `-d '...'`. */
function parseCurl(text: string, line: number): Request {
  const target = /http:\/\/localhost:8080(\/[^\s"']*)/.exec(text)?.[1]
  if (target === undefined) throw new Error(`Line ${line}: the curl line has no address at http://localhost:8080.`)
  const body = /-d '([^']*)'/.exec(text)?.[1] ?? ''
  const method = /-X ([A-Z]+)/.exec(text)?.[1] ?? (body === '' ? 'GET' : 'POST')
  const headers = [...text.matchAll(/-H ["']([^:"']+): *([^"']*)["']/g)].map(
    ([, name = '', value = '']) => [name.toLowerCase(), value.replace('$TOKEN', '<token>')] as const,
  )
  return { method, target, headers: new Map(headers), body }
}
