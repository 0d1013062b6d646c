import { createContext } from 'react'
import type { Decided, DecisionBody } from '../../../shared/tools/decisions.ts'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'

/** Who decides about the calls below, and what follows. */
export interface DecisionMaker {
  /** Of the agent whose calls they are. */
  agentName: string
  /** Undefined or null where nothing of it is remembered or kept for the person. */
  agentId?: string | null
  /** All that waits, as the header counts it. */
  lists?: 'all'
  /**
   * By default the server decides. @returns null if the person declined to sign in. @throws {ApiError} for an error
   * response
   */
  decide?: (call: string, body: DecisionBody) => Promise<Decided | null>
  onDecided: (decided: Decided) => void
  /** What is shown of a call is not what the server knows of it. */
  onStale: () => void
  /** @returns the address at which the person signs in; null if they declined. @throws {ApiError} */
  signIn?: (part: ToolCallPart) => Promise<string | null>
}

/** Null for whoever only reads. */
export const ToolDecisions = createContext<DecisionMaker | null>(null)
