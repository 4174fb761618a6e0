// Lists the test files of a run, and lets tests of one kind share processes: most tests take less time than a start.
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/** Folders whose files start servers in their own process and leave nothing behind in it. */
const sharing = ['test/spec/', 'test/oauth/', 'test/sign-in/']
const filesPerProcess = 7

/** Every test file; those of the folders above are imported by files that this writes to `folder`. */
export function allTestFiles(folder) {
  const names = readdirSync(join(root, 'test'), { recursive: true }).map(name => `test/${name.replaceAll('\\', '/')}`)
  const files = names.filter(name => name.endsWith('.test.ts')).sort()
  const shares = file => sharing.some(start => file.startsWith(start))
  return [...groups(files.filter(shares), folder), ...files.filter(file => !shares(file))]
}

/** Files that stand side by side go to different groups, since long ones are often neighbours. */
function groups(files, folder) {
  const count = Math.ceil(files.length / filesPerProcess)
  return Array.from({ length: count }, (_, i) => {
    const path = join(folder, `group-${i + 1}.test.mjs`)
    const members = files.filter((_, at) => at % count === i)
    writeFileSync(path, members.map(file => `import '${pathToFileURL(join(root, file))}'\n`).join(''))
    return path
  })
}

/** The test files of a path that was given: of a folder all, else the file. */
export function testFilesAt(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  return found?.isDirectory() ? `${path.replace(/\/+$/, '')}/**/*.test.ts` : path
}
