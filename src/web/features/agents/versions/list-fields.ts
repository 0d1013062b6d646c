import { agentFields, type FieldName } from '../../../../shared/agents/agent-fields.ts'

/** Joins the labels of fields: `name, image and token`. */
export function listFields(fields: readonly FieldName[]): string {
  const names = fields.map((field) => agentFields[field].label.toLowerCase())
  return new Intl.ListFormat('en', { style: 'long', type: 'conjunction' }).format(names)
}
