import { expect, test } from './fixtures.ts'
import { signInHost } from './realm-host.ts'

test('while a message is on its way the button rests, and another send is ignored', async ({
  page,
  wallet,
  signIn,
  request,
}) => {
  await wallet()
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Narrows')
  await page.goto(`/realm/${realm.id}`)
  await signIn()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/messages', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const input = page.getByPlaceholder('Enter message...')
  const send = page.getByRole('button', { name: 'Send' })
  await input.fill('One at a time')
  await input.press('Enter')
  await expect(page.getByRole('log').getByText('One at a time')).toBeVisible()
  await input.fill('Too soon')
  await expect(send).toBeDisabled()
  await input.press('Enter')
  await expect(input).toHaveValue('Too soon')
  release()
  await expect(send).toBeEnabled()
  expect(await host.heard(realm)).toEqual(['One at a time'])
  await input.press('Enter')
  await expect(input).toHaveValue('')
  await expect.poll(() => host.heard(realm)).toEqual(['One at a time', 'Too soon'])
})
