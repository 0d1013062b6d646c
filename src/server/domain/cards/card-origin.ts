import {
  type Credit,
  creditSchema,
  type Elsewhere,
  type SignedVersion,
  signedVersionSchema,
  verifySignedVersion,
} from '../../../shared/agents/signed-version.ts'
import { findElsewhere } from '../../db/agents/manifests.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Lineage } from '../agents/lineage.ts'
import type { Manifests } from '../agents/manifests.ts'
import { versionCrypto } from '../agents/version-crypto.ts'
import { readExtension } from './bionic-extension.ts'
import { type CardContent, isObject, type JsonObject } from './card-draft.ts'
import { dataOf } from './read-character-card.ts'

/** What a card says of where its agent is from, beside its fields. */
export interface CardOrigin {
  signed: SignedVersion | null
  copyOf: Credit | null
}

export interface OriginParts {
  db: Db
  manifests: Pick<Manifests, 'signedOf'>
  lineage: Pick<Lineage, 'of'>
}

/** What a card or an export of an agent says: of here, or else of where it was brought from. */
export async function readOrigin({ db, manifests, lineage }: OriginParts, id: string): Promise<CardOrigin> {
  const elsewhere = await findElsewhere(db, id)
  return {
    signed: (await manifests.signedOf(id)) ?? elsewhere?.signed ?? null,
    copyOf: (await lineage.of(id)) ?? elsewhere?.copyOf ?? null,
  }
}

/** In `extensions.bionic` of a character card, and in `settings.bionic` of an ElizaOS character. */
export function originFields({ signed, copyOf }: CardOrigin): JsonObject {
  return { ...(signed && { signed }), ...(copyOf && { copy_of: copyOf }) }
}

/** What anybody can have written: nothing of it is verified. */
export function originOf(card: CardContent): CardOrigin {
  const of = card.format === 'eliza' ? card.json.settings : dataOf(card).extensions
  const bionic = isObject(of) && isObject(of.bionic) ? of.bionic : {}
  return {
    signed: readExtension(signedVersionSchema, bionic.signed),
    copyOf: readExtension(creditSchema, bionic.copy_of),
  }
}

/** What is kept of it with the agent that is made of it; null for nothing. A signature that does not verify is left out. */
export async function verifiedElsewhere({ signed, copyOf }: CardOrigin): Promise<Elsewhere | null> {
  const isVerified = signed !== null && (await verifySignedVersion(signed, versionCrypto)) !== null
  const kept = { signed: isVerified ? signed : null, copyOf }
  return kept.signed || kept.copyOf ? kept : null
}
