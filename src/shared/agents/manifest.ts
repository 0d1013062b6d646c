import * as z from 'zod/mini'
import { type ModelChoice, modelChoiceSchema, shownChoice } from '../models/model-choice.ts'
import { canonicalJson } from '../text/canonical-json.ts'
import {
  type AgentContent,
  agentFields,
  type FieldWithFallback,
  fallbacks,
  type PromptedField,
  pickFields,
  promptedFields,
} from './agent-fields.ts'
import { asShown } from './macros.ts'

const MANIFEST_FORMAT = 'bionic-agent-1'

/** A SHA-256 in hexadecimal. */
export const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is not a SHA-256.'))

const words = z.string().check(z.maxLength(20_000))
const list = z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(1_000))
const kinds = { line: words, text: words, list }
type Prompted<Name extends PromptedField> = (typeof kinds)[(typeof agentFields)[Name]['kind']]
/** A manifest of before there was a field with a fallback is without it. */
const prompted = Object.fromEntries(
  promptedFields.map((name) => {
    const field = agentFields[name]
    return [name, 'fallback' in field ? z.optional(kinds[field.kind]) : kinds[field.kind]]
  }),
) as {
  [Name in PromptedField]: Name extends FieldWithFallback ? z.ZodMiniOptional<Prompted<Name>> : Prompted<Name>
}

/**
 * All that reaches a prompt of one version of an agent. What everybody may read stands in it; what is its owner's alone is
 * there by its hash. A later format may have more, which is kept, since the hash is over it as well.
 */
export const manifestSchema = z.looseObject({
  format: z.string().check(z.maxLength(40)),
  agent: z.uuid(),
  /** The manifest of the version that was published before. */
  before: z.nullable(hashSchema),
  /** The manifest of the agent that it is a copy of. */
  copyOf: z.nullable(hashSchema),
  ...prompted,
  /** As others are told it; `own` is the hash of a reference to a model of somebody's own key. */
  model: z.nullable(z.looseObject({ ...modelChoiceSchema.shape, own: z.nullable(hashSchema) })),
  tools: list,
  /** Of its servers of tools, with the pins of what was accepted of them. */
  servers: z.nullable(hashSchema),
  /** Of what it opens with and is called by, which everybody is shown, and of the rest of its persona. */
  greetings: z.nullable(hashSchema),
  persona: z.nullable(hashSchema),
  lorebook: z.nullable(hashSchema),
  /** Of each document's name and content, in the order of the hashes. */
  documents: z.array(hashSchema).check(z.maxLength(1_000)),
})
export type AgentManifest = z.infer<typeof manifestSchema>

/** SHA-256 of a text in UTF-8, in hexadecimal: of WebCrypto in pages, of Node on servers and in programs. */
export type Sha256 = (text: string) => Promise<string>

export function manifestHash(manifest: AgentManifest, sha256: Sha256): Promise<string> {
  return sha256(canonicalJson(manifest))
}

/** What a manifest is made of, where the owner's own is known. Hashes are of what `hashed` makes of a value. */
export interface ManifestFacts {
  agent: string
  before: string | null
  copyOf: string | null
  content: Pick<AgentContent, PromptedField | 'model' | 'tools'>
  /** Hashes of the parts of the persona and of the lorebook; null for none. */
  greetings: string | null
  persona: string | null
  lorebook: string | null
  documents: readonly { name: string; content: string }[]
  /** What was accepted of the agent's servers. */
  pins: readonly { server: string; name: string; pin: string }[]
}

export async function makeManifest(
  { agent, before, copyOf, content, greetings, persona, lorebook, documents, pins }: ManifestFacts,
  sha256: Sha256,
): Promise<AgentManifest> {
  const hashed = (value: unknown) => sha256(canonicalJson(value))
  const { model, tools } = content
  const servers = tools?.servers ?? []
  const named = servers.map(({ id, open }) => ({
    id,
    open,
    tools: pins
      .filter(({ server }) => server === id)
      .map(({ name, pin }) => ({ name, pin }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  }))
  return {
    format: MANIFEST_FORMAT,
    ...{ agent, before, copyOf },
    ...pickFields(content, promptedFields),
    model: model && (await shownModel(model, sha256)),
    tools: tools?.own ?? [],
    servers: named.length > 0 ? await hashed(named) : null,
    ...{ greetings, persona, lorebook },
    documents: (await Promise.all(documents.map((document) => hashed(document)))).sort(),
  }
}

async function shownModel(model: ModelChoice, sha256: Sha256) {
  const shown = shownChoice(model) ?? model
  return { ...shown, own: shown.ref === model.ref || model.ref === null ? null : await sha256(model.ref) }
}

/** What the page shows of an agent, as its manifest says it. */
export type ShownContent = Pick<AgentContent, PromptedField | 'model' | 'tools'>

/** The fields in which what is shown is not what a manifest says. */
export function differences(manifest: AgentManifest, shown: ShownContent): string[] {
  const { own: _, ...model } = manifest.model ?? {}
  const said: Record<string, unknown> = {
    ...asShown(pickFields({ ...fallbacks, ...manifest }, promptedFields)),
    model: manifest.model && model,
    tools: manifest.tools,
  }
  const seen: Record<string, unknown> = {
    ...asShown(pickFields(shown, promptedFields)),
    model: shownChoice(shown.model),
    tools: shown.tools?.own ?? [],
  }
  return Object.keys(seen).filter((field) => canonicalJson(said[field]) !== canonicalJson(seen[field]))
}
