// Compares the running version with the releases in a folder, verifies the file of the newest, and says how to install it.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isExecutable } from '../../base/product-files.ts'
import { version as own } from '../../base/version.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'

type Checksum = 'verified' | 'unknown'

interface Release {
  readonly version: string
  readonly file: string
}

/** Versions of three numbers; releases have no others. */
const parts = (version: string): number[] => version.split('.').map(Number)

function compareVersions(a: string, b: string): number {
  const [of, with_] = [parts(a), parts(b)]
  for (const [i, part] of of.entries()) if (part !== with_[i]) return part - (with_[i] ?? 0)
  return 0
}

/** What this installation is replaced by: the executable of this platform, or the package. */
function ownFile(): RegExp {
  if (!isExecutable) return /^clientele-(\d+\.\d+\.\d+)\.tgz$/
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  return new RegExp(`^clientele-(\\d+\\.\\d+\\.\\d+)-${platform}(?:\\.exe|\\.xz)?$`)
}

function releasesIn(folder: string): Release[] {
  const pattern = ownFile()
  return readdirSync(folder)
    .flatMap(file => {
      const version = pattern.exec(file)?.[1]
      return version === undefined ? [] : [{ version, file }]
    })
    .sort((a, b) => compareVersions(b.version, a.version) || a.file.length - b.file.length)
}

export const checkReleases: Action = async ({ options, output }) => {
  const folder = resolve(String(options.check))
  if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}.`)
  const [newest] = releasesIn(folder)
  if (!newest)
    throw new CommandError(`${folder} has no release for this installation: no file like ${ownFile().source}`)
  const isNewer = compareVersions(newest.version, own) > 0
  const checksum = isNewer ? await verify(folder, newest.file) : 'unknown'
  output.object({ version: own, newest: newest.version, upgrade: isNewer, file: join(folder, newest.file), checksum })
  if (!isNewer) {
    output.line(`Clientele ${own} is up to date; the newest release in ${folder} is ${newest.version}.`)
    return 0
  }
  output.line(`Clientele ${newest.version} is newer than ${own}: ${join(folder, newest.file)}`)
  if (checksum === 'unknown') output.line('There is no SHA256SUMS beside it, so the file was not verified.')
  if (parts(newest.version)[0] !== parts(own)[0]) {
    output.line('It is another major version: read CHANGELOG.md first. Nodes of both versions cannot serve one store.')
  }
  output.line('To install it:')
  for (const step of stepsTo(join(folder, newest.file))) output.line(`  ${step}`)
  return 0
}

function stepsTo(file: string): string[] {
  const unpack = file.endsWith('.xz')
  const install = isExecutable
    ? [
        `${unpack ? `xz -dc ${file}` : `cat ${file}`} > ${process.execPath}.new && chmod 755 ${process.execPath}.new`,
        `mv ${process.execPath}.new ${process.execPath}`,
      ]
    : [`npm install --global ${file}`]
  return [
    'clientele backup before-upgrade.db',
    ...install,
    'clientele migrate --dry-run',
    'systemctl restart clientele',
  ]
}

/** A file that differs from its digest is refused. */
async function verify(folder: string, file: string): Promise<Checksum> {
  const sums = join(folder, 'SHA256SUMS')
  if (!existsSync(sums)) return 'unknown'
  const lines = readFileSync(sums, 'utf8').split('\n')
  const expected = lines.map(line => line.split(/ [ *]/)).find(([, name]) => name === file)?.[0]
  if (expected === undefined) return 'unknown'
  const digest = createHash('sha256')
  await pipeline(createReadStream(join(folder, file)), digest)
  if (digest.digest('hex') === expected) return 'verified'
  throw new CommandError(
    `${join(folder, file)} differs from its digest in SHA256SUMS. Copy it again; do not install it.`,
  )
}
