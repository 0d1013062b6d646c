import type { Answers, Asked } from '../chat/answers.ts'
import { tokensOf, type Window } from '../chat/window.ts'
import { Failure } from '../failure.ts'
import type { WordsOfReply } from '../spending/words-of-reply.ts'
import type { ApiKeys } from './api-keys.ts'
import type { Caller, UnstoredQuestion } from './door-questions.ts'

type Fixed = Pick<UnstoredQuestion, 'system' | 'text' | 'pictures' | 'following'>

/** Whether a question of a program has room: in its model's window, and in what its key may use today. */
export class Admission {
  readonly #options: { answers: Answers; keys: Pick<ApiKeys, 'hold'> }

  constructor(options: { answers: Answers; keys: Pick<ApiKeys, 'hold'> }) {
    this.#options = options
  }

  /**
   * Refuses what can't be left out of the prompt and does not fit it.
   * @returns the most words that the reply may have: a word has at least one token
   */
  async mostWords(asked: Asked, question: Fixed, maxTokens: number | undefined): Promise<number> {
    const { replyTokens } = await this.#requireRoom(asked, question)
    return Math.min(maxTokens ?? replyTokens, replyTokens)
  }

  /** @throws {Failure} `words_used_up`, or `rate_limited` while the last words are held */
  async hold({ keyId, ...caller }: Caller, mostWords: number): Promise<WordsOfReply> {
    return keyId === null ? UNCOUNTED : this.#options.keys.hold({ keyId, ...caller }, mostWords)
  }

  async #requireRoom(asked: Asked, question: Fixed): Promise<Window> {
    const { system = '', text, pictures, following = [] } = question
    const window = await this.#options.answers.windowFor(asked)
    const { tokens, replyTokens } = window
    const fixed = [{ content: system }, { content: text, pictures }, ...following]
    const needed = fixed.reduce((sum, message) => sum + tokensOf(message), 0)
    if (needed + replyTokens > tokens)
      throw new Failure(
        'question_too_long',
        `The model takes ${tokens} tokens, ${replyTokens} of them for its reply. The question alone has about ${needed}.`,
      )
    return window
  }
}

const UNCOUNTED: WordsOfReply = { count: (events) => events, add() {}, giveBack() {} }
