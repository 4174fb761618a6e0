// Serves the floor: bare Fastify over hand-written prepared statements, without authentication or checks.
import Fastify from 'fastify'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import type { Engine } from '../stores.ts'
import { openRunner } from './runner.ts'
import { floorStatements } from './statements.ts'

const [engine, address] = process.argv.slice(2) as [Engine, string]
const runner = openRunner(engine, address)
const sql = floorStatements(engine)
const db = 1
const newId = identifierMaker()

const keyOf = (kind: string, id: unknown) => Buffer.from(`${kind}\t${id}`).toString('base64')
const idOf = (key: string) => Buffer.from(key, 'base64').toString('latin1').split('\t')[1] as string
const iso = (epoch: unknown) => new Date(Number(epoch) * 1000).toISOString().replace('.000Z', 'Z')

const entry = (r: unknown[]) => ({
  Key: keyOf('AbEntry', r[0]),
  Type: r[1],
  CompanyName: r[2],
  FirstName: r[3],
  LastName: r[4],
  Email: r[5],
  Phone: r[6],
  CreationDate: iso(r[7]),
})
const entries = (rows: unknown[][]) => ({ Code: 0, AbEntry: { Data: rows.map(entry) } })

const byKey = runner.prepare(sql.byKey)
const page = runner.prepare(sql.page)
const nextPage = runner.prepare(sql.nextPage)
const phrase = runner.prepare(sql.phrase)
const contacts = runner.prepare(sql.contacts)
const interactions = runner.prepare(sql.interactions)
const insert = runner.prepare(sql.insert)

const app = Fastify()

app.post<{ Body: { key: string } }>('/by-key', async request => {
  const rows = await byKey(db, idOf(request.body.key))
  return {
    Code: 0,
    AbEntry: {
      Data: rows.map(r => ({
        Key: keyOf('AbEntry', r[0]),
        Type: r[1],
        CompanyName: r[2],
        FirstName: r[3],
        LastName: r[4],
        FullName: r[5],
        Position: r[6],
        Email: r[7],
        Phone: r[8],
        Website: r[9],
        CreationDate: iso(r[10]),
        Version: Number(r[11]),
      })),
    },
  }
})

app.post('/page', async () => entries((await page(db)).slice(0, 50)))

app.post<{ Body: { name: string; id: string } }>('/next-page', async ({ body }) =>
  entries((await nextPage(db, body.name, body.id)).slice(0, 50)),
)

app.post<{ Body: { match: string } }>('/phrase', async request => entries(await phrase(db, request.body.match)))

app.post<{ Body: { key: string } }>('/contacts', async request => entries(await contacts(db, idOf(request.body.key))))

app.post<{ Body: { key: string } }>('/interactions', async request => {
  const rows = await interactions(db, idOf(request.body.key))
  return {
    Code: 0,
    Interaction: {
      Data: rows.map(r => ({
        Key: keyOf('Interaction', r[0]),
        Type: r[1] === null ? null : String(r[1]),
        Subject: r[2],
        StartDate: r[3] === null ? null : iso(r[3]),
        Duration: r[4] === null ? null : Number(r[4]),
        Direction: r[5] === null ? null : Number(r[5]),
        Completed: Number(r[6]) === 1,
        CreationDate: iso(r[7]),
      })),
    },
  }
})

app.post<{ Body: { name: string; email: string; phone: string; site: string } }>('/insert', async request => {
  const { name, email, phone, site } = request.body
  const id = newId()
  const now = Math.floor(Date.now() / 1000)
  const texts = [name, email, email, phone, phone, site].flatMap(text => [text, text.toLowerCase()])
  const [company, companyF, ...rest] = texts as [string, string, ...string[]]
  await insert(db, id, 'Company', company, companyF, name, name.toLowerCase(), ...rest, 'JOE', now, 'JOE', now, 1)
  return { Code: 0, AbEntry: { Data: { Key: keyOf('AbEntry', id) } } }
})

app.post('/valid', async () => ({ Code: 0 }))

await app.listen({ host: '127.0.0.1', port: 0 })
const [bound] = app.addresses() as { port: number }[]
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${bound?.port}` })}\n`)
process.on('SIGTERM', () => process.exit(0))
