// Checks the types of programs that use the client package, by the compiler as users run it.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './cli.ts'

const options = {
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.asynciterable'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

/** The complaints of the compiler about these files of the folder; empty when there are none. */
export function compile(folder: string, ...files: readonly string[]): Promise<string> {
  const project = join(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ compilerOptions: options, files }))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  return new Promise(resolve => {
    execFile(process.execPath, [compiler, '-p', project, '--pretty', 'false'], { cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}
