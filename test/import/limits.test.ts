// Tests that files that would take the server much work or memory are refused with the limit, and that what is within it is read.
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { zipArchive } from '../../src/export/formats/zip.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { importerOf } from './support.ts'

const mebibyte = 1024 ** 2
const query = (format: string) => `entity=AbEntry&format=${format}`

const workbook = async (sheet: string, strings: string): Promise<Uint8Array> =>
  buffer(
    zipArchive([
      { name: 'xl/worksheets/sheet1.xml', pieces: [`<worksheet><sheetData>${sheet}</sheetData></worksheet>`] },
      { name: 'xl/sharedStrings.xml', pieces: [`<sst>${strings}</sst>`] },
    ]),
  )
const row = (...values: readonly number[]): string =>
  `<row>${values.map(value => `<c t="s"><v>${value}</v></c>`).join('')}</row>`

eachCrm('Limits on files of imports', crm => {
  const api = importerOf(crm)
  const refused = async (format: string, content: string | Uint8Array, limit: RegExp) => {
    const answer = await api.upload(content, query(format))
    assert.ok([400, 422].includes(answer.http), JSON.stringify(answer).slice(0, 200))
    assert.match(answer.Msg[0], limit)
  }

  test('what is over a limit is refused by its name', async () => {
    await refused('csv', `a,b\n"${'x,'.repeat(1.1 * mebibyte)}`, /row is too long/)
    await refused('csv', `${'a'.repeat(201)},b\n1,2\n`, /heading of column 1 has 201 characters; at most 200/)
    await refused('csv', `a\nx${','.repeat(600)}x\n`, /more than 500 columns/)
    await refused('ndjson', `{"a":"${'x'.repeat(mebibyte + 70_000)}`, /longer than 1 MiB/)
    await refused('ndjson', `{"a":${'['.repeat(33)}${']'.repeat(33)}}\n`, /at most 32 levels/)
    await refused('ndjson', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`, /at most 32 levels/)
    await refused('ndjson', `{"a":[${'[],'.repeat(70_000)}[]]}\n`, /at most 64 KiB/)
    const card = (line: string) => `BEGIN:VCARD\nN:a\n${line}\nEND:VCARD\n`
    const quoted = 'NOTE;ENCODING=QUOTED-PRINTABLE:=\n'
    await refused('vcard', card(`${quoted}${'abc=\n'.repeat(90_000)}`), /longer than 256 KiB/)
    await refused('vcard', card(`NOTE:a${`\n ${'b'.repeat(70)}`.repeat(4_000)}`), /longer than 256 KiB/)
    await refused('vcard', card(`NOTE:${'b'.repeat(200_000)}\n`.repeat(11)), /20000 lines or 2 MiB/)
    await refused(
      'xlsx',
      await workbook(`${row(0)}<row><c r="XFD1" t="s"><v>0</v></c></row>`, '<si><t>a</t></si>'),
      /500 columns/,
    )
    const long = `<si>${`<t>${'a'.repeat(60_000)}</t>`.repeat(20)}</si>`
    await refused('xlsx', await workbook(row(0), long), /cell of the workbook is too long/)
  })

  test('empty cells behind the last column, pictures and blanks are none of it', async () => {
    const csv = await api.upload(`LastName,City\n${`a,b${','.repeat(20_000)}\n`.repeat(3)}`)
    assert.deepEqual([csv.http, csv.rows, csv.columns.length], [201, 3, 2])
    const sheet = await workbook(
      `${row(0, 1)}${row(1, 0).replace('</row>', '<c r="XFD2"/></row>')}`,
      '<si><t>Name</t></si><si><t>City</t></si>',
    )
    const xlsx = await api.upload(sheet, query('xlsx'))
    assert.deepEqual(
      [xlsx.rows, xlsx.columns.map(({ name, samples }: Json) => [name, samples[0]])],
      [
        1,
        [
          ['Name', 'City'],
          ['City', 'Name'],
        ],
      ],
    )
    const photo = `item1.PHOTO;ENCODING=b:\n${` ${'A'.repeat(74)}\n`.repeat(40_000)}`
    const lines = `N:Long;Ada;\\;x\nTEL:+1 613 555 0101;ext=12\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\nb=\n=41\n${photo}`
    const card = await api.upload(`BEGIN:VCARD\n${lines}END:VCARD\n`, query('vcard'))
    const of = (name: string) => card.columns.find((column: Json) => column.name === name)?.samples[0]
    assert.deepEqual(['LastName', 'FirstName', 'MiddleName', 'Phone/Number', 'Phone/Extension', 'Note'].map(of), [
      'Long',
      'Ada',
      ';x',
      '+1 613 555 0101',
      '12',
      'abA',
    ])
  })

  test('shared strings of many blocks are found in any order', async () => {
    const order = Array.from({ length: 300 }, (_, i) => (i * 7_919) % 30_000)
    const strings = Array.from({ length: 30_000 }, (_, i) => `<si><t>text ${i}</t></si>`).join('')
    const { id, rows } = await api.upload(await workbook(order.map(at => row(at)).join(''), strings), query('xlsx'))
    assert.equal(rows, 299)
    await api.plan(id, { columns: { 'text 0': 'LastName' } })
    const planned = await api.rows(id)
    assert.deepEqual(
      planned.map(({ values }) => values['text 0']),
      order.slice(1).map(at => `text ${at}`),
    )
  })

  test('a list of more than 1,000 elements is refused with its row', async () => {
    const csv = `LastName,Category\na,${'x;'.repeat(1_001)}\n`
    const { id } = await api.upload(csv)
    assert.equal((await api.plan(id, { columns: { LastName: 'LastName', Category: 'Category' } })).status, 'planned')
    const [only] = await api.rows(id)
    assert.equal(only?.outcome, 'reject')
    assert.match(only?.problems[0].Message, /more than 1000 elements/)
  })
})
