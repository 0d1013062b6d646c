import { limits } from '../../../shared/common/limits.ts'

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Makes the name of an agent's duplicate. A name that is too long is shortened at its end, by whole graphemes. */
export function copyName(name: string): string {
  const copied = `Copy of ${name}`
  if (copied.length <= limits.agentName) return copied
  let kept = ''
  for (const { segment } of characters.segment(copied)) {
    if (kept.length + segment.length + 1 > limits.agentName) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
