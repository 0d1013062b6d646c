import { meridian } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

/** Records 0106 and 0107. */

test('what was typed into a report outlives a failure and a closed dialog, and what was sent stands in the settings', async ({
  page,
  person,
}) => {
  await visit(page, meridian.replace('/chat/', '/vacant?agent='))
  const report = page.getByRole('button', { name: 'Report this agent' })
  const dialog = page.getByRole('dialog', { name: 'Report this agent' })
  await report.click()
  await dialog.getByRole('radio', { name: 'Spam or a scam' }).check()
  await dialog.getByLabel('Anything to add').fill('Sells maps that are not there.')
  await page.route('**/api/reports', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your report was not sent.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await report.click()
  await expect(dialog.getByRole('radio', { name: 'Spam or a scam' })).toBeChecked()
  await expect(dialog.getByLabel('Anything to add')).toHaveValue('Sells maps that are not there.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Your report has arrived')).toBeVisible()
  await dialog.getByRole('link', { name: 'See what you reported' }).click()
  const item = page.getByRole('listitem').filter({ hasText: 'Sells maps' })
  await expect(item).toContainText('Nobody has decided yet.')
  await expect(item).toContainText('Meridian')
  expect(await item.textContent()).not.toContain(person.address)
})
