// Tests documents, the upload and download of their bytes, and profile pictures.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { cleanUpContent } from '../../src/documents/cleanup.ts'
import { type Crm, drivers, eachCrm, type Json, type Person } from '../support/crm.ts'
import { until } from '../support/until.ts'

const mebibyte = 1024 * 1024

async function upload(crm: Crm, bytes: Uint8Array, as: Person = crm.admin): Promise<Json> {
  const response = await fetch(`${crm.server.url}/api/BinaryUpload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'image/png' },
    body: Buffer.from(bytes),
  })
  return response.json()
}

const uploadId = async (crm: Crm, bytes: Uint8Array, as?: Person): Promise<string> =>
  (await upload(crm, bytes, as)).BinaryData.Data.BinaryDataId

function download(crm: Crm, key: string, headers: Record<string, string> = {}, as = crm.admin, method = 'GET') {
  const url = `${crm.server.url}/api/BinaryDownload/${key}`
  return fetch(url, { method, headers: { authorization: `Bearer ${as.token}`, ...headers } })
}

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

async function count(crm: Crm, table: string): Promise<number> {
  const { sql, parameters } = crm.server.store.dialect.dynamicBuilder
    .selectFrom(table)
    .select(eb => eb.fn.countAll().as('n'))
    .compile()
  const ofAll = { sql, params: parameters as never, facts: { reads: true, allTenants: true } }
  const [row] = await crm.server.store.rows<{ n: number }>(ofAll)
  return Number(row?.n)
}

eachCrm('Documents', crm => {
  const entry = () => crm().create('AbEntry', { CompanyName: 'With documents' })
  const attach = async (bytes: Uint8Array, more: Json = {}) =>
    crm().create('Document', {
      Name: 'File',
      ParentKey: await entry(),
      BinaryDataId: await uploadId(crm(), bytes),
      ...more,
    })

  test('a profile picture is found by ParentKey and Type 14, and its bytes are downloaded [C-2.5a-01, C-2.5a-02, C-4.4-06]', async () => {
    const picture = randomBytes(3000)
    const parent = await entry()
    const answer = await upload(crm(), picture)
    assert.equal(answer.Code, 0)
    assert.equal(answer.BinaryData.Data.Size, 3000)
    const { BinaryDataId } = answer.BinaryData.Data
    const data = { Name: 'Portrait', Ext: 'png', Type: 14, ParentKey: parent, BinaryDataId }
    const key = await crm().create('Document', data)
    await crm().create('Document', { Name: 'Other', ParentKey: parent })
    const read = await crm().ok('Read', {
      Document: {
        Scope: { Fields: { Key: 1, Size: 1, Ext: 1, Type: { Key: 1, DisplayValue: 1 } } },
        Criteria: { SearchQuery: { $AND: [{ ParentKey: { $EQ: parent } }, { Type: { $EQ: 14 } }] } },
      },
      Configuration: drivers,
    })
    assert.deepEqual(read.Document.Data, [
      { Key: key, Size: 3000, Ext: 'png', Type: { Key: 14, DisplayValue: 'Picture' } },
    ])
    const response = await download(crm(), key)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.equal(response.headers.get('content-disposition'), 'inline; filename="Portrait.png"')
    assert.deepEqual(await bytesOf(response), picture)
  })

  test('a Read of documents needs its driver [C-4.3-08]', async () => {
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {} } }
    assert.equal((await crm().refused('Read', { Document: content }))[0]?.ErrorCode, -1006)
  })

  test('contents of every size come back byte for byte [C-4.4-06]', async () => {
    for (const size of [0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 3 * mebibyte + 17]) {
      const bytes = randomBytes(size)
      const response = await download(crm(), await attach(bytes))
      assert.equal(response.headers.get('content-length'), String(size))
      assert.equal(Buffer.compare(await bytesOf(response), bytes), 0, `${size} bytes`)
    }
  })

  test('an upload makes one document, unless Options.BinaryFileCleanup is false', async () => {
    const parent = await entry()
    const create = (BinaryDataId: string, Options?: Json, as?: Person) =>
      crm().call(
        'Create',
        { Document: { Data: { Name: 'x', ParentKey: parent, BinaryDataId }, ...(Options ? { Options } : {}) } },
        as,
      )
    const once = await uploadId(crm(), randomBytes(10))
    assert.equal((await create(once)).Code, 0)
    const [problem] = (await create(once)).Errors
    assert.deepEqual([problem.Path, problem.ErrorCode], ['Document.Data.BinaryDataId', -3007])
    const shared = await uploadId(crm(), randomBytes(10))
    assert.equal((await create(shared, { BinaryFileCleanup: false })).Code, 0)
    assert.equal((await create(shared, { BinaryFileCleanup: false })).Code, 0)
    assert.equal((await create(shared)).Code, 0)
    assert.equal((await create(shared)).Code, -1)
    const raced = await uploadId(crm(), randomBytes(10))
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(raced)))
    assert.equal(answers.filter(answer => answer.Code === 0).length, 1)
    assert.equal((await create(await uploadId(crm(), randomBytes(10)), undefined, crm().user)).Code, -1)
    assert.equal((await create('nonsense')).Code, -1)
  })

  test('a refused Create leaves the upload usable, and Validate does not use it up', async () => {
    const BinaryDataId = await uploadId(crm(), randomBytes(10))
    await crm().refused('Create', { Document: { Data: { Name: 'x', BinaryDataId } } })
    const data = { Name: 'x', ParentKey: await entry(), BinaryDataId }
    await crm().ok('Validate', { Document: { Data: data } })
    await crm().create('Document', data)
  })

  test('what was sent as BinaryDataId is never read back', async () => {
    const key = await attach(randomBytes(10))
    const [problem] = await crm().refused('Read', {
      Document: { Scope: { Fields: { BinaryDataId: 1 } }, Criteria: { SearchQuery: { Key: key } } },
      Configuration: drivers,
    })
    assert.equal(problem?.ErrorCode, -3000)
  })

  test('Name and Description are updated; Ext, Size and ParentKey are not', async () => {
    const key = await attach(randomBytes(10), { Ext: 'txt' })
    await crm().ok('Update', { Document: { Data: { Key: key, Name: 'Renamed', Description: 'New' } } })
    assert.deepEqual(await crm().get('Document', key, { Name: 1, Description: 1, Size: 1 }), {
      Name: 'Renamed',
      Description: 'New',
      Size: 10,
    })
    for (const [name, value] of [
      ['Ext', 'exe'],
      ['Size', 1],
      ['ParentKey', await entry()],
    ] as const) {
      const [problem] = await crm().refused('Update', { Document: { Data: { Key: key, [name]: value } } })
      assert.equal(problem?.Path, `Document.Data.${name}`)
    }
  })

  test('a known safe type is shown in place, any other is saved; no document acts as a page of this origin', async () => {
    const cases: [string, string, 'inline' | 'attachment'][] = [
      ['pdf', 'application/pdf', 'inline'],
      ['.JPG', 'image/jpeg', 'inline'],
      ['txt', 'text/plain; charset=utf-8', 'inline'],
      ['svg', 'image/svg+xml', 'attachment'],
      ['html', 'application/octet-stream', 'attachment'],
      ['constructor', 'application/octet-stream', 'attachment'],
      ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'attachment'],
    ]
    for (const [Ext, type, way] of cases) {
      const { headers } = await download(crm(), await attach(randomBytes(4), { Ext }))
      assert.equal(headers.get('content-type'), type, Ext)
      assert.ok(headers.get('content-disposition')?.startsWith(way), Ext)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
    }
  })

  test('a file name with any characters survives, and cannot break out of its header', async () => {
    const key = await attach(randomBytes(4), { Name: 'Bericht "Ä" 日本/a\\b', Ext: 'pdf' })
    const { headers } = await download(crm(), key)
    assert.equal(
      headers.get('content-disposition'),
      `inline; filename="Bericht ___ ___a_b.pdf"; filename*=UTF-8''Bericht%20%22%C3%84%22%20%E6%97%A5%E6%9C%AC_a_b.pdf`,
    )
    const named = await download(crm(), await attach(randomBytes(4), { Name: 'scan.PDF', Ext: 'pdf' }))
    assert.equal(named.headers.get('content-disposition'), 'inline; filename="scan.PDF"')
    const bare = await download(crm(), await attach(randomBytes(4), { Name: 'photo.png' }))
    assert.equal(bare.headers.get('content-type'), 'image/png')
  })

  test('ETag and If-None-Match spare a second download; HEAD says all but the bytes', async () => {
    const bytes = randomBytes(1000)
    const key = await attach(bytes)
    const first = await download(crm(), key)
    const tag = first.headers.get('etag') ?? ''
    assert.equal(tag, `"${createHash('sha256').update(bytes).digest('base64url')}"`)
    assert.equal(first.headers.get('cache-control'), 'private, no-cache')
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await download(crm(), key, { 'if-none-match': header })
      assert.equal(again.status, 304)
      assert.equal(again.headers.get('etag'), tag)
      assert.equal((await bytesOf(again)).length, 0)
    }
    assert.equal((await download(crm(), key, { 'if-none-match': '"x"' })).status, 200)
    const head = await download(crm(), key, {}, crm().admin, 'HEAD')
    assert.equal(head.status, 200)
    assert.equal(head.headers.get('content-length'), '1000')
    assert.equal(head.headers.get('etag'), tag)
  })

  test('Range gives one stretch of bytes, across pieces too', async () => {
    const size = 600 * 1024
    const bytes = randomBytes(size)
    const key = await attach(bytes)
    const good: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=10-19', 10, 20],
      ['bytes=262140-262150', 262140, 262151],
      ['bytes=500000-', 500000, size],
      ['bytes=-7', size - 7, size],
      ['bytes=0-99999999', 0, size],
    ]
    for (const [range, start, end] of good) {
      const response = await download(crm(), key, { range })
      assert.equal(response.status, 206, range)
      assert.equal(response.headers.get('content-range'), `bytes ${start}-${end - 1}/${size}`)
      assert.equal(Buffer.compare(await bytesOf(response), bytes.subarray(start, end)), 0, range)
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const response = await download(crm(), key, { range })
      assert.equal(response.status, 416, range)
      assert.equal(response.headers.get('content-range'), `bytes */${size}`)
    }
    for (const range of ['bytes=1-2,4-5', 'lines=1-2', 'bytes=5-2', 'bytes=-']) {
      const response = await download(crm(), key, { range })
      assert.equal(response.status, 200, range)
      assert.equal((await bytesOf(response)).length, size)
    }
    const tag = (await download(crm(), key)).headers.get('etag') ?? ''
    assert.equal((await download(crm(), key, { range: 'bytes=0-1', 'if-range': tag })).status, 206)
    assert.equal((await download(crm(), key, { range: 'bytes=0-1', 'if-range': '"other"' })).status, 200)
  })

  test('hidden, unknown, deleted, foreign and empty documents are all the same 404, in an envelope', async () => {
    const hiddenParent = await crm().create('AbEntry', {
      CompanyName: 'Secret',
      SecAccess: { Read: [crm().admin.key] },
    })
    const bytes = randomBytes(10)
    const byParent = await attach(bytes, { ParentKey: hiddenParent })
    const own = await attach(bytes, { SecAccess: { Read: [crm().admin.key] } })
    const open = await attach(bytes)
    const empty = await crm().create('Document', { Name: 'No bytes', ParentKey: await entry() })
    const deleted = await attach(bytes)
    await crm().ok('Delete', { Document: { Data: { Key: deleted } } })
    const withParent = await entry()
    const below = await attach(bytes, { ParentKey: withParent })
    await crm().ok('Delete', { AbEntry: { Data: { Key: withParent } } })
    const stranger = await crm().addPerson('ELSE', { Admin: true }, await crm().addDatabase('elsewhere'))
    assert.equal((await download(crm(), open, {}, crm().user)).status, 200)
    assert.equal((await download(crm(), byParent)).status, 200)
    const misses: [string, Person][] = [
      [byParent, crm().user],
      [own, crm().user],
      [open, stranger],
      [empty, crm().admin],
      [deleted, crm().admin],
      [below, crm().admin],
      [withParent, crm().admin],
      ['nonsense', crm().admin],
    ]
    const bodies = new Set<string>()
    for (const [key, person] of misses) {
      const response = await download(crm(), key, {}, person)
      assert.equal(response.status, 404, key)
      bodies.add(await response.text())
    }
    assert.deepEqual(
      [...bodies].map(body => JSON.parse(body).Code),
      [-1],
    )
    await crm().ok('Restore', { AbEntry: { Data: { Key: withParent } } })
    assert.equal((await download(crm(), below)).status, 200)
  })

  test('a token is needed, and data.readonly downloads but does not upload', async () => {
    const key = await attach(randomBytes(10))
    const anonymous = await fetch(`${crm().server.url}/api/BinaryDownload/${key}`)
    assert.equal(anonymous.status, 401)
    const { Token } = await crm().setUp('PersonalAccessToken', {
      Name: 'reader',
      Scope: 'data.readonly',
      UserKey: crm().admin.key,
    })
    const reader = { ...crm().admin, token: Token }
    assert.equal((await download(crm(), key, {}, reader)).status, 200)
    const response = await fetch(`${crm().server.url}/api/BinaryUpload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${Token}` },
      body: Buffer.alloc(5 * mebibyte),
    })
    assert.equal(response.status, 403)
  })
})

eachCrm(
  'Upload limits',
  crm => {
    test('an upload over the limit is 413, announced or not, and leaves nothing behind', async () => {
      const before = await count(crm(), 'binary_chunk')
      assert.equal((await upload(crm(), randomBytes(mebibyte))).Code, 0)
      const over = await fetch(`${crm().server.url}/api/BinaryUpload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${crm().admin.token}` },
        body: Buffer.alloc(mebibyte + 1),
      })
      assert.equal(over.status, 413)
      assert.equal(((await over.json()) as Json).Errors[0].ErrorCode, -1007)
      const stream = new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(100_000))
        },
      })
      const endless = await fetch(`${crm().server.url}/api/BinaryUpload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${crm().admin.token}` },
        body: stream,
        duplex: 'half',
      } as RequestInit).catch(() => null)
      if (endless) assert.equal(endless.status, 413)
      assert.equal(await count(crm(), 'binary_chunk'), before + 4)
    })

    test('a client that goes away in the middle leaves nothing behind', async () => {
      const before = [await count(crm(), 'binary_content'), await count(crm(), 'binary_chunk')]
      const { port, hostname } = new URL(crm().server.url)
      await new Promise<void>(resolve => {
        const socket = connect(Number(port), hostname, () => {
          const head = [
            'POST /api/BinaryUpload HTTP/1.1',
            'Host: x',
            `Authorization: Bearer ${crm().admin.token}`,
            'Content-Length: 1000000',
          ]
          socket.write(`${head.join('\r\n')}\r\n\r\n`)
          socket.write(Buffer.alloc(600_000), () => setTimeout(() => socket.destroy(), 100))
        })
        socket.on('close', () => resolve())
      })
      await until(async () => {
        const left = [await count(crm(), 'binary_content'), await count(crm(), 'binary_chunk')]
        return left.join() === before.join()
      }, 'The end of the broken upload')
    })
  },
  { settings: { uploadLimit: mebibyte } },
)

const clock = manualClock(Date.UTC(2026, 0, 1))
const day = 24 * 3600 * 1000

eachCrm(
  'Unused uploads',
  crm => {
    test('an upload can be used for a day, judged when it is used, and its bytes are dropped later', async () => {
      const parent = await crm().create('AbEntry', { CompanyName: 'Late' })
      const document = (BinaryDataId: string) => ({
        Document: { Data: { Name: 'x', ParentKey: parent, BinaryDataId } },
      })
      const [early, late] = [await uploadId(crm(), randomBytes(10)), await uploadId(crm(), randomBytes(10))]
      clock.advance(day - 1000)
      const used = (await crm().ok('Create', document(early))).Document.Data.Key
      clock.advance(1000)
      assert.equal((await crm().refused('Create', document(late)))[0]?.ErrorCode, -3007)
      clock.advance(1000)
      assert.equal(await cleanUpContent(crm().server.store, clock), 1)
      assert.equal(await count(crm(), 'binary_content'), 1)
      assert.equal(await count(crm(), 'binary_chunk'), 1)
      assert.equal((await download(crm(), used)).status, 200)
      await crm().ok('Update', {
        Document: { Data: { Key: used, BinaryDataId: await uploadId(crm(), randomBytes(20)) } },
      })
      assert.equal(await cleanUpContent(crm().server.store, clock), 1)
      assert.equal((await bytesOf(await download(crm(), used))).length, 20)
      assert.equal(await cleanUpContent(crm().server.store, clock), 0)
    })
  },
  { clock },
)
