import { openFence } from './open-fence.ts'

/** Closes a code block that a text leaves open, so that what follows the text is not part of the block. */
export function closeFence(content: string): string {
  const fence = openFence(content)
  return fence ? `${content}${content.endsWith('\n') ? '' : '\n'}${fence}` : content
}

/** Formats a text as a code block whose fence is longer than any run of backticks in the text. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** Formats a time to the minute, in UTC, since a file can be read anywhere. */
export function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** Escapes a title or name so that none of its characters has a meaning in Markdown. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&')
}
