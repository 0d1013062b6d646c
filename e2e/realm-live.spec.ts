import { startCutNetwork } from './cut-network.ts'
import { expect } from './fixtures.ts'
import { signInHost } from './realm-host.ts'
import {
  choose,
  enterRealm,
  input,
  isHeard,
  isSaid,
  log,
  message,
  OF_PEOPLE,
  panel,
  say,
  shown,
  standStill,
  test,
} from './realm-page.ts'

// §4.35
test('three browsers hear one order: one is away for a minute and misses nothing, one has no wallet and reads', async ({
  page,
  somebody,
  visitor,
  product,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Confluence')
  const network = await startCutNetwork(product.address)
  const [away, reader] = [await somebody(network.address), await visitor()]
  await away.clock.install()
  await reader.goto(`/realm/${realm.id}`)
  await Promise.all([page, away].map((one) => enterRealm(one, realm.id)))
  for (const one of [page, away, reader]) await isHeard(one)
  await Promise.all([say(page, 'One, from here'), say(away, 'One, from there')])
  for (const one of [page, away, reader]) await expect(log(one).getByText('One, from')).toHaveCount(2)
  // While the person's own message is being sent, a second one is ignored.
  await isSaid(page, 'One, from here')
  await isSaid(away, 'One, from there')

  network.cut()
  await say(away, 'Written while away')
  await expect(away.getByText('Waiting for the connection')).toBeVisible()
  await input(away).fill('Still typing')
  for (const text of ['Two', 'Three']) await host.say(realm, text)
  await say(page, 'Four')
  await expect(log(reader).getByText('Four')).toBeVisible()
  await away.clock.runFor(60_000)
  await expect(away.getByText('NOT CONNECTED', { exact: true })).toBeVisible()
  await expect(away.getByText(/^Not connected · trying (again in \d+ s|now)$/)).toBeVisible()
  expect(await shown(away)).not.toContain('Four')
  expect(await host.received(realm)).not.toContain('Written while away')

  network.mend()
  await expect(async () => {
    await away.clock.runFor(1_000)
    await expect(away.getByText('CONNECTED', { exact: true })).toBeVisible({ timeout: 500 })
    await expect(log(reader).getByText('Written while away')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(input(away)).toHaveValue('Still typing')
  const order = await host.received(realm)
  expect(order.toSorted()).toEqual(
    ['Four', 'One, from here', 'One, from there', 'Three', 'Two', 'Written while away'].toSorted(),
  )
  for (const one of [page, away, reader]) await expect.poll(() => shown(one)).toEqual(order)
  await expect(reader.getByPlaceholder('Connect wallet to chat')).toBeDisabled()
  await network.close()
})

test('who is here and who types is told as it changes; somebody with two tabs is here once', async ({
  page,
  somebody,
  visitor,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Threshold')
  await page.clock.install()
  const address = await enterRealm(page, realm.id)
  const people = panel(page, 'Here now')
  await expect(people.getByRole('listitem')).toHaveText([`${address}you`])
  const other = await somebody()
  const otherAddress = await enterRealm(other, realm.id)
  await expect(people.getByText(otherAddress)).toBeVisible()
  const second = await other.context().newPage()
  await second.goto(`/realm/${realm.id}`)
  await expect(panel(second, 'Here now').getByText(otherAddress)).toBeVisible()
  await expect(people.getByRole('listitem')).toHaveText([`${address}you`, otherAddress])
  await expect(page.getByText('2 here now', { exact: true })).toBeVisible()

  const reader = await visitor()
  await reader.clock.install()
  await reader.goto(`/realm/${realm.id}`)
  await expect(people.getByText('1 visitor without a wallet')).toBeVisible()
  await expect(page.getByText('3 here now', { exact: true })).toBeVisible()

  // It is shown only for some seconds, which must not pass before it is seen.
  for (const one of [page, reader]) await standStill(one)
  await input(other).pressSequentially('I am')
  for (const one of [page, reader]) await expect(one.getByText(`${otherAddress} is typing`)).toBeVisible()
  await expect(other.getByText('is typing')).toHaveCount(0)
  for (const one of [page, reader]) await one.clock.resume()
  await input(other).press('Enter')
  await expect(log(page).getByText('I am')).toBeVisible()
  await expect(page.getByText('is typing')).toHaveCount(0)

  await other.close()
  await reader.close()
  await expect(page.getByText('2 here now', { exact: true })).toBeVisible()
  await expect(people.getByText(otherAddress)).toBeVisible()
  await second.close()
  await expect(people.getByRole('listitem')).toHaveText([`${address}you`])
})

test('a divider stands before what came since the last visit, and stays while the realm is open', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Return')
  for (const text of ['Old', 'Known']) await host.say(realm, text)
  const divider = log(page).getByRole('heading', { name: 'New messages' })
  const order = () => log(page).locator(`${OF_PEOPLE} .prose, [data-first-new]`).allTextContents()
  /** Reading takes a moment: the browser's storage tells when it is done. */
  const isRead = (number: number) =>
    expect
      .poll(() => page.evaluate(() => localStorage.getItem('realmsRead')))
      .toMatch(new RegExp(`${realm.id}\\D+${number}\\b`))
  await page.goto(`/realm/${realm.id}`)
  await isRead(2)
  await expect(divider).toHaveCount(0)
  await page.goto('/nest')
  for (const text of ['Fresh', 'Newest']) await host.say(realm, text)
  await page.goto(`/realm/${realm.id}`)
  await expect(divider).toBeVisible()
  await isRead(4)
  await host.say(realm, 'Live')
  await isRead(5)
  await expect.poll(order).toEqual(['Old', 'Known', 'New messages', 'Fresh', 'Newest', 'Live'])
  await page.reload()
  await expect(log(page).getByText('Live')).toBeVisible()
  await isHeard(page)
  await expect(divider).toHaveCount(0)
})

test('an answer to a message quotes it, for everybody, and leads there', async ({
  page,
  visitor,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Quotation')
  await host.say(realm, 'Who was here first?')
  for (let count = 1; count <= 55; count++) await host.say(realm, `In between ${count}.`)
  const reader = await visitor()
  await reader.goto(`/realm/${realm.id}`)
  await enterRealm(page, realm.id)
  await choose(message(page, 'In between 55.'), 'Reply')
  await expect(page.getByText('Replying to ')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel reply' }).click()
  await expect(page.getByText('Replying to ')).toHaveCount(0)
  await log(page).evaluate((list) => list.scrollTo(0, -list.scrollHeight))
  await choose(message(page, 'Who was here first?'), 'Reply')
  await expect(input(page)).toBeFocused()
  await say(page, 'I was')
  await expect(page.getByText('Replying to ')).toHaveCount(0)
  await expect(message(page, 'I was').getByRole('button', { name: /Who was here first/ })).toBeVisible()

  // The reader has not loaded the quoted message yet.
  await expect(log(reader).getByText('In between 1.', { exact: true })).toHaveCount(0)
  await message(reader, 'I was')
    .getByRole('button', { name: /^In reply to / })
    .click()
  const first = log(reader).getByRole('paragraph').filter({ hasText: 'Who was here first?' })
  await expect(first).toBeInViewport()
})
