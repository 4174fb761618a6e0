// Compiles the sources and their packages into one folder of JavaScript modules, of which Node runs each as it is.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages } from '../lib/console.mjs'
import { root } from '../lib/root.mjs'

const source = join(root, 'src')
/** Is no file: the module that runs the program or a part of it. */
const entry = 'clientele:entry'
/** Packages that others load only where they are installed. */
const external = ['pg-native', 'pg-cloudflare']

/** Every .ts file below src/ by its path. */
const sources = () =>
  new Map(
    readdirSync(source, { recursive: true })
      .filter(name => name.endsWith('.ts'))
      .map(name => [join(source, name), readFileSync(join(source, name), 'utf8')]),
  )

/**
 * Writes `main.js`, `app.js`, `start.js` (the test server) and their chunks into `folder`. Gives the folders of the packages that they contain.
 * Rolldown does it, since the build of the console brings it: one bundler, and no further dependency.
 */
export async function bundle(folder) {
  installPackages()
  const module = join(root, 'console', 'node_modules', 'rolldown', 'dist', 'index.mjs')
  const { rolldown } = await import(pathToFileURL(module).href)
  const build = await rolldown({
    input: { main: entry, app: join(source, 'app.ts'), start: join(source, 'testing', 'start.ts') },
    platform: 'node',
    external,
    cwd: root,
    plugins: [productPlugin(sources())],
    onLog: (level, log, pass) => level !== 'debug' && log.code !== 'EVAL' && pass(level, log),
  })
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  const modules = output.flatMap(chunk => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  return [...new Set(modules.map(packageOf).filter(found => found !== null))].sort()
}

/** The folder of the package that a module belongs to. */
function packageOf(path) {
  const parts = path.replace(/^\0/, '').split('?')[0].split(sep)
  const at = parts.lastIndexOf('node_modules')
  if (at < 0) return null
  return parts.slice(0, at + (parts[at + 1].startsWith('@') ? 3 : 2)).join(sep)
}

/** Replaces what the sources find out by looking at their own files. */
function productPlugin(files) {
  const replaced = new Map([
    [join(source, 'entities', 'index.ts'), code => staticEntities(code, files)],
    [join(source, 'base', 'caches', 'on-first-use.ts'), code => staticPackages(code, files)],
  ])
  return {
    name: 'clientele',
    resolveId: id => (id === entry ? id : null),
    load: id => (id === entry ? entryModule(files) : null),
    transform: { order: 'pre', handler: (code, id) => replaced.get(id)?.(code) ?? null },
  }
}

/** src/base/programs/programs.ts starts a part by its name. */
function entryModule(files) {
  const started = /start(?:Process|Thread)\(\s*new URL\('\.\/([\w-]+\.ts)', import\.meta\.url\)/g
  const parts = [...files].flatMap(([path, text]) =>
    [...text.matchAll(started)].map(([, name]) => join(path, '..', name)),
  )
  const lines = parts.map(path => `'clientele:${basename(path, '.ts')}': () => import(${JSON.stringify(path)}),`)
  return `const parts = {\n${lines.join('\n')}\n}
const part = parts[process.argv[2]]
if (part) process.argv.splice(2, 1)
await (part ? part() : import(${JSON.stringify(join(source, 'main.ts'))}))\n`
}

/** Imports the files of the folder by their names. */
function staticEntities(code, files) {
  const names = [...files.keys()]
    .filter(path => join(path, '..') === join(source, 'entities') && basename(path) !== 'index.ts')
    .map(path => basename(path))
    .sort()
  const imports = names.map((name, i) => `import * as entity${i} from './${name}'`).join('\n')
  const list = `const modules: Record<string, unknown>[] = [${names.map((_, i) => `entity${i}`).join(', ')}]`
  return `${imports}\n${swap(code, /const files = .*\nconst modules = .*/, list)}`
}

/** Brings the packages that are loaded on first use into the bundle. */
function staticPackages(code, files) {
  const used = [...files.values()].flatMap(text =>
    [...text.matchAll(/loadPackage<.*>\('([^']+)'\)/g)].map(([, name]) => name),
  )
  const cases = [...new Set(used)].sort().map(name => `'${name}': () => require('${name}'),`)
  return swap(
    code,
    /export const loadPackage = .*/,
    `const packages: any = {${cases.join(' ')}}\nexport const loadPackage: any = (name: string) => packages[name]()`,
  )
}

function swap(code, pattern, text) {
  if (!pattern.test(code)) throw new Error(`The sources have changed: ${pattern} is not there.`)
  return code.replace(pattern, () => text)
}
