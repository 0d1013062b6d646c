import type { AgentManifest } from '../../../shared/agents/manifest.ts'
import { type EditedPersona, NO_PERSONA } from '../../../shared/agents/persona.ts'
import { digestOf } from '../tools/digests.ts'

export type PersonaHashes = Pick<AgentManifest, 'greetings' | 'persona' | 'lorebook'>

/** What a manifest says of a persona, whose parts are nobody's but its owner's to read; null for a part that says nothing. */
export function personaHashes({ persona, lorebook }: EditedPersona): PersonaHashes {
  const { greetings, nickname, ...hidden } = persona ?? NO_PERSONA
  const isHidden = Object.values(hidden).some((text) => text !== '')
  return {
    greetings: greetings.length > 0 || nickname !== '' ? digestOf({ greetings, nickname }) : null,
    persona: isHidden ? digestOf(hidden) : null,
    // Lorebooks of others' making can have what the manifest's own JSON refuses.
    lorebook: lorebook && digestOf(lorebook),
  }
}
