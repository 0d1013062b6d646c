/** The fence that closes the code block that a Markdown text leaves open, if any. */
export function openFence(markdown: string): string | null {
  let open: string | null = null
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const [, fence, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (!fence) continue
    if (open === null) {
      if (fence.startsWith('~') || !rest.includes('`')) open = fence
    } else if (fence.startsWith(open) && rest.trim() === '') open = null
  }
  return open
}
