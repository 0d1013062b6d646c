import type { RealmMessage } from '../src/shared/realms/realm-messages.ts'
import type { OwnMessage } from '../src/web/features/realms/live/realm-room.ts'
import { Outbox } from '../src/web/features/realms/outbox/outbox.ts'
import type { StoredDraft } from '../src/web/features/realms/outbox/stored-drafts.ts'
import { ApiError } from '../src/web/lib/http/api.ts'
import { manualTime, settle } from './manual-time.ts'
import { said } from './model-realm.ts'

export const ids = ['a', 'b', 'c'].map((last) => `00000000-0000-4000-8000-00000000000${last}`)
export const offline = () => Promise.reject(new TypeError('Failed to fetch'))
export const refused = (status: number) => () => Promise.reject(new ApiError(status, undefined))

/** The message as the realm has it. */
export const stored = (message: OwnMessage): RealmMessage => ({
  ...said(1, 1, message.author),
  id: message.id,
  content: message.content,
})

/** One tab of a browser; `reload` is the same tab with a new page in it. */
export function writingTab() {
  const time = manualTime()
  let kept: StoredDraft | undefined
  let viewer: string | null = 'ada'
  let signsInAs: string | null = 'ada'
  const unused = [...ids]
  const posts: OwnMessage[] = []
  const signals: AbortSignal[] = []
  const answers: (() => Promise<RealmMessage>)[] = []
  const reported: unknown[] = []
  let typed = 0
  const begin = () =>
    new Outbox({
      memory: {
        recall: () => kept,
        remember: (next) => {
          kept = next ?? undefined
        },
      },
      post: (message, signal) => {
        posts.push(message)
        signals.push(signal)
        return answers.shift()?.() ?? Promise.resolve(stored(message))
      },
      signIn: async () => signsInAs,
      viewer: async () => viewer,
      sendTyping: () => typed++,
      newId: () => unused.shift() ?? '',
      time: time.reconnecting,
      explain: (error) => (error instanceof ApiError ? `refused ${error.status}` : 'not reached'),
      report: (error) => reported.push(error),
    })
  const session = begin()
  return {
    ...time,
    session,
    reload: () => {
      const next = begin()
      next.resume()
      return next
    },
    posts,
    signals,
    answers,
    reported,
    kept: () => kept,
    typed: () => typed,
    signInAs: (who: string | null) => {
      signsInAs = who
    },
    viewAs: (who: string | null) => {
      viewer = who
    },
    async say(text: string) {
      session.setDraft(text)
      session.submit('ada')
      await settle()
    },
  }
}
