// Reports at the end of a run which test files took longest, so that a suite that grows slow is seen where it does.
import { relative } from 'node:path'
import { root } from './root.mjs'

const shown = 20

/** A reporter of Node's test runner. The time of a file is that of its suites; files run beside each other. */
export default async function* slowestFiles(events) {
  const took = new Map()
  /** The file of the last test: suites for both engines are declared by a helper in another file. */
  let file = ''
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.file?.endsWith('.test.ts')) file = data.file
    if (data.nesting === 0) took.set(file, (took.get(file) ?? 0) + data.details.duration_ms)
  }
  const slowest = [...took].sort(([, a], [, b]) => b - a).slice(0, shown)
  const lines = slowest.map(([path, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(root, path)}`)
  yield `\nThe slowest files:\n${lines.join('\n')}\n`
}
