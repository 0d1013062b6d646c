import { Readability } from '@mozilla/readability'
import type { Node } from './html-tables.ts'

/** The time to find a main part grows with the square of it. */
const MAIN_DEPTH = 300

const ELEMENT = 1

/**
 * Finds the main part of a page, and modifies its document. Null if there is none, or the page is nested deeper than the
 * library can go in time.
 */
export function findMainPart(document: { body: unknown }): Node | null {
  if (isDeeperThan(document.body as Node, MAIN_DEPTH)) return null
  try {
    const found = new Readability(document as never, { serializer: (element) => element }).parse()
    return (found?.content ?? null) as unknown as Node | null
  } catch {
    return null
  }
}

function isDeeperThan(root: Node, most: number): boolean {
  const stack = [{ node: root, depth: 0 }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, depth } = next
    if (depth > most) return true
    for (const child of node.childNodes)
      if (child.nodeType === ELEMENT) stack.push({ node: child, depth: depth + 1 })
  }
  return false
}
