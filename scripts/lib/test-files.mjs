// Lists the test files of a run: long ones first, and those that take less time than a start share processes.
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/** Files that take longest, the longest first: a run that ended with one of them would leave processors idle. */
const long = [
  ['bin', 'day', 'explorer', 'frame', 'map', 'people', 'start'].map(name => `test/console/${name}.test.ts`),
  'test/console/list.test.ts',
  'test/console/record.test.ts',
  'test/workers/spec.test.ts',
  'test/console/developers.test.ts',
  'test/console/setup.test.ts',
  'test/console/board.test.ts',
  'test/console/reports.test.ts',
  'test/fuzz/read-agreement.test.ts',
  'test/fuzz/requests.test.ts',
  'test/contract/pooler.test.ts',
  'test/docs/test-recipes.test.ts',
  'test/scale/scale.test.ts',
  'test/scale/neighbours.test.ts',
  'test/scale/kills.test.ts',
  'test/workers/workers.test.ts',
  'test/docs/examples.test.ts',
  'test/docs/oauth-clients.test.ts',
].map(entry => [entry].flat())
/** Folders whose files start servers in their own process and leave nothing behind in it. */
const sharing =
  /^test\/(accounts|base|config|contract|entities|events|fields|http|oauth|openapi|outbound|query|sdk|sessions|sign-in|spec|webhooks)\//
/** Files that measure their process, or have hooks for all tests in it. */
const alone = [
  'test/contract/postgres-faults.test.ts',
  'test/http/loop-watch.test.ts',
  'test/http/overload.test.ts',
  'test/query/latency-guard.test.ts',
]
const filesPerProcess = 10

/** Every test file. Node sorts what it is given, so files that import the long and the sharing ones are written to `folder`. */
export function allTestFiles(folder) {
  const names = readdirSync(join(root, 'test'), { recursive: true }).map(name => `test/${name.replaceAll('\\', '/')}`)
  const files = names.filter(name => name.endsWith('.test.ts')).sort()
  const others = files.filter(file => !long.flat().includes(file))
  const shares = file => sharing.test(file) && !alone.includes(file)
  const importing = [...long, ...groups(others.filter(shares))]
  return [
    ...importing.map((members, i) => {
      const path = join(folder, `${String(i).padStart(3, '0')}.test.mjs`)
      writeFileSync(path, members.map(file => `import '${pathToFileURL(join(root, file))}'\n`).join(''))
      return path
    }),
    ...others.filter(file => !shares(file)),
  ]
}

/** Files that stand side by side go to different groups, since long ones are often neighbours. */
function groups(files) {
  const count = Math.ceil(files.length / filesPerProcess)
  return Array.from({ length: count }, (_, i) => files.filter((_, at) => at % count === i))
}

/** The test files of a path that was given: of a folder all, else the file. */
export function testFilesAt(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  return found?.isDirectory() ? `${path.replace(/\/+$/, '')}/**/*.test.ts` : path
}
