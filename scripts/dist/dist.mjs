// Builds what is released into dist/: the packages for npm, and an executable for each platform whose Node is there.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { npm } from '../lib/dependencies.mjs'
import { root } from '../lib/root.mjs'
import { availableBuilds, buildExecutable, compressExecutable } from './executable.mjs'
import { stagePackage } from './stage.mjs'

/** `--no-executables` builds the packages alone; `--nodes DIR` names a folder with the Nodes of other platforms, as npm installs them. */
const { values } = parseArgs({
  options: {
    executables: { type: 'boolean', default: true },
    nodes: { type: 'string' },
    into: { type: 'string', default: join(root, 'dist') },
  },
  allowNegative: true,
})

const { into } = values
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
mkdirSync(into, { recursive: true })
const staged = await stagePackage(join(into, 'package'))
const packed = ['client', 'testing'].map(name => pack(join(root, 'packages', name)))
const files = [pack(staged), ...packed]
if (values.executables) {
  const builds = new Map(
    [...availableBuilds(), ...(values.nodes ? availableBuilds(values.nodes) : [])].map(build => [
      build.platform,
      build,
    ]),
  )
  for (const build of builds.values()) {
    const path = buildExecutable(build, staged, version, into)
    files.push(path, ...[compressExecutable(path)].filter(packed => packed !== null))
  }
}
rmSync(join(into, 'package'), { recursive: true })
for (const path of files) console.log(path)

/** Gives the path of the tarball. */
function pack(folder) {
  const [program, args] = npm(['pack', '--silent', '--pack-destination', into])
  const printed = execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  return join(into, printed.trim().split('\n').at(-1))
}
