import * as z from 'zod/mini'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import type { ReplyThrough } from '../conversations/ask.ts'
import type { Replies } from '../conversations/replies.ts'
import { Failure } from '../failure.ts'
import { agentsModelOf } from '../models/choose-model.ts'
import type { ToolDecisions } from '../tools/tool-decisions.ts'
import type { Admission } from './admission.ts'
import type { Caller, DoorQuestion, ReplyPlace, StoredReply } from './door-questions.ts'
import type { KeyReplies } from './key-replies.ts'
import { whileRunning } from './pass-events.ts'
import type { UsableAgents } from './usable-agents.ts'

/**
 * What a program may decide about a call, about what it was shown. What is allowed from now on, and what became of a
 * call that may have happened, only a person says in the product.
 */
export const keyDecisionSchema = z.strictObject({
  call: z.uuid('There is no such call.'),
  digest: z.string().check(z.maxLength(64)),
  decision: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('once') }),
      z.strictObject({
        kind: z.literal('refuse'),
        words: z._default(
          z
            .string()
            .check(z.maxLength(toolLimits.words, `Say it in ${toolLimits.words} characters at most.`)),
          '',
        ),
      }),
      z.strictObject({
        kind: z.literal('answer'),
        action: z._default(z.enum(['accept', 'decline', 'cancel']), 'accept'),
        content: z.optional(
          z
            .record(z.string(), z.unknown())
            .check(
              z.refine(
                (content) => JSON.stringify(content).length <= toolLimits.answerCharacters,
                `An answer has at most ${toolLimits.answerCharacters.toLocaleString('en-US')} characters.`,
              ),
            ),
        ),
      }),
    ],
    {
      error: 'A decision is once, refuse or answer. What is allowed always, a person allows in the product.',
    },
  ),
})
export type KeyDecision = z.infer<typeof keyDecisionSchema>

/** Calls that wait for somebody, or may have happened. */
export const isOpen = ({ status }: ToolCallPart) => status.state === 'waiting' || status.state === 'unknown'

/** Whether a program can decide about a call; what else waits, waits for its person in the product. */
export function isDecidable({ status, digest }: ToolCallPart): boolean {
  if (status.state !== 'waiting' || digest === null) return false
  const { wait } = status
  return wait.for === 'consent' || (wait.for === 'input' && wait.question.kind !== 'address')
}

/** The one question among calls that wait which a plain text answers; null if that would not be clear. */
export function plainQuestion(calls: readonly ToolCallPart[]): ToolCallPart | null {
  const open = calls.filter(isOpen)
  const [only] = open
  if (!only || open.length > 1 || !isDecidable(only) || only.status.state !== 'waiting') return null
  const { wait } = only.status
  return wait.for === 'input' && wait.question.kind !== 'form' ? only : null
}

interface KeyDecisionsOptions {
  decisions: Pick<ToolDecisions, 'decide'>
  replies: Pick<Replies, 'through' | 'stop'>
  agents: UsableAgents
  own: KeyReplies
  admission: Admission
}

export type Deciding = Omit<DoorQuestion, 'agentId' | 'text'> & { decisions: readonly KeyDecision[] }

/** Decides about calls as the key's wallet, once, and has their reply go on for that key. */
export class KeyDecisions {
  readonly #options: KeyDecisionsOptions

  constructor(options: KeyDecisionsOptions) {
    this.#options = options
  }

  /**
   * Repeating a decision follows the reply again.
   * @throws {Failure} as `Doors.askStored`, `ToolDecisions.decide`, and `not_found` for a call of another reply
   */
  async decide(caller: Caller, place: ReplyPlace, { decisions, ...from }: Deciding): Promise<StoredReply> {
    const { agents, own, admission, replies } = this.#options
    const { wallet, keyId, reply } = await own.find(caller, place)
    const { agentId, parts } = reply
    agents.admit(caller, agentId)
    const calls = new Set(parts.flatMap((part) => (part.kind === 'tool' ? [part.call] : [])))
    if (decisions.some(({ call }) => !calls.has(call.toLowerCase())))
      throw new Failure('not_found', 'There is no such call in this reply.')
    const { system, maxTokens, aside, gone, log } = from
    const agent = agentsModelOf(await agents.answering(caller, agentId))
    const asked = { agentId, wallet, agent }
    const mostWords = await admission.mostWords(asked, { system, text: '' }, maxTokens)
    const words = await admission.hold(caller, mostWords)
    const stop = () => {
      replies
        .stop(wallet, place.conversationId, place.replyId)
        .catch((error: unknown) => log.warn({ err: error }, 'the reply of a revoked key goes on'))
    }
    const through: ReplyThrough = {
      ...{ apiKeyId: keyId, system, maxTokens, aside },
      ...(caller.wordsADay !== null && { mostWords }),
      count: (events) => whileRunning(caller.revoked, stop, words.count(events)),
    }
    let refusal: unknown
    const hasBegun = await replies.through(place, through, () =>
      this.#decideAll(wallet, decisions).catch((error: unknown) => {
        refusal = error
      }),
    )
    if (!hasBegun) words.giveBack()
    if (refusal !== undefined) throw refusal
    return { ...place, handle: reply.handle, events: await own.follow(caller, place, gone) }
  }

  async #decideAll(wallet: string, decisions: readonly KeyDecision[]): Promise<void> {
    for (const { call, digest, decision } of decisions)
      try {
        await this.#options.decisions.decide(wallet, call.toLowerCase(), { digest, decision })
      } catch (error) {
        if (!isRepeated(error, decision)) throw error
      }
  }
}

/** A program whose request broke off repeats it, and is to get the reply. */
function isRepeated(error: unknown, { kind }: KeyDecision['decision']): boolean {
  if (!(error instanceof Failure) || error.code !== 'already_decided') return false
  const state = error.errors?.state ?? ''
  return (kind === 'refuse' ? ['refused'] : ['allowed', 'running', 'done', 'failed']).includes(state)
}
