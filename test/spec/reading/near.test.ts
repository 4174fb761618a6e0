// Tests $NEAR and Suggestions against a small reference of the rule, on records with random names.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { eachCrm, type Json } from '../../support/crm.ts'

/** The least number of errors between a word and each beginning of another, by the textbook: any error may follow any other. */
function errorsBetween(a: string, b: string): number[] {
  const far = a.length + b.length
  const cells = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : i)),
  )
  const at = (i: number, j: number) => (cells[i] as number[])[j] as number
  const lastRow = new Map<string, number>()
  for (let i = 1; i <= a.length; i++) {
    let lastMatch = 0
    for (let j = 1; j <= b.length; j++) {
      const [row, column] = [lastRow.get(b[j - 1] as string) ?? 0, lastMatch]
      const same = a[i - 1] === b[j - 1]
      if (same) lastMatch = j
      const swap = row > 0 && column > 0 ? at(row - 1, column - 1) + (i - row - 1) + 1 + (j - column - 1) : far
      const others = [at(i - 1, j - 1) + (same ? 0 : 1), at(i - 1, j) + 1, at(i, j - 1) + 1]
      ;(cells[i] as number[])[j] = Math.min(swap, ...others)
    }
    lastRow.set(a[i - 1] as string, i)
  }
  return cells.at(-1) as number[]
}

const tolerated = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** The errors of a record, null when it is not near. */
function errorsOf(query: string, name: string): number | null {
  const asked = query.split(' ')
  let sum = 0
  for (const [i, word] of asked.entries()) {
    const beginning = i === asked.length - 1
    const errors = name.split(' ').flatMap(one => errorsBetween(word, one).slice(beginning ? 0 : -1))
    const least = Math.min(...errors)
    if (least > tolerated(word)) return null
    sum += least
  }
  return sum
}

/** Few letters, so that many words are near one another. */
const word = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'abcé'), minLength: min, maxLength: max }).map(text => text.replaceAll('é', 'e'))
const name = fc.oneof(
  word(1, 12),
  fc.tuple(word(3, 9), word(6, 12)).map(words => words.join(' ')),
)

function withError(text: string, at: number, kind: number, letter: string): string {
  const place = at % text.length
  const rest = text.slice(place + 1)
  const head = text.slice(0, place)
  if (kind === 0) return head + rest
  if (kind === 1) return head + letter + rest
  if (kind === 2) return head + letter + text[place] + rest
  return head + (rest[0] ?? '') + text[place] + rest.slice(1)
}

eachCrm('Search with typing errors', crm => {
  const names = fc.sample(name, { numRuns: 400, seed: 35 })
  const records: { key: string; name: string }[] = []
  before(async () => {
    const Data = names.map(CompanyName => ({ Key: null, CompanyName }))
    const { AbEntry } = await crm().ok('Create', { AbEntry: { Data } })
    for (const [i, { Key }] of AbEntry.Data.entries()) records.push({ key: Key, name: names[i] as string })
  })

  const read = async (content: Json) => (await crm().ok('Read', { AbEntry: content })).AbEntry
  const found = async (query: Json, order: Json = {}): Promise<string[]> => {
    const keys: string[] = []
    for (let PageKey: unknown = null; ; ) {
      const content = {
        Scope: { Fields: { Key: 1 } },
        Criteria: { SearchQuery: query },
        OrderBy: { ...order, PageKey },
      }
      const page = await read(content)
      keys.push(...page.Data.map((record: Json) => record.Key))
      PageKey = page.PageKey ?? null
      if (PageKey === null) return keys
    }
  }
  /** Nearest first, then in the order of keys, which is that of creation. */
  const expected = (query: string): string[] =>
    records
      .map(record => ({ key: record.key, errors: errorsOf(query, record.name) }))
      .filter(({ errors }) => errors !== null)
      .sort((a, b) => (a.errors as number) - (b.errors as number))
      .map(({ key }) => key)

  test('$NEAR finds what the rule says, the nearest first, page by page', async () => {
    const queries = fc.oneof(
      name,
      fc
        .tuple(fc.constantFrom(...names), fc.nat(20), fc.nat(3), fc.constantFrom(...'abcx'), fc.nat(20), fc.nat(3))
        .map(([text, at, kind, letter, second, other]) =>
          withError(withError(`${text}a`, at, kind, letter), second, other, letter)
            .trim()
            .replace(/\s+/g, ' '),
        ),
    )
    await fc.assert(
      fc.asyncProperty(queries, fc.integer({ min: 1, max: 60 }), async (query, PageSize) => {
        if (query === '') return
        assert.deepEqual(await found({ $NEAR: query }, { PageSize }), expected(query), query)
      }),
      { numRuns: 60, seed: 8 },
    )
  })

  test('$NEAR on a field looks at the words of the field; with an order it is a condition; it nests and counts', async () => {
    const [first, second] = ['baaacbbb', 'abacabac']
    const at = new Map(records.map(({ key }, i) => [key, i]))
    const inOrder = (keys: readonly string[]) => [...keys].sort((a, b) => (at.get(a) as number) - (at.get(b) as number))
    const near = (query: string) => inOrder(expected(query))
    assert.deepEqual(await found({ CompanyName: { $NEAR: first } }, { PageSize: 7 }), expected(first))
    assert.deepEqual(
      inOrder(await found({ CompanyName: { $NEAR: second } }, { Fields: [{ Key: 'DESC' }] })),
      near(second),
    )
    const ordered = await found({ $NEAR: first }, { Fields: [{ Key: 'DESC' }], PageSize: 11 })
    assert.deepEqual(ordered, near(first).toReversed())
    const either = await found({ $OR: [{ $NEAR: first }, { $NEAR: second }] })
    assert.deepEqual(either, inOrder([...new Set([...near(first), ...near(second)])]))
    const both = await found({ $AND: [{ $NEAR: first }, { CompanyName: { $NEAR: second } }] })
    assert.deepEqual(
      inOrder(both),
      near(first).filter(key => near(second).includes(key)),
    )
    const [counted] = (
      await read({ Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: { $NEAR: first } } })
    ).Data
    assert.equal(counted['$COUNT()'], near(first).length)
  })

  test('people, addresses and numbers: words in any order, digits in any form, the domain of an e-mail address', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Coleman Nursery', Email: 'hello@coleman.example' })
    const person = await crm().create('AbEntry', {
      ParentKey: company,
      FirstName: 'Jürgen',
      LastName: 'Kowalski',
      Phone: '0613 555 0199',
    })
    for (const text of [
      'Colman',
      'Coleman Nursary',
      'nursery colemna',
      'Coolemann nurs',
      '@coleman',
      'coleman.example',
    ])
      assert.deepEqual(await found({ $NEAR: text }), [company], text)
    for (const text of ['Kowalsky Jurgen', 'jurgen kovalsk', '+49 613 555-0199', '(613) 5550199', '5550199'])
      assert.deepEqual(await found({ $NEAR: text }), [person], text)
    assert.deepEqual(await found({ LastName: { $NEAR: 'Kovalski' } }), [person])
    assert.deepEqual(await found({ FirstName: { $NEAR: 'Kovalski' } }), [])
  })

  test('a phrase without a hit suggests near names, within the other conditions', async () => {
    const ask = async (query: Json, options: Json = { Suggest: true }) =>
      read({ Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query }, Options: options })
    assert.deepEqual(await ask({ $PHRASE: 'Colman Nursary' }), { Data: [], Suggestions: ['Coleman Nursery'] })
    assert.deepEqual((await ask({ $PHRASE: 'Kowalsky', Type: 'Contact' })).Suggestions, ['Jürgen Kowalski'])
    assert.deepEqual((await ask({ $PHRASE: 'Kowalsky', Type: 'Company' })).Suggestions, [])
    assert.deepEqual(await ask({ $PHRASE: 'Colman Nursary' }, {}), { Data: [] })
    assert.equal((await ask({ $PHRASE: 'Coleman' })).Suggestions, undefined)
    const many = await ask({ $PHRASE: 'abacabacx' })
    assert.equal(many.Suggestions.length <= 5, true)
  })

  test('what $NEAR cannot search is refused', async () => {
    const refused = async (query: Json) =>
      (await crm().refused('Read', { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } } }))[0]
        ?.Message
    assert.match((await refused({ Email: { $NEAR: 'x' } })) ?? '', /\$NEAR cannot be used on Email/)
    assert.match((await refused({ $NEAR: 5 })) ?? '', /takes text to search for/)
    assert.match((await refused({ $NEAR: 'a b c d e f g h i j k' })) ?? '', /has 11 words; at most 10/)
  })
})
