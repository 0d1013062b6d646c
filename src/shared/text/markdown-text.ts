import { openFence } from './open-fence.ts'

/** So that what follows is not part of a code block that the text leaves open. */
export function closeFence(content: string): string {
  const fence = openFence(content)
  return fence ? `${content}${content.endsWith('\n') ? '' : '\n'}${fence}` : content
}

export function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** In UTC, since a file can be read anywhere. */
export function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&')
}
