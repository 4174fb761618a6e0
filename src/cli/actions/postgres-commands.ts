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

export const restoreCommand = (url: string, file: string): string =>
  `pg_restore --clean --if-exists --no-owner --no-privileges --single-transaction --dbname=${address(url)} ${quoted(file)}`
