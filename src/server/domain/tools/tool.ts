import type { AgentTools } from '../../../shared/tools/agent-tools.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import type { ToolQuestion } from '../../../shared/tools/tool-fields.ts'
import type { ConsentReason } from '../../../shared/tools/tool-states.ts'
import type { Logger } from '../../base/log.ts'
import type { Recollecting } from '../chat/recollections.ts'

/** For whom a reply with tools is made, and where. */
export interface ToolAsker {
  /** Null for what belongs to no stored agent, as a draft that is tried out. */
  agentId: string | null
  /** Who made the agent; null if nobody is known. */
  owner: string | null
  /** Who decides and whose connections are used; null for a visitor. */
  wallet: string | null
  tools: AgentTools | null
  /** Where the reply is stored; null for one that nobody keeps, in which nothing can wait. */
  place: CallPlace | null
  /** How many agents stand between the person and this one: 0 for one that was asked by a person. */
  depth: number
  /** For whom something is remembered, and where; absent where nothing is. */
  recollects?: Recollecting | undefined
}

/**
 * - `pure`: reads what is ours and sends nothing; may be repeated, and nobody is asked
 * - `asks`: does nothing but ask the person
 * - `acts`: sends or changes something; it is in the ledger, and asks by the rule of two
 */
export type ToolKind = 'pure' | 'asks' | 'acts'

/** What a tool may know of the conversation that it is used in. */
export interface ToolContext {
  asker: ToolAsker
  /** What persons wrote in the path, newest last, and the addresses that shown citations carry. */
  written: readonly string[]
  cited: readonly string[]
  /** What the person answered to questions of the agent, whose choices may be words of the model. */
  answered?: readonly string[]
  requestId: string
  log: Logger
  /** Is told how long a call took; `errorType` is empty for one that did what it should. */
  measure?: MeasureCall | undefined
}

export type MeasureCall = (tool: string, seconds: number, errorType: string) => void

export interface CallContext extends ToolContext {
  /** The id of the call, which is its own for good: what is stored under it is not stored twice. */
  call: string
}

/** @property untrusted text of others; private: text that is not public */
export interface Marks {
  untrusted: boolean
  private: boolean
}

export type ToolOutcome =
  /** `marks` replace what the tool says of itself, where it knows better afterwards. */
  | { kind: 'done'; text: string; marks?: Marks }
  | { kind: 'failed'; why: string }
  /** It goes on with the person's answer. `state` is opaque, and comes back unchanged with it. */
  | { kind: 'input'; question: ToolQuestion; state?: string | undefined }
  /** The person has to sign in at its server first. Nothing was done. */
  | { kind: 'sign-in'; host: string; server: string }

/** What a person answered to a question of a tool, with the state that the question came with. */
export interface GivenAnswer {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, unknown> | undefined
  state?: string | undefined
}

/** A tool as it is offered to a model now. Lists of them are in a fixed order, so that prompts can be cached. */
export interface Tool {
  /** As the model calls it: letters, digits, `_` and `-`, at most 64. */
  readonly name: string
  /** As people read it. */
  readonly title: string
  /** The host of its server; null for a tool of this place. */
  readonly origin: string | null
  /** For the model. Of a server: raw, and shown to whoever is asked. */
  readonly description: string
  /** A JSON schema of an object. */
  readonly parameters: Record<string, unknown>
  /** SHA-256 of the canonical JSON of everything above, or of a server's tool object as it sent it. */
  readonly pin: string
  readonly kind: ToolKind
  /** What its results bring into the conversation. */
  readonly marks: Marks
  /** Why these arguments are not even asked about; null for others. */
  refuses?(args: Record<string, unknown>): string | null
  /** Whether these arguments need no consent at all, as an address that the person wrote. */
  isFree?(args: Record<string, unknown>, context: ToolContext): boolean
  /**
   * Decides in place of the rule of two, whatever was allowed from now on.
   * @param hasMaterial whether text of others came in beside what the agent itself is
   * @returns why a person is asked; null if nobody is
   */
  asks?(args: Record<string, unknown>, context: ToolContext, hasMaterial: boolean): ConsentReason[] | null
  /**
   * What is really called, for a tool that calls others by their names. Consent and pin are of that one.
   * @returns null if there is none
   */
  resolve?(args: Record<string, unknown>): Promise<{ tool: Tool; args: Record<string, unknown> } | null>
  /**
   * Does it. Never called twice for one call but for a `pure` tool, and after `input` or `sign-in` with the answer.
   * @param signal aborts on Stop, on a shutdown and after `toolLimits.callMs`
   * @throws what is not foreseen; its call has then failed, and its message is not told
   */
  run(
    args: Record<string, unknown>,
    context: CallContext,
    signal: AbortSignal,
    answer?: GivenAnswer,
  ): Promise<ToolOutcome>
}

/** Where tools come from: those of this place, and those of servers. */
export interface ToolSource {
  /** Those that this agent has for this person now, in a fixed order. A server that does not answer has none. */
  list(asker: ToolAsker, signal: AbortSignal): Promise<readonly Tool[]>
}
