import * as z from 'zod/mini'
import { isSolanaAddress } from '../../../../../shared/session/base58.ts'
import { defineTool, failed, noMarks } from '../../own/define-tool.ts'
import type { Tool } from '../../tool.ts'
import { RpcProblem } from './ask-rpc.ts'
import { type Balances, readBalances } from './balances.ts'

interface SolanaOptions {
  /** The operator's endpoint, which nobody else chooses. */
  rpcUrl: string
  /** As wallets name it, such as `solana:devnet`. */
  chainId: string
  patienceMs?: number
}

const schema = z.object({
  address: z
    .string('“address” is a text.')
    .check(z.trim(), z.refine(isSolanaAddress, 'This is not an address of Solana: base58 of 32 bytes.')),
})

/**
 * Reads what is public anyway, from the endpoint that the operator chose: whoever wrote the address learns nothing by
 * it, and nothing is changed. So it is `pure`, and what it brings (numbers and checked addresses) is no text of others.
 */
export function solanaTool({ rpcUrl: url, chainId, patienceMs }: SolanaOptions): Tool {
  const cluster = chainId.replace(/^solana:/, '')
  return defineTool({
    name: 'solana_balance',
    description: [
      `Tells what an address of Solana (${cluster}) holds now: its SOL, and its tokens by their mint, in exact amounts.`,
      'It reads only, and can’t send or sign anything.',
    ].join(' '),
    parameters: {
      type: 'object',
      properties: { address: { type: 'string', description: 'The address of a wallet, in base58' } },
      required: ['address'],
      additionalProperties: false,
    },
    schema,
    kind: 'pure',
    marks: noMarks,
    async run({ address }, { log }, signal) {
      try {
        const text = told(address, cluster, await readBalances(address, { url, signal, patienceMs }))
        return { kind: 'done', text }
      } catch (error) {
        if (!(error instanceof RpcProblem)) throw error
        log.debug({ err: error }, 'a balance could not be read')
        return failed(error.message)
      }
    },
  })
}

function told(address: string, cluster: string, { sol, tokens, unread, slot }: Balances): string {
  return [
    `${address} on ${cluster}, at slot ${slot}:`,
    `${sol} SOL`,
    ...tokens.map(({ mint, amount }) => `${amount} of the token ${mint}`),
    ...(tokens.length === 0 ? ['No tokens'] : []),
    ...(unread === 0 ? [] : [`Token accounts that could not be read: ${unread}`]),
  ].join('\n')
}
