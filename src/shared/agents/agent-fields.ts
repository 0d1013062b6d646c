import { limits } from '../common/limits.ts'
import type { ModelChoice } from '../models/model-choice.ts'
import type { AgentTools } from '../tools/agent-tools.ts'
import { type Category, DEFAULT_IMAGE_URL } from './agent-defaults.ts'

interface FieldValues {
  line: string
  text: string
  list: string[]
  category: Category
  picture: string
  token: string | null
  model: ModelChoice | null
  tools: AgentTools | null
}

type AgentField = {
  label: string
  /** Whether lists of agents have it, besides the agent itself. */
  listed: boolean
  /** Whether replies are made from it. */
  prompted: boolean
  /** Whether doors tell it to other programs as tags. */
  tagged: boolean
} & (
  | { kind: 'line' | 'text'; max: number; fallback?: string }
  /** `one` is the label of one item. */
  | { kind: 'list'; one: string; fallback?: readonly string[] }
  | { kind: 'category' }
  | { kind: 'picture'; fallback: string }
  | { kind: 'token' | 'model' | 'tools'; fallback: null }
)

/**
 * The fields that an owner writes, in the order of forms and versions. A field with a `fallback` can be left out, as by
 * what was made before there was the field. Plain values, so that a first visit does not load a validator; schemas are
 * in `agents.ts`.
 */
export const agentFields = {
  name: { label: 'Name', kind: 'line', max: limits.agentName, listed: true, prompted: true, tagged: false },
  category: { label: 'Category', kind: 'category', listed: true, prompted: false, tagged: true },
  description: {
    label: 'Description',
    kind: 'text',
    max: limits.agentDescription,
    listed: true,
    prompted: true,
    tagged: false,
  },
  // Too long for lists.
  personality: {
    label: 'Personality',
    kind: 'text',
    max: limits.joinedPersonality,
    listed: false,
    prompted: true,
    tagged: false,
  },
  capabilities: {
    label: 'Capabilities',
    one: 'Capability',
    kind: 'list',
    listed: true,
    prompted: true,
    tagged: true,
  },
  knowledgeDomains: {
    label: 'Knowledge domains',
    one: 'Knowledge domain',
    kind: 'list',
    listed: true,
    prompted: true,
    tagged: true,
  },
  imageUrl: {
    label: 'Image',
    kind: 'picture',
    listed: true,
    prompted: false,
    tagged: false,
    fallback: DEFAULT_IMAGE_URL,
  },
  pumpToken: {
    label: 'Token',
    kind: 'token',
    listed: true,
    prompted: false,
    tagged: false,
    fallback: null,
  },
  model: { label: 'Model', kind: 'model', listed: false, prompted: false, tagged: false, fallback: null },
  tools: { label: 'Tools', kind: 'tools', listed: false, prompted: false, tagged: false, fallback: null },
} as const satisfies Record<string, AgentField>

type Fields = typeof agentFields
export type FieldName = keyof Fields

export type FieldValue<Name extends FieldName> = FieldValues[Fields[Name]['kind']]

export type AgentContent = { [Name in FieldName]: FieldValue<Name> }

type FieldsWhere<Fact, Value> = {
  [Name in FieldName]: Fields[Name] extends { [Key in Fact & string]: Value } ? Name : never
}[FieldName]
type ListedField = FieldsWhere<'listed', true>
type UnlistedField = FieldsWhere<'listed', false>
export type PromptedField = FieldsWhere<'prompted', true>
export type TextField = FieldsWhere<'kind', 'line' | 'text'>
export type FieldWithFallback = FieldsWhere<'fallback', unknown>

export const fieldNames = Object.keys(agentFields) as FieldName[]
const fieldsWhere = <Name extends FieldName>(is: (field: AgentField) => boolean) =>
  fieldNames.filter((name) => is(agentFields[name])) as Name[]
export const listedFields = fieldsWhere<ListedField>(({ listed }) => listed)
export const unlistedFields = fieldsWhere<UnlistedField>(({ listed }) => !listed)
export const promptedFields = fieldsWhere<PromptedField>(({ prompted }) => prompted)
export const taggedFields = fieldsWhere<FieldsWhere<'tagged', true>>(({ tagged }) => tagged)
export const textFields = fieldsWhere<TextField>(({ kind }) => kind === 'line' || kind === 'text')
export const fieldsWithFallback = fieldsWhere<FieldWithFallback>((field) => 'fallback' in field)

export const fallbacks = Object.fromEntries(
  fieldsWithFallback.map((name) => [name, agentFields[name].fallback]),
) as Pick<AgentContent, FieldWithFallback>

/** Also of a row or of a table's columns. */
export function pickFields<Name extends FieldName, Of extends { [Key in Name]?: unknown }>(
  of: Of,
  names: readonly Name[],
): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Of, Name>
}

/** What replies are made from, of an agent that is stored nowhere. */
export function unstoredAgent(
  given: { name: string } & Partial<Pick<AgentContent, PromptedField>>,
): Pick<AgentContent, PromptedField> {
  const empty = { description: '', personality: '', capabilities: [], knowledgeDomains: [] }
  return pickFields({ ...fallbacks, ...empty, ...given }, promptedFields)
}

export function withFallbacks(
  given: Omit<AgentContent, FieldWithFallback> & {
    [Name in FieldWithFallback]?: AgentContent[Name] | undefined
  },
): AgentContent {
  const defaults: Partial<AgentContent> = fallbacks
  return Object.fromEntries(
    fieldNames.map((name) => [name, given[name] ?? defaults[name]]),
  ) as unknown as AgentContent
}

/** Section 5: splits comma-separated text into a list without blank items. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
