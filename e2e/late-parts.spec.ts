import { expect, visit } from './fixtures.ts'
import { input, makeRealm, test } from './realm-page.ts'

/** The code of a dialog or of a part of a screen loads when it is wanted. */

const sentence = /could not be loaded\. Check the connection and try again/

test('a dialog whose code can’t be fetched says so, what was being written stays, and each further try fetches it anew', async ({
  page,
  person: _,
}) => {
  const code = '**/assets/{invite,settings}-dialog-*.js'
  await page.route(code, (route) => route.abort())
  const { id } = await makeRealm(page.request, 'Lighthouse')
  await visit(page, `/realm/${id}`)
  await input(page).fill('Half a sentence')
  const problem = page.getByRole('alertdialog')
  const invite = page.getByRole('button', { name: 'Invite an agent' }).filter({ visible: true })
  await invite.click()
  await expect(problem).toContainText(sentence)
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(problem).toContainText(sentence)
  await problem.getByRole('button', { name: 'Close' }).click()
  await expect(invite).toBeFocused()
  const settings = page.getByRole('button', { name: 'Settings', exact: true }).filter({ visible: true })
  await settings.click()
  await expect(problem).toContainText(sentence)
  await page.keyboard.press('Escape')
  await expect(settings).toBeFocused()
  await settings.click()
  await expect(problem).toContainText(sentence)

  await page.unroute(code)
  await problem.getByRole('button', { name: 'Try again' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Realm settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings).toBeFocused()
  await invite.click()
  await expect(dialog.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(input(page)).toHaveValue('Half a sentence')
})

test('a part of a screen whose code can’t be fetched is a sentence in its place, with a way to try again', async ({
  page,
  person: _,
}) => {
  const code = '**/assets/blocks-list-*.js'
  await page.route(code, (route) => route.abort())
  await visit(page, '/settings')
  const problem = page.getByRole('alert').filter({ hasText: sentence })
  await expect(problem).toHaveCount(1)
  await page.unroute(code)
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible()
  await expect(problem).toHaveCount(0)
})
