import * as z from 'zod/mini'
import { isSolanaAddress } from '../../../../../shared/session/base58.ts'
import { askRpc, ExactNumber, type RpcOptions, RpcProblem } from './ask-rpc.ts'

/** Both of them keep tokens, each its own. */
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const

const SOL_DECIMALS = 9

const lamports = z.union([z.int().check(z.gte(0)), z.instanceof(ExactNumber)])
const balanceSchema = z.object({ context: z.object({ slot: z.int() }), value: lamports })

const accountSchema = z.object({
  account: z.object({
    data: z.object({
      parsed: z.object({
        info: z.object({
          mint: z.string().check(z.refine(isSolanaAddress)),
          tokenAmount: z.object({
            amount: z.string().check(z.regex(/^\d{1,20}$/)),
            decimals: z.int().check(z.gte(0), z.lte(255)),
          }),
        }),
      }),
    }),
  }),
})
const accountsSchema = z.object({ value: z.array(z.unknown()) })

interface TokenBalance {
  mint: string
  amount: string
}

export interface Balances {
  sol: string
  /** By mint, without those of which there is nothing. */
  tokens: TokenBalance[]
  /** Token accounts that the endpoint could not read. */
  unread: number
  slot: number
}

/** What an address holds, in exact decimals. @throws {RpcProblem} */
export async function readBalances(address: string, options: RpcOptions): Promise<Balances> {
  const commitment = 'confirmed'
  const [balance, ...lists] = await Promise.all([
    askRpc('getBalance', [address, { commitment }], options),
    ...tokenPrograms.map((programId) =>
      askRpc(
        'getTokenAccountsByOwner',
        [address, { programId }, { commitment, encoding: 'jsonParsed' }],
        options,
      ),
    ),
  ])
  const { context, value } = parsed(balanceSchema, balance)
  const accounts = lists.flatMap((list) => parsed(accountsSchema, list).value)
  const sums = new Map<string, { units: bigint; decimals: number }>()
  let unread = 0
  for (const account of accounts) {
    const { data } = accountSchema.safeParse(account)
    if (!data) {
      unread += 1
      continue
    }
    const { mint, tokenAmount } = data.account.data.parsed.info
    const { units } = sums.get(mint) ?? { units: 0n }
    sums.set(mint, { units: units + BigInt(tokenAmount.amount), decimals: tokenAmount.decimals })
  }
  const tokens = [...sums]
    .filter(([, { units }]) => units > 0n)
    .map(([mint, { units, decimals }]) => ({ mint, amount: decimalOf(units, decimals) }))
    .sort((one, other) => (one.mint < other.mint ? -1 : 1))
  const units = value instanceof ExactNumber ? wholeOf(value) : BigInt(value)
  return { sol: decimalOf(units, SOL_DECIMALS), tokens, unread, slot: context.slot }
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const found = schema.safeParse(value)
  if (found.success) return found.data
  throw new RpcProblem('The Solana server did not answer as it should.')
}

function wholeOf({ source }: ExactNumber): bigint {
  if (!/^\d{1,20}$/.test(source)) throw new RpcProblem('The Solana server did not answer as it should.')
  return BigInt(source)
}

/** Without zeros at the end. */
export function decimalOf(units: bigint, decimals: number): string {
  const digits = `${units}`.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}
