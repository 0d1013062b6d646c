import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findCarries, storeCarry, sweepCarries } from '../../db/doors/carries.ts'
import type { ReplyAside } from '../chat/reply.ts'
import type { RememberedTurn } from '../chat/reply-request.ts'
import type { Caller, UnstoredQuestion } from './door-questions.ts'

const KEPT_MS = 24 * 3_600_000

/** No model sends more; what is longer is not kept, and the model then answers without it. */
const MOST_BYTES = 1024 * 1024

const LONGEST_CALL_ID = 200

/** The newest calls of a request, for which carries are looked for. */
const MOST_CALLS = 200

/**
 * Keeps what models want back with the calls of tools that other programs run, until the program sends them back with
 * their results, to any server. No answer contains it.
 */
export class Carries {
  readonly #db: Db
  readonly #clock: () => Date

  constructor({ db, clock }: { db: Db; clock: () => Date }) {
    this.#db = db
    this.#clock = clock
  }

  /** Stores what comes with the calls of a reply before its end is passed on, since the program then answers them. */
  async *keep(
    caller: Caller,
    events: AsyncIterable<ReplyEvent>,
    { aside, log }: { aside: ReplyAside | undefined; log: Logger },
  ): AsyncGenerator<ReplyEvent> {
    for await (const event of events) {
      if (isEnd(event)) await this.#store(caller, aside, log)
      yield event
    }
  }

  /** Puts back what was kept with the calls in a question. */
  async putBack<Question extends Pick<UnstoredQuestion, 'turns' | 'following'>>(
    caller: Caller,
    question: Question,
  ): Promise<Question> {
    const { turns, following = [] } = question
    const ids = [...turns, ...following]
      .flatMap(({ calls = [] }) => calls.map(({ id }) => idOf(caller, id)))
      .filter((id) => id !== null)
      .slice(-MOST_CALLS)
    if (ids.length === 0) return question
    const found = new Map((await findCarries(this.#db, ids)).map(({ id, ...carry }) => [id, carry]))
    if (found.size === 0) return question
    const carrying = (turn: RememberedTurn): RememberedTurn => {
      const id = turn.calls?.map((call) => idOf(caller, call.id)).find((id) => id !== null && found.has(id))
      const carry = id && found.get(id)
      return carry ? { ...turn, carry } : turn
    }
    return {
      ...question,
      turns: turns.map(carrying),
      ...(question.following && { following: following.map(carrying) }),
    }
  }

  sweep(): Promise<void> {
    return sweepCarries(this.#db, new Date(this.#clock().getTime() - KEPT_MS))
  }

  /** Calls of nobody are not told apart, so nothing is kept of them. */
  async #store(caller: Caller, aside: ReplyAside | undefined, log: Logger): Promise<void> {
    const id = idOf(caller, aside?.calls?.[0]?.id)
    if (id === null || !aside?.carry || Buffer.byteLength(aside.carry.bytes) > MOST_BYTES) return
    const { provider, model, dialect, bytes } = aside.carry
    await storeCarry(this.#db, { id, provider, model, dialect, bytes }, this.#clock()).catch(
      (error: unknown) => log.warn({ err: error }, 'what a model wants back with its calls is not kept'),
    )
  }
}

function idOf({ keyId, wallet }: Caller, callId: string | undefined): string | null {
  const whose = keyId ?? wallet
  if (whose === null || callId === undefined || callId === '' || callId.length > LONGEST_CALL_ID) return null
  return `${whose}:${callId.replaceAll('\0', '')}`
}
