'use strict'
// Runs the modules inside the executable: as its main script, and as that of each of its threads.
const { enableCompileCache, registerHooks } = require('node:module')
const { homedir } = require('node:os')
const { join } = require('node:path')
const { getAsset } = require('node:sea')
const { pathToFileURL } = require('node:url')
const { runInThisContext, constants } = require('node:vm')
const { isMainThread } = require('node:worker_threads')

/** Compiled code is kept for the next start in a folder of the user, never in one that others can write. */
function cacheFolder() {
  const { CACHE_DIRECTORY, LOCALAPPDATA, NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env
  if (NODE_COMPILE_CACHE) return NODE_COMPILE_CACHE
  const system = { darwin: join(homedir(), 'Library', 'Caches'), win32: LOCALAPPDATA }[process.platform]
  return join(CACHE_DIRECTORY ?? XDG_CACHE_HOME ?? system ?? join(homedir(), '.cache'), 'clientele')
}

/** Modules have addresses below that of the executable, as if it were a folder. */
const folder = `${pathToFileURL(process.execPath).href}/`

registerHooks({
  resolve(specifier, context, next) {
    const isInside =
      specifier.startsWith(folder) || (specifier.startsWith('./') && context.parentURL?.startsWith(folder))
    if (!isInside) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
  load(url, context, next) {
    if (!url.startsWith(folder)) return next(url, context)
    return { format: 'module', source: getAsset(url.slice(folder.length), 'utf8'), shortCircuit: true }
  },
})

if (isMainThread) {
  const mask = process.umask(0o077)
  try {
    enableCompileCache(cacheFolder())
  } catch {
    // A user without a home compiles at each start.
  }
  process.umask(mask)
}

// The main script of an executable imports nothing but what Node brings; code of this kind imports like any other.
const load = isMainThread
  ? runInThisContext('address => import(address)', {
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
  : address => import(address)

load(`${folder}lib/main.js`).catch(error => {
  console.error(error)
  process.exit(1)
})
