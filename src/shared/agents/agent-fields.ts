import { limits } from '../common/limits.ts'
import { type Category, DEFAULT_IMAGE_URL } from './agent-defaults.ts'

/** The value of a field in the API, by the kind of the field. */
interface FieldValues {
  line: string
  text: string
  list: string[]
  category: Category
  picture: string
  token: string | null
}

/** What is known about a field: the compiler asks for all of it. */
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
  | { kind: 'token'; fallback: null }
)

/**
 * The fields of an agent that its owner writes, in the order in which forms and versions show them. Each has versions,
 * is part of the API, of exports and of duplicates, and texts count in the wallet's quota. A field with a `fallback` can
 * be left out, as by what was made before there was the field. Plain values, so that a first visit does not load a
 * validator; their schemas are in `agents.ts`.
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
  // It can be long, so lists have it not.
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
} as const satisfies Record<string, AgentField>

type Fields = typeof agentFields
export type FieldName = keyof Fields

/** The type of a field's value. */
export type FieldValue<Name extends FieldName> = FieldValues[Fields[Name]['kind']]

/** The values of all fields. */
export type AgentContent = { [Name in FieldName]: FieldValue<Name> }

type FieldsWhere<Fact, Value> = {
  [Name in FieldName]: Fields[Name] extends { [Key in Fact & string]: Value } ? Name : never
}[FieldName]
export type ListedField = FieldsWhere<'listed', true>
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

/** The fallbacks of all fields that have one. */
export const fallbacks = Object.fromEntries(
  fieldsWithFallback.map((name) => [name, agentFields[name].fallback]),
) as Pick<AgentContent, FieldWithFallback>

/** Only these fields of an agent, of a row of one, or of a table's columns. */
export function pickFields<Name extends FieldName, Of extends { [Key in Name]?: unknown }>(
  of: Of,
  names: readonly Name[],
): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Of, Name>
}

/** All fields of what was given, with the fallbacks of those that were left out. */
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
