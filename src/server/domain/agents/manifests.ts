import { type AgentManifest, makeManifest, manifestHash } from '../../../shared/agents/manifest.ts'
import type {
  AgentManifestView,
  SignedVersion,
  StoredManifestView,
  VersionSignature,
} from '../../../shared/agents/signed-version.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import type { Logger } from '../../base/log.ts'
import { RecentMap } from '../../base/recent-map.ts'
import {
  findForManifest,
  findManifest,
  findPersonaOfPresent,
  listDocumentHashes,
  listManifests,
  type ManifestRow,
  type StoredManifest,
  storeManifest,
} from '../../db/agents/manifests.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listAcceptedTools } from '../../db/mcp/mcp-tools.ts'
import { type PersonaHashes, personaHashes } from './persona-hashes.ts'
import { versionCrypto } from './version-crypto.ts'

/** What replies of an agent are made from at this moment. */
interface PresentManifest {
  hash: string
  manifest: AgentManifest
  owner: string
  isPublic: boolean
  /** The newest that is stored; its hash is the same once this one is published. */
  head: StoredManifest | null
}

interface ManifestsOptions {
  db: Db
  clock: () => Date
  log: Pick<Logger, 'warn'>
}

/** Agents whose persona and lorebook, which can be large, need not be read and hashed again. */
const REMEMBERED = 1_000
const TRIES = 5

/**
 * The manifests of agents: what reaches a prompt, by its hash (record 0114). A published agent's is stored whenever it is
 * another one than before, at the latest when somebody asks for it, since documents and servers change without the agent.
 */
export class Manifests {
  readonly #options: ManifestsOptions
  /** By agent and version. */
  readonly #personas = new RecentMap<string, PersonaHashes>(REMEMBERED)

  constructor(options: ManifestsOptions) {
    this.#options = options
  }

  /** To be called after each change of an agent. */
  async note(agentId: string): Promise<void> {
    await this.present(agentId)
  }

  /**
   * The hash of what replies are made from now, for their receipts; null for an agent that is gone. Of a draft it is the
   * one that it has if it is published as it is.
   */
  async versionHashOf(agentId: string): Promise<string | null> {
    return (await this.present(agentId))?.hash ?? null
  }

  /** Null for an agent that is gone. */
  async present(agentId: string): Promise<PresentManifest | null> {
    const { db, log } = this.#options
    const found = await this.#make(db, agentId)
    if (!found?.isPublic || found.head?.hash === found.hash) return found
    try {
      return await this.#store(agentId)
    } catch (error) {
      // Where nothing can be stored, as on a full disk, replies and pages have their hash all the same.
      log.warn({ err: error, agentId }, 'a manifest can not be stored yet')
      return found
    }
  }

  /** Newest first. */
  async chain(agentId: string): Promise<StoredManifest[]> {
    return listManifests(this.#options.db, agentId, trustLimits.agentManifests)
  }

  async find(agentId: string, hash: string): Promise<StoredManifestView | null> {
    const stored = await findManifest(this.#options.db, agentId, hash)
    return stored && { hash, manifest: stored.manifest, signed: signatureOf(stored) }
  }

  /** The hash of what an agent is now, with its owner's signature of just that. Undefined for an agent that is gone. */
  async versionOf(agentId: string) {
    const present = await this.present(agentId)
    const isStored = present?.head?.hash === present?.hash
    return present
      ? { hash: present.hash, signature: present.head && isStored ? signatureOf(present.head) : null }
      : undefined
  }

  /** What the owner signed of an agent as it is now; null if it is unsigned or has changed since. */
  async signedOf(agentId: string): Promise<SignedVersion | null> {
    const present = await this.present(agentId)
    const head = present?.head?.hash === present?.hash ? present?.head : null
    const signature = head && signatureOf(head)
    return present && signature ? { manifest: present.manifest, ...signature } : null
  }

  async #store(agentId: string): Promise<PresentManifest | null> {
    const { db, clock } = this.#options
    return db.transaction(async (transaction) => {
      const row = await findForManifest(transaction, agentId, { lock: true })
      const found = row && (await this.#make(transaction, agentId))
      if (!found?.isPublic || found.head?.hash === found.hash) return found
      const { hash, manifest, head } = found
      const stored = {
        ...{ agentId, hash, manifest, before: manifest.before, createdAt: clock() },
        number: (head?.number ?? 0) + 1,
        version: row?.version ?? 1,
      }
      await storeManifest(transaction, stored, trustLimits.agentManifests)
      const unsigned = { signer: null, signedMessage: null, signature: null, signedAt: null }
      return { ...found, head: { ...stored, ...unsigned } }
    })
  }

  async #make(db: Db, agentId: string): Promise<PresentManifest | null> {
    for (let tries = 0; tries < TRIES; tries++) {
      const row = await findForManifest(db, agentId)
      if (!row) return null
      const persona = await this.#personaOf(db, agentId, row)
      // It was changed in between.
      if (!persona) continue
      const servers = row.tools?.servers.map(({ id }) => id) ?? []
      const [documents, accepted, [head = null]] = await Promise.all([
        listDocumentHashes(db, agentId),
        listAcceptedTools(db, servers),
        listManifests(db, agentId, 1),
      ])
      const pins = accepted.map(({ server, name, acceptedPin }) => ({ server, name, pin: acceptedPin }))
      const facts = { agent: agentId, copyOf: row.copyOf, content: row, ...persona, documents, pins }
      const make = async (before: string | null) => {
        const manifest = await makeManifest({ ...facts, before }, versionCrypto.sha256)
        return { manifest, hash: await manifestHash(manifest, versionCrypto.sha256) }
      }
      const again = head && (await make(head.before))
      const made = again?.hash === head?.hash && again ? again : await make(head?.hash ?? null)
      return { ...made, owner: row.owner, isPublic: row.isPublic, head }
    }
    throw new Error('An agent changes faster than its manifest can be made.')
  }

  /** Null if the agent has another version meanwhile. Each of its personas has a version of its own. */
  async #personaOf(db: Db, agentId: string, { version, createdAt }: ManifestRow) {
    // An id that is free again can be another agent's.
    const key = `${agentId} ${createdAt.toISOString()} ${version}`
    const known = this.#personas.get(key)
    if (known) return known
    const read = await findPersonaOfPresent(db, agentId)
    if (read?.version !== version) return null
    const hashed = personaHashes(read)
    this.#personas.set(key, hashed)
    return hashed
  }
}

function signatureOf({ signer, signedMessage, signature }: StoredManifest): VersionSignature | null {
  if (signer === null || signedMessage === null || signature === null) return null
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return { signer, signedMessage: base64(signedMessage), signature: base64(signature) }
}

/** How a chain, newest first, stands to what replies are made from. */
export function standingOf(
  { hash, isPublic }: Pick<PresentManifest, 'hash' | 'isPublic'>,
  chain: readonly StoredManifest[],
): Pick<AgentManifestView, 'state' | 'signed'> {
  const [newest] = chain.filter(({ signer }) => signer !== null)
  const signature = newest && signatureOf(newest)
  if (!newest || !signature) return { state: isPublic ? 'unsigned' : 'draft', signed: null }
  return {
    state: newest.hash === hash ? 'signed' : 'changed',
    signed: { ...signature, hash: newest.hash, version: newest.version },
  }
}
