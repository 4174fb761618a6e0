// Finds the documents of the product and gives each its address below /docs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Document {
  /** Below /docs, without a slash at its ends: `reference/api`; empty for the first page. */
  readonly address: string
  /** From the root of the repository: `docs/reference/api.md`. */
  readonly path: string
  readonly title: string
  /** The Markdown. */
  readonly text: string
}

interface Section {
  readonly title: string
  readonly documents: readonly Document[]
}

export interface Library {
  readonly sections: readonly Section[]
  find(address: string): Document | undefined
  /** The document that a link in another one leads to; undefined when no document is meant. */
  follow(from: Document, link: string): Document | undefined
}

const root = new URL('../../', import.meta.url)

/** Documents beside the folder docs/. */
const addresses: Readonly<Record<string, string>> = {
  'README.md': '',
  'ARCHITECTURE.md': 'architecture',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
  'CHANGELOG.md': 'changelog',
}

const sectionTitles: Readonly<Record<string, string>> = {
  tutorials: 'Tutorials',
  'how-to': 'How-to guides',
  reference: 'Reference',
  explanations: 'Explanations',
  decisions: 'Decisions',
}

/** Reads every document. The addresses of a library are fixed then, so a request can name no other file. */
export function openLibrary(folder: URL = root): Library {
  const paths = [...Object.keys(addresses), ...markdownUnder(folder, 'docs')]
  const documents = paths.filter(path => existsSync(new URL(path, folder))).map(path => readDocument(folder, path))
  const byPath = new Map(documents.map(document => [document.path, document]))
  const byAddress = new Map(documents.map(document => [document.address, document]))
  const follow: Library['follow'] = (from, link) =>
    byPath.get(posix.join(posix.dirname(from.path), link.replace(/#.*$/s, '')))
  const inSection = (name: string): Document[] => {
    const index = byAddress.get(name)
    const all = documents.filter(({ address }) => address.startsWith(`${name}/`) && address.split('/').length === 2)
    if (!index) return all
    const listed = linksIn(index.text).map(link => follow(index, link))
    const known = listed.filter(document => document !== undefined && all.includes(document)) as Document[]
    return [...new Set([...known, ...all])]
  }
  const project = Object.values(addresses).flatMap(address => byAddress.get(address) ?? [])
  return {
    sections: [
      ...Object.entries(sectionTitles).map(([name, title]) => ({ title, documents: inSection(name) })),
      { title: 'Project', documents: project },
    ].filter(section => section.documents.length > 0),
    find: address => byAddress.get(address),
    follow,
  }
}

const linksIn = (text: string): string[] => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(match => match[1] as string)

function markdownUnder(folder: URL, name: string): string[] {
  const inside = new URL(`${name}/`, folder)
  if (!existsSync(inside)) return []
  const paths = readdirSync(fileURLToPath(inside), { recursive: true, encoding: 'utf8' })
  return paths
    .map(path => posix.join(name, path.replaceAll('\\', '/')))
    .filter(path => path.endsWith('.md'))
    .sort()
}

function readDocument(folder: URL, path: string): Document {
  const text = readFileSync(new URL(path, folder), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path
  return { address: addresses[path] ?? addressOf(path), path, title, text }
}

/** `docs/reference/README.md` -> `reference`, `docs/reference/api.md` -> `reference/api`. */
const addressOf = (path: string): string => path.replace(/^docs\//, '').replace(/(?:\/README)?\.md$/, '')
