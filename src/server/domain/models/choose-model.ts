import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { type ModelChoice, type ModelRef, partsOfRef } from '../../../shared/models/model-choice.ts'
import type { AgentTools } from '../../../shared/tools/agent-tools.ts'
import { type Chosen, STANDARD_SETTINGS } from './chosen-model.ts'
import type { KeyedModels, PlaceModels } from './usable-model.ts'

/** What an agent's owner says of its model and its tools, and whose keys and servers these may be of. */
export interface AgentsModel {
  model: ModelChoice | null
  owner: string
  tools?: AgentTools | null
}

export interface ModelQuestion {
  /** Null or absent for what belongs to no stored agent. */
  agentId?: string | null
  agent?: AgentsModel | null
  /** What the person who asks has chosen; null or absent for the agent's. */
  wanted?: ModelRef | null
  /** Who asks; null for a visitor. */
  wallet: string | null
}

export interface SomeModels {
  place: PlaceModels
  keyed: KeyedModels
}

export type ChooseModel = (question: ModelQuestion) => Promise<Chosen>

type Found = Pick<Chosen, 'model' | 'payer' | 'keyId'>

/**
 * Returns what answers: the person's choice, else the agent's, else the place's standard. Whose choice is gone (the
 * place or the key has it no longer, or the agent changed hands) is passed over. The agent's settings hold for each.
 */
export function createChooseModel({ place, keyed }: SomeModels): ChooseModel {
  async function find(
    ref: ModelRef | null,
    wallet: string | null,
    payer: 'owner' | 'person',
  ): Promise<Found | null> {
    if (ref === null) return null
    if (partsOfRef(ref).keyId === null) {
      const model = place.find(ref)
      return model && { model, payer: 'place', keyId: null }
    }
    const model = wallet === null ? null : await keyed.find(wallet, ref)
    return model && { model, payer, keyId: model.keyId }
  }

  return async ({ agent = null, wanted = null, wallet }) => {
    const found =
      (await find(wanted, wallet, 'person')) ??
      (await find(agent?.model?.ref ?? null, agent?.owner ?? null, 'owner'))
    return {
      ...(found ?? { model: place.standard(), payer: 'place', keyId: null }),
      settings: agent?.model ? settingsOf(agent.model) : STANDARD_SETTINGS,
    }
  }
}

export function agentsModelOf({ model = null, owner, tools = null }: AnsweringAgent): AgentsModel | null {
  return owner === undefined ? null : { model, owner, tools }
}

function settingsOf({ temperature, length, effort }: ModelChoice): Chosen['settings'] {
  return { temperature, maxTokens: length, effort }
}
