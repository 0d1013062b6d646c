import { agentFields } from '../../../../shared/agents/agent-fields.ts'
import type { VersionedPart } from '../../../../shared/agents/agent-versions.ts'
import * as texts from '../texts.ts'

/** Joins the labels of what changed: `name, image and token`. */
export function listFields(parts: readonly VersionedPart[]): string {
  const names = parts.map((part) =>
    (part === 'persona' ? texts.persona : agentFields[part].label).toLowerCase(),
  )
  return new Intl.ListFormat('en', { style: 'long', type: 'conjunction' }).format(names)
}
