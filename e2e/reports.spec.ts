import { copyReply, meridian, say } from './chat-page.ts'
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

test('who opens the form of a rating is in it, and who leaves it is back at its button', async ({
  page,
  person: _,
}) => {
  const agent = meridian.replace('/chat/', '')
  await visit(page, meridian)
  for (const count of [0, 1, 2]) {
    await say(page, 'What is a parallel?')
    await copyReply(page).nth(count).waitFor()
  }
  const mayRate = async () => (await (await page.request.get(`/api/agents/${agent}/ratings`)).json()).may
  await expect.poll(mayRate).toBe('yes')
  await visit(page, `/vacant?agent=${agent}`)
  await page.getByRole('button', { name: 'Rate it' }).click()
  const likes = page.getByRole('radio', { name: 'I like it' })
  await expect(likes).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Rate it' })).toBeFocused()
  await page.getByRole('button', { name: 'Rate it' }).click()
  await likes.check()
  await page.getByRole('button', { name: 'Save rating' }).click()
  await expect(page.getByRole('button', { name: 'Change your rating' })).toBeFocused()
})
