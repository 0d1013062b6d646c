import type { RealmAnswer, RealmMessage } from '../src/shared/realms/realm-messages.ts'
import type { RealmDetail } from '../src/shared/realms/realms.ts'
import type { MessageHandlers } from '../src/web/features/realms/message/shown-message.ts'

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

/** A realm in which nothing has been said yet. */
export const lobby: RealmDetail = {
  id: realm,
  name: 'The Lobby',
  description: '',
  createdBy: 'cyd',
  creatorName: null,
  names: {},
  participants: ['cyd'],
  createdAt: '2026-11-21T08:00:00.000Z',
  unlisted: false,
  policy: 'mentioned',
  agentTurns: 6,
  agentWords: 4_000,
  slowSeconds: 0,
  agents: [],
  turnsTaken: 0,
  wordsSaid: 0,
  held: null,
}

/** What a reader can do with messages, without anything happening. */
export const noActions: MessageHandlers = {
  muted: [],
  reply: () => {},
  mention: () => {},
  remove: async () => undefined,
  setMuted: async () => undefined,
  stop: async () => undefined,
  letThrough: async () => undefined,
  setBlocked: () => {},
  keepOut: undefined,
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
