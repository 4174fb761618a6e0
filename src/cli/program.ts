// Assembles the command line from one file per command.
import { Command, CommanderError } from 'commander'
import { addApp } from './app.ts'
import { addBackup } from './backup.ts'
import { addBin } from './bin.ts'
import { addDatabase } from './database.ts'
import { addDoctor } from './doctor.ts'
import type { AddCommand } from './frame.ts'
import { addGrants } from './grants.ts'
import { addGroup } from './group.ts'
import { addMigrate } from './migrate.ts'
import type { Product } from './product.ts'
import { addRestore } from './restore.ts'
import { addSeed } from './seed.ts'
import { addServe } from './serve.ts'
import { addSettings } from './settings.ts'
import { addSso } from './sso.ts'
import { addToken } from './token.ts'
import { addUser } from './user.ts'

const commands: readonly AddCommand[] = [
  addServe,
  addDatabase,
  addGroup,
  addUser,
  addApp,
  addToken,
  addBin,
  addSeed,
  addSettings,
  addDoctor,
  addMigrate,
  addBackup,
  addRestore,
  addSso,
  addGrants,
]

export function createProgram(product: Product): Command {
  const program = new Command('clientele')
    .description('Clientele: customer data behind one JSON API, with its own OAuth 2.0 authorization server')
    .version(product.version)
    .showHelpAfterError('(--help shows what there is)')
    .showSuggestionAfterError()
    .enablePositionalOptions()
  for (const add of commands) add(program, product)
  exitOverride(program)
  return program
}

/** Runs a command line and sets process.exitCode; wrong usage is 2. */
export async function runProgram(product: Product, argv: readonly string[]): Promise<void> {
  try {
    await createProgram(product).parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : 2
  }
}

function exitOverride(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) exitOverride(child)
}
