import {
  composer,
  conversation,
  copyReply,
  indicator,
  meridian,
  messagesOf,
  notAnswered,
  sampleAgents,
  say,
} from './chat-page.ts'

import { expect, requestTest, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { stickingOut } from './sticking-out.ts'

// §2.3, §2.111, §7.20, §8.14
requestTest('the first paint names the entity, and an unknown one is not found', async ({ request }) => {
  const { one } = await sampleAgents(request)
  const html = await (await request.get(`/chat/${one.id}`)).text()
  expect(html).toContain(`<title>${one.name} · Bionic</title>`)
  expect(html).toContain('&gt; Initialize query sequence_')
  for (const id of ['nobody', crypto.randomUUID()]) {
    const answer = await request.get(`/chat/${id}`)
    expect(answer.status()).toBe(404)
    const unknown = await answer.text()
    expect(unknown).toMatch(/<h1[^>]*>Entity not found<\/h1>/)
    expect(unknown).toMatch(/<a [^>]*href="\/vacant"[^>]*>(?:(?!<\/a>).)*Open the Matrix/s)
    expect(unknown).not.toContain('<textarea')
  }
  const answer = await request.get(`/api/agents/${crypto.randomUUID()}`)
  expect(answer.status()).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'not_found' })
})

test('a conversation whose agent is gone is connected to nobody and names no model', async ({
  page,
  person: _,
}) => {
  const agent = await makeAgent(page, { name: 'Ember' })
  await visit(page, `/chat/${agent.id}`)
  const [connected, model] = [page.getByText('CONNECTED', { exact: true }), page.getByTitle('Choose a model')]
  await expect(connected).toBeVisible()
  await expect(model).toBeVisible()
  await say(page, 'Are you there?')
  await expect(copyReply(page)).toBeVisible()
  await page.request.delete(`/api/agents/${agent.id}`)
  await page.reload()
  await expect(page.getByText('Signal lost', { exact: true })).toBeVisible()
  await expect(conversation(page).getByText('Are you there?')).toBeVisible()
  await expect(connected).toHaveCount(0)
  await expect(model).toHaveCount(0)
})

test('a conversation that the server fails to give says so, and is asked for again, whether its agent is there or not', async ({
  page,
  person: _,
}) => {
  const agent = await makeAgent(page, { name: 'Cinder' })
  await visit(page, `/chat/${agent.id}`)
  await say(page, 'Are you there?')
  await expect(copyReply(page)).toBeVisible()
  for (const isThere of [true, false]) {
    if (!isThere) await page.request.delete(`/api/agents/${agent.id}`)
    await visit(page, '/chat')
    await page.route('**/api/conversations/*', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('link', { name: /Are you there/ }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The conversation could not be loaded.')
    await expect(alert).toContainText('Something went wrong on the server. Try again in a moment.')
    await page.unroute('**/api/conversations/*')
    await alert.getByRole('button').click()
    await expect(conversation(page).getByText('Are you there?')).toBeVisible()
  }
})

// §2.113, §2.114, §2.115, §2.116, §2.118, §2.119, §2.120, §4.31, §4.32, §9.23
test('the isolated screen greets with the texts of the specification; its indicator shows until the first words, and the focus stays in the input', async ({
  page,
  model,
}) => {
  const n = model.requests.length
  model.next('never-first')
  await page.goto('/isolated')
  await expect(page.getByRole('heading', { name: 'Chat with Bionic' })).toBeVisible()
  await expect(page.getByText('CONNECTED', { exact: true })).toBeVisible()
  await expect(page.getByText('Neural Interface Active', { exact: true })).toHaveCount(2)
  await expect(page.getByText('> Initialize query sequence_', { exact: true })).toBeVisible()
  await say(page, 'Hello')
  await model.request(n)
  await expect(indicator(page)).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await expect(composer(page)).toBeFocused()
  await page.getByRole('button', { name: 'Stop' }).click()
  model.next('stalls')
  await say(page, 'Once more')
  await expect(page.getByText('Hello from the')).toBeVisible()
  await expect(indicator(page)).toHaveCount(0)
  model.release()
  await expect(copyReply(page)).toBeVisible()
  await expect(conversation(page).locator('time').first()).toHaveText(/^([01]\d|2[0-3]):[0-5]\d$/)
})

test('a reply stopped by the button or by Escape keeps its words, stays stopped, and lets the model go', async ({
  page,
  model,
}) => {
  await page.goto('/isolated')
  for (const [index, stop] of [
    () => page.getByRole('button', { name: 'Stop' }).click(),
    () => page.keyboard.press('Escape'),
  ].entries()) {
    const n = model.requests.length
    model.next('stalls')
    await say(page, 'Tell me')
    await expect(page.getByText('Hello from the')).toHaveCount(index + 1)
    await stop()
    expect(await model.closed(n)).toBe('cut')
    await expect(page.getByText('Stopped', { exact: true })).toHaveCount(index + 1)
    await expect(page.getByText('Hello from the')).toHaveCount(index + 1)
    await expect(page.getByText('Hello from the').nth(index)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  }
})

// §4.34, §8.4, §8.5, §8.6
test('a failure leaves the question unanswered, with a line in the server’s log, and a retry asks the same with the same history', async ({
  page,
  model,
  product,
}) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('/isolated')
  await say(page, 'First')
  await expect(copyReply(page)).toHaveCount(1)
  model.next({ name: 'error', status: 400, message: 'upstream secret' })
  const n = model.requests.length
  const answered = page.waitForResponse('**/api/chat')
  await say(page, 'Second')
  await expect(notAnswered(page)).toBeVisible()
  await expect(indicator(page)).toHaveCount(0)
  await expect(copyReply(page)).toHaveCount(1)
  await expect(page.getByText('upstream secret')).toHaveCount(0)
  await expect(composer(page)).toBeEnabled()
  const requestId = (await answered).headers()['x-request-id']
  expect(requestId).toBeTruthy()
  await expect
    .poll(() => product.log.find((line) => line.requestId === requestId))
    .toMatchObject({ msg: 'Error generating response', failure: 'Failed to generate response' })
  await expect
    .poll(() => errors.filter((text) => text.startsWith('Error generating response')))
    .toHaveLength(1)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(copyReply(page)).toHaveCount(2)
  await expect(notAnswered(page)).toHaveCount(0)
  const again = await model.request(n + 1)
  expect(again.body).toEqual((await model.request(n)).body)
  expect(messagesOf(again.body).slice(-3)).toEqual(['First', 'Hello from the scripted model.', 'Second'])
})

test('words that came before the model broke off stay, marked', async ({ page, model }) => {
  model.next('breaks')
  await page.goto('/isolated')
  await say(page, 'Tell me')
  await expect(page.getByText('Broken off', { exact: true })).toBeVisible()
  await expect(page.getByText('Hello from the')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByText('Not answered')).toHaveCount(0)

  model.next('length')
  await say(page, 'Go on')
  await expect(page.getByText(/^The answer of .+ reached the length limit\.$/)).toBeAttached()
})

test('without a network the question says so and can be retried', async ({ page, context }) => {
  await visit(page, '/isolated')
  await context.setOffline(true)
  await say(page, 'Are you there?')
  await expect(notAnswered(page)).toBeVisible()
  await expect(page.getByText('You are offline. Try again once you are connected.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(copyReply(page)).toBeVisible()
})

// §5.29, §5.30, §9.40
test('blank messages, sends while pending, and the Enter of a composition send nothing; one over the limit says so at the field, and nothing of it is lost', async ({
  page,
  model,
}) => {
  await page.goto('/isolated')
  const n = model.requests.length
  await say(page, '   ')
  await composer(page).fill('日本')
  await composer(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await composer(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await expect(composer(page)).toHaveValue('日本')
  await composer(page).fill('one')
  await composer(page).press('Shift+Enter')
  await composer(page).pressSequentially('two')
  model.next('stalls')
  await composer(page).press('Enter')
  await expect(page.getByText('one two')).toBeVisible()
  await say(page, 'while pending')
  await expect(composer(page)).toHaveValue('while pending')
  expect(messagesOf((await model.request(n)).body).at(-1)).toBe('one\ntwo')
  expect(model.requests).toHaveLength(n + 1)
  model.release()
  await expect(copyReply(page)).toBeVisible()
  await say(page, 'x'.repeat(4_001))
  await expect(page.getByText('A message can have at most 4,000 characters.')).toBeVisible()
  await expect(composer(page)).toHaveValue('x'.repeat(4_001))
  await expect(composer(page)).toHaveAttribute('aria-invalid', 'true')

  // What nobody sees is blank as well, and a character that can't be shown is said where it was typed.
  await composer(page).fill('\u200b\u200d')
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('\u200b\u200d')
  await composer(page).fill('a bell \u0007 rings')
  await composer(page).press('Enter')
  await expect(page.getByText("The message has a character that can't be shown.")).toBeVisible()
  await expect(composer(page)).toHaveValue('a bell \u0007 rings')
})

test('markdown is rendered, and nothing in it can load, run or lead back here', async ({ page, model }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  model.next({
    name: 'words',
    words: [
      '**bold** <img src="https://evil.example/raw.png" onerror="document.title=1">\n\n',
      '![a chart](https://evil.example/chart.png)\n\n',
      '[good](https://good.example/a) [bad](javascript:alert(1)) [path](/api/session) [data](data:text/html,x)\n\n',
      '| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst answer = 42\n```\n',
    ],
  })
  await page.goto('/isolated')
  await say(page, 'Show me')
  const list = conversation(page)
  await expect(list.locator('strong')).toHaveText('bold')
  await expect(list.getByText('Picture: a chart')).toBeVisible()
  await expect(list.getByRole('cell', { name: '1' })).toBeVisible()
  await expect(list.locator('pre span', { hasText: 'const' }).first()).toHaveAttribute('style', /color/)
  await expect(list.getByRole('link')).toHaveCount(1)
  const link = list.getByRole('link', { name: 'good' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(list.locator('img')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('evil.example'))).toEqual([])
})

// §2.112, §2.117
test('the list follows the newest, unless the reader has scrolled up', async ({ page, model }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const lines = Array.from({ length: 80 }, (_, number) => `Line ${number}.\n\n`)
  model.next({ name: 'words', words: lines }, { name: 'words', words: lines, delayMs: 10 })
  await page.goto('/isolated')
  await say(page, 'Much')
  // As a paragraph of its own: the markdown is rendered, and no height changes any more.
  await expect(page.getByText('Line 79.', { exact: true })).toBeInViewport()
  await say(page, 'More')
  await expect(page.getByText('Line 3.').nth(1)).toBeVisible()
  await conversation(page).hover()
  await page.mouse.wheel(0, -600)
  const newest = page.getByRole('button', { name: 'Newest' })
  await expect(newest).toBeVisible()
  const place = () => conversation(page).evaluate((list) => list.scrollTop)
  // The wheel's scrolling has ended: several successive frames show the same position, however long each of them takes.
  const held = await conversation(page).evaluate(
    (list) =>
      new Promise<number>((resolve) => {
        let [top, frames] = [list.scrollTop, 0]
        const look = () => {
          frames = list.scrollTop === top ? frames + 1 : 0
          top = list.scrollTop
          if (frames === 10) resolve(top)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )
  await expect(copyReply(page)).toHaveCount(2)
  expect(await place()).toBe(held)
  await newest.click()
  await expect(page.getByText('Line 79.').nth(1)).toBeInViewport()
  await expect(newest).toHaveCount(0)
})

// §1.2, §4.30, §4.36
test('a conversation is found again on the way back, another agent starts anew, a reload forgets', async ({
  page,
  request,
}) => {
  const { one, other } = await sampleAgents(request)
  await page.goto(`/chat/${one.id}`)
  await say(page, 'Remember me')
  await expect(copyReply(page)).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Isolated' })
    .click()
  await expect(page.getByRole('heading', { name: 'Chat with Bionic' })).toBeVisible()
  await expect(page.getByText('Remember me')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText('Remember me')).toBeVisible()
  await page.goto(`/chat/${other.id}`)
  await expect(page.getByText('> Initialize query sequence_')).toBeVisible()
  await page.goto(`/chat/${one.id}`)
  await expect(page.getByText('> Initialize query sequence_')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'Remember',
  )
})

test('the offline engine says what it is, and to the operator alone how to set a real one', async ({
  page,
}) => {
  const engine = { kind: 'offline', canBeReplaced: true }
  await page.route('**/api/chat/engine', (route) => route.fulfill({ json: engine }))
  // A link that is pressed before hydration requests the page from the server, which has an engine.
  await visit(page, '/')
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Isolated' })
    .click()
  await expect(page.getByText('Offline engine', { exact: true })).toBeVisible()
  const note = page.getByRole('complementary', { name: 'Engine' })
  await expect(note).toContainText('OPENAI_API_KEY')
  await expect(note).toContainText('OPENAI_BASE_URL')
  engine.canBeReplaced = false
  await visit(page, '/')
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Isolated' })
    .click()
  await expect(note).toContainText('No AI model is connected')
  await expect(note).not.toContainText('OPENAI')
  // What is suggested can be answered without a model, also after the first reply.
  await page.getByRole('button', { name: 'Who are you?' }).click()
  const next = page.getByRole('list', { name: 'What you can ask next' }).getByRole('button')
  await expect(next).toHaveText(['What can you do?', 'What do you know?', 'How do you talk?'])
})

// §2.104, §2.107, §2.108, §2.109, §3.20, §4.27, §4.28, §4.29, §6.9
test('quick chat keeps nothing, rests while a reply is pending, and lets it go when it closes', async ({
  page,
  request,
  model,
}) => {
  const { one } = await sampleAgents(request)
  await visit(page, '/vacant')
  // By its id: other journeys may have made an agent whose name contains this one.
  const open = () =>
    page
      .getByRole('article')
      .filter({ has: page.locator(`a[href*="${one.id}"]`) })
      .getByRole('button', { name: `Quick chat with ${one.name}`, exact: true })
      .click()
  await open()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(one.description)).toBeVisible()
  await expect(dialog.getByText('Answered by gpt-4-turbo-preview')).toBeVisible()
  // The dialog focuses its first button before the field takes the focus.
  await expect(composer(page)).toBeFocused()
  await say(page, 'Hello')
  await expect(copyReply(page)).toBeVisible()
  const n = model.requests.length
  model.next('never-first')
  await say(page, 'Again')
  await expect(indicator(page)).toBeVisible()
  await expect(composer(page)).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
  await model.request(n)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await model.closed(n)).toBe('cut')
  await open()
  await expect(dialog).toBeVisible()
  await expect(page.getByText('Hello', { exact: true })).toHaveCount(0)
})

test('quick chat fits beside the keyboard of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await visit(page, '/vacant')
  await page
    .getByRole('button', { name: /^Quick chat with/ })
    .first()
    .click()
  await expect(composer(page)).toBeFocused()
  await page.setViewportSize({ width: 360, height: 430 })
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
})

test('on a phone all that can be done with a reply is in one row', async ({ page, person: _ }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(meridian)
  await say(page, 'What is light?')
  const row = conversation(page).locator('[data-message]').last().locator('button[aria-label]')
  await expect(row).toHaveCount(7)
  const boxes = await row.evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().toJSON()))
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  for (const { left, right, width, height } of boxes) {
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(36)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(360)
  }
})

test('what is typed is shown whole, also once the phone is turned', async ({ page }) => {
  const hidden = () =>
    composer(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  await page.setViewportSize({ width: 780, height: 360 })
  await visit(page, '/isolated')
  await composer(page).fill('What is the light of a lighthouse made of, and who keeps it? '.repeat(2))
  expect(await hidden()).toBe(0)
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await hidden()).toBe(0)
})

// §9.24
test('on a phone nothing sticks out and no message is wider than 80% of its row', async ({ page, model }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  model.next({
    name: 'words',
    words: [
      `${'wide'.repeat(60)}\n\n\`\`\`\n${'code '.repeat(60)}\n\`\`\`\n\n|${' column |'.repeat(9)}\n|${'---|'.repeat(9)}\n`,
    ],
  })
  await page.goto('/isolated')
  await say(page, 'w'.repeat(300))
  await expect(copyReply(page)).toBeVisible()
  // The markdown renderer may load after the text has arrived.
  await expect(conversation(page).getByRole('table')).toBeVisible()
  const { sticksOut, widest } = await conversation(page).evaluate((list) => {
    const row = list.querySelector('li')
    const messages = [...list.querySelectorAll('time')].map((time) =>
      time.closest('[class*="max-w-message"]'),
    )
    return {
      sticksOut: list.scrollWidth > list.clientWidth,
      widest: Math.max(...messages.map((message) => message?.clientWidth ?? 9_999)) / (row?.clientWidth ?? 1),
    }
  })
  expect(sticksOut).toBe(false)
  expect(await stickingOut(page)).toEqual([])
  expect(widest).toBeLessThanOrEqual(0.8)
})
