import type { Scenario } from '../e2e/fakes/model-server.ts'
import type { ModelMessage } from './conversation-model.ts'

/** What the scripted model does with a question, and what becomes of the reply. */
export const replies: Record<string, { scenario: Scenario; content: string; state: ModelMessage['state'] }> =
  {
    said: {
      scenario: { name: 'words', words: ['A 👋', ' word.'] },
      content: 'A 👋 word.',
      state: 'finished',
    },
    cut: {
      scenario: { name: 'words', words: ['Too long'], finish: 'length' },
      content: 'Too long',
      state: 'finished',
    },
    broken: { scenario: { name: 'breaks', words: ['Half of', ' a'] }, content: 'Half of a', state: 'failed' },
    silent: { scenario: { name: 'error', status: 400 }, content: '', state: 'failed' },
    held: {
      scenario: { name: 'stalls', words: ['Still', ' going'] },
      content: 'Still going',
      state: 'running',
    },
  }

/** Everything that somebody can do with conversations; some of it more often. */
export const actions = [
  'begin',
  'send',
  'send',
  'edit',
  'regenerate',
  'end',
  'stop',
  'switch',
  'switch',
  'delete',
  'fork',
  'rename',
  'repeat',
] as const
export const replyNames = Object.keys(replies)

export interface Step {
  does: (typeof actions)[number]
  reply: string
  /** Which of those that are there. */
  pick: number
  /** Reorders what the server gives, as its order means nothing. */
  shuffle: number
}

/** One of what is there; undefined where nothing is. */
export const pickFrom = <Item>(items: readonly Item[], pick: number) => items[pick % items.length]
