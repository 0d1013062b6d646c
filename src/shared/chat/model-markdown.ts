import { plain } from '../text/markdown-text.ts'
import { endSentences } from './model-ends.ts'
import type { ShownModel } from './model-fields.ts'

/** What a reply says of its model, as a line of an export; empty where nothing is known. */
export function modelMarkdown(model: ShownModel | undefined): string {
  if (!model) return ''
  const { asked, answered, provider, tokens, ms, micros = null, ended } = model
  const told = [
    answered !== null && answered !== asked
      ? `${plain(answered)}, asked for as ${plain(asked)}`
      : plain(asked),
    provider === '' ? '' : plain(provider),
    tokens ? `${tokens.prompt} tokens read, ${tokens.completion} written` : '',
    ms === null ? '' : `${(ms / 1_000).toFixed(1)} s`,
    micros === null ? '' : `$${(micros / 1_000_000).toFixed(6)}`,
    ended === null ? '' : endSentences[ended],
  ]
  return `_Model: ${told.filter((each) => each !== '').join(' · ')}_`
}
