import type { Source, SourceState } from '../../../../shared/knowledge/sources.ts'
import * as texts from '../texts.tsx'

/** The processing state of a document in words. */
export function stateWords(state: SourceState): string {
  switch (state.kind) {
    case 'waiting':
      return texts.waitingRead
    case 'reading':
      return state.of === null ? texts.reading : texts.readingOf(state.done, state.of)
    case 'ready':
      return [
        state.pages !== null && counted(state.pages, 'page'),
        counted(state.passages, 'passage'),
        state.language !== null && (languages.of(state.language) ?? state.language),
      ]
        .filter((part) => part !== false)
        .join(' · ')
    case 'failed':
      return state.reason
  }
}

/** The text that a screen reader announces when documents are added, being processed, or done. */
export function announcement(sources: readonly Source[]): string {
  const count = (...kinds: SourceState['kind'][]) =>
    sources.filter(({ state }) => kinds.includes(state.kind)).length
  const reading = count('waiting', 'reading')
  const failed = count('failed')
  return [
    `${counted(count('ready'), 'document')} ready`,
    reading > 0 && `${reading} being read`,
    failed > 0 && `${failed} could not be read`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
