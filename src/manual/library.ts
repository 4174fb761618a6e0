// Finds the documents of the product and gives each its address below /docs.
import { posix } from 'node:path'
import { type FileFolder, productFiles } from '../base/product-files.ts'
import type { Contents } from '../pages/manual/document-page.ts'

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
  /** The document that a link in another one leads to; undefined for links to other files. */
  follow(from: Document, link: string): Document | undefined
}

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
  contributing: 'Contributing',
}

/** Reads every document. The addresses of a library are fixed then, so a request can name no other file. */
export function openLibrary(folder: FileFolder = productFiles): Library {
  const paths = [...Object.keys(addresses), ...folder.list('docs').filter(path => path.endsWith('.md'))]
  const documents = paths.flatMap(path => readDocument(folder, path) ?? [])
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

function readDocument(folder: FileFolder, path: string): Document | null {
  const text = folder.read(path)?.toString()
  if (text === undefined) return null
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path
  return { address: addresses[path] ?? addressOf(path), path, title, text }
}

/** `docs/reference/README.md` -> `reference`, `docs/reference/api.md` -> `reference/api`. */
const addressOf = (path: string): string => path.replace(/^docs\//, '').replace(/(?:\/README)?\.md$/, '')

export const pathOf = ({ address }: Document): string => (address === '' ? '/docs' : `/docs/${address}`)

/** The list of all documents beside a document, or beside the notice that there is none. */
export const contentsOf = ({ sections }: Library, current: Document | null): Contents =>
  sections.map(({ title, documents }) => ({
    title,
    links: documents.map(document => {
      const isAbove = document.address !== '' && current?.address.startsWith(`${document.address}/`) === true
      return {
        title: document.title,
        path: pathOf(document),
        current: document === current ? 'page' : isAbove ? 'true' : null,
      }
    }),
  }))
