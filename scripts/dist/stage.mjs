// Puts the npm package `clientele` together in a folder: compiled code, console, documents, licences, and nothing that is not needed to run it.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildConsole } from '../lib/console.mjs'
import { root } from '../lib/root.mjs'
import { bundle } from './bundle.mjs'

const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'docs']
const launcher = ['scripts/lib/node.mjs', 'scripts/lib/root.mjs', 'bin/package.json']

/** Gives the folder, which has what `npm pack` packs and what the executable has inside. */
export async function stagePackage(folder) {
  await buildConsole()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const packages = await bundle(join(folder, 'lib'))
  for (const path of [...documents, ...launcher, 'console/dist']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  writeLauncher(join(folder, 'bin', 'clientele'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences(packages))
  return folder
}

/** Packages are part of the compiled code, so that npm installs none but a newer Node. */
function manifest() {
  const { name, version, description, license, engines, bin, optionalDependencies } = readManifest(root)
  const files = ['bin', 'lib', 'scripts', 'console', 'docs', '*.md', 'THIRD-PARTY-LICENSES.txt']
  return { name, version, description, license, type: 'module', engines, bin, files, optionalDependencies }
}

const readManifest = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** npm starts it on Windows too, where there is no shell. */
function writeLauncher(path) {
  const text = readFileSync(join(root, 'bin', 'clientele'), 'utf8')
  const script = text.slice(text.indexOf('\n\n') + 2)
  writeFileSync(path, `#!/usr/bin/env node\n// Runs the command line with any Node from 20 on.\n${script}`)
  chmodSync(path, 0o755)
}

/** The notices that the licences of the packages ask for. */
function licences(folders) {
  const notices = folders.map(folder => {
    const { name, version, license } = readManifest(folder)
    const file = readdirSync(folder).find(entry => /^(licen[cs]e|copying)/i.test(entry))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
    return `${name} ${version} (${license})\n\n${text}\n`
  })
  return `Clientele contains these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** All files below a folder by their paths with slashes. */
export const filesBelow = folder =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .sort()
    : []
