// Makes folders for servers that run as another user when root runs the tests, who may not enter the folder of the run.
import { chownSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { unprivileged } from './start-postgres.mjs'

export function serverFolder(name: string): string {
  const folder = mkdtempSync(join('/tmp', `clientele-${name}-`))
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}
