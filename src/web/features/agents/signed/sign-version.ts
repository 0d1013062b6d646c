import type { QueryClient } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { signedVersionText } from '../../../../shared/agents/signed-version.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { withWallet } from '../../../lib/http/identity.ts'
import { toast } from '../../../ui/toast.ts'
import { agentKey } from '../api/agent.ts'
import { manifestQuery } from './manifest-query.ts'
import * as texts from './texts.ts'

interface Signing {
  api: Api
  queryClient: QueryClient
  agent: Pick<AgentSummary, 'id' | 'name' | 'owner'>
  isOffer?: boolean
}

/** Has the wallet sign what is published now, and says how that went. Never throws. */
export async function signVersion({ api, queryClient, agent, isOffer = false }: Signing): Promise<void> {
  const { id, name, owner } = agent
  try {
    // Offline it fails at once, instead of asking the wallet whenever there is a network again.
    const asked = { ...manifestQuery(api, id, owner), staleTime: 0, networkMode: 'always' as const }
    const { hash } = await queryClient.fetchQuery(asked)
    const about = { place: window.location.origin, agent: id, version: hash }
    const words = (time: string) => signedVersionText({ ...about, time })
    const signed = await withWallet((wallet) => wallet.signWords(words, owner, { isOffer }))
    if (signed?.state === 'declined') toast.info(texts.declined(name))
    if (signed?.state === 'failed') toast.error(texts.notSigned(signed.problem))
    if (signed?.state !== 'signed') return
    await unwrap(api.agents[':id'].signature.$put({ param: { id }, json: signed.proof }))
    toast.success(texts.signedNow(name))
    await queryClient.invalidateQueries({ queryKey: agentKey(id) })
  } catch (error) {
    toast.error(texts.notSigned(explainError(error)))
  }
}

/** Asks once, as an agent is published, and only the wallet that was used here last: nobody has to look for theirs to publish. */
export function offerSignature(signing: Omit<Signing, 'isOffer'>): Promise<void> {
  return signVersion({ ...signing, isOffer: true })
}
