import { createHash } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { createTestWallet } from '../test/wallet.ts'
import { installWallet } from './fakes/wallet.ts'

/** The wallets that the journeys' servers have as operators; the same in each process, as servers and pages name them. */
export const operators = ['first', 'second'].map((name) =>
  createTestWallet(createHash('sha256').update(`the ${name} operator of the journeys`).digest()),
)

/** Gives the pages of a context an operator's wallet. */
export async function installOperator(context: BrowserContext, which: 0 | 1): Promise<void> {
  const seed = operators[which]?.seed
  if (!seed) throw new Error('there is no such operator')
  await installWallet(context, { seeds: [[...seed]] })
}
