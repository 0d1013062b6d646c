/**
 * The pieces mean the same separately as together, so that while text arrives only the last one is parsed again. In
 * doubt it does not split. The pieces joined are the original text.
 */
export function splitBlocks(markdown: string): string[] {
  const lines = linesOf(markdown)
  // Definitions of links and footnotes apply to the whole text.
  if (lines.some(isDefinition)) return [markdown]
  const blocks: string[] = []
  let block: string[] = []
  let fence: string | undefined
  let hasWords = false
  let afterBlank = false
  let keepsItems = false
  for (const line of lines) {
    const isBlank = line.trim() === ''
    if (isBlank) {
      block.push(line)
      afterBlank = fence === undefined && hasWords
      continue
    }
    const isItem = /^ {0,3}([-*+]|\d{1,9}[.)])(\s|$)/.test(line)
    // An indented line, or an item after other items, may belong to the block before the blank line.
    if (afterBlank && /^\S/.test(line) && !(isItem && keepsItems)) {
      blocks.push(block.join(''))
      block = []
      keepsItems = false
    }
    block.push(line)
    hasWords = true
    afterBlank = false
    keepsItems ||= fence === undefined && isItem
    fence = fenceAfter(fence, line)
  }
  return block.length === 0 ? blocks : [...blocks, block.join('')]
}

/** Each with its line break. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const next = end === -1 ? text.length : end + 1
    lines.push(text.slice(from, next))
    from = next
  }
  return lines
}

/** The line may have a definition, `[label]:`, or the end of its label, in any container. */
function isDefinition(line: string): boolean {
  const end = line.indexOf(']:')
  return end !== -1 && (/^[\s>*+\d.)-]*\[/.test(line) || !line.slice(0, end).includes('['))
}

function fenceAfter(fence: string | undefined, line: string): string | undefined {
  const match = /^ {0,3}(?:(`{3,})[^`\n]*$|(~{3,}))/.exec(line.trimEnd())
  const marks = match?.[1] ?? match?.[2]
  if (fence === undefined || marks === undefined) return fence ?? marks
  const closes = marks.startsWith(fence) && line.trim() === marks
  return closes ? undefined : fence
}
