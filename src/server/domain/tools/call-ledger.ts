import { toPlainText } from '../../../shared/text/plain-text.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import type { SecretBox } from '../../base/secrets/secret-box.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  type CallChange,
  changeCall,
  insertCalls,
  letWait,
  listCalls,
  markSent,
  type ToolCallRow,
} from '../../db/tools/tool-calls.ts'
import { storeStepCarry } from '../../db/tools/tool-carries.ts'
import { touchGrant } from '../../db/tools/tool-grants.ts'
import type { Carry } from '../../llm/provider.ts'
import { meantTool } from './meant-tool.ts'
import type { PlannedCall } from './plan-call.ts'
import { questionDigest, untilFrom } from './plan-call.ts'
import { doneStatus } from './run-call.ts'
import type { GivenAnswer, ToolOutcome } from './tool.ts'

/** What a tool wants back with an answer: of a server 64 KB of its own, as JSON, with the questions that it stands for. */
const MOST_STATE_BYTES = 256 * 1024

export interface LedgerOptions {
  db: Db
  secrets: () => Promise<SecretBox>
  clock: () => Date
  /** Who runs the calls, in the ledger. */
  server: string
}

/** The calls of one reply in the ledger; see `db/schema/tools.ts`. */
export class CallLedger {
  readonly #options: LedgerOptions
  readonly #place: CallPlace
  readonly #who: { wallet: string; agentId: string | null }

  constructor(options: LedgerOptions, place: CallPlace, who: { wallet: string; agentId: string | null }) {
    this.#options = options
    this.#place = place
    this.#who = who
  }

  /**
   * Commits the calls that a person is asked about or that have an effect.
   * @returns the ids of those that can't wait, since as many wait for the person as may; null if the reply has ended
   */
  async intend(
    calls: readonly PlannedCall[],
    isGranted: (call: PlannedCall) => boolean,
  ): Promise<string[] | null> {
    const { db, server, clock } = this.#options
    const createdAt = clock()
    const kept = calls.filter(({ tool }) => tool !== null && tool.kind !== 'pure')
    if (kept.length === 0) return []
    const rows = kept.map((call) => {
      const { part, id, tool } = call
      const { status } = part
      const reasons = status.state === 'waiting' && status.wait.for === 'consent' ? status.wait.reasons : null
      return {
        ...{ id: part.call, replyId: this.#place.replyId, part: id, step: part.step, ...this.#who },
        ...{ tool: part.name, title: part.title, origin: part.origin, pin: tool?.pin ?? '' },
        ...{ arguments: part.arguments, digest: part.digest ?? '', modelCall: part.modelCall },
        ...{ brings: part.brings, reasons },
        state: reasons ? ('waiting' as const) : ('allowed' as const),
        allowedBy: reasons ? null : isGranted(call) ? ('always' as const) : ('rule' as const),
        ...{ createdAt, expiresAt: untilFrom(createdAt) },
      }
    })
    const tooMany = await insertCalls(db, { place: this.#place, server }, rows)
    const { wallet, agentId } = this.#who
    if (agentId === null || tooMany === null) return tooMany
    // Nothing waits for when it was last used, which is only shown.
    for (const { origin, ...call } of rows.filter(({ allowedBy }) => allowedBy === 'always'))
      touchGrant(db, { wallet, agentId, tool: meantTool(call), origin: origin ?? '' }, createdAt).catch(
        () => {},
      )
    return tooMany
  }

  /** Marks a call as sent. @returns false if it may not be sent (again) */
  sent({ part, tool }: PlannedCall): Promise<boolean> {
    const { db, server, clock } = this.#options
    // What only asks, and what only reads what is ours, may be done again.
    if (tool?.kind !== 'acts') return Promise.resolve(true)
    return markSent(db, part.call, server, clock())
  }

  /** Ends a call that was allowed and can't be done any more. */
  async drop({ part }: PlannedCall, why: string): Promise<void> {
    const { db, clock } = this.#options
    await changeCall(db, part.call, 'allowed', { state: 'failed', result: why, endedAt: clock() })
  }

  /** Stores what came of a call. @returns the row; null for a call that has none, or that somebody else has ended */
  async came({ part, tool, rounds }: PlannedCall, outcome: ToolOutcome): Promise<ToolCallRow | null> {
    if (tool === null || tool.kind === 'pure') return null
    const { db, clock } = this.#options
    const before = tool.kind === 'acts' ? 'running' : 'allowed'
    const endedAt = clock()
    const change = (values: CallChange) => changeCall(db, part.call, before, values)
    const wait = (values: CallChange) =>
      letWait(
        db,
        { id: part.call, wallet: this.#who.wallet, before },
        { ...values, state: 'waiting', expiresAt: untilFrom(endedAt) },
        { state: 'failed', result: TOO_MANY_WAIT, endedAt },
      )
    switch (outcome.kind) {
      case 'done':
        return change({ state: 'done', result: doneStatus(outcome.text, 0).whole, endedAt })
      case 'failed':
        return change({ state: 'failed', result: toPlainText(outcome.why), endedAt })
      case 'sign-in':
        return wait({ waitsFor: 'sign-in', signInAt: outcome.server })
      case 'input': {
        const sealed = await this.#sealed(part.call, outcome.state)
        if (sealed === 'too large') return change({ state: 'failed', result: TOO_LARGE, endedAt })
        const { question } = outcome
        const asks = { digest: questionDigest(part.digest, question), rounds: rounds + 1 }
        return wait({ waitsFor: 'input', question, answer: null, ...sealed, ...asks })
      }
      default:
        return outcome satisfies never
    }
  }

  list(): Promise<ToolCallRow[]> {
    return listCalls(this.#options.db, this.#place)
  }

  /** What the person answered to a call that has asked, with the state that it asked with. */
  async answerTo(row: ToolCallRow): Promise<GivenAnswer | undefined> {
    if (!row.answer) return undefined
    const { action, content } = row.answer as GivenAnswer
    const { requestState: bytes, secretId } = row
    if (!bytes || secretId === null) return { action, content }
    const state = (await this.#options.secrets()).open({ bytes, secretId }, [row.id])
    return { action, content, state: state ?? undefined }
  }

  async carry(step: number, { provider, model, dialect, bytes }: Carry): Promise<void> {
    const { replyId } = this.#place
    await storeStepCarry(this.#options.db, this.#place, { replyId, step, provider, model, dialect, bytes })
  }

  async #sealed(call: string, state: string | undefined) {
    if (state === undefined) return { requestState: null, secretId: null }
    if (Buffer.byteLength(state) > MOST_STATE_BYTES) return 'too large' as const
    const { bytes, secretId } = (await this.#options.secrets()).seal(state, [call])
    return { requestState: bytes, secretId }
  }
}

export const TOO_MANY_WAIT = `${toolLimits.waiting} requests wait for this person already, so this one could not be asked.`

const TOO_LARGE = 'Its server asks a question with more than can be kept.'
