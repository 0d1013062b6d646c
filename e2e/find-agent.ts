import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Searches among the agents that a dialog shows for one to be chosen, and waits for what is found: of the newest alone
 * it need not be one, and a press on a list that still moves may miss.
 */
export async function findAgent(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('searchbox').press('Enter')
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
}
