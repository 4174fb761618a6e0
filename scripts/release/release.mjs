// Makes a release by one command: stamps the versions, records the schema and a store, tests, builds, signs, commits and tags.
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { findNode, nodeFlags } from '../lib/node.mjs'
import { root } from '../lib/root.mjs'
import { main, run } from '../lib/run.mjs'
import { newerThan, releaseSection, withVersion } from './stamp.mjs'

const usage = 'npm run release -- X.Y.Z [--no-tests] [--no-executables] [--no-tag] [--sign KEY.pem] [--nodes FOLDER]'
const manifests = [
  'package.json',
  'packages/client/package.json',
  'packages/testing/package.json',
  'console/package.json',
]
const locks = ['package-lock.json', 'console/package-lock.json']
const dist = join(root, 'dist')

const at = path => join(root, path)
const read = path => readFileSync(at(path), 'utf8')
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

async function step(name, work) {
  console.log(`\n# ${name}`)
  const status = await work()
  if (status)
    throw new Error(`${name}: ended with ${status}. Nothing was committed; "git status" shows what was written.`)
}

const node = (path, ...args) => run(findNode(), [...nodeFlags, at(path), ...args])
const npmScript = (path, ...args) => run(process.execPath, [at(path), ...args])

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      tests: { type: 'boolean', default: true },
      executables: { type: 'boolean', default: true },
      tag: { type: 'boolean', default: true },
      sign: { type: 'string' },
      nodes: { type: 'string' },
    },
  })
  const [version = ''] = positionals
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`Name the version: ${usage}`)
  return { version, ...values }
}

/** A release that stopped halfway is begun again with the same version. */
function refuse({ version, tag, sign: key }) {
  const current = JSON.parse(read('package.json')).version
  if (version !== current && !newerThan(version, current)) throw new Error(`${version} is not newer than ${current}.`)
  if (git('tag', '--list', `v${version}`) !== '')
    throw new Error(`${version} has been released: there is a tag v${version}.`)
  if (tag && version !== current && git('status', '--porcelain') !== '') {
    throw new Error('There are changes that are not committed. Commit them, or put them aside.')
  }
  if (key !== undefined && !existsSync(key)) throw new Error(`There is no key ${key}.`)
}

function stamp(version) {
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(at('CHANGELOG.md'), releaseSection(read('CHANGELOG.md'), version, date))
  for (const path of [...manifests, ...locks]) writeFileSync(at(path), withVersion(read(path), version))
}

async function sums(key) {
  const names = readdirSync(dist)
    .filter(name => !name.startsWith('SHA256SUMS'))
    .sort()
  const lines = []
  for (const name of names) {
    const digest = createHash('sha256')
    await pipeline(createReadStream(join(dist, name)), digest)
    lines.push(`${digest.digest('hex')}  ${name}`)
  }
  const text = `${lines.join('\n')}\n`
  writeFileSync(join(dist, 'SHA256SUMS'), text)
  if (key === undefined) return
  writeFileSync(join(dist, 'SHA256SUMS.sig'), sign(null, Buffer.from(text), createPrivateKey(readFileSync(key))))
}

await main(async () => {
  const given = options()
  const { version, tests, executables, tag, sign: key, nodes } = given
  refuse(given)
  await step('Versions and changelog', () => stamp(version))
  await step('Schema of the release', () => node('scripts/record-schema.ts', version))
  await step('Store of the release', () => node('scripts/record-store.ts', version))
  await step('Generated documents', () => node('scripts/docs.ts'))
  if (tests) await step('Tests', () => npmScript('scripts/test.mjs'))
  rmSync(dist, { recursive: true, force: true })
  const flags = [...(executables ? [] : ['--no-executables']), ...(nodes ? ['--nodes', nodes] : [])]
  await step('Packages and executables', () => node('scripts/dist/dist.mjs', ...flags))
  await step('Bill of materials', () => {
    const bill = execFileSync(findNode(), [...nodeFlags, at('scripts/sbom.ts')], { cwd: root, maxBuffer: 1 << 26 })
    writeFileSync(join(dist, `clientele-${version}.cdx.json`), bill)
  })
  await step('Checksums', () => sums(key))
  if (tag) {
    await step(`Commit and tag v${version}`, () => {
      git('add', '--all')
      git('commit', '--quiet', '--message', `Release ${version}`)
      git('tag', '--annotate', `v${version}`, '--message', `Clientele ${version}`)
    })
    console.log(`\nReleased ${version}. Push it: git push --follow-tags. The files are in dist/.`)
  } else console.log(`\nMade ${version} without commit and tag. The files are in dist/.`)
})
