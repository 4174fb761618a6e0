// The commands by which PostgreSQL itself backs up and restores, for this very store, without its password.

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** The password stays out of the command line, where other users could see it: PGPASSWORD or ~/.pgpass brings it. */
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
