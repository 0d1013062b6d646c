import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

/** Keys for models: brought in the settings, tried at once, limited, and removed. */

test('a key is refused at its field, added, limited and removed, and is never shown again', async ({
  page,
  person: _,
  model,
}) => {
  await visit(page, '/settings')
  await expect(page.getByText('You have no model keys yet.', { exact: false })).toBeVisible()
  await expect(page.getByText('a secret that this server made for itself', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Add a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a model key' })
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await expect(dialog.getByText('Choose a provider.')).toBeVisible()
  await expect(dialog.getByText('Paste the key.')).toBeVisible()

  const key = 'sk-own-0123456789-abcdefgh'
  await dialog.getByRole('radio', { name: 'Another one' }).check()
  const address = dialog.getByRole('textbox', { name: 'Address' })
  const secret = dialog.locator('input[name="key"]')
  await address.fill('not a url')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByText('Enter the address of the model server', { exact: false })).toBeVisible()
  await address.fill('https://10.0.0.1/v1')
  await secret.fill(key)
  await expect(secret).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await expect(dialog.getByText('This address can’t be used here.', { exact: false }).first()).toBeVisible()
  await expect(address).toBeFocused()
  await expect(secret).toHaveValue(key)

  await address.fill(model.baseUrl)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The model next door')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  const section = page.getByRole('region', { name: 'Model keys' })
  const item = section.getByRole('listitem').filter({ hasText: 'The model next door' })
  await expect(item).toContainText('…efgh')
  await expect(item).toContainText(/Models\s*1/)
  expect(await page.content()).not.toContain(key)

  await item.getByRole('button', { name: 'Limits The model next door' }).click()
  const limits = page.getByRole('dialog', { name: 'Limits of The model next door' })
  await limits.getByRole('textbox', { name: 'Dollars a day' }).fill('a lot')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits.getByText('Enter an amount such as 2.50', { exact: false })).toBeVisible()
  await limits.getByRole('textbox', { name: 'Dollars a day' }).fill('2.50')
  await limits.getByRole('textbox', { name: 'Words a day', exact: true }).fill('10,000')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(item).toContainText('0 of 10,000 words, up to $2.50')

  const rename = item.getByRole('button', { name: 'Rename The model next door' })
  await rename.click()
  await page.keyboard.press('Escape')
  await expect(rename).toBeFocused()
  await item.getByRole('button', { name: 'Remove The model next door' }).click()
  await page.getByRole('button', { name: 'Remove key' }).click()
  await expect(page.getByText('You have no model keys yet.', { exact: false })).toBeVisible()
})
