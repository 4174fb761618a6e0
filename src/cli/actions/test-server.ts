// Runs a test server until it is stopped.
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { LoadedSettings } from '../../config/load.ts'
import { type SettingName, settingNames } from '../../config/settings.ts'
import { startTestServer } from '../../testing/start.ts'
import type { ServerFacts } from '../../testing/wire.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'

export const testServer: Action = async ({ product, output, loaded, options }) => {
  const { clock, data, faults } = options as { clock?: string; data?: string; faults?: string }
  const { port, store, ...settings } = flagsOf(loaded)
  const server = await startTestServer(await product(), {
    ...(clock === undefined ? {} : { clock }),
    ...(data === undefined ? {} : { data }),
    ...(faults === undefined ? {} : { faults: faultsIn(faults) }),
    ...(port === undefined ? {} : { port: port as number }),
    ...(store === undefined ? {} : { store: store as string }),
    settings: { logLevel: 'error', ...settings },
    logTo: line => void process.stderr.write(line),
  })
  const stopped = stopAsked(options.watchStdin === true)
  output.object({ ...server.facts, pid: process.pid })
  for (const line of linesOf(server.facts)) output.line(line)
  // Node writes compiled code when it exits, but many test runners kill what they have started.
  flushCompileCache()
  await stopped
  await server.close()
  return 0
}

/**
 * Settings that were given on the command line. Variables and the file are those of a server that people use, whose store
 * is not one for tests.
 */
function flagsOf({ values, sources }: LoadedSettings): Partial<Record<SettingName, unknown>> {
  const given = settingNames.filter(name => sources[name].startsWith('flag '))
  return Object.fromEntries(given.map(name => [name, values[name]]))
}

function faultsIn(file: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(read)) return read
  } catch (error) {
    throw new CommandError(`--faults: ${file} cannot be read (${(error as Error).message}).`)
  }
  throw new CommandError(`--faults: ${file} is not a JSON list of faults.`)
}

function stopAsked(watchStdin: boolean): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => resolve())
    if (watchStdin)
      process.stdin
        .once('end', () => resolve())
        .once('error', () => resolve())
        .resume()
  })
}

function linesOf({ url, control, now, database }: ServerFacts): string[] {
  const users = Object.entries(database.users).map(
    ([uid, { email, password, token }]) => `  ${uid}  ${email}  ${password}\n       token ${token}`,
  )
  return [
    'A test server is ready. It keeps nothing.',
    '',
    `  Server       ${url}`,
    `  Control API  ${control}`,
    `  Clock        ${now}, until it is moved`,
    `  Database     ${database.name}`,
    '',
    ...users,
  ]
}
