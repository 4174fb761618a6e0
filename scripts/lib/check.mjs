// Checks types, lint and format of the repository, and reports all findings in one run.
import { join } from 'node:path'
import { findNode } from './node.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const tool = (name, file) => join(root, 'node_modules', ...name.split('/'), ...file.split('/'))

export async function check() {
  const node = findNode()
  const types = await run(node, [tool('typescript', 'bin/tsc'), '-p', root])
  const style = await run(node, [tool('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', root])
  return types || style
}
