import type { Page } from '@playwright/test'
import { findAgent } from './find-agent.ts'

/** Elements of the form of /swarm, and actions on it. */
export const task = (page: Page) => page.getByRole('textbox', { name: 'Task' })
export const begin = (page: Page) => page.getByRole('button', { name: 'Begin the run' })
export const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen agents' }).getByRole('listitem')
export const keptRuns = (page: Page) => page.getByRole('list', { name: 'Saved runs' }).getByRole('listitem')

/** Adds agents by their names, with the mouse. */
export async function addAgents(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add an agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add agents' })
  for (const name of names) {
    await findAgent(dialog, name)
    await dialog.getByRole('button', { name: `Add ${name}`, exact: true }).click()
  }
  await dialog.getByRole('button', { name: 'Done' }).click()
}
