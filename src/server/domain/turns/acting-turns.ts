import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import { partsOf } from '../../../shared/chat/parts.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import type { Logger } from '../../base/log.ts'
import type { ReplyPlace, TurnScope } from '../../db/turns/running-turns.ts'
import { hasOpenCalls } from '../tools/patched-parts.ts'
import type { ToolDecisions } from '../tools/tool-decisions.ts'
import type { ActingKind, ResumedTurn } from './turn-kind.ts'

interface ActingTurnsOptions {
  scope: TurnScope
  kind: ActingKind
  decisions: ToolDecisions
  log: Logger
  server: string
  mayResume: () => boolean
  receive: (resumed: ResumedTurn) => void
  /** The next step of a scope may be due. */
  ended: (scopeId: string) => void
}

/** Turns that wait for a person: nothing of them runs, and any server goes on with them from what is stored. */
export class ActingTurns {
  readonly #options: ActingTurnsOptions

  constructor(options: ActingTurnsOptions) {
    const { scope, kind, decisions, ended } = options
    this.#options = options
    decisions.join(scope, {
      async patch(place, calls, how) {
        await kind.patch(placeOf(place), calls, how === 'stopped')
        if (how === 'stopped') ended(place.scopeId)
      },
      standing: (place) => kind.standing(placeOf(place)),
      resume: (place) => this.#resume(placeOf(place)),
      listStranded: async () =>
        (await kind.listStranded()).map(({ wallet, ...place }) => ({
          place: this.#callPlace(place),
          wallet,
        })),
    })
  }

  /** A turn was stored as waiting. What was decided while it was running was left to whoever ends it. */
  paused(place: ReplyPlace, wallet: string | null): void {
    if (wallet === null) return
    this.#inBackground(place, () => this.#options.decisions.paused(this.#callPlace(place), wallet))
  }

  /** Nobody allows calls of a turn any more that is over. */
  ended(place: ReplyPlace, state: ReplyState, reply: Reply): void {
    if (state === 'waiting' || state === 'running' || !hasOpenCalls(partsOf(reply))) return
    this.#inBackground(place, () => this.#options.decisions.ended(this.#callPlace(place)))
  }

  /** Ends a turn that waits: its calls are not done. */
  async stop(place: ReplyPlace): Promise<void> {
    const { decisions, kind, ended } = this.#options
    const waiting = await kind.listWaiting(place.conversationId)
    if (!waiting.includes(place.replyId)) return
    await decisions.supersede(this.#callPlace(place))
    await kind.stopWaiting(place)
    ended(place.conversationId)
  }

  async stopIn(scopeId: string): Promise<void> {
    for (const replyId of await this.#options.kind.listWaiting(scopeId))
      await this.stop({ conversationId: scopeId, replyId })
  }

  /** @returns false if it runs, or does not wait any more */
  async #resume(place: ReplyPlace): Promise<boolean> {
    const { kind, server, mayResume, receive } = this.#options
    if (!mayResume()) return false
    const resumed = await kind.takeUp(place, server)
    if (resumed === 'gone') {
      await this.stop(place)
      return false
    }
    if (resumed) receive(resumed)
    return resumed !== null
  }

  #callPlace({ conversationId: scopeId, replyId }: ReplyPlace): CallPlace {
    return { scope: this.#options.scope, scopeId, replyId }
  }

  #inBackground({ replyId }: ReplyPlace, work: () => Promise<unknown>) {
    work().catch((error: unknown) =>
      this.#options.log.error({ err: error, replyId }, 'calls of a turn could not be looked after'),
    )
  }
}

const placeOf = ({ scopeId, replyId }: CallPlace): ReplyPlace => ({ conversationId: scopeId, replyId })
