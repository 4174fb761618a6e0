// Tests the quotas of uploads that are not documents yet, and that uploads leave some disk space free.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { type Crm, eachCrm, type Json, type Person } from '../support/crm.ts'

const kibibyte = 1024

interface Answer {
  readonly status: number
  readonly body: Json
}

async function upload(crm: Crm, bytes: number, as: Person = crm.user, streamed = false): Promise<Answer> {
  const piece = Buffer.alloc(64 * kibibyte)
  const body = streamed
    ? new ReadableStream({
        start(controller) {
          for (let sent = 0; sent < bytes; sent += piece.length) controller.enqueue(piece)
          controller.close()
        },
      })
    : Buffer.alloc(bytes)
  const response = await fetch(`${crm.server.url}/api/BinaryUpload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}` },
    body,
    ...(streamed ? { duplex: 'half' } : {}),
  } as RequestInit)
  return { status: response.status, body: await response.json() }
}

const isRefused = ({ status, body }: Answer, message: RegExp): void => {
  assert.deepEqual([status, body.Code, body.Errors?.[0]?.ErrorCode], [200, -1, -1007])
  assert.match(body.Msg[0], message)
}
const taken = async (answer: Promise<Answer>): Promise<string> => {
  const { body } = await answer
  assert.equal(body.Code, 0, JSON.stringify(body))
  return body.BinaryData.Data.BinaryDataId
}

const clock = manualClock(Date.UTC(2026, 0, 20, 12))

eachCrm(
  'Quotas of uploads',
  crm => {
    test('hold for the bytes of a user and of a database, until the uploads are documents or expire', async () => {
      const id = await taken(upload(crm(), 100 * kibibyte))
      isRefused(await upload(crm(), 101 * kibibyte), /Your uploads without a document are limited to 1 MiB/)
      const parent = await crm().create('AbEntry', { CompanyName: 'x' })
      await crm().create('Document', { Name: 'x', ParentKey: parent, BinaryDataId: id }, crm().user)
      await taken(upload(crm(), 150 * kibibyte))
      await taken(upload(crm(), 100 * kibibyte, crm().admin))
      isRefused(await upload(crm(), 100 * kibibyte, crm().admin), /All uploads of this database .* limited to 1 MiB/)
      clock.advance(86_401_000)
      await taken(upload(crm(), 200 * kibibyte))
      clock.advance(86_401_000)
    })
    test('hold for their number', async () => {
      for (let i = 0; i < 5; i++) await taken(upload(crm(), 1))
      isRefused(await upload(crm(), 1), /You have 5 uploads without a document, which is the limit/)
      await taken(upload(crm(), 1, crm().admin))
    })
  },
  {
    clock,
    settings: {
      uploadPendingUser: 200 * kibibyte,
      uploadPendingDatabase: 300 * kibibyte,
      uploadPendingCount: 5,
    },
  },
)

eachCrm(
  'A quota of a streamed upload',
  crm => {
    test('ends an upload that did not say how long it is, and keeps nothing of it', async () => {
      isRefused(await upload(crm(), 12 * kibibyte ** 2, crm().user, true), /limited to 3 MiB/)
      await taken(upload(crm(), 3 * kibibyte ** 2))
    })
  },
  { settings: { uploadPendingUser: 3 * kibibyte ** 2 } },
)

eachCrm(
  'Uploads on a disk that is nearly full',
  (crm, engine) => {
    test('are refused with 503, where the disk is that of the server', async () => {
      const { status, body } = await upload(crm(), 1)
      if (engine === 'postgres') return assert.equal(body.Code, 0)
      assert.equal(status, 503)
      assert.equal(body.Errors[0].ErrorCode, -9000)
      assert.equal((await crm().call('Create', { AbEntry: { Data: { CompanyName: 'x' } } })).Code, 0)
    })
  },
  { settings: { uploadFreeDisk: 1024 ** 5 } },
)
