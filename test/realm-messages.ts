import type { RealmAnswer, RealmMessage } from '../src/shared/realms/realm-messages.ts'

const realm = 'a0000000-0000-4000-8000-000000000000'

function placed(number: number) {
  return {
    id: `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    conversationId: realm,
    number,
    version: number,
    author: 'ada',
    content: `Message ${number}.`,
    createdAt: new Date(Date.UTC(2026, 10, 21, 8, 0, number)).toISOString(),
    removed: false,
  }
}

const nameless = { authorName: null, authorPictureUrl: null }

/** What a person said, a second after the message before it. */
export function said(
  number: number,
  more: Partial<Extract<RealmMessage, { kind: 'said' }>> = {},
): RealmMessage {
  return { ...placed(number), ...nameless, kind: 'said', replyTo: null, ...more }
}

/** What the agent Nova said, to the message before it where nothing else is given. */
export function answered(number: number, more: Partial<RealmAnswer> = {}): RealmAnswer {
  return {
    ...placed(number),
    kind: 'answer',
    agentId: 'c0000000-0000-4000-8000-000000000001',
    agentName: 'Nova',
    answers: number - 1,
    state: 'finished',
    trouble: null,
    ...more,
  }
}

/** A person let the agents go on. */
export function wentOn(number: number): RealmMessage {
  return { ...placed(number), ...nameless, kind: 'go-on', content: '' }
}
