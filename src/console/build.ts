// Reads a build of the console into memory: its page, and its assets with their compressed forms.
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { digestOf } from '../base/digest.ts'

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
const listOf = (folder: string): string => join(folder, 'build.json')

/** Changes whenever there is another build; null when there is none. */
export const buildMark = (folder: string): Promise<string | null> =>
  stat(listOf(folder)).then(
    ({ mtimeMs, ino }) => `${mtimeMs} ${ino}`,
    () => null,
  )

/** Only listed files are read, and requests are answered from memory, so that no request can name another file. */
export async function readBuild(folder: string): Promise<Build> {
  const { files } = JSON.parse(await readFile(listOf(folder), 'utf8')) as { files: string[] }
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const known = new Set(files)
  const names = files.filter(name => name.startsWith('assets/') && !/\.(br|gz)$/.test(name))
  const assets = await Promise.all(
    names.map(
      async (name): Promise<[string, Asset]> => [name.slice('assets/'.length), await readAsset(folder, name, known)],
    ),
  )
  return { page, assets: new Map(assets) }
}

async function readAsset(folder: string, name: string, known: ReadonlySet<string>): Promise<Asset> {
  const form = async (ending: string) =>
    known.has(name + ending) ? await readFile(join(folder, name + ending)) : undefined
  const identity = await readFile(join(folder, name))
  const br = await form('.br')
  const gzip = await form('.gz')
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    tag: digestOf(identity),
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  }
}
