// Finds PgBouncer for the tests of the pooler, or installs Debian's package where that needs no password.
import { spawnSync } from 'node:child_process'
import { installPackages } from './apt.mjs'

/** The name of the program; Debian has it in a folder of the administrator. */
export const findPgBouncer = () =>
  ['pgbouncer', '/usr/sbin/pgbouncer'].find(name => spawnSync(name, ['--version']).status === 0) ?? null

export async function ensurePgBouncer() {
  if (findPgBouncer() === null) await installPackages('PgBouncer', ['pgbouncer'])
  if (findPgBouncer() === null)
    throw new Error('The tests of the pooler need PgBouncer: sudo apt-get install pgbouncer')
}
