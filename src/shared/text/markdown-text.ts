import { openFence } from './open-fence.ts'

/** What was said, with its last code block closed: one that broke off would take everything after it into the block. */
export function closeFence(content: string): string {
  const fence = openFence(content)
  return fence ? `${content}${content.endsWith('\n') ? '' : '\n'}${fence}` : content
}

/** To the minute, and in UTC, as a file is read anywhere. */
export function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** A title or name whose characters mean themselves in Markdown. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&')
}
