// Reads a build of the console into memory: its page, and its assets with their compressed forms.
import { extname } from 'node:path'
import type { FileFolder } from '../base/product-files.ts'
import { digestOf } from '../base/secrets/digest.ts'

/** The codings in which an asset may be sent, the best first; `identity` is the file as it is. */
export const codings = ['br', 'gzip', 'identity'] as const

type Coding = (typeof codings)[number]

export interface Asset {
  readonly type: string
  /** A strong tag of the file, without its quotation marks. */
  readonly tag: string
  readonly bodies: Readonly<Partial<Record<Coding, Buffer>>>
}

export interface Build {
  /** The page, with a word in the places of the nonce. */
  readonly page: string
  /** By the rest of their path: `index-Bx3k.js`. */
  readonly assets: ReadonlyMap<string, Asset>
  /** The font for Latin letters, which other pages show too. */
  readonly font: Asset | undefined
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The list of a build, which is written last: without it there is no build, or one that is not complete. */
const list = 'build.json'

/** Changes whenever there is another build; null when there is none. */
export const buildMark = (dist: FileFolder): string | null => dist.mark(list)

/** Only listed files are read, and requests are answered from memory, so that no request can name another file. */
export function readBuild(dist: FileFolder): Build {
  const { files } = JSON.parse(String(dist.read(list))) as { files: string[] }
  const page = String(dist.read('index.html'))
  const names = files.filter(name => name.startsWith('assets/') && !/\.(br|gz)$/.test(name))
  const assets = new Map(names.map(name => [name.slice('assets/'.length), readAsset(dist, name, files)]))
  const [, font] = [...assets].find(([name]) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name)) ?? []
  return { page, assets, font }
}

function readAsset(dist: FileFolder, name: string, known: readonly string[]): Asset {
  const read = (path: string): Buffer => {
    const bytes = dist.read(path)
    if (!bytes) throw new Error(`The build of the console has no ${path}`)
    return bytes
  }
  const form = (ending: string) => (known.includes(name + ending) ? read(name + ending) : undefined)
  const identity = read(name)
  const br = form('.br')
  const gzip = form('.gz')
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    tag: digestOf(identity),
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  }
}
