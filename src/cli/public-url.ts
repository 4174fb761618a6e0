// Finds the address under which people reach the server, for links that a command prints or mails.
import { installationOf } from '../storage/nodes/installation.ts'
import type { Store } from '../storage/store.ts'
import type { CommandContext } from './command.ts'

/** The setting, where it was given; else the address of the server that served the store last; else the default. */
export async function publicUrlOf(store: Store, { loaded, output }: CommandContext): Promise<string> {
  const { values, sources } = loaded
  if (sources.publicUrl !== 'default') return values.publicUrl
  const served = (await installationOf(store))?.publicUrl
  if (served) return served
  output.note(`No server has served this store yet; the address is ${values.publicUrl} unless --public-url is given.`)
  return values.publicUrl
}
