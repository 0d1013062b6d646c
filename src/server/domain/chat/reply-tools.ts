import type { PartEvent } from '../../../shared/chat/part-kinds.ts'
import type { AgentTools } from '../../../shared/tools/agent-tools.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import type { Logger } from '../../base/log.ts'
import type { Carry, ModelMessage, OfferedTools, ToolCall } from '../../llm/provider.ts'
import type { Recollecting } from './recollections.ts'
import type { PartWriter } from './write-parts.ts'

/** What follows an answer of the model: it is told more and asked again, a person is waited for, or the reply is over. */
export type NextStep = { told: readonly ModelMessage[] } | 'waits' | null

/** An answer of the model that has ended. Events of the parts that `writer` adds are to be yielded. */
export interface EndedStep {
  writer: PartWriter
  /** Which of the reply, from 1. */
  step: number
  calls: readonly ToolCall[]
  carry: Carry | undefined
  /** Aborted when the reply ends. */
  signal: AbortSignal
  /** Whether the model was told what it remembers of the person. */
  tellsMemory: boolean
}

/** What the model may use in a reply, and what is done with its calls. */
export interface ReplyTools {
  /** Null for nothing, as when no tool is there. */
  offered: OfferedTools | null
  /** Whether the agent has others, which need a person where none can be asked. */
  leftOut?: boolean
  goOn(ended: EndedStep): AsyncGenerator<PartEvent, NextStep>
  /** Does what a reply that goes on still has to do before its model is asked, and tells all that was done before. */
  resume?(writer: PartWriter, signal: AbortSignal, tellsMemory: boolean): AsyncGenerator<PartEvent, NextStep>
}

/** What a reply tells of itself, so that its agent can act in it. */
export interface ActingFor {
  /** Where it is stored; null for a reply that nobody keeps. */
  place: CallPlace | null
  /** What persons wrote in what the model reads, newest last. */
  written: readonly string[]
  /** What the passages say that shown answers cite. */
  cited: readonly string[]
  /** Of what the model reads. */
  marks: ToolCallPart['brings']
  /** Whether text of others is in that, files of the person included; as in `marks` where it is not said. */
  hasMaterial?: boolean
  /** What the person answered to questions of the agent. */
  answered?: readonly string[]
  /** For whom something is remembered; absent where nothing is. */
  recollects?: Recollecting | undefined
  /** Whether it goes on after it has waited. */
  isResumed?: boolean
  /** Whether its person can be asked. Where a program keeps the conversation there is nobody. */
  mayAsk?: boolean
  depth?: number
}

/** The same of a reply that nobody keeps: what asks a person is refused in it. @param history as the caller has it */
export function actingOnce(
  message: string,
  history: readonly { role: string; content: string }[] = [],
  marks: ActingFor['marks'] = { untrusted: false, private: false },
): ActingFor {
  const before = history.filter(({ role }) => role === 'user').map(({ content }) => content)
  return { place: null, written: [...before, message], cited: [], marks }
}

/** The same, in the request that it is made in. */
export interface ActingIn extends ActingFor {
  requestId: string
  log: Logger
  /** Aborted when the reply ends. */
  signal: AbortSignal
}

export interface FindTools {
  /** @returns undefined for an agent without any of whom nothing is remembered, which costs nothing */
  for(
    agent: { id: string | null; owner: string | null; tools: AgentTools | null },
    wallet: string | null,
    acting: ActingIn,
  ): Promise<ReplyTools | undefined>
}
