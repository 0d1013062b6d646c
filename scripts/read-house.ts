import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/experimental'

/**
 * Reads the product's sources as one who surveys them: files, imports, functions and comments. Tests and declarations
 * are left out.
 */

const root = fileURLToPath(new URL('..', import.meta.url))

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string
  lines: number
  commentLines: number
  /** The files that it imports, with types and dynamic imports; packages are left out. */
  imports: readonly string[]
  /** Those of them that are loaded lazily. */
  lazy: readonly string[]
  functions: readonly SourceFunction[]
}

export interface SourceFunction {
  path: string
  name: string
  /** From its first to its last line, nested functions included. */
  lines: number
}

/** A node of the syntax tree: what is read of it here, its children among the other properties. */
export interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

export function readSources(): SourceFile[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.(test|d)\.tsx?$/.test(path))
    .sort()
    .map(readSource)
}

/** The files that have a test of their own beside them, without their ending. */
export const testedPaths = (): Set<string> =>
  new Set(globSync('src/**/*.test.{ts,tsx}', { cwd: root }).map((path) => path.replace(/\.test\.tsx?$/, '')))

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const lineAt = lineReader(text)
  const imports = new Set<string>()
  const lazy = new Set<string>()
  const functions: SourceFunction[] = []
  walk(program as unknown as Node, [], (node, parents) => {
    const specifier = specifierOf(node)
    if (specifier?.startsWith('.')) {
      const target = normalize(join(dirname(path), specifier))
      imports.add(target)
      if (node.type === 'ImportExpression' || node.type === 'NewExpression') lazy.add(target)
    }
    if (FUNCTIONS.has(node.type) && node.body)
      functions.push({ path, name: nameOf(node, parents), lines: lineAt(node.end) - lineAt(node.start) + 1 })
  })
  return {
    path,
    lines: text.split('\n').length - 1,
    commentLines: comments.reduce((sum, { start, end }) => sum + lineAt(end) - lineAt(start) + 1, 0),
    imports: [...imports],
    lazy: [...lazy],
    functions,
  }
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The module that a node names: an import, an export from, a type of an import, or the program of a worker. */
export function specifierOf(node: Node): string | undefined {
  const literal = (value: unknown) => {
    const text = (value as { value?: unknown } | null | undefined)?.value
    return typeof text === 'string' ? text : undefined
  }
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return literal(node.source)
    case 'NewExpression': {
      const { name } = node.callee as { name?: string }
      return name === 'URL' ? literal((node.arguments as unknown[])[0]) : undefined
    }
    default:
      return undefined
  }
}

/** The function's own name, or that of what it is assigned to. */
function nameOf(node: Node, parents: readonly Node[]): string {
  const parent = parents.at(-1)
  const named = (node.id ?? parent?.id ?? parent?.key) as { name?: string } | null | undefined
  return named?.name ?? '(unnamed)'
}

export function walk(
  node: Node,
  parents: Node[],
  visit: (node: Node, parents: readonly Node[]) => void,
): void {
  visit(node, parents)
  parents.push(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && typeof child.type === 'string')
        walk(child as Node, parents, visit)
  parents.pop()
}

/** Returns a function from an offset, in UTF-16 units, to the number of its line. */
function lineReader(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The groups of files that import each other in a circle, types included (Tarjan's strongly connected components). */
export function circlesOf(sources: readonly SourceFile[]): string[][] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]))
  const found = new Map<string, { index: number; low: number; open: boolean }>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string) => {
    const own = { index: found.size, low: found.size, open: true }
    found.set(path, own)
    stack.push(path)
    for (const target of importsOf.get(path) ?? []) {
      if (!importsOf.has(target)) continue
      const known = found.get(target) ?? visit(target)
      if (known.open) own.low = Math.min(own.low, known.low)
    }
    if (own.low === own.index) {
      const members = stack.splice(stack.indexOf(path))
      for (const member of members) {
        const state = found.get(member)
        if (state) state.open = false
      }
      if (members.length > 1) circles.push(members.sort())
    }
    return own
  }
  for (const { path } of sources) if (!found.has(path)) visit(path)
  return circles
}

/** The pairs of folders of which each imports the other directly, types included. */
export function folderPairsOf(sources: readonly SourceFile[]): string[] {
  const arrows = new Set(
    sources.flatMap(({ path, imports }) => imports.map((target) => `${dirname(path)} ${dirname(target)}`)),
  )
  return [...arrows]
    .map((arrow) => arrow.split(' '))
    .filter(([from = '', to = '']) => from < to && arrows.has(`${to} ${from}`))
    .map(([from, to]) => `${from} <-> ${to}`)
    .sort()
}
