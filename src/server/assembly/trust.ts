import { Lineage } from '../domain/agents/lineage.ts'
import { Manifests } from '../domain/agents/manifests.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'

/** What keeps the place one that people can trust: what they report, what is done about it, and whom they leave out. */
export function createTrustParts(base: Infrastructure & ReturnType<typeof createPictures>) {
  return { manifests: new Manifests(base), lineage: new Lineage(base) }
}
