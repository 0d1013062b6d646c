import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Searches the agents in a dialog and waits for the results: the agent need not be among the newest, and a press on a
 * list that still moves may miss.
 */
export async function findAgent(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('searchbox').press('Enter')
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
}
