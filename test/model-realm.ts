import type { RealmAnswer, RealmMessage, RealmMessagePage } from '../src/shared/realms/realm-messages.ts'
import type { ServerFrame } from '../src/shared/realms/realtime.ts'

const realmId = '00000000-0000-4000-8000-00000000beef'
const createdAt = '2026-11-21T14:02:00.000Z'

/** Who has missed more changes than this has to begin anew. */
const TOLD_AGAIN = 12

const place = (number: number, version: number, content: string) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  conversationId: realmId,
  number,
  version,
  content,
  createdAt,
  removed: false,
})

/** What a person said. */
export function said(number: number, version: number, author = 'ada'): RealmMessage {
  return {
    ...place(number, version, `${number}`),
    kind: 'said',
    author,
    authorName: null,
    authorPictureUrl: null,
    replyTo: null,
  }
}

/** What an agent is saying. */
export function answering(number: number, version: number, content: string): RealmAnswer {
  return {
    ...place(number, version, content),
    kind: 'answer',
    author: 'ada',
    agentId: '00000000-0000-4000-8000-00000000a9e7',
    agentName: 'Nova',
    answers: 1,
    state: 'running',
    trouble: null,
  }
}

export type ModelFrame = Extract<ServerFrame, { type: 'log' | 'words' | 'begin-anew' }>
export type ModelAct = 'say' | 'begin' | 'speak' | 'end' | 'remove' | 'tell' | 'lose' | 'swap' | 'repeat'

/** A realm as the server keeps it, and a line to one client on which frames wait, are lost, told twice and out of order. */
export function modelRealm() {
  const stored: RealmMessage[] = []
  /** Every state that a message was ever in. */
  const history: RealmMessage[] = []
  const line: ModelFrame[] = []
  let version = 0
  let sent = 0

  function keep(message: RealmMessage): RealmMessage {
    stored[message.number - 1] = message
    history.push(message)
    return message
  }
  const running = () =>
    stored.filter(
      (message): message is RealmAnswer => message.kind === 'answer' && message.state === 'running',
    )
  const changed = (after: number, upTo = version) =>
    stored
      .filter((message) => message.version > after && message.version <= upTo)
      .sort((one, other) => one.version - other.version)
  const log = (from: number, to: number): ModelFrame => ({
    type: 'log',
    realm: realmId,
    from,
    to,
    messages: changed(from, to),
  })
  const words = ({ id, content }: RealmMessage, at: number): ModelFrame => ({
    type: 'words',
    realm: realmId,
    id,
    at,
    text: content.slice(at),
  })

  return {
    all: () => stored,
    hasMore: () => line.length > 0,
    receive: () => line.shift(),

    /** Whether a message was ever so, and is so still unless it changed after a version: a change of it is yet to be told. */
    isTrue(message: RealmMessage, upTo: number): boolean {
      const states = history.filter(({ number }) => number === message.number)
      const isKnown = states.some(
        (state) =>
          state.version === message.version &&
          (state.kind === 'answer' && state.state === 'running'
            ? 'Light is a wave. '.repeat(20).startsWith(message.content)
            : state.content === message.content),
      )
      const newest = Math.max(...states.map((state) => state.version))
      return isKnown && (newest === message.version || newest > upTo)
    },

    page(limit: number, before = Number.POSITIVE_INFINITY): RealmMessagePage {
      const found = stored.filter(({ number }) => number < before)
      return { messages: found.slice(-limit), hasMore: found.length > limit, version }
    },

    enter(after: number): void {
      const missed = changed(after)
      if (missed.length > TOLD_AGAIN) {
        line.push({ type: 'begin-anew', realm: realmId })
        return
      }
      // In two parts, as a database that is asked with a limit tells it.
      const middle = missed[Math.floor(missed.length / 2)]?.version ?? version
      line.push(log(after, middle), log(middle, version))
      for (const answer of running()) line.push(words(answer, 0))
      sent = version
    },

    /** @returns the message that it is about, where it is about one */
    act(kind: ModelAct, pick: number): RealmMessage {
      const one = stored[pick % Math.max(stored.length, 1)]
      const speaking = running()[pick % Math.max(running().length, 1)]
      switch (kind) {
        case 'say':
          return keep(said(stored.length + 1, ++version))
        case 'begin':
          return keep(answering(stored.length + 1, ++version, ''))
        case 'speak':
          if (speaking) {
            const content = 'Light is a wave. '.repeat(20).slice(0, speaking.content.length + 1 + (pick % 7))
            const at = Math.max(0, speaking.content.length - (pick % 3))
            stored[speaking.number - 1] = { ...speaking, content }
            line.push(words({ ...speaking, content }, at))
          }
          break
        case 'end':
          if (speaking) return keep({ ...speaking, state: 'finished', version: ++version })
          break
        case 'remove':
          if (one && !one.removed && !running().includes(one as RealmAnswer))
            return keep({ ...one, content: '', removed: true, version: ++version })
          break
        case 'tell':
          line.push(log(sent, version))
          sent = version
          break
        case 'lose':
          line.length = 0
          break
        case 'swap':
          line.push(...line.splice(0, 1))
          break
        case 'repeat':
          line.push(...line.slice(0, 1))
      }
      return one ?? said(1, 1)
    },
  }
}
