import type { Agent } from '../../../shared/agents/agents.ts'
import {
  type AgentManifestView,
  readVersionSignature,
  SIGNED_WITHIN_MS,
  type StoredManifestView,
  type VersionProof,
} from '../../../shared/agents/signed-version.ts'
import { findElsewhere, storeSignature } from '../../db/agents/manifests.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure, noSuch } from '../failure.ts'
import { signInOrigin } from '../session/sign-in-origin.ts'
import type { Agents } from './agents.ts'
import type { Lineage } from './lineage.ts'
import { type Manifests, standingOf } from './manifests.ts'
import { versionCrypto } from './version-crypto.ts'

interface VersionSignaturesOptions {
  db: Db
  clock: () => Date
  env: { PUBLIC_URL?: string | undefined }
  agents: Pick<Agents, 'open' | 'openOwned'>
  manifests: Pick<Manifests, 'present' | 'chain' | 'find'>
  lineage: Pick<Lineage, 'line'>
}

/** What owners sign of their agents' versions, and what everybody can verify of it (record 0114). */
export class VersionSignatures {
  readonly #options: VersionSignaturesOptions

  constructor(options: VersionSignaturesOptions) {
    this.#options = options
  }

  /** For whoever may open the agent. @throws {Failure} `not_found` */
  async open(id: string, wallet: string | null): Promise<AgentManifestView> {
    const { agents } = this.#options
    return this.#view(await agents.open(id, wallet))
  }

  /**
   * A version by its hash: the present one for whoever may open the agent, an earlier one, which has what its owner may
   * have taken out, for its owner alone.
   * @throws {Failure} `not_found`
   */
  async openVersion(id: string, hash: string, wallet: string | null): Promise<StoredManifestView> {
    const { agents, manifests } = this.#options
    const agent = await agents.open(id, wallet)
    const present = await manifests.present(id)
    const mayRead = agent.owner === wallet || present?.hash === hash
    const found = mayRead ? await manifests.find(id, hash) : null
    if (!found) throw new Failure('not_found', 'This version is not here.')
    return found
  }

  /**
   * Keeps the owner's signature of the version that is published now.
   * @throws {Failure} `not_found`, `forbidden`, `conflict` for a draft, `signature_rejected` for any other signature
   */
  async sign(id: string, owner: string, proof: VersionProof, origin: string): Promise<AgentManifestView> {
    const { db, clock, env, agents, manifests } = this.#options
    const agent = await agents.openOwned(id, owner)
    const present = await manifests.present(id)
    if (!present?.isPublic) throw new Failure('conflict', 'Publish the agent first. Then it can be signed.')
    const text = await readVersionSignature({ signer: owner, ...proof }, versionCrypto)
    if (!text) throw rejected('This is not your wallet’s signature of a version.')
    if (text.place !== signInOrigin(env.PUBLIC_URL, origin))
      throw rejected('It was signed for another place.')
    if (text.agent !== id) throw rejected('It was signed for another agent.')
    if (text.version !== present.hash) throw rejected('It was signed for another version.')
    const now = clock()
    if (Math.abs(Date.parse(text.time) - now.getTime()) > SIGNED_WITHIN_MS)
      throw rejected('It was signed too long ago, or a clock is wrong. Sign again.')
    await storeSignature(
      db,
      { agentId: id, hash: present.hash },
      {
        signer: owner,
        signedMessage: Buffer.from(proof.signedMessage, 'base64'),
        signature: Buffer.from(proof.signature, 'base64'),
        signedAt: now,
      },
    )
    return this.#view(agent)
  }

  async #view({ id }: Agent): Promise<AgentManifestView> {
    const { db, manifests, lineage } = this.#options
    const present = await manifests.present(id)
    if (!present) noSuch('agent')
    const chain = await manifests.chain(id)
    return {
      ...{ hash: present.hash, manifest: present.manifest },
      ...standingOf(present, chain),
      chain: chain.map(({ hash, before, version, createdAt, signer, signedAt }) => ({
        ...{ hash, before, version, signer },
        publishedAt: createdAt.toISOString(),
        signedAt: signedAt?.toISOString() ?? null,
      })),
      credits: await lineage.line(id),
      elsewhere: await findElsewhere(db, id),
    }
  }
}

function rejected(why: string): Failure {
  return new Failure('signature_rejected', why)
}
