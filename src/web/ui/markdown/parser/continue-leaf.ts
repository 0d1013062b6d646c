import type { Line } from './line.ts'
import type { Leaf, OpenBlocks, Paragraph } from './open-blocks.ts'

/** Nothing else begins in code or a display formula. */
export function continuesLeaf(blocks: OpenBlocks, line: Line): boolean {
  const { leaf } = blocks
  if (leaf?.kind === 'fenced') {
    continueFenced(blocks, line, leaf)
    return true
  }
  if (leaf?.kind === 'indented') return continuesIndented(blocks, line, leaf)
  return leaf?.kind === 'paragraph' && continuesFormula(line, leaf)
}

function continueFenced(blocks: OpenBlocks, line: Line, code: Leaf & { kind: 'fenced' }): void {
  line.look()
  blocks.afterBlank = false
  if (line.indent < 4 && closesFence(line.words.trimEnd(), code.fence)) blocks.closeLeaf()
  else {
    line.skipColumns(Math.min(code.indent, line.indent))
    code.lines.push(line.rest())
  }
}

function closesFence(line: string, fence: string): boolean {
  return line.startsWith(fence) && line === fence.charAt(0).repeat(line.length)
}

function continuesIndented(blocks: OpenBlocks, line: Line, code: Leaf & { kind: 'indented' }): boolean {
  line.look()
  const { isBlank } = line
  if (line.indent < 4 && !isBlank) {
    blocks.closeLeaf()
    return false
  }
  line.skipColumns(Math.min(4, line.indent))
  code.lines.push(line.rest())
  blocks.afterBlank = isBlank
  return true
}

/** A blank line ends a formula. */
function continuesFormula(line: Line, paragraph: Paragraph): boolean {
  if (paragraph.formula === undefined) return false
  line.look()
  if (line.isBlank) return false
  const { words } = line
  paragraph.lines.push(words)
  if (words.includes(paragraph.formula)) paragraph.formula = undefined
  return true
}
