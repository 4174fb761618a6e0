// A program that shares a token file with others: at each line of its standard input it reads once, and says what came of it.
import { createInterface } from 'node:readline'
import { connect, pair, TryLater } from '../../packages/client/src/index.ts'
import { fileStore } from '../../packages/client/src/node.ts'

const { CRM_URL: url = '', CRM_APPLICATION: application = '{}', CRM_TOKENS: path = '' } = process.env
const crm = connect({ url, auth: pair(fileStore(path), JSON.parse(application)), deadlineMs: 60_000 })

const read = () => crm.read('AbEntry', { Key: 1 }, { top: 1 }).all()

for await (const _line of createInterface({ input: process.stdin })) {
  try {
    // Many answers in a row may be lost: then the time to try again has come later.
    await read().catch((error: unknown) => (error instanceof TryLater ? read() : Promise.reject(error)))
    console.log('ok')
  } catch (error) {
    console.log(`${(error as Error).name}: ${(error as Error).message}`)
  }
}
