/**
 * Cuts markdown into top-level pieces that mean the same apart as they do together, so that while words arrive only the
 * last piece is read again. In doubt it doesn't cut. The pieces joined are the text.
 */
export function splitBlocks(markdown: string): string[] {
  // A definition of a link or a footnote speaks to the whole text.
  if (/^ {0,3}\[[^\]]+\]:/m.test(markdown)) return [markdown]
  const blocks: string[] = []
  let block = ''
  let fence: string | undefined
  let afterBlank = false
  let keepsItems = false
  for (const line of markdown.match(/.*\n|.+$/g) ?? []) {
    const isItem = /^ {0,3}([-*+]|\d{1,9}[.)])(\s|$)/.test(line)
    // What is indented, or is an item after other items, may belong to what stands before the blank line; and the parser
    // takes an item after indented code for words.
    if (afterBlank && /^\S/.test(line) && !(isItem && keepsItems)) {
      blocks.push(block)
      block = ''
      keepsItems = false
    }
    block += line
    keepsItems ||= fence === undefined && (isItem || /^( {4}|\t)\S/.test(line))
    fence = fenceAfter(fence, line)
    afterBlank = fence === undefined && line.trim() === '' && block.trim() !== ''
  }
  return block === '' ? blocks : [...blocks, block]
}

/** The fence of the code block that is open after a line. */
function fenceAfter(fence: string | undefined, line: string): string | undefined {
  const marks = /^ {0,3}(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1]
  if (fence === undefined || marks === undefined) return fence ?? marks
  const closes = marks.startsWith(fence) && line.trim() === marks
  return closes ? undefined : fence
}
