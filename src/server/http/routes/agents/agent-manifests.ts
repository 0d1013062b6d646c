import { Hono } from 'hono'
import { hashSchema } from '../../../../shared/agents/manifest.ts'
import {
  agentManifestSchema,
  storedManifestSchema,
  versionProofSchema,
} from '../../../../shared/agents/signed-version.ts'
import type { VersionSignatures } from '../../../domain/agents/version-signatures.ts'
import { Failure } from '../../../domain/failure.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { json, operation, ownerErrors } from '../../operation.ts'
import { pathId, requestOrigin, walletOrVisitor } from '../../request.ts'

/** What an agent is made of by its hash, and what its owner signed of it (record 0114). */
export function agentManifestsRoutes(signatures: VersionSignatures) {
  return new Hono<AppEnv>()
    .get(
      '/agents/:id/manifest',
      operation({
        tag: 'trust',
        summary: 'What reaches a prompt of an agent, by its hash, who signed it, and what it is a copy of',
        answers: { 200: json('The manifest, its signature and its chain.', agentManifestSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await signatures.open(pathId(c), await walletOrVisitor(c)), 200),
    )
    .get(
      '/agents/:id/manifests/:hash',
      operation({
        tag: 'trust',
        summary: 'A published version by its hash; an earlier one for its owner alone',
        answers: { 200: json('The version.', storedManifestSchema) },
        errors: ['not_found'],
      }),
      async (c) =>
        c.json(await signatures.openVersion(pathId(c), pathHash(c), await walletOrVisitor(c)), 200),
    )
    .put(
      '/agents/:id/signature',
      operation({
        tag: 'trust',
        signedIn: true,
        act: 'making',
        summary:
          'Sign the version that is published now, with a signature of its hash that is five minutes old at most',
        body: versionProofSchema,
        answers: { 200: json('The manifest with the signature.', agentManifestSchema) },
        errors: [...ownerErrors, 'conflict', 'signature_rejected', 'sign_in_rejected'],
      }),
      async (c) =>
        c.json(await signatures.sign(pathId(c), c.var.wallet, c.req.valid('json'), requestOrigin(c)), 200),
    )
}

/** @throws {Failure} `not_found` if the parameter is no hash */
function pathHash(c: AppContext): string {
  const read = hashSchema.safeParse(c.req.param('hash'))
  if (!read.success) throw new Failure('not_found', 'This version is not here.')
  return read.data
}
