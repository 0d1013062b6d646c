import { readFile } from 'node:fs/promises'
import { personaHashes } from '../../src/server/domain/agents/persona-hashes.ts'
import { versionCrypto } from '../../src/server/domain/agents/version-crypto.ts'
import { originOf } from '../../src/server/domain/cards/card-origin.ts'
import { openCard } from '../../src/server/domain/cards/open-card.ts'
import { draftOf } from '../../src/server/domain/cards/parse-card.ts'
import { importPersona } from '../../src/server/domain/own-data/exported-persona.ts'
import { pickFields, promptedFields } from '../../src/shared/agents/agent-fields.ts'
import { type AgentManifest, differences, type ShownContent } from '../../src/shared/agents/manifest.ts'
import type { Lorebook, Persona } from '../../src/shared/agents/persona.ts'
import {
  type AgentManifestView,
  agentManifestSchema,
  type SignedVersion,
  verifySignedVersion,
} from '../../src/shared/agents/signed-version.ts'
import { exportedAgentSchema } from '../../src/shared/own-data/exported-agent.ts'
import type { Verdict } from './verdict.ts'

/** What of an agent a file has, beside what was signed. */
interface Found {
  signed: SignedVersion | null
  /** Null where the file has the manifest alone. */
  content: ShownContent | null
  persona: { persona: Persona; lorebook: Lorebook | null } | null
}

/** A card of any form, an agent of an export, or what `/api/agents/{id}/manifest` answers. */
export async function verifyAgent(path: string): Promise<Verdict> {
  const found = await read(path).catch((error: Error) => error)
  if (found instanceof Error) return { code: 2, lines: [`This file can’t be read: ${found.message}`] }
  const { signed, content, persona } = found
  if (!signed) return { code: 2, lines: ['Unsigned: there is nothing to verify in this file.'] }
  const text = await verifySignedVersion(signed, versionCrypto)
  if (!text) return { code: 1, lines: ['NOT verified: the signature, or what it is for, was changed.'] }
  const others = [
    ...(content ? differences(signed.manifest, content) : []),
    ...(persona ? otherPersona(signed.manifest, persona) : []),
  ]
  const lines = [
    `Signed by ${signed.signer}`,
    `at ${text.place} on ${text.time}`,
    `as version ${text.version} of the agent ${text.agent}.`,
  ]
  if (others.length > 0)
    return { code: 1, lines: [...lines, `NOT what was signed in this file: ${others.join(', ')}.`] }
  const unseen = notThere(signed.manifest, persona)
  return {
    code: 0,
    lines: [
      ...lines,
      content
        ? 'Verified: what this file says of the agent is what was signed.'
        : 'Verified: the manifest is what was signed.',
      ...(unseen.length > 0
        ? [`Only by its hash, because it is not in this file: ${unseen.join(', ')}.`]
        : []),
    ],
  }
}

async function read(path: string): Promise<Found> {
  const json = await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch(() => null)
  const answered = agentManifestSchema.safeParse(json)
  if (answered.success) {
    const { signed, manifest, state } = answered.data
    if (!isLinked(answered.data)) throw new Error('its hashes don’t lead from one to the next')
    const isPresent = state === 'signed'
    return { signed: signed && isPresent ? { ...signed, manifest } : null, content: null, persona: null }
  }
  const exported = exportedAgentSchema.safeParse(json)
  if (exported.success) {
    const persona = importPersona(exported.data.persona, () => {})
    return {
      signed: exported.data.signed,
      content: contentOf(exported.data),
      persona: persona && { persona: persona.persona, lorebook: persona.lorebook },
    }
  }
  const card = await openCard(path)
  const { agent, persona, lorebook } = draftOf(card)
  return { signed: originOf(card).signed, content: contentOf(agent), persona: { persona, lorebook } }
}

/** Whether each version of the chain names the one before it, as far as they are kept, and the first is the present one. */
function isLinked({ hash, manifest, signed, state, chain }: AgentManifestView): boolean {
  const [newest] = chain
  if (newest?.hash !== hash || newest.before !== manifest.before) return false
  if (state === 'signed' && signed?.hash !== hash) return false
  return chain.every(({ before }, index) => index + 1 >= chain.length || before === chain[index + 1]?.hash)
}

const contentOf = (of: ShownContent): ShownContent => ({
  ...pickFields(of, promptedFields),
  model: of.model,
  tools: of.tools,
})

/** What stands in the file, and is not what was signed. A card of somebody else's agent leaves out what is its owner's. */
function otherPersona(manifest: AgentManifest, found: NonNullable<Found['persona']>): string[] {
  const hashes = personaHashes(found)
  const parts = ['greetings', 'persona', 'lorebook'] as const
  return parts.filter((part) => hashes[part] !== null && hashes[part] !== manifest[part])
}

function notThere(manifest: AgentManifest, found: Found['persona']): string[] {
  const hashes = found && personaHashes(found)
  const parts = ['greetings', 'persona', 'lorebook'] as const
  return [
    ...parts.filter((part) => manifest[part] !== null && !hashes?.[part]),
    ...(manifest.servers === null ? [] : ['servers of tools']),
    ...(manifest.documents.length > 0 ? ['documents'] : []),
  ]
}
