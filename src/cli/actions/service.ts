// Installs and removes the server as a service of systemd.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mainCommand } from '../../base/programs/programs.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError } from '../failure.ts'
import { serviceUnit, socketUnit } from './service-unit.ts'

const names = ['clientele.service', 'clientele.socket'] as const

const folderOf = ({ options }: CommandContext): string => String(options.directory)

/** Folders that ProtectHome and PrivateTmp hide from the service. */
const hidden = /^\/(home|root|run\/user|tmp|var\/tmp)\//

export const installService: Action = context => {
  const { options, output } = context
  const command = [...mainCommand(), 'serve']
  const unseen = command.find(word => hidden.test(word))
  if (unseen !== undefined && options.yes === true) {
    throw new CommandError(
      `The service cannot read ${unseen}. Put the program into a folder such as /opt/clientele first.`,
    )
  }
  const user = options.user === undefined ? null : String(options.user)
  const socket = options.socket === undefined ? null : String(options.socket)
  const units = [
    { name: names[0], text: serviceUnit({ command, user, socket }) },
    ...(socket === null ? [] : [{ name: names[1], text: socketUnit(socket) }]),
  ].map(unit => ({ ...unit, path: join(folderOf(context), unit.name) }))
  if (options.yes === true) for (const { path, text } of units) write(folderOf(context), path, text)
  output.object({ written: options.yes === true, units: units.map(({ path, text }) => ({ path, text })) })
  for (const { path, text } of units) output.line(options.yes === true ? `Written: ${path}` : `# ${path}\n${text}`)
  const begin = socket === null ? 'clientele' : 'clientele.socket clientele'
  output.line(
    options.yes === true ? 'Begin with:' : 'Nothing was written; --yes writes the files above. Then begin with:',
  )
  output.line(`  systemctl daemon-reload && systemctl enable --now ${begin}`)
  return 0
}

function write(folder: string, path: string, text: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, text, { mode: 0o644 })
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${(error as Error).message}`)
  }
}

export const uninstallService: Action = context => {
  const { options, output } = context
  const found = names.map(name => join(folderOf(context), name)).filter(path => existsSync(path))
  if (options.yes === true) for (const path of found) rmSync(path)
  output.object({ removed: options.yes === true, units: found })
  for (const path of found) output.line(options.yes === true ? `Removed: ${path}` : path)
  if (found.length === 0) output.line(`There is no service in ${folderOf(context)}.`)
  else if (options.yes === true)
    output.line('Now run: systemctl daemon-reload. The data are still in /var/lib/clientele.')
  else
    output.line(
      'Nothing was removed; --yes removes them. First run: systemctl disable --now clientele clientele.socket',
    )
  return 0
}
