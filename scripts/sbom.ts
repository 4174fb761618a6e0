// Prints a bill of materials of what a server runs with, in CycloneDX (JSON), from the lock file. `npm run sbom`.
import { randomUUID } from 'node:crypto'
import { version } from '../src/base/version.ts'
import { lockedPackages } from './docs/dependencies.ts'

const production = lockedPackages.filter(([, entry]) => !entry.dev)
const versions = new Map(production.map(([name, entry]) => [name, entry.version]))
const reference = (name: string, of: string | undefined = versions.get(name)) =>
  `pkg:npm/${name.replace('@', '%40')}@${of}`

const components = production.map(([name, { version: of, license, integrity = '' }]) => ({
  type: 'library',
  'bom-ref': reference(name, of),
  name,
  version: of,
  purl: reference(name, of),
  licenses: [{ license: { id: license } }],
  hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') }],
}))

const dependencies = production.map(([name, { version: of, dependencies: needed = {} }]) => ({
  ref: reference(name, of),
  dependsOn: Object.keys(needed)
    .filter(other => versions.has(other))
    .map(other => reference(other)),
}))

const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    timestamp: new Date().toISOString(),
    component: { type: 'application', 'bom-ref': `clientele@${version}`, name: 'clientele', version },
  },
  components,
  dependencies,
}
console.log(JSON.stringify(bill, null, 2))
