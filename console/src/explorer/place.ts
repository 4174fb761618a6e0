// Finds out what is meant at a place of a JSON text: which member of which objects stands there, or is about to.
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

export interface JsonPosition {
  /** The members from the outside to the place; elements of an array are `[]`. */
  readonly path: readonly string[]
  /** Whether the name of a member stands there, or else a value. */
  readonly isName: boolean
  /** What a completion replaces: the text with its quotation marks, or nothing. */
  readonly from: number
  readonly to: number
}

/** The editor parses a long text in the background; so long a caller waits for the rest of it. */
const longestParseMs = 500

const treeOf = (state: EditorState): ReturnType<typeof syntaxTree> =>
  ensureSyntaxTree(state, state.doc.length, longestParseMs) ?? syntaxTree(state)

const textOf = (state: EditorState, { from, to }: SyntaxNode): string => state.sliceDoc(from, to).replace(/^"|"$/g, '')

/** The name of a member. */
const nameOf = (state: EditorState, property: SyntaxNode): string => {
  const name = property.getChild('PropertyName')
  return name ? textOf(state, name) : ''
}

function pathTo(state: EditorState, node: SyntaxNode | null): string[] {
  const path: string[] = []
  for (let at = node; at; at = at.parent) {
    if (at.name === 'Property') path.unshift(nameOf(state, at))
    if (at.name === 'Array') path.unshift('[]')
  }
  return path
}

export function placeAt(state: EditorState, pos: number): JsonPosition | null {
  let node: SyntaxNode | null = treeOf(state).resolveInner(pos, -1)
  if (node.name === 'PropertyName') {
    return { path: pathTo(state, node.parent?.parent ?? null), isName: true, from: node.from, to: node.to }
  }
  if (node.name === 'String') return { path: pathTo(state, node), isName: false, from: node.from, to: node.to }
  while (node && !['Object', 'Array', 'Property', 'JsonText'].includes(node.name)) node = node.parent
  if (!node || node.name === 'JsonText') return null
  const isName = node.name === 'Object'
  return { path: pathTo(state, node), isName, from: pos, to: pos }
}

/** Where the member or element is that a path of the server names: `AbEntry.Data[1].Email`. */
export function rangeOf(state: EditorState, path: string): { from: number; to: number } | null {
  const root = treeOf(state).topNode.firstChild
  return (root && within(state, root, path)) ?? null
}

function within(state: EditorState, node: SyntaxNode, path: string): { from: number; to: number } | null {
  if (path === '') return { from: node.from, to: node.to }
  if (node.name === 'Array') {
    const index = /^\[(\d+)\]\.?/.exec(path)
    const elements = childrenOf(node).filter(({ name }) => !['[', ']', ',', '⚠'].includes(name))
    const element = elements[Number(index?.[1] ?? -1)]
    return element ? within(state, element, path.slice(index?.[0].length)) : { from: node.from, to: node.to }
  }
  const wanted = path.toLowerCase()
  // Names may have dots, so that the longest that fits is meant.
  const found = node
    .getChildren('Property')
    .map(property => ({ property, name: nameOf(state, property).toLowerCase() }))
    .filter(({ name }) => wanted === name || wanted.startsWith(`${name}.`) || wanted.startsWith(`${name}[`))
    .sort((a, b) => b.name.length - a.name.length)[0]
  if (!found) return null
  const rest = path.slice(found.name.length).replace(/^\./, '')
  const name = found.property.getChild('PropertyName')
  const value = found.property.lastChild
  if (rest === '' || !value || !name) return name && { from: name.from, to: name.to }
  return within(state, value, rest) ?? { from: name.from, to: name.to }
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}
