import type { Agent } from '../../../../shared/agents/agents.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.ts'

/** Tells the maker whom the agent is taken for, if anybody. It is stored all the same. */
export function sayLikeness({ looksLike }: Pick<Agent, 'looksLike'>): void {
  if (looksLike) toast.success(texts.looksLikeOther(looksLike.name, shortAddress(looksLike.owner)))
}
