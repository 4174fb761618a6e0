// Lists the bounded work over the files of imports and exports.
import { buffer } from 'node:stream/consumers'
import { zipArchive } from '../../src/export/formats/zip.ts'
import type { Json } from '../support/crm.ts'
import { type BoundedWork, type Expensive, times } from './work.ts'

const mebibyte = 1024 ** 2

type Content = string | (() => Promise<Uint8Array<ArrayBuffer>>)

function upload(format: string, name: string, content: Content, more: Partial<Expensive> = {}): Expensive {
  return {
    name: `Import, ${format}: ${name}`,
    operation: 'import',
    path: `import/v1/imports?entity=AbEntry&format=${format}`,
    body: null,
    file: async () => (typeof content === 'string' ? content : content()),
    mayBeRefused: true,
    ...more,
  }
}

const head = '<?xml version="1.0"?>'
const worksheet = (rows: string): string => `${head}<worksheet><sheetData>${rows}</sheetData></worksheet>`

/** A workbook of one sheet. */
const workbook =
  (sheet: string, strings = ''): Content =>
  async () => {
    const sharedStrings = { name: 'xl/sharedStrings.xml', pieces: [`${head}<sst>${strings}</sst>`] }
    return new Uint8Array(
      await buffer(zipArchive([{ name: 'xl/worksheets/sheet1.xml', pieces: [worksheet(sheet)] }, sharedStrings])),
    )
  }

const cells = (count: number, cell: (i: number) => string): string =>
  `<row>${times(count, i => `<c t="s"><v>${cell(i)}</v></c>`).join('')}</row>`

const quoted = 'NOTE;ENCODING=QUOTED-PRINTABLE:'
const card = (lines: string): string => `BEGIN:VCARD\nVERSION:2.1\nN:Long;Card\n${lines}\nEND:VCARD\n`

/** A file with one column for a field, and what is planned of it. */
const planned = (name: string, field: string, cell: string, count: number): Expensive =>
  upload('csv', name, `LastName,Value\n${times(count, i => `a${i},"${cell}"\n`).join('')}`, {
    mapping: { columns: { LastName: 'LastName', Value: field } },
  })

const note = (parent: string, Text: string): NonNullable<Expensive['before']>[number] => ({
  path: 'api/Create',
  body: { Note: { Data: times(10, () => ({ ParentKey: parent, Text })) } } as Json,
})

export const fileWork: Readonly<Record<string, BoundedWork>> = {
  'rows of CSV files': {
    place: 'src/import/formats/csv.ts',
    bound: '512 KiB for a row, 500 columns with values, groups of 256 KiB',
    worst: some => [
      upload('csv', 'rows of empty cells', `a,b\n${`x${','.repeat(some(mebibyte / 2 - 10))}\n`.repeat(32)}`),
      upload('csv', 'quotation marks', `a,b\n${'"",'.repeat(some(2 * mebibyte))}\n`),
      upload('csv', 'a quotation mark that is not closed', `a,b\n"${'x,\n'.repeat(some(3 * mebibyte))}`),
      upload('csv', 'long rows', `a,b\n${`${'x'.repeat(60_000)},${'y'.repeat(60_000)}\n`.repeat(some(200))}`),
    ],
  },
  'headings and suggestions for them': {
    place: 'src/import/columns/suggest.ts',
    bound: '500 columns with headings of 200 characters, each folded once',
    worst: some => [
      upload(
        'csv',
        'long headings',
        `${times(some(500), i => `${'LastName of Company '.repeat(9)}${i}`).join()}\n${times(some(500), () => 'Individual').join()}\n`,
      ),
    ],
  },
  'lines of NDJSON files': {
    place: 'src/import/formats/ndjson.ts',
    bound: '1 MiB for a line, 32 levels and 64 KiB for a cell',
    worst: some => [
      upload('ndjson', 'a list of lists', `{"LastName":"x","a":[${'[],'.repeat(some(340_000))}[]]}\n`),
      upload('ndjson', 'deep lists', `{"LastName":"x","a":${'['.repeat(some(500_000))}${']'.repeat(some(500_000))}}\n`),
      upload(
        'ndjson',
        'many cells',
        `${JSON.stringify(Object.fromEntries(times(some(500), i => [`c${i}`, 'x'])))}\n`.repeat(some(2_000)),
      ),
    ],
  },
  'lines of vCards': {
    place: 'src/import/formats/vcard.ts',
    bound: '256 KiB for a property, 2 MiB for a card without its pictures, 20,000 lines, and turns of the event loop',
    worst: some => [
      upload('vcard', 'continued lines', card(`${quoted}=\n${'a=\n'.repeat(some(5_000_000))}`)),
      upload('vcard', 'folded lines', card(`NOTE:a\n${' a\n'.repeat(some(5_000_000))}`)),
      upload('vcard', 'a telephone number of blanks', card(`TEL:1${' '.repeat(some(250_000))}1`)),
      upload('vcard', 'a telephone number of extensions', card(`TEL:1${';ext=1'.repeat(some(40_000))}x`)),
      upload('vcard', 'a long name', card(`N:${'a'.repeat(some(16 * mebibyte))}`)),
      upload('vcard', 'many properties', card('TEL:1\n'.repeat(some(19_000)))),
      upload('vcard', 'parameters', card(`TEL${';TYPE=a,b'.repeat(some(25_000))}:1\n`.repeat(8))),
      upload('vcard', 'quoted characters', card(`${quoted}${'=41'.repeat(some(85_000))}`).repeat(20)),
      upload('vcard', 'a picture', card(`PHOTO;ENCODING=b:\n${` ${'A'.repeat(74)}\n`.repeat(some(200_000))}`)),
    ],
  },
  'cells of workbooks': {
    place: 'src/import/formats/xlsx.ts',
    bound: '500 columns with values, 1,000,000 characters for a text, and turns of the event loop',
    worst: some => [
      upload(
        'xlsx',
        'cells in the last column',
        workbook(
          `${cells(2, String)}${'<row><c r="XFD1"/></row>'.repeat(some(200_000))}`,
          '<si><t>a</t></si><si><t>b</t></si>',
        ),
      ),
      upload(
        'xlsx',
        'a text of many pieces',
        workbook('<row><c t="s"><v>0</v></c></row>', `<si>${`<t>${'a'.repeat(60_000)}</t>`.repeat(some(2_000))}</si>`),
      ),
      upload('xlsx', 'many attributes', workbook(`<row ${times(some(500_000), i => `a${i}=""`).join(' ')}></row>`)),
    ],
  },
  'shared strings of workbooks': {
    place: 'src/import/formats/shared-strings.ts',
    bound: '96 MiB packed, 8 GiB unpacked, each block unpacked outside the main thread',
    worst: some => [
      upload(
        'xlsx',
        'texts in a mixed order',
        workbook(
          times(some(50), () => cells(200, i => String((i % 40) * 1_000 + 7))).join(''),
          times(40_000, i => `<si><t>${i}${'a'.repeat(some(800))}</t></si>`).join(''),
        ),
      ),
    ],
  },
  'archives that unpack to far more': {
    place: 'src/import/formats/zip-reader.ts',
    bound: '400 times the packed size, 16 KiB at a time',
    worst: some => [upload('xlsx', 'a bomb', workbook(`<row><c><v>${'0'.repeat(some(200 * mebibyte))}</v></c></row>`))],
  },
  'cells that become values': {
    place: 'src/import/mapping/convert.ts',
    bound: '64 KiB and 1,000 elements for a cell, 256 KiB for a group, in linear time',
    worst: some =>
      [
        planned('lists of blanks', `Udf/$NAME(Several ${some(1_000)})`, `x${' '.repeat(some(60_000))}y`, 8),
        planned('lists', `Udf/$NAME(Several ${some(1_000)})`, 'x;'.repeat(some(30_000)), 8),
        planned('dates of blanks', `Udf/$NAME(Day ${some(1_000)})`, `2020-01-01${' '.repeat(some(60_000))}y`, 8),
        planned('numbers', `Udf/$NAME(Figure ${some(1_000)})`, `${'1.'.repeat(some(30_000))}`, 8),
        planned('names', 'FullName', 'a '.repeat(some(30_000)), 8),
      ].map((one, i) => ({ ...one, ...(i === 0 && { before: definitions(some(1_000)) }) })),
  },
  'texts that a spreadsheet would compute': {
    place: 'src/export/formats/csv.ts',
    bound: 'linear time',
    worst: (some, parent) => [
      {
        name: 'Export, spreadsheet of dashes',
        operation: 'export',
        path: 'export/v1?format=spreadsheet',
        before: [note(parent, `${'\t- '.repeat(some(20_000))}(`)],
        body: { Note: { Scope: { Fields: { Key: 1, Text: 1 } } } },
      },
    ],
  },
}

/** The user-defined fields that the mappings name; each share has its own. */
const definitions = (share: number): NonNullable<Expensive['before']> =>
  [
    {
      Name: `Several ${share}`,
      Type: 'EnumField<StringItem>',
      Attributes: { MultiSelect: true },
      Items: [{ Value: 'x' }, { Value: 'y' }, { Value: 'z' }],
    },
    { Name: `Day ${share}`, Type: 'DateTimeField' },
    { Name: `Figure ${share}`, Type: 'NumericField' },
  ].map(field => ({ path: 'api/Create', body: { Schema: { Data: { Key: '/AbEntry/Udf', ...field } } } as Json }))
