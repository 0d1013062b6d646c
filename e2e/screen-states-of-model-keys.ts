import type { Page } from '@playwright/test'
import type { ScreenState } from './screen-states.ts'

/** How people bring keys of model providers. */
export const statesOfModelKeys: Record<string, ScreenState> = {
  'settings-new-model-key': { after: 'settings-made-key', act: beginModelKey },
  'settings-refused-model-key': { after: 'settings-new-model-key', act: refuseModelKey },
}

async function beginModelKey(page: Page) {
  // The key that was just made was not copied.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close without it' }).click()
  await page.getByRole('button', { name: 'Add a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a model key' })
  await dialog.getByRole('radio', { name: 'OpenAI', exact: true }).check()
  await dialog.getByLabel('Key', { exact: false }).last().fill('sk-not-a-key-of-anybody')
}

/** An address that nobody may use. */
async function refuseModelKey(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Add a model key' })
  await dialog.getByRole('radio', { name: 'Another one' }).check()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/v1')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await dialog.getByText('This address can’t be used here.').first().waitFor()
}
