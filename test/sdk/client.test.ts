// Tests the client package against a real server: types, pages, writes that survive lost answers, errors, documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Broken, connect, personalToken, Refused, SignInAgain, TryLater } from '../../packages/client/src/index.ts'
import { eachCrm } from '../support/crm.ts'

type Fetch = typeof fetch

/** A fetch whose nth call fails in a certain way; the calls before and after it go through. */
const failing = (nth: number, how: (go: () => Promise<Response>) => Promise<Response>): Fetch & { calls: number } => {
  const send = ((input: string | URL | Request, init?: RequestInit) => {
    send.calls++
    return send.calls === nth ? how(() => fetch(input, init)) : fetch(input, init)
  }) as Fetch & { calls: number }
  send.calls = 0
  return send
}

/** The server has executed the request; its answer does not arrive. */
const lost = async (go: () => Promise<Response>): Promise<Response> => {
  await (await go()).text()
  throw new TypeError('fetch failed')
}
/** The answer breaks off in the middle. */
const cut = async (go: () => Promise<Response>): Promise<Response> => {
  const text = await (await go()).text()
  return new Response(text.slice(0, text.length / 2), { status: 200 })
}

eachCrm('the client package', crm => {
  const client = (more: { fetch?: Fetch; token?: string; deadlineMs?: number } = {}) => {
    const { token = crm().admin.token, ...rest } = more
    return connect({ url: crm().server.url, auth: personalToken(token), ...rest })
  }
  const companies = async (names: readonly string[]): Promise<void> => {
    const written = client().createAll(
      'AbEntry',
      names.map(CompanyName => ({ Type: 'Company', CompanyName })),
    )
    let count = 0
    for await (const { Key } of written) count += Key === '' ? 0 : 1
    assert.equal(count, names.length)
  }

  test('reads are typed by their selector and come in pages', async () => {
    const names = Array.from({ length: 25 }, (_, i) => `Paged ${String(i).padStart(2, '0')}`)
    await companies(names)
    const rows = client().read(
      'AbEntry',
      { Key: 1, CompanyName: 1, Version: 1, Creator: { Uid: 1 } },
      { where: { CompanyName: { $LIKE: 'Paged %' } }, orderBy: [{ CompanyName: 'ASC' }], pageSize: 10 },
    )
    const found: (string | null)[] = []
    for await (const row of rows) {
      // These assignments are checked by the compiler.
      const key: string = row.Key
      const version: number = row.Version
      const uid: string | number | boolean | null | undefined = row.Creator?.Uid
      assert.ok(key !== '' && version === 1 && uid === 'MASTER')
      found.push(row.CompanyName)
    }
    assert.deepEqual(found, names)
    const pages: number[] = []
    for await (const page of rows.pages()) pages.push(page.length)
    assert.deepEqual(pages, [10, 10, 5])
    const where = { CompanyName: { $LIKE: 'Paged %' } }
    assert.equal((await client().read('AbEntry', { Key: 1 }, { where, top: 12, pageSize: 10 }).all()).length, 12)
    assert.equal(
      await client()
        .read('AbEntry', { Key: 1 }, { where: { CompanyName: 'Nobody' } })
        .first(),
      null,
    )
  })

  test('a record is created, read, changed with its Version, deleted and restored', async () => {
    const { Key } = await client().create('AbEntry', { Type: 'Company', CompanyName: 'Round Trip' })
    const read = await client().get('AbEntry', Key, { CompanyName: 1, Version: 1, Parent: { CompanyName: 1 } })
    assert.deepEqual(read, { CompanyName: 'Round Trip', Version: 1, Parent: null })
    await client().update('AbEntry', { Key, Version: 1, CompanyName: 'Round Trip Ltd' })
    const stale = await client()
      .update('AbEntry', { Key, Version: 1, CompanyName: 'Too late' })
      .catch((error: unknown) => error)
    assert.ok(stale instanceof Refused)
    assert.equal(stale.problem('VersionConflict')?.path, 'AbEntry.Data.Version')
    assert.equal(stale.problem('VersionConflict')?.suggestion, null)
    assert.match(stale.requestId ?? '', /\w/)
    const misspelt = await client()
      .call('Update', { AbEntry: { Data: { Key, CompanyNam: 'x' } } })
      .catch((error: unknown) => error)
    assert.ok(misspelt instanceof Refused)
    assert.equal(misspelt.problem('UnknownField')?.suggestion, 'CompanyName')
    await client().delete('AbEntry', Key)
    assert.equal(await client().get('AbEntry', Key, { Key: 1 }), null)
    await client().restore('AbEntry', Key)
    assert.deepEqual(await client().get('AbEntry', Key, { CompanyName: 1 }), { CompanyName: 'Round Trip Ltd' })
  })

  for (const [name, fault] of [
    ['lost', lost],
    ['cut', cut],
  ] as const) {
    test(`a write whose answer is ${name} is repeated and done once`, async () => {
      const fetch = failing(1, fault)
      const { Key } = await client({ fetch }).create('AbEntry', { Type: 'Company', CompanyName: `Once ${name}` })
      assert.equal(fetch.calls, 2)
      const found = await client()
        .read('AbEntry', { Key: 1 }, { where: { CompanyName: `Once ${name}` } })
        .all()
      assert.deepEqual(found, [{ Key }])
    })
  }

  test('HTTP 429 and 503 are repeated after Retry-After, and thrown when that is too long', async () => {
    const busy = (seconds: number) => async () =>
      new Response('{"Code":-1,"Msg":["Busy"]}', { status: 503, headers: { 'retry-after': String(seconds) } })
    const soon = failing(1, busy(0))
    assert.deepEqual(
      await client({ fetch: soon })
        .read('AbEntry', { Key: 1 }, { where: { CompanyName: 'x' } })
        .all(),
      [],
    )
    assert.equal(soon.calls, 2)
    const never = failing(1, busy(600))
    const told = await client({ fetch: never })
      .read('AbEntry', { Key: 1 })
      .first()
      .catch((error: unknown) => error)
    assert.ok(told instanceof TryLater)
    assert.deepEqual([told.retryAfterMs, told.message, never.calls], [600_000, 'Busy', 1])
  })

  test('an unreachable server gives TryLater within the deadline, and an abort rejects at once', async () => {
    const gone = connect({ url: 'http://127.0.0.1:9', auth: personalToken('x'), deadlineMs: 300 })
    await assert.rejects(gone.read('AbEntry', { Key: 1 }).first(), TryLater)
    const controller = new AbortController()
    controller.abort(new Error('enough'))
    await assert.rejects(client().read('AbEntry', { Key: 1 }, { signal: controller.signal }).first(), /enough/)
  })

  test('a silent server gives TryLater within the deadline, which does not cut the bytes of a document', async () => {
    const silent: Fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true }),
      )
    const late = await client({ fetch: silent, deadlineMs: 200 })
      .read('AbEntry', { Key: 1 })
      .first()
      .catch((error: unknown) => error)
    assert.ok(late instanceof TryLater, String(late))
    assert.match(late.message, /did not answer in time/)
    const slowly: Fetch = async (_, init) => {
      const parts = ['slow ', 'bytes']
      const body = new ReadableStream({
        async pull(stream) {
          await new Promise(resolve => setTimeout(resolve, 150))
          const part = parts.shift()
          if (init?.signal?.aborted) stream.error(init.signal.reason)
          else if (part === undefined) stream.close()
          else stream.enqueue(new TextEncoder().encode(part))
        },
      })
      return new Response(body)
    }
    const document = await client({ fetch: slowly, deadlineMs: 200 }).download('key')
    assert.equal(await document.text(), 'slow bytes')
  })

  test('groups have aggregates, and come in one page', async () => {
    const groups = await client()
      .read('AbEntry', { Type: 1, '$COUNT()': 1 }, { groupBy: ['Type'], where: { CompanyName: { $LIKE: 'Paged %' } } })
      .all()
    assert.deepEqual(groups, [{ Type: 'Company', '$COUNT()': 25 }])
  })

  test('errors say what to do next', async () => {
    const error = (promise: Promise<unknown>) =>
      promise.then(
        () => null,
        (e: unknown) => e,
      )
    const refused = await error(client().call('Create', { AbEntry: { Data: { Type: 'Company', Nam: 1 } } }))
    assert.ok(refused instanceof Refused && refused.problem('UnknownField')?.path === 'AbEntry.Data.Nam')
    assert.ok((await error(client({ token: 'wrong' }).get('AbEntry', 'x', { Key: 1 }))) instanceof SignInAgain)
    const broken = failing(1, async () => new Response('<html>', { status: 502 }))
    assert.ok((await error(client({ fetch: broken }).call('Read', {}))) instanceof Broken)
  })

  test('an upsert creates once, then updates, and refuses an ambiguous match', async () => {
    const data = { Type: 'Individual', LastName: 'Upsert', Email: 'upsert@example.com' } as const
    const first = await client().upsert('AbEntry', data, { match: ['Email'] })
    const second = await client().upsert('AbEntry', { ...data, FirstName: 'Una' }, { match: ['Email'] })
    assert.deepEqual([first.Result, second.Result, second.Key], ['Created', 'Updated', first.Key])
    await client().create('AbEntry', data)
    const refused = await client()
      .upsert('AbEntry', data, { match: ['Email'] })
      .catch((error: unknown) => error)
    assert.ok(refused instanceof Refused)
    assert.ok(refused.problem('AlreadyExists'))
  })

  test('awaiting createAll, updateAll and upsertAll does the work', async () => {
    const names = Array.from({ length: 1_200 }, (_, i) => `Awaited ${i}`)
    const made = await client().createAll(
      'AbEntry',
      names.map(CompanyName => ({ Type: 'Company', CompanyName }) as const),
    )
    assert.equal(new Set(made.map(({ Key }) => Key)).size, 1_200)
    const changed = await client().updateAll('AbEntry', [{ Key: made[0]?.Key as string, Website: 'https://a.example' }])
    assert.deepEqual(
      changed.map(({ Key }) => Key),
      [made[0]?.Key],
    )
    const keyed = ['1', '2', '1'].map(Key => ({ ExternalKey: { Source: 'SDK', Key }, CompanyName: `Keyed ${Key}` }))
    const results = await client().upsertAll('AbEntry', keyed)
    assert.deepEqual(
      results.map(({ Result }) => Result),
      ['Created', 'Created', 'Unchanged'],
    )
    const read = await client()
      .read('AbEntry', { CompanyName: 1 }, { where: { CompanyName: { $LIKE: 'Awaited %' } } })
      .all()
    assert.equal(read.length, 1_200)
  })

  test('createAll that is neither awaited nor iterated does the work too, and fails where it is awaited', async () => {
    const started = client().createAll('AbEntry', [{ Type: 'Company', CompanyName: 'Floating' }])
    const count = async () =>
      (
        await client()
          .read('AbEntry', { Key: 1 }, { where: { CompanyName: 'Floating' } })
          .all()
      ).length
    while ((await count()) === 0) await new Promise(resolve => setTimeout(resolve, 10))
    assert.equal((await started).length, 1)
    assert.equal(await count(), 1)
    const wrong = client().createAll('AbEntry', [{ Type: 'Company', CompanyName: '' }])
    await assert.rejects(async () => wrong, Refused)
  })

  test('a batch is one transaction', async () => {
    const done = await client().batch('Create', {
      'AbEntry.one': { Type: 'Company', CompanyName: 'Batch one' },
      'AbEntry.two': { Type: 'Company', CompanyName: 'Batch two' },
    })
    assert.notEqual(done['AbEntry.one'].Key, done['AbEntry.two'].Key)
    const half = client().batch('Create', {
      'AbEntry.one': { Type: 'Company', CompanyName: 'Half' },
      // @ts-expect-error A Type that there is not.
      'AbEntry.two': { Type: 'Nonsense' },
    })
    await assert.rejects(half, Refused)
    assert.equal(
      await client()
        .read('AbEntry', { Key: 1 }, { where: { CompanyName: 'Half' } })
        .first(),
      null,
    )
  })

  test('options and mandatory fields can be asked for', async () => {
    const { MrMs } = await client().fieldOptions('AbEntry', { MrMs: [{ Key: 1, DisplayValue: 1 }] })
    assert.ok(MrMs.length > 0 && typeof MrMs[0]?.DisplayValue === 'string')
    const { Key } = await client().create('AbEntry', { Type: 'Company', CompanyName: 'Validated' })
    const mandatory = await client().validate('Opportunity', { Key: null, AbEntryKey: Key, Objective: 'x' })
    assert.equal(mandatory.Objective?.Mandatory, true)
  })

  test('documents go up and down as bytes and streams', async () => {
    const { Key: parent } = await client().create('AbEntry', { Type: 'Company', CompanyName: 'Documents' })
    const stream = new Blob(['streamed bytes']).stream()
    for (const bytes of [new TextEncoder().encode('some bytes'), stream]) {
      const BinaryDataId = await client().upload(bytes)
      const { Key } = await client().create('Document', { Name: 'note.txt', ParentKey: parent, BinaryDataId })
      const text = await (await client().download(Key)).text()
      assert.match(text, /^(some|streamed) bytes$/)
    }
  })
})
