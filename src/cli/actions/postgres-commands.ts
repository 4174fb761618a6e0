// Formats the pg_dump and pg_restore commands of a PostgreSQL store, without its password.

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** Removes the password, which other users could see in a process list; PGPASSWORD or ~/.pgpass supplies it. */
function address(url: string): string {
  const parsed = new URL(url)
  parsed.password = ''
  parsed.searchParams.delete('password')
  return quoted(parsed.href)
}

export const dumpCommand = (url: string, file: string): string =>
  `pg_dump --format=custom --no-owner --no-privileges --file=${quoted(file)} --dbname=${address(url)}`

const restoring = 'pg_restore --clean --if-exists --no-owner --no-privileges --single-transaction'

export const restoreCommand = (url: string, file: string): string =>
  `${restoring} --dbname=${address(url)} ${quoted(file)}`

/**
 * Restores to the coordinator of Citus. The extension stays as it is, with the nodes that it knows, and the statements of the one
 * transaction reach each node on one connection.
 */
export function citusRestoreCommand(url: string, file: string): string {
  const list = quoted(`${file}.list`)
  const options = `PGOPTIONS='-c citus.multi_shard_modify_mode=sequential'`
  return `pg_restore --list ${quoted(file)} | grep -v ' EXTENSION ' > ${list} && ${options} ${restoring} --use-list=${list} --dbname=${address(url)} ${quoted(file)}`
}
