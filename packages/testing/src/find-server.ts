// Finds the server that tests run against: the package `clientele`, a checkout, or the single executable.
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A copy of the server. */
export interface ServerFiles {
  /** Where its modules are, and how they end: the sources of a checkout, or the compiled code of the package. Null for the executable. */
  readonly modules: { readonly app: string; readonly start: string } | null
  readonly root: string
  /** The program. */
  readonly bin: string
}

const help = `Clientele's server was not found. Do one of these:
- install the package of the server beside this one: npm install --save-dev clientele
- install this package from a checkout: npm install --save-dev ../clientele/packages/testing
- set CLIENTELE_BIN to the executable, or to bin/clientele of a checkout
- pass startClientele({ server: '/path/to/clientele' })`

/** `given` is a folder with the server, or its bin/clientele. */
export function findServer(given: string | undefined): ServerFiles {
  const named = given ?? process.env.CLIENTELE_BIN
  if (named !== undefined && named !== '') {
    const found = serverAt(resolve(named))
    if (found) return found
    throw new Error(`There is no Clientele server at ${resolve(named)}.\n${help}`)
  }
  // Packages of a checkout are links, whose real place is beside the server.
  const checkout = serverAt(fileURLToPath(new URL('../../..', import.meta.url)))
  const found = checkout ?? installed()
  if (found) return found
  throw new Error(help)
}

/** The package `clientele` beside this one, or of the project in whose folder the tests run. */
function installed(): ServerFiles | null {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      const found = serverAt(dirname(createRequire(from).resolve('clientele/package.json')))
      if (found) return found
    } catch {}
  }
  return null
}

function serverAt(path: string): ServerFiles | null {
  const isFile = existsSync(path) && statSync(path).isFile()
  const bin = isFile ? path : join(path, 'bin', 'clientele')
  if (!existsSync(bin)) return null
  const real = realpathSync(bin)
  const root = dirname(dirname(real))
  const compiled = { app: join(root, 'lib', 'app.js'), start: join(root, 'lib', 'start.js') }
  if (existsSync(compiled.app)) return { modules: compiled, root, bin: real }
  const sources = { app: join(root, 'src', 'app.ts'), start: join(root, 'src', 'testing', 'start.ts') }
  if (existsSync(sources.app)) return { modules: sources, root, bin: real }
  return isFile && isProgram(real) ? { modules: null, root, bin: real } : null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
