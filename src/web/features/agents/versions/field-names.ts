import type { VersionedField } from '../../../../shared/agents/agent-versions.ts'
import * as texts from '../texts.tsx'

/** The labels of the fields in the form. */
export const fieldNames: Record<VersionedField, string> = {
  name: texts.nameField,
  description: texts.descriptionField,
  category: texts.category,
  personality: texts.personality,
  capabilities: texts.capabilities,
  knowledgeDomains: texts.knowledgeDomains,
  imageUrl: texts.imageField,
  pumpToken: texts.tokenField,
}

/** Joins field names: `name, image and token`. */
export function listFields(fields: readonly VersionedField[]): string {
  const names = fields.map((field) => fieldNames[field].toLowerCase())
  return new Intl.ListFormat('en', { style: 'long', type: 'conjunction' }).format(names)
}
