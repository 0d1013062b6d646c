import { parseAst } from 'rolldown/parseAst'

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export const parse = (code: string) => parseAst(code) as unknown as Node

/** Calls `see` for a node and everything in it, in the order of the code. */
export function visit(node: Node, see: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  see(node, parent)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') visit(child, see, node)
}

/** Whether an identifier names a property, so that it refers to no variable. */
export function isLabel(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed
  return parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand
}

/** The property of a member expression; null where it is computed. */
export function propertyOf(node: Node): string | null {
  return node.computed ? null : String((node.property as Node).name)
}

/** The values of the constants that a module exports, by their names. */
export function exportedConstants(code: string): Map<string, Node> {
  const found = new Map<string, Node>()
  for (const statement of parse(code).body as Node[]) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const { kind, declarations = [] } = (statement.declaration ?? {}) as {
      kind?: string
      declarations?: { id: Node; init: Node | null }[]
    }
    for (const { id, init } of declarations)
      if (kind === 'const' && init && id.type === 'Identifier') found.set(String(id.name), init)
  }
  return found
}

/** Writes each of these nodes anew. */
export function rewritten(code: string, edits: ReadonlyMap<Node, string>): string {
  const lastFirst = [...edits].sort(([one], [other]) => other.start - one.start)
  return lastFirst.reduce((all, [{ start, end }, text]) => all.slice(0, start) + text + all.slice(end), code)
}
