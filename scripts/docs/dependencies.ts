// Generates the list of all packages that a server runs with, and their licences, from the lock file.
import { readFileSync } from 'node:fs'
import { notice, table } from './markdown.ts'

interface LockedPackage {
  readonly version: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** Every locked package by its path below node_modules. */
export const lockedPackages: readonly (readonly [name: string, entry: LockedPackage])[] = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => [path.replace(/^.*node_modules\//, ''), entry])

export function dependenciesPage(): string {
  const rows = lockedPackages
    .filter(([, entry]) => !entry.dev)
    .map(([name, { version, license }]) => [`\`${name}\``, version, license ?? 'unknown'])
  return `# Dependencies

${notice}

The packages that a server runs with, and their licences. \`npm run sbom\` prints the same as a bill of materials (CycloneDX,
JSON), with the digest of each package; \`npm run audit\` asks the registry for known vulnerabilities. Packages named \`node-*\` are
Node itself, of which npm installs the one for the platform, and only a machine with an older Node uses it.

${table(['Package', 'Version', 'Licence'], rows)}
`
}
