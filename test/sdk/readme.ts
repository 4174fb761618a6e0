// Finds the programs of the client package's README, so that tests compile and run what people copy.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/cli.ts'

const readme = readFileSync(join(root, 'packages', 'client', 'README.md'), 'utf8')

/** The text of the fence with this mark: `run`, `recipe=postgres`. */
export function readmeProgram(mark: string): string {
  const [, program] = new RegExp(`^\`\`\`ts ${mark}\n(.*?)^\`\`\`$`, 'ms').exec(readme) ?? []
  if (program === undefined) throw new Error(`The README has no program marked ${mark}`)
  return program
}
