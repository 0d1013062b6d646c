import { memoryLimits } from '../../../shared/memory/memory-limits.ts'
import { linksAsLabels } from '../../../shared/text/plain-text.ts'

/** Text of a page or a field as one line, as a fact is. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** Marks of Markdown that say how words look, and numbers of sources. */
const marks = /^(?:#{1,6} |> ?|[-*] )|\*\*|__|`+|\s?\[\d+\]/gm

/** What is offered of a message: its plain words as one line that is not too long, cut between words. */
export function offeredWords(message: string): string {
  const line = oneLine(linksAsLabels(message).replaceAll(marks, '')).trim()
  if (line.length <= memoryLimits.fact) return line
  const cut = line.slice(0, memoryLimits.fact)
  const end = cut.lastIndexOf(' ') > memoryLimits.fact / 2 ? cut.lastIndexOf(' ') : cut.length
  return cut.slice(0, end).replace(/[\ud800-\udbff]$/, '')
}
