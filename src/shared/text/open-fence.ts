/** The fence that closes the code block that a Markdown text leaves open, if any. */
export function openFence(markdown: string): string | null {
  return markdown.split(/\r\n|\n|\r/).reduce<string | null>(fenceAfter, null)
}

/** @param open the fence that is open before the line @returns the one that is open behind it */
export function fenceAfter(open: string | null, line: string): string | null {
  const [, fence, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  if (!fence) return open
  if (open === null) return fence.startsWith('~') || !rest.includes('`') ? fence : null
  return fence.startsWith(open) && rest.trim() === '' ? null : open
}
