import { openFence } from './open-fence.ts'

/** What was said, with its last code block closed: one that broke off would take everything after it into the block. */
export function closeFence(content: string): string {
  const fence = openFence(content)
  return fence ? `${content}${content.endsWith('\n') ? '' : '\n'}${fence}` : content
}

/** A text as it stands, whatever marks are in it: as a block of code that nothing in it can close. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** To the minute, and in UTC, as a file is read anywhere. */
export function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** A title or name whose characters mean themselves in Markdown. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&')
}
