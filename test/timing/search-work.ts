// Lists the bounded work of searches over many records: near words, duplicates, series of tasks.
import type { Json } from '../support/crm.ts'
import { type BoundedWork, type Expensive, times } from './work.ts'

const create = (body: Json): NonNullable<Expensive['before']>[number] => ({ path: 'api/Create', body })

/** Words of 64 letters that differ at their ends alone, so that each is compared to its end. */
const nearWords = (count: number, from: number): string =>
  times(count, i => `${'lakeside'.repeat(7)}${(from + i).toString(36).padStart(8, 'x')}`).join(' ')

const thousand = 1_000
/** A Note has 64,000 characters. */
const wordsOfNote = 900

export const searchWork: Readonly<Record<string, BoundedWork>> = {
  'words that are near many of the vocabulary': {
    place: 'src/query/functions/near.ts',
    bound: '10 words, 30,000 words of the vocabulary, and turns of the event loop',
    worst: (some, parent) => [
      {
        name: 'Read, ten words near 30,000',
        operation: 'Read',
        before: times(Math.ceil(some(30_000) / wordsOfNote), i =>
          create({
            Note: {
              Data: { ParentKey: parent, Text: nearWords(Math.min(wordsOfNote, some(30_000)), i * wordsOfNote) },
            },
          }),
        ),
        body: {
          Note: {
            Scope: { Fields: { Key: 1 } },
            Criteria: { SearchQuery: { $NEAR: times(10, i => `${'lakeside'.repeat(7)}yyyyyy${i}`).join(' ') } },
          },
        },
      },
    ],
  },
  Duplicates: {
    place: 'src/operations/duplicates/pair-scores.ts',
    bound: '3,000 values of each kind, 20 records of one value, 100,000 pairs, and turns of the event loop',
    worst: some => [
      {
        name: 'Duplicates',
        operation: 'Duplicates',
        before: times(Math.ceil(some(12_000) / thousand), i =>
          create({
            AbEntry: {
              Data: times(Math.min(thousand, some(12_000)), j => {
                const group = Math.floor((i * thousand + j) / 20)
                return {
                  Type: 'Individual',
                  FirstName: 'Ada',
                  LastName: `L${group}`,
                  Email: `twin${group}@twins.example`,
                }
              }),
            },
          }),
        ),
        body: { AbEntry: { Top: 500 } },
      },
    ],
  },
  'series of tasks': {
    place: 'src/entities/rules/occurrences.ts',
    bound:
      '2,000 times for each transaction, 13 months for each task however long ago it began, and turns of the event loop',
    worst: some =>
      ['daily', 'weekly', 'absoluteMonthly'].map(Type => ({
        name: `Create, ${Type} tasks since the year 1`,
        operation: 'Create',
        body: {
          Task: {
            Data: times(some(100), i => ({
              Subject: `Series ${i}`,
              DateTime: '1000-01-01T00:00:00Z',
              Recurrence: { Pattern: { Type }, Range: { StartDate: '0001-01-01' } },
            })),
          },
        },
      })),
  },
  'templates of column setups': {
    place: 'src/fields/kinds/particular/column-list.ts',
    bound: 'linear time',
    worst: some => [
      {
        name: 'Validate, templates of blanks',
        operation: 'Validate',
        body: {
          ColumnSetup: {
            Data: {
              Name: 'Blanks',
              Columns: times(some(20), i => ({
                ID: String(i),
                Header: 'x',
                Template: `{{${' '.repeat(some(100_000))}`,
                Width: 1,
              })),
            },
          },
        },
      },
    ],
  },
  'ranges of downloads': {
    place: 'src/documents/download-headers.ts',
    bound: '200 characters',
    worst: some => [
      {
        name: 'BinaryDownload, a range of blanks',
        operation: 'BinaryDownload',
        mayBeRefused: true,
        headers: { range: `bytes=${' '.repeat(some(12_000))}x` },
        body: { Document: { Data: { Key: Buffer.from('Document\tnone').toString('base64') } } },
      },
    ],
  },
}
