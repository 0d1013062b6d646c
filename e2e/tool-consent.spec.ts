import type { Page } from '@playwright/test'
import type { AgentTools } from '../src/shared/tools/agent-tools.ts'
import type { McpServer } from '../src/shared/tools/mcp-servers.ts'
import { said as answers, fixtureTool, startMcpFixture } from '../test/mcp-fixture-server.ts'
import { axeViolations } from './axe-violations.ts'
import { composer, conversation, conversationId, copyReply, messagesOf, said, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'

const card = (page: Page, tool: string) => conversation(page).getByRole('region', { name: tool })
const asks = (question: string, choices: string[]) =>
  ({
    name: 'calls',
    words: ['One', ' moment', '. '],
    calls: [{ name: 'ask_person', arguments: { question, choices } }],
  }) as const

/** A server of tools as one of the person's own, with all of its tools accepted. */
async function toolsOf(page: Page, address: string): Promise<AgentTools> {
  const data = { name: 'Post', address }
  const added: McpServer = await (await page.request.post('/api/mcp-servers', { data })).json()
  const tools = added.tools.map(({ name, pin }) => ({ name, pin }))
  await page.request.post(`/api/mcp-servers/${added.id}/accept`, { data: { tools } })
  return { own: [], servers: [{ id: added.id, open: [] }] }
}

const agentThatAsks = (page: Page) =>
  makeAgent(page, { name: 'Asker', tools: { own: ['ask_person', 'calculator'], servers: [] } })

test('what an agent asks waits through a reload, is answered from a second device, and the reply goes on in both', async ({
  page,
  person,
  model,
  browser,
  product,
}) => {
  const agent = await agentThatAsks(page)
  await visit(page, `/chat/${agent.id}`)
  const n = model.requests.length
  model.next(asks('Which Berlin?', ['In Germany', 'In Wisconsin']), {
    name: 'words',
    words: ['It', ' is', ' the first.'],
  })
  await say(page, 'How large is Berlin?')
  const waiting = card(page, 'Asker asks you')
  await expect(waiting.getByText('Which Berlin?', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Asker waits for your decision above. A new message goes on without it.'),
  ).toBeVisible()
  await expect(composer(page)).toBeEnabled()
  await conversationId(page)
  await page.reload()
  await expect(waiting.getByRole('radio')).toHaveCount(2)
  expect(await axeViolations(page)).toEqual([])
  expect(model.requests.length).toBe(n + 1)

  const device = await browser.newContext({ baseURL: product.address })
  await device.addCookies(await page.context().cookies())
  const second = await device.newPage()
  await visit(second, new URL(page.url()).pathname)
  const there = card(second, 'Asker asks you')
  await there.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(there.getByText('Your answer is required.')).toBeVisible()
  await there.getByText('In Germany', { exact: true }).click()
  await there.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(second.getByText('Your answer was sent.')).toBeAttached()
  await expect(copyReply(second)).toBeVisible()
  await expect(said(second, 'It is the first.')).toBeVisible()
  expect(messagesOf((await model.request(n + 1)).body).join('\n')).toContain(
    'The person answered: In Germany',
  )

  // The first device still shows the question, is told that it was answered, and shows the rest.
  await waiting.getByText('In Wisconsin', { exact: true }).click()
  await waiting.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'already' })).toBeVisible()
  await expect(said(page, 'It is the first.')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  expect(model.requests.length).toBe(n + 2)
  expect(person.address).not.toBe('')
  await device.close()
})

// §9.24
test('an acting tool waits through a reload, runs once when a second device allows it, and its effect, result and words are seen', async ({
  page,
  person: _,
  model,
  browser,
  product,
}) => {
  const letter = { to: 'Ada', text: 'The lamp is lit.' }
  const parameters = { type: 'object', properties: { to: { type: 'string' }, text: { type: 'string' } } }
  const post = await startMcpFixture({
    tools: () => [fixtureTool('send', { title: 'Send a letter', inputSchema: parameters })],
    call: () => answers('Letter 4711 is on its way.'),
  })
  try {
    const agent = await makeAgent(page, { name: 'Courier', tools: await toolsOf(page, post.address) })
    await visit(page, `/chat/${agent.id}`)
    const n = model.requests.length
    model.next(
      { name: 'calls', words: ['I would write.'], calls: [{ name: 'post__send', arguments: letter }] },
      { name: 'words', words: ['It', ' is', ' sent.'] },
    )
    // The screen has no room for all of it: it is read from its beginning.
    await page.setViewportSize({ width: 360, height: 640 })
    await say(page, 'Tell Ada that the lamp is lit.')
    const waiting = card(page, 'Courier wants to use Send a letter Ada, The lamp is lit.')
    await expect(waiting.getByText('Send a letter', { exact: true })).toBeInViewport()
    await expect(waiting.getByText('The lamp is lit.', { exact: true })).toBeVisible()
    for (const name of ['Allow once', 'Refuse'])
      await expect(waiting.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    // The answers stand in one line, below what is sent.
    // All is measured at one moment, as the list may still scroll.
    const { sent, allow, refused, share } = await waiting.evaluate((card) => {
      const named = (name: string) =>
        [...card.querySelectorAll('*')].findLast(({ textContent }) => textContent === name)
      const [sent, allow, refused] = ['The lamp is lit.', 'Allow once', 'Refuse'].map((name) =>
        named(name)?.getBoundingClientRect().toJSON(),
      )
      const message = card.closest('[data-message]')
      const share = (message?.clientWidth ?? 9_999) / (message?.parentElement?.clientWidth ?? 1)
      return { sent, allow, refused, share }
    })
    expect(refused.top).toBe(allow.top)
    expect(sent.bottom).toBeLessThanOrEqual(allow.top)
    // A card is within a message, which leaves a fifth of its row free.
    expect(share).toBeLessThanOrEqual(0.8)
    await expect(page.getByRole('button', { name: 'Newest' })).toBeHidden()
    await expect(page.getByRole('banner').getByRole('link', { name: /, 1 request waits/ })).toBeVisible()
    await conversationId(page)
    await page.reload()
    await expect(waiting.getByRole('button', { name: 'Allow once' })).toBeVisible()
    const refuse = waiting.getByRole('button', { name: 'Refuse' })
    await refuse.click()
    await waiting.getByRole('button', { name: 'Back' }).click()
    await expect(refuse).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Not now.')
    await page.keyboard.press('Escape')
    await expect(refuse).toBeFocused()
    expect(post.sent('tools/call')).toEqual([])

    const device = await browser.newContext({
      ...{ baseURL: product.address, viewport: { width: 360, height: 480 } },
    })
    await device.addCookies(await page.context().cookies())
    const second = await device.newPage()
    await visit(second, new URL(page.url()).pathname)
    const there = card(second, 'Courier wants to use')
    await expect(there.getByText('Send a letter', { exact: true })).toBeInViewport()
    await there.getByRole('button', { name: 'Allow once' }).press('Enter')
    await expect(said(second, 'It is sent.')).toBeInViewport()
    await conversation(second).getByText('Send a letter', { exact: true }).click()
    await expect(conversation(second).getByText('Letter 4711 is on its way.')).toBeVisible()
    const told = JSON.stringify((await model.request(n + 1)).body)
    expect(told).toContain('Letter 4711 is on its way.')

    // The first device still shows the card: what it decides now changes nothing.
    await waiting.getByRole('button', { name: 'Allow once' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'already' })).toBeVisible()
    await expect(said(page, 'It is sent.')).toBeVisible()
    await expect(waiting).toHaveCount(0)
    expect(post.sent('tools/call').map(({ params }) => params?.arguments)).toEqual([letter])
    await device.close()
  } finally {
    await post.close()
  }
})

test('what is too long for a phone begins at its beginning, says how much more is sent, and unfolds where it is', async ({
  page,
  person: _,
  model,
}) => {
  const lines = Array.from({ length: 120 }, (_, line) => `Line ${line + 1} of a long letter.`)
  const parameters = { type: 'object', properties: { text: { type: 'string' }, copy: { type: 'string' } } }
  const post = await startMcpFixture({
    tools: () => [fixtureTool('send', { title: 'Send a letter', inputSchema: parameters })],
  })
  try {
    const agent = await makeAgent(page, { name: 'Courier', tools: await toolsOf(page, post.address) })
    await page.setViewportSize({ width: 360, height: 740 })
    await visit(page, `/chat/${agent.id}`)
    const letter = { text: lines.join('\n'), copy: 'eve@example.com' }
    model.next({ name: 'calls', words: [], calls: [{ name: 'post__send', arguments: letter }] })
    await say(page, 'Write to Ada.')
    const waiting = card(page, 'Courier wants to use Send a letter')
    await expect(page.getByText('Courier waits for your decision above.')).toBeVisible()
    await expect(waiting.getByText('Send a letter', { exact: true })).toBeInViewport()
    const more = waiting.getByText(/^Show all of it: [\d,]+ more characters$/).first()
    const copy = waiting.getByText('eve@example.com', { exact: true })
    await expect(copy).toBeHidden()
    await more.click()
    await expect(copy).toBeVisible()
    await expect(more).toBeInViewport()
    await expect(copy).not.toBeInViewport()
  } finally {
    await post.close()
  }
})

test('a refusal by keyboard says its words to the model, and a new message goes on without what waits', async ({
  page,
  person: _,
  model,
}) => {
  const agent = await agentThatAsks(page)
  await visit(page, `/chat/${agent.id}`)
  const n = model.requests.length
  model.next(asks('Which Berlin?', ['In Germany', 'In Wisconsin']), { name: 'words', words: ['Then not.'] })
  await say(page, 'How large is Berlin?')
  const decline = card(page, 'Asker asks you').getByRole('button', { name: 'Do not answer' })
  await decline.focus()
  await page.keyboard.press('Enter')
  await expect(said(page, 'Then not.')).toBeVisible()
  // Whoever pressed is at what became of it, not at the top of the page.
  const place = page.evaluate(() => document.activeElement?.closest('[data-turn], [data-call]') !== null)
  expect(await place).toBe(true)
  expect(messagesOf((await model.request(n + 1)).body).join('\n')).toContain('does not want to answer')

  model.next(asks('And which Paris?', ['In France', 'In Texas']), 'words')
  await say(page, 'And Paris?')
  await expect(card(page, 'Asker asks you')).toBeVisible()
  // The card comes before the reply has come to rest.
  await expect(page.getByText('waits for your decision above')).toBeVisible()
  await say(page, 'Never mind. Who are you?')
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  await expect(card(page, 'Asker asks you')).toHaveCount(0)
  await expect(conversation(page).getByText(/^· Not run: the conversation went on/)).toBeVisible()
})

test('without a connection a card can be read, and says what its buttons need', async ({
  page,
  person: _,
  model,
}) => {
  const agent = await agentThatAsks(page)
  await visit(page, `/chat/${agent.id}`)
  model.next(asks('Which Berlin?', ['In Germany', 'In Wisconsin']))
  await say(page, 'How large is Berlin?')
  const waiting = card(page, 'Asker asks you')
  await expect(waiting).toBeVisible()
  await page.context().setOffline(true)
  await expect(
    page.getByRole('alert').filter({ hasText: 'You are offline. You can decide once' }),
  ).toBeVisible()
  await expect(waiting.getByText('Which Berlin?')).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Answer', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})
