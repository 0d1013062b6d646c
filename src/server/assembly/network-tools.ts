import { AddressRanges } from '../base/network/public-address.ts'
import type { Answers } from '../domain/chat/answers.ts'
import { Failure } from '../domain/failure.ts'
import { nestedAnswers } from '../domain/tools/web/ask-agent/answer-nested.ts'
import { askAgentTool } from '../domain/tools/web/ask-agent/ask-agent.ts'
import { findAskedAgent } from '../domain/tools/web/ask-agent/find-asked-agent.ts'
import { PageReader } from '../domain/tools/web/page/read-page.ts'
import { solanaTool } from '../domain/tools/web/solana/solana-balance.ts'
import { webPageTool } from '../domain/tools/web/web-page.ts'
import type { createAgentParts } from './agents.ts'
import type { Infrastructure } from './infrastructure.ts'

const MEGABYTE = 1024 * 1024

/** The tools that ask other servers or other agents. `answersLater` is resolved once there is what answers. */
export function createNetworkTools(base: Infrastructure & ReturnType<typeof createAgentParts>) {
  const { env, given, log, limits } = base
  const answersLater = Promise.withResolvers<Answers>()
  const pages = new PageReader({ log, limits: { memoryBytes: env.DOCUMENT_MEMORY_MB * MEGABYTE } })
  const webPage = webPageTool({
    ...base.outgoing,
    ranges: new AddressRanges(env.TOOL_ADDRESS_RANGES ?? []),
    reader: pages,
    // A page counts as a question: visitors share what one wallet has.
    async takeFetch(wallet) {
      const wait = await limits.takeCall(wallet === null ? { address: 'pages of visitors' } : { wallet })
      if (wait > 0) throw new Failure('rate_limited', `Too many pages. Try again in ${wait} seconds.`)
    },
  })
  const solana = solanaTool({ rpcUrl: env.SOLANA_RPC_URL, chainId: given.chainId })
  const askAgent = askAgentTool({
    find: (name, wallet) => findAskedAgent(base, name, wallet),
    ask: nestedAnswers({ ...base, answers: answersLater.promise, takeCall: (by) => limits.takeCall(by) }),
  })
  return {
    ...{ answersLater, pages },
    network: { web_page: () => webPage, solana_balance: () => solana, ask_agent: askAgent },
  }
}
