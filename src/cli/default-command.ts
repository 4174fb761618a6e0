// Chooses what an installed Clientele does when no command is named: it serves, and offers the demo database.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { loadSettings } from '../config/load.ts'
import type { Settings } from '../config/settings.ts'

const information = ['-h', '--help', '-V', '--version']

/** `clientele`, and `clientele --port 8200`, are `clientele serve`; the demo is made if the store is new, and shown if it was made. */
export async function withDefaultCommand(argv: readonly string[]): Promise<readonly string[]> {
  const [first] = argv
  if (first !== undefined && (!first.startsWith('-') || information.includes(first))) return argv
  if (argv.some(word => /^--(demo|no-demo|json|new-store)\b/.test(word))) return ['serve', ...argv]
  return (await wantsDemo(settingsIn(argv))) ? ['serve', '--demo', ...argv] : ['serve', ...argv]
}

/** Where the store is. What is wrong with other flags is found by the command. */
function settingsIn(argv: readonly string[]): Settings | null {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: { 'data-dir': text, store: text, config: text },
  })
  const { 'data-dir': dataDir, store, config } = values as Record<string, string | undefined>
  try {
    return loadSettings({ flags: { dataDir, store }, env: process.env, configFile: config }).values
  } catch {
    return null
  }
}

async function wantsDemo(settings: Settings | null): Promise<boolean> {
  if (settings === null || !settings.store.startsWith('sqlite:')) return false
  // Loaded here, since most command lines name a command.
  const { isMissing } = await import('./with-store.ts')
  if (!isMissing(settings)) return existsSync(join(settings.dataDir, 'demo.json'))
  if (!process.stdin.isTTY || !process.stdout.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('There is no store here yet. Fill it with a demo database? [Y/n] ')
  terminal.close()
  return !/^\s*n/i.test(answer)
}
