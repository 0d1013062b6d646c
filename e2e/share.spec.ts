import { randomUUID } from 'node:crypto'
import { requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { composer, conversation, copyReply, messagesOf, said, say } from './chat-page.ts'
import { expect, requestTest, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { openSections } from './open-section.ts'
import { stickingOut } from './sticking-out.ts'

/** Record 0049: the person chooses what is shared, and can revoke it at any time. */

test('an agent with a drawn portrait is made, talked with, and a part of the talk is shared and taken back', async ({
  page,
  person: _,
  browser,
  product,
  model,
}) => {
  await visit(page, '/create')
  const form = page.getByRole('form', { name: 'New agent' })
  await openSections(form, 'Picture')
  const picture = form.getByRole('img')
  await expect(picture).toHaveAttribute('alt', 'The default picture')
  await form.getByRole('radio', { name: 'Security Matrix' }).check()
  await form.getByRole('button', { name: 'Draw a portrait' }).click()
  await expect(picture).toHaveAttribute('alt', 'The chosen picture')
  const first = await picture.getAttribute('src')
  await form.getByRole('button', { name: 'Draw another' }).click()
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  const name = `Lantern ${Date.now() % 1e8}`
  for (const [label, text] of [
    ['Name', name],
    ['Description', 'Shows the way.'],
    ['Personality', 'You are a lantern.'],
    ['Custom instructions', 'Be brief.'],
  ] as const)
    await form.getByLabel(label).fill(text)
  await form.getByRole('button', { name: 'Initialize agent' }).click()

  // The new agent is highlighted, and can be opened and shared from there.
  await expect(page).toHaveURL('/management')
  const card = page.getByRole('article').filter({ hasText: 'Just initialized' })
  await expect(card).toContainText(name)
  await card.getByRole('button', { name: `Share ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: `QR code of the link to ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByRole('link', { name: `Talk with ${name}` }).click()
  model.use({ name: 'words', words: ['This way.'] })
  await say(page, 'Where to?')
  await expect(copyReply(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Options of Where to?' }).last().click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await dialog.getByRole('button', { name: 'Share a copy' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link to Where to?' }).inputValue()
  await expect(dialog.getByRole('button', { name: 'Copy link' }).first()).toBeFocused()
  expect(link).toMatch(new RegExp(`^${product.address}/shared/[0-9a-f-]{36}$`))
  // A page over plain HTTP from another machine has no clipboard of its own.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    const copied = () =>
      document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.value : ''
    document.addEventListener('copy', () => Object.assign(window, { copied: copied() }), { once: true })
  })
  await dialog.getByRole('button', { name: 'Copy link' }).first().click()
  await expect.poll(() => page.evaluate(() => Object(window).copied)).toBe(link)
  await expect(dialog.getByRole('button', { name: 'Copy link' }).first()).toBeFocused()
  await page.keyboard.press('Escape')
  await say(page, 'Said later')
  await expect(copyReply(page)).toHaveCount(2)

  const friends = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 360, height: 760 },
  })
  // A phone has a native share sheet.
  await friends.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async (sheet: ShareData) => Object.assign(window, { sheet }),
    })
  })
  const friend = await friends.newPage()
  const answer = await friend.goto(link)
  const html = (await answer?.text()) ?? ''
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).toContain('/unfurl/copy/')
  expect(html).toContain('application/ld+json')
  expect(html).not.toContain('Brought along')
  expect(html).not.toContain('Said later')
  await expect(friend.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveText([
    /Where to\?/,
    /This way\./,
  ])
  await expect(friend.getByRole('link', { name: `Talk with ${name}` })).toHaveAttribute('href', /^\/chat\//)
  await friend.getByRole('button', { name: 'Model: ' }).click()
  await expect(friend.getByRole('definition').filter({ hasText: /^This place$/ })).toBeVisible()
  await expect(friend.getByRole('term').filter({ hasText: 'Price' })).toHaveCount(0)
  expect(await stickingOut(friend)).toEqual([])

  await friend.getByRole('button', { name: 'Share Where to?' }).click()
  await friend.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  expect(await friend.evaluate(() => (window as { sheet?: ShareData }).sheet)).toEqual({
    title: 'Where to?',
    url: link,
  })

  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Stop sharing the copy of Where to?' }).click()
  await expect(page.getByText('You are not sharing any conversation.', { exact: false })).toBeVisible()
  expect((await friend.goto(link))?.status()).toBe(404)
  await expect(friend.getByRole('heading', { name: 'Nothing is shared here' })).toBeVisible()
  await friends.close()
})

test('an owner refines an agent from the talk with it: the draft answers on from there, and nobody else meets it', async ({
  page,
  person,
  product,
  model,
}) => {
  const agent = await makeAgent(page, { name: 'Compass', personality: 'You are a slow compass.' })
  await visit(page, `/chat/${agent.id}`)
  await say(page, 'Where is north?')
  await expect(copyReply(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit Compass' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('log', { name: 'Conversation' })).toContainText('Where is north?')
  await expect(
    dialog.getByText('Answers from here on use the form as it is now, and nothing is saved'),
  ).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Personality', exact: true }).fill('You are a quick compass.')
  const n = model.requests.length
  await composer(page).last().fill('And south?')
  await composer(page).last().press('Enter')
  await expect(copyReply(page)).toHaveCount(3)
  const sent = messagesOf((await model.request(n)).body)
  expect(sent[0]).toContain('You are a quick compass.')
  expect(sent).toEqual(expect.arrayContaining(['Where is north?', 'And south?']))
  const stored = await (await fetch(`${product.address}/api/agents/${agent.id}`)).json()
  expect(stored.personality).toBe('You are a slow compass.')
  await dialog.getByRole('button', { name: 'History' }).click()
  await expect(dialog.getByRole('heading', { name: 'History of Compass' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to editing' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  // The try-out is not part of the conversation.
  await expect(conversation(page)).not.toContainText('And south?')
  await say(page, 'And east?')
  await expect(said(page, 'And east?')).toBeVisible()
  expect(messagesOf((await model.request(n + 1)).body)[0]).toContain('You are a quick compass.')
  expect(person.address).toBe(agent.owner)
})

requestTest(
  'a copy of words that somebody brought along says so, and has no mark of an AI',
  async ({ product }) => {
    const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))
    const as = await signInWith(send)
    const [agent] = ((await (await send('GET', '/api/agents')).json()) as { agents: { id: string }[] }).agents
    const [id, question, reply] = [randomUUID(), randomUUID(), randomUUID()]
    const createdAt = new Date().toISOString()
    const messages = [
      { id: question, parentId: null, role: 'user', content: 'Do you like us?', createdAt },
      {
        ...{ id: reply, parentId: question, role: 'assistant', content: 'I hate everybody.', createdAt },
        ...{ state: 'finished', cutShort: false, forgotten: 0, repliedAt: createdAt },
      },
    ]
    const json = { agentId: agent?.id, messages }
    expect((await send('PUT', `/api/conversations/${id}`, { as, json })).status).toBe(201)
    const shared = await send('POST', `/api/conversations/${id}/copies`, { as, json: { messageId: reply } })
    const copy = (await shared.json()) as { id: string }
    const page = await (await send('GET', `/shared/${copy.id}`)).text()
    expect(page).toContain('I hate everybody.')
    expect(page).toContain('Brought along by the person who shared this.')
    expect(page).not.toContain('application/ld+json')
  },
)
