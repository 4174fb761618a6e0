// Checks the rules of declared tables; a table that breaks one stops the start.
import type { Table } from '../table.ts'

const namePattern = /^[a-z][a-z0-9_]*$/
/** PostgreSQL truncates longer names. */
const nameLimit = 63

export function checkTables(tables: readonly Table[]): void {
  const faults = [...repeated(tables.map(t => t.name)).map(name => `The table ${name} is declared twice`)]
  const byName = new Map(tables.map(table => [table.name, table]))
  for (const table of tables) faults.push(...faultsOf(table, byName).map(fault => `${table.name}: ${fault}`))
  if (faults.length > 0) throw new Error(`The declared tables are not sound:\n${faults.join('\n')}`)
}

function faultsOf(table: Table, all: ReadonlyMap<string, Table>): string[] {
  const faults: string[] = []
  const columns = new Map(table.columns.map(c => [c.name, c]))
  const indexes = table.indexes ?? []
  const lists = [
    { what: 'the primary key', columns: table.primaryKey },
    ...indexes.map(index => ({ what: `the index ${index.name}`, columns: index.columns })),
    ...(table.foreignKeys ?? []).map(key => ({ what: `the foreign key to ${key.table}`, columns: key.columns })),
  ]
  for (const name of repeated(table.columns.map(c => c.name))) faults.push(`the column ${name} is declared twice`)
  for (const name of repeated(indexes.map(i => i.name))) faults.push(`the index ${name} is declared twice`)
  for (const name of [table.name, ...columns.keys(), ...indexes.map(i => `${table.name}_${i.name}`)]) {
    if (!namePattern.test(name) || name.length > nameLimit) faults.push(`${name} is not a name that both engines take`)
  }
  for (const list of lists) {
    for (const name of list.columns) if (!columns.has(name)) faults.push(`${list.what} names no column: ${name}`)
    if (table.scope === 'database' && list.columns[0] !== 'db') faults.push(`${list.what} does not begin with db`)
  }
  for (const name of table.primaryKey) if (columns.get(name)?.nullable) faults.push(`${name} is a key and nullable`)
  if (table.scope === 'database' && table.columns[0]?.name !== 'db') faults.push('the first column is not db')
  if (table.search === true && !(columns.has('db') && columns.has('id'))) faults.push('a word index needs db and id')
  for (const key of table.foreignKeys ?? []) {
    if (!all.has(key.table)) faults.push(`a foreign key names no table: ${key.table}`)
  }
  return faults
}

const repeated = (names: readonly string[]): string[] => names.filter((name, i) => names.indexOf(name) !== i)
