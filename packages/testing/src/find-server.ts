// Finds the server that tests run against: a checkout of Clientele, or an installed one.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A copy of the server. */
export interface ServerFiles {
  readonly root: string
  /** The program. */
  readonly bin: string
}

const help = `Clientele's server was not found. Do one of these:
- install this package from a checkout: npm install --save-dev ../clientele/packages/testing
- set CLIENTELE_BIN to bin/clientele of a checkout
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

/** The package `clientele` of the project in whose folder the tests run. */
function installed(): ServerFiles | null {
  try {
    const require = createRequire(join(process.cwd(), 'package.json'))
    return serverAt(dirname(require.resolve('clientele/package.json')))
  } catch {
    return null
  }
}

function serverAt(path: string): ServerFiles | null {
  const isFile = existsSync(path) && statSync(path).isFile()
  const bin = isFile ? path : join(path, 'bin', 'clientele')
  if (!existsSync(bin)) return null
  const real = realpathSync(bin)
  const root = dirname(dirname(real))
  return existsSync(join(root, 'src', 'main.ts')) ? { root, bin: real } : null
}
