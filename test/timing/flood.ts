// Floods a server with the requests of one tenant: a program of its own, so that it does not delay the measuring process.
import assert from 'node:assert/strict'
import { constants, setPriority } from 'node:os'
import { drivers, type Json } from '../support/crm.ts'

export const floodNames = ['long queries', 'password hashes', 'uploads', 'validations of 300 records'] as const
export type FloodName = (typeof floodNames)[number]

/** How many clients send one request after the other. */
const width = 6

const scan = (n: number): Json => ({
  AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { LastName: { $LIKE: `%${n}_x%` } } } },
  Configuration: drivers,
})
const users = (n: number): Json => ({
  User: {
    Data: [0, 1, 2].map(i => ({ Uid: `U${n}-${i}`, Email: `u${n}-${i}@x.example`, Password: `pass word ${n} ${i}` })),
  },
})
const checked = { AbEntry: { Data: Array.from({ length: 300 }, () => ({ Type: 'Individual', LastName: 'checked' })) } }
const bytes = new Uint8Array(1024 ** 2)

const requests: Readonly<Record<FloodName, (n: number) => [path: string, body: string | Uint8Array<ArrayBuffer>]>> = {
  'long queries': n => ['Read', JSON.stringify(scan(n))],
  'password hashes': n => ['Create', JSON.stringify(users(n))],
  uploads: () => ['BinaryUpload', bytes],
  'validations of 300 records': () => ['Validate', JSON.stringify(checked)],
}

async function flood(url: string, token: string, name: FloodName): Promise<void> {
  let count = 0
  const client = async (): Promise<void> => {
    for (;;) {
      const [path, body] = requests[name](count++)
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      assert.ok([200, 429, 503].includes(response.status), String(response.status))
      if (count === width) console.log('under way')
    }
  }
  await Promise.all(Array.from({ length: width }, client))
}

if (import.meta.main) {
  // A real flood has processors of its own; here it gets what the server and its other clients leave.
  setPriority(constants.priority.PRIORITY_LOW)
  const [url = '', token = '', name = ''] = process.argv.slice(2)
  await flood(url, token, name as FloodName)
}
