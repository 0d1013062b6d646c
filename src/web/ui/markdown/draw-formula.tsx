import { type CSSProperties, createElement, type ReactElement, type ReactNode } from 'react'
import temml from 'temml'

/** Bounds of an untrusted formula: macros, sizes in em and pixels, and elements. */
const MAX_EXPANSIONS = 200
const MAX_SIZE: [number, number] = [20, 200]
const MAX_ELEMENTS = 4_000
const MAX_DEPTH = 60

/** A node of Temml's tree; a text has no type. */
interface TreeNode {
  type?: string
  text?: string
  attributes?: Record<string, string | number | boolean>
  style?: Record<string, string>
  children?: TreeNode[]
}

/** The elements of MathML that only draw. Links, pictures and HTML are none of them. */
const elements = new Set(
  (
    'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts none menclose mtable mtr mtd semantics'
  ).split(' '),
)

/** Attributes that only measure and draw; each value is a word, a length or a character. */
const attributes = new Set(
  (
    'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle fence form height ' +
    'largeop linebreak linethickness lspace mathvariant maxsize minsize movablelimits notation rowalign rowlines ' +
    'rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width'
  ).split(' '),
)

/** Properties of style that stay within the formula's own box. */
const properties = new Set(
  (
    'borderBottom borderLeft borderRight borderTop color fontStyle fontWeight margin marginLeft marginRight mathDepth ' +
    'mathStyle padding paddingBottom paddingLeft paddingRight paddingTop textAlign verticalAlign'
  ).split(' '),
)

/**
 * Draws MathML. The library's tree is not trusted: what does anything but draw is left out.
 * @returns undefined for a formula that has an error or is too large
 */
export function drawFormula(source: string, display: boolean): ReactElement | undefined {
  try {
    const tree: TreeNode = temml.__renderToMathMLTree(source, {
      displayMode: display,
      throwOnError: true,
      strict: false,
      trust: false,
      maxExpand: MAX_EXPANSIONS,
      maxSize: MAX_SIZE,
      macros: {},
    })
    const count = { left: MAX_ELEMENTS }
    const drawn = toElement(tree, 0, 0, count)
    return typeof drawn === 'object' ? (drawn as ReactElement) : undefined
  } catch {
    return undefined
  }
}

function toElement(node: TreeNode, key: number, depth: number, count: { left: number }): ReactNode {
  if (--count.left < 0 || depth > MAX_DEPTH) throw new RangeError('The formula is too large.')
  if (node.type === undefined && node.text !== undefined) return node.text
  const children = (node.children ?? []).map((child, index) => toElement(child, index, depth + 1, count))
  if (node.type === undefined) return children
  if (!elements.has(node.type)) throw new RangeError(`<${node.type}> draws no formula.`)
  const given = Object.entries(node.attributes ?? {}).filter(([name]) => attributes.has(name))
  const style = Object.entries(node.style ?? {}).filter(
    ([name, value]) => properties.has(name) && !/url|expression|[<>"'\\;]/i.test(String(value)),
  )
  return createElement(
    node.type,
    {
      key,
      ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      ...(style.length > 0 && { style: Object.fromEntries(style) as CSSProperties }),
    },
    ...children,
  )
}
