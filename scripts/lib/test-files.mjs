// Lists the test files of a run in the order of their length, and has short ones share a process.
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/**
 * What has a command of its own, since it measures times, loads the machine, or needs a program that npm does not install.
 * Other tests of these commands are in `npm test` too, in a short form.
 */
const ofOtherCommands = [
  /^test\/timing\//, // npm run budget
  /^test\/citus\//, // npm run citus
  /^test\/pooler\//, // npm run pooler
  /^test\/soak\//, // npm run soak
  /^test\/dist\/installations/, // npm run dist:test
]
/** Files that share a browser, the longest first. The browser is closed only after a file whose last test waits for it, so no other kind of file is among them. */
const inBrowser = [
  ['smoke', 'developers', 'explorer', 'frame', 'bin', 'start', 'sign-in'].map(name => `test/console/${name}.test.ts`),
  ['record', 'setup', 'reports', 'day', 'people'].map(name => `test/console/${name}.test.ts`),
  ['list', 'board', 'map'].map(name => `test/console/${name}.test.ts`),
  [
    'sales',
    'imports',
    'tags',
    'dashboards',
    'duplicates',
    'notifications',
    'groups',
    'calendar',
    'workflows',
    'workflow-journey',
    'custom',
  ].map(name => `test/console/${name}.test.ts`),
  ['sign-in', 'reference', 'manual', 'tutorial'].map(name => `test/browser/${name}.test.ts`),
]
/** Files that take longest of those with a process of their own, the longest first. */
const long = [
  'test/console/jobs.test.ts',
  'test/fuzz/isolation.test.ts',
  'test/docs/examples.test.ts',
  'test/workers/workers.test.ts',
  'test/demo.test.ts',
  'test/workers/spec.test.ts',
  'test/scale/kills.test.ts',
  'test/docs/test-recipes.test.ts',
  'test/contributing.test.ts',
  'test/console/passkeys.test.ts',
  'test/console/assistants.test.ts',
  'test/browser/device.test.ts',
  'test/fuzz/read-agreement.test.ts',
]
/** Folders whose files start servers in their own process and leave nothing behind in it. */
const sharing =
  /^test\/(accounts|base|calendar|cli|config|console\/unit|contract|entities|events|export|factors|fields|http|import|invitations|mcp|oauth|openapi|outbound|query|scim|sdk|seed|sessions|sign-in|spec|standard|webhooks|workflows)\//
/** Files that read the syntax trees of the repository, which their one process parses once. */
const ofTrees = /^test\/tidy\//
/** Files that measure their process or its first use of something, have hooks for all tests in it, or end processes that they look for. */
const alone = [
  'test/cli/console-build.test.ts',
  'test/contract/postgres-faults.test.ts',
  'test/entities/prepared-schema.test.ts',
  'test/http/loop-watch.test.ts',
  'test/http/overload.test.ts',
  'test/query/latency-guard.test.ts',
  'test/standard/assistants.test.ts',
  'test/standard/client-documents.test.ts',
]
const filesPerProcess = 16

/**
 * Every test file of `npm test`, as files in `folder` that import them: Node sorts what it is given. Processes that take longest
 * come first, and those of one short file last: else a run would end with one long process beside idle processors.
 */
export function allTestFiles(folder) {
  const names = readdirSync(join(root, 'test'), { recursive: true }).map(name => `test/${name.replaceAll('\\', '/')}`)
  const files = names
    .filter(name => name.endsWith('.test.ts') && !ofOtherCommands.some(folder => folder.test(name)))
    .sort()
  const others = files.filter(file => !inBrowser.flat().includes(file) && !long.includes(file))
  const shares = file => sharing.test(file) && !alone.includes(file)
  const parsing = others.filter(file => ofTrees.test(file))
  const single = others.filter(file => !shares(file) && !ofTrees.test(file)).map(file => [file])
  const shared = groups(others.filter(shares))
  return [...inBrowser, ...shared, ...long.map(file => [file]), parsing, ...single].map((members, i) => {
    const path = join(folder, `${String(i).padStart(3, '0')}.test.mjs`)
    writeFileSync(path, members.map(file => `import '${pathToFileURL(join(root, file))}'\n`).join(''))
    return path
  })
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
