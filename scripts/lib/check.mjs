// Checks types, lint and format of the repository, and reports all findings in one run.
import { join } from 'node:path'
import { installPackages } from './console.mjs'
import { findNode } from './node.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const tool = (name, file) => join(root, 'node_modules', ...name.split('/'), ...file.split('/'))

export async function check() {
  const node = findNode()
  installPackages()
  const types = await run(node, [tool('typescript', 'bin/tsc'), '-p', root])
  // The console and its unit tests have the types of the browser.
  const consoleTypes = await run(node, [tool('typescript', 'bin/tsc'), '-p', join(root, 'test', 'console', 'unit')])
  const style = await run(node, [tool('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', root])
  return types || consoleTypes || style
}
