// Reads the syntax tree of every code file: its imports, its exports and its functions.
import { join, relative } from 'node:path'
import * as ts from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { root } from './files.ts'

interface Import {
  /** A path relative to the root, or the name of a package. */
  readonly from: string
  /** The names as they are exported there; null when all of them are taken. */
  readonly names: readonly string[] | null
  /** Whether it is gone once types are stripped. */
  readonly isType: boolean
}

interface CodeFunction {
  readonly name: string
  readonly line: number
  readonly lines: number
  /** Whether it is the argument of a call. */
  readonly isCallback: boolean
}

export interface Module {
  readonly path: string
  readonly tree: ts.SourceFile
  readonly imports: readonly Import[]
  readonly exports: readonly string[]
  readonly functions: readonly CodeFunction[]
}

let modules: ReadonlyMap<string, Module> | undefined

/** All modules by path, parsed by the compiler itself, once for each process. */
export function readModules(): ReadonlyMap<string, Module> {
  modules ??= parseModules()
  return modules
}

function parseModules(): ReadonlyMap<string, Module> {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'test/tidy/tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} is no project`)
    const modules = project.rootFiles.map(file => {
      const tree = project.program.getSourceFile(file)
      if (!tree) throw new Error(`${file} was not parsed`)
      return moduleOf(relative(root, file), tree)
    })
    return new Map(modules.map(module => [module.path, module]))
  } finally {
    api.close()
  }
}

function moduleOf(path: string, tree: ts.SourceFile): Module {
  const imports: Import[] = []
  const exports: string[] = []
  const functions: CodeFunction[] = []
  visit(tree, node => {
    imports.push(...importsIn(node, path))
    exports.push(...exportsIn(node))
    if (isFunctionWithBody(node)) functions.push(functionOf(node, tree))
  })
  return { path, tree, imports, exports, functions }
}

/** Calls the function for the node and everything below it. */
export function visit(node: ts.Node, seen: (node: ts.Node) => void): void {
  seen(node)
  node.forEachChild(child => visit(child, seen))
}

function importsIn(node: ts.Node, path: string): Import[] {
  if (ts.isImportDeclaration(node)) return one(node.moduleSpecifier, path, namesOfImport(node), isTypeImport(node))
  if (ts.isExportDeclaration(node)) return one(node.moduleSpecifier, path, namesOfReexport(node), node.isTypeOnly)
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return one(node.argument.literal, path, null, true)
  if (ts.isCallExpression(node) && loads(node.expression)) return one(node.arguments[0], path, null, false)
  return []
}

/** `import`, or what createRequire makes. */
const loads = (callee: ts.Node): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword ||
  (ts.isCallExpression(callee) && ts.isIdentifier(callee.expression) && callee.expression.text === 'createRequire')

/** `import type`. An import of which each name has its own `type` still loads the module. */
const isTypeImport = ({ importClause }: ts.ImportDeclaration): boolean =>
  importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword

function one(specifier: ts.Node | undefined, path: string, names: Import['names'], isType: boolean): Import[] {
  if (!specifier || !ts.isStringLiteral(specifier)) return []
  const { text } = specifier
  return [{ from: text.startsWith('.') ? join(path, '..', text) : text, names, isType }]
}

function namesOfImport({ importClause }: ts.ImportDeclaration): string[] | null {
  if (!importClause) return []
  const { name, namedBindings } = importClause
  if (namedBindings && ts.isNamespaceImport(namedBindings)) return null
  const named = namedBindings?.elements.map(element => (element.propertyName ?? element.name).text) ?? []
  return name ? ['default', ...named] : named
}

const namesOfReexport = ({ exportClause }: ts.ExportDeclaration): string[] | null =>
  exportClause && ts.isNamedExports(exportClause)
    ? exportClause.elements.map(element => (element.propertyName ?? element.name).text)
    : null

function exportsIn(node: ts.Node): string[] {
  if (ts.isExportAssignment(node)) return ['default']
  if (ts.isExportDeclaration(node)) {
    const { exportClause } = node
    return exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : []
  }
  if (!isExported(node)) return []
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => namesIn(name))
  return 'name' in node && node.name ? [(node.name as ts.Identifier).text] : []
}

const isExported = (node: ts.Node): boolean =>
  'modifiers' in node &&
  ((node.modifiers as readonly ts.Node[] | undefined) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap(element => (ts.isBindingElement(element) && element.name ? namesIn(element.name) : []))

const isFunctionWithBody = (node: ts.Node): boolean =>
  (ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isSetAccessorDeclaration(node)) &&
  node.body !== undefined

function functionOf(node: ts.Node, tree: ts.SourceFile): CodeFunction {
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1
  const line = lineAt(node.getStart(tree))
  return { name: nameOf(node), line, lines: lineAt(node.end) - line + 1, isCallback: ts.isCallExpression(node.parent) }
}

/** Its own name, or that of what it is assigned to. */
function nameOf(node: ts.Node): string {
  const named = [node, node.parent].find(one => one && 'name' in one && one.name)
  return named ? (named as unknown as { name: ts.Node }).name.getText() : 'a function'
}

/** The files that import each file, by path. */
export function importersOf(modules: Iterable<Module>): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const { path, imports } of modules) {
    for (const { from } of imports) importers.set(from, (importers.get(from) ?? new Set()).add(path))
  }
  return importers
}
