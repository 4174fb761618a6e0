// Asks many queries in one request, and compares the labels of the records that each finds.
import assert from 'node:assert/strict'
import { type Crm, drivers, type Json, type Person } from './crm.ts'

interface Asking {
  readonly order?: Json
  readonly globalization?: Json
  readonly top?: number
  readonly as?: Person
}

export interface Reader {
  /** Creates a record and remembers it under a label; labels of one letter make short expectations. */
  add(label: string, entity: string, data: Json): Promise<string>
  key(label: string): string
  /** Labels of what each query finds, in the order of the answer: `['A C', '']`. */
  found(entity: string, queries: readonly Json[], asking?: Asking): Promise<string[]>
  /** Each line is a query and the labels it finds. All lines that go wrong are shown, not the first. */
  table(entity: string, lines: readonly (readonly [Json, string])[], asking?: Asking): Promise<void>
  /** Records of one query with the fields asked for, with all drivers. */
  rows(entity: string, query: Json, fields: Json, more?: Json, as?: Person): Promise<Json[]>
  /** Each line is the content of a Read that must be refused: its error code, and the end of its path. */
  refusals(entity: string, lines: readonly (readonly [Json, number, string])[]): Promise<void>
}

/** A batch has at most so many members. */
const batch = 100

export function readerOf(crm: Crm): Reader {
  const labels = new Map<string, string>()
  const keys = new Map<string, string>()
  /** JSON in which keys of known records read as their labels. */
  const labelled = (value: Json) =>
    JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? (labels.get(inner) ?? inner) : inner))
  const found: Reader['found'] = async (entity, queries, asking = {}) => {
    const answers: string[] = []
    for (let from = 0; from < queries.length; from += batch) {
      const body: Json = { Configuration: drivers, Globalization: asking.globalization ?? {} }
      const part = queries.slice(from, from + batch)
      part.forEach((SearchQuery, i) => {
        const Criteria = asking.top === undefined ? { SearchQuery } : { SearchQuery, Top: asking.top }
        body[`${entity}.q${i}`] = { Scope: { Fields: { Key: 1 } }, Criteria, OrderBy: { Fields: asking.order ?? [] } }
      })
      const answer = await crm.ok('Read', body, asking.as)
      part.forEach((_, i) => {
        const { Data } = answer[`${entity}.q${i}`]
        answers.push(Data.map((record: Json) => labels.get(record.Key) ?? '?').join(' '))
      })
    }
    return answers
  }
  /** Compares all lines at once, so that every wrong one is shown. */
  const check = (lines: readonly { asked: Json; expected: string; answer: string }[]) => {
    const wrong = lines.filter(({ expected, answer }) => answer !== expected)
    assert.deepEqual(
      wrong.map(({ asked, answer }) => `${labelled(asked)} -> ${answer}`),
      wrong.map(({ asked, expected }) => `${labelled(asked)} -> ${expected}`),
    )
  }
  return {
    add: async (label, entity, data) => {
      const key = await crm.create(entity, data)
      labels.set(key, label)
      keys.set(label, key)
      return key
    },
    key: label => keys.get(label) ?? assert.fail(`no record ${label}`),
    found,
    table: async (entity, lines, asking) => {
      const answers = await found(
        entity,
        lines.map(([query]) => query),
        asking,
      )
      check(lines.map(([asked, expected], i) => ({ asked, expected, answer: answers[i] as string })))
    },
    rows: async (entity, query, fields, more = {}, as) => {
      const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query, ...more.Criteria }, ...more.Content }
      return (await crm.ok('Read', { [entity]: content, Configuration: drivers, ...more.Body }, as))[entity].Data
    },
    refusals: async (entity, lines) => {
      const answers = await Promise.all(
        lines.map(async ([content]) => {
          const problems = await crm.refused('Read', { [entity]: content, Configuration: drivers })
          return problems.map(problem => `${problem.ErrorCode} ${problem.Path}`)
        }),
      )
      check(
        lines.map(([asked, code, path], i) => ({
          asked,
          expected: `${code} ${entity}${path === '' ? '' : `.${path}`}`,
          answer: (answers[i] as string[]).join('; '),
        })),
      )
    },
  }
}
