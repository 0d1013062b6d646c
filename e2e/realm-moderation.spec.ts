import { expect, visit } from './fixtures.ts'
import { signInHost } from './realm-host.ts'
import {
  choose,
  enterRealm,
  input,
  isHeard,
  isSaid,
  log,
  makeRealm,
  message,
  panel,
  say,
  shown,
  test,
} from './realm-page.ts'

test('who is muted is refused with the words kept, and speaks again once the creator lets them', async ({
  page,
  person,
  somebody,
  visitor,
}) => {
  const realm = await makeRealm(page.request, `The Quiet Room of ${person.address}`)
  const [other, reader] = [await somebody(), await visitor()]
  for (const one of [page, reader]) await one.goto(`/realm/${realm.id}`)
  const address = await enterRealm(other, realm.id)
  await say(other, 'Too loud')
  await isSaid(other, 'Too loud')

  // The message is already being sent when the creator acts: the server refuses it.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await other.route('**/messages', async (route) => {
    await held
    await route.continue()
  })
  const refused = other.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/messages'),
  )
  await say(other, 'Kept words')
  await message(page, 'Too loud').getByRole('button', { name: 'Message options' }).click()
  // In parallel: it is shown only for some seconds.
  await Promise.all([
    expect(page.getByText(`${address} is muted here.`)).toBeVisible(),
    page.getByRole('menuitem', { name: `Mute ${address}` }).click(),
  ])
  await expect(other.getByText('You are muted in this realm. You can still read.')).toBeVisible()
  release()
  expect((await refused).status()).toBe(403)
  await expect(input(other)).toHaveValue('Kept words')
  await expect(other.getByText('Your draft is kept.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Send' })).toBeDisabled()
  for (const one of [page, other, reader]) await expect(log(one).getByText('Kept words')).toHaveCount(0)

  // The mute survives a reload, and so do the messages.
  await visit(other, `/realm/${realm.id}`)
  await expect(other.getByText('Your draft is kept.')).toBeVisible()
  await expect(input(other)).toHaveValue('Kept words')
  await page.reload()
  await panel(page, 'Here now')
    .getByRole('button', { name: `Unmute ${address}` })
    .first()
    .click()
  await expect(other.getByPlaceholder('Enter message...')).toBeEditable()
  // Its button is gone.
  await expect(panel(page, 'Here now').getByRole('heading')).toBeFocused()
  await input(other).press('Enter')
  for (const one of [page, other, reader]) await expect(log(one).getByText('Kept words')).toBeVisible()
})

test('words that were taken out are gone for everybody, and the order stays', async ({
  page,
  person,
  somebody,
}) => {
  const realm = await makeRealm(page.request, `The Eraser of ${person.address}`)
  const other = await somebody()
  await enterRealm(other, realm.id)
  for (const text of ['Stays', 'Goes', 'Goes too', 'Stays too']) {
    await say(other, text)
    await isSaid(other, text)
  }
  await page.goto(`/realm/${realm.id}`)
  await isHeard(page)
  // The creator removes another person's message, and a person their own.
  for (const [one, text] of [
    [page, 'Goes too'],
    [other, 'Goes'],
  ] as const) {
    await choose(
      log(one)
        .getByRole('listitem')
        .filter({ has: one.getByText(text, { exact: true }) }),
      'Remove',
    )
    await one.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(one.getByRole('dialog')).toHaveCount(0)
  }
  for (const one of [page, other])
    await expect.poll(() => shown(one)).toEqual(['Stays', 'Message removed', 'Message removed', 'Stays too'])
  const html = await (await page.request.get(`/realm/${realm.id}`)).text()
  expect(html).toContain('Stays too')
  expect(html).not.toContain('Goes')
})

test('a deleted realm is gone for whoever is in it, with what they typed in reach, and back when that is undone', async ({
  page,
  person,
  somebody,
}) => {
  const realm = await makeRealm(page.request, `The Brief of ${person.address}`)
  const other = await somebody()
  await enterRealm(other, realm.id)
  await say(other, 'Was said')
  await isSaid(other, 'Was said')
  await input(other).fill('Not sent yet')
  await page.goto(`/realm/${realm.id}`)
  await isHeard(page)
  await page.getByRole('button', { name: 'Delete realm' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  // In parallel: it can be undone only for ten seconds.
  await Promise.all([
    expect(page).toHaveURL('/realm'),
    expect(other.getByText('DELETED', { exact: true })).toBeVisible(),
    expect.poll(async () => (await page.request.get(`/realm/${realm.id}`)).status()).toBe(404),
  ])
  await Promise.all([
    expect(log(other).getByText('Was said')).toBeVisible(),
    expect(input(other)).toHaveValue('Not sent yet'),
    expect(input(other)).not.toBeEditable(),
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(`/realm/${realm.id}`)
  await isHeard(other)
  await input(other).press('Enter')
  for (const one of [page, other]) await expect.poll(() => shown(one)).toEqual(['Was said', 'Not sent yet'])
})

test('its creator renames it and takes it out of the list; by its link it opens', async ({
  page,
  person,
  visitor,
}) => {
  const name = `The New Name of ${person.address}`
  const realm = await makeRealm(page.request, 'The Old Name')
  const reader = await visitor()
  for (const one of [page, reader]) await one.goto(`/realm/${realm.id}`)
  for (const one of [page, reader]) await isHeard(one)
  await expect(reader.getByRole('button', { name: 'Settings' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('')
  await dialog.getByLabel('Agents’ turns in a row').fill('31')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('A name is required.')).toBeVisible()
  await expect(dialog.getByText('Choose a whole number from 1 to 30.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByLabel('Agents’ turns in a row').fill('3')
  await dialog.getByRole('switch', { name: 'Unlisted' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  for (const one of [page, reader]) {
    await expect(one.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(panel(one, 'Turns').getByText('0 of 3 turns in a row')).toBeVisible()
  }
  await reader.goto(`/realm?query=${encodeURIComponent(name)}`)
  await expect(reader.getByText('No matching realms')).toBeVisible()
  await reader.goto(`/realm/${realm.id}`)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('what is done about a held message takes its buttons along: the message has the focus, or the list that it left', async ({
  page,
  person: _,
  request,
}) => {
  const realm = await makeRealm(page.request, 'The Observatory', { heldWords: ['cheap coins'] })
  const other = await signInHost(request)
  await visit(page, `/realm/${realm.id}`)
  await other.say(realm, 'Get your cheap coins here!')
  await page.getByRole('button', { name: 'Let it through' }).click()
  await expect(page.getByRole('button', { name: 'Let it through' })).toHaveCount(0)
  await expect(log(page).getByRole('listitem')).toBeFocused()
  await other.say(realm, 'More cheap coins!')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(log(page).getByRole('listitem')).toHaveCount(1)
  await expect(log(page)).toBeFocused()
})
