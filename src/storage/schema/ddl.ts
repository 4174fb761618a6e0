// Generates the DDL that both engines share, from their column types and table suffixes.

import type { Column, ColumnType, Table } from '../table.ts'
import { quoteLiteral, quoteName, quoteNames } from './quote.ts'

export interface DdlWords {
  readonly types: Readonly<Record<ColumnType, string>>
  /** The text after the closing parenthesis of a table. */
  tableSuffix(table: Table): string
}

export const indexName = (table: Table, index: string): string => `${table.name}_${index}`

export function createTable(words: DdlWords, table: Table): string {
  const lines = [
    ...table.columns.map(column => columnText(words, column)),
    `PRIMARY KEY (${quoteNames(table.primaryKey)})`,
    ...(table.foreignKeys ?? []).map(
      key =>
        `FOREIGN KEY (${quoteNames(key.columns)}) REFERENCES ${quoteName(key.table)} (${quoteNames(key.references)}) ` +
        `ON DELETE ${key.onDelete.toUpperCase()}`,
    ),
  ]
  return `CREATE TABLE ${quoteName(table.name)} (${lines.join(', ')})${words.tableSuffix(table)}`
}

export function addColumn(words: DdlWords, table: Table, name: string): string {
  const column = table.columns.find(c => c.name === name)
  if (!column) throw new Error(`${table.name} has no column ${name}`)
  return `ALTER TABLE ${quoteName(table.name)} ADD COLUMN ${columnText(words, column)}`
}

export function createIndex(table: Table, name: string): string {
  const index = (table.indexes ?? []).find(i => i.name === name)
  if (!index) throw new Error(`${table.name} has no index ${name}`)
  const unique = index.unique === true ? 'UNIQUE ' : ''
  return `CREATE ${unique}INDEX ${quoteName(indexName(table, name))} ON ${quoteName(table.name)} (${quoteNames(index.columns)})`
}

/** The definition of an index, which TableShape compares for indexes of the same name. */
export const indexShape = (columns: readonly string[], unique: boolean): string =>
  `${unique ? 'unique ' : ''}(${columns.join(', ')})`

function columnText(words: DdlWords, column: Column): string {
  const fallback = column.default === undefined ? '' : ` DEFAULT ${quoteLiteral(column.default)}`
  return `${quoteName(column.name)} ${words.types[column.type]}${column.nullable ? '' : ' NOT NULL'}${fallback}`
}
