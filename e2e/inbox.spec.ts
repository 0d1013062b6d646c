import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Grant } from '../src/shared/tools/decisions.ts'
import type { Inbox, WaitingItem } from '../src/shared/tools/inbox.ts'
import { toolLimits } from '../src/shared/tools/tool-states.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { smallTargets } from './small-targets.ts'
import { stickingOut } from './sticking-out.ts'

const agentId = randomUUID()

function waitingItem(where: string, minutesAgo: number, title = 'Send a message'): WaitingItem {
  return {
    place: { scope: 'conversation', scopeId: randomUUID(), replyId: randomUUID() },
    part: {
      ...{ call: randomUUID(), step: 1, modelCall: 'call_1', name: 'mail__send', title },
      ...{ origin: 'mail.example', arguments: '{"to":"bob@mail.example"}', digest: 'd' },
      brings: { untrusted: true, private: false },
      status: {
        state: 'waiting',
        until: new Date(Date.now() + 3_600_000).toISOString(),
        wait: { for: 'consent', reasons: ['acts'] },
      },
    },
    ...{ agentId, agentName: 'Nova', where },
    since: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  }
}

/** A server with what waits: what its routes answer is proved beside them. */
async function withWaiting(context: BrowserContext, inbox: Inbox) {
  const decisions: unknown[] = []
  await context.route('**/api/inbox', (route) => route.fulfill({ json: inbox }))
  await context.route('**/api/inbox/count', (route) =>
    route.fulfill({ json: { waiting: inbox.waiting.length } }),
  )
  await context.route('**/api/inbox/seen', (route) => {
    inbox.ended = []
    return route.fulfill({ status: 204 })
  })
  await context.route('**/api/tool-calls/*/decision', (route) => {
    const [call] = /[0-9a-f-]{36}/.exec(route.request().url()) ?? []
    const item = inbox.waiting.find(({ part }) => part.call === call)
    inbox.waiting = inbox.waiting.filter((one) => one !== item)
    decisions.push(route.request().postDataJSON())
    if (!item) return route.fulfill({ status: 404 })
    const part = { ...item.part, status: { state: 'refused' as const, words: '' } }
    return route.fulfill({ json: { place: item.place, part, goesOn: true } })
  })
  return decisions
}

/** From another page, so that the first paint has not asked the real server. */
async function toInbox(page: Page, name: string): Promise<void> {
  await visit(page, '/launch')
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL('/inbox')
}

test('what waits is counted in title and header of every page, is decided in place, and stays to be read until the page is left', async ({
  page,
  context,
  person,
}) => {
  expect(person.address).toBeTruthy()
  const first = waitingItem('Write to Bob', 1)
  const waiting = [
    first,
    waitingItem('Ask Cyd where the lamp is, and when it was last lit by its keeper', 2, 'Ask Cyd'),
  ]
  const decisions = await withWaiting(context, {
    waiting,
    ended: [{ ...first, what: 'finished', at: new Date().toISOString() }],
  })
  await toInbox(page, 'Inbox, 2 requests wait for you')
  await expect(page).toHaveTitle('(2) Inbox · Bionic')
  const list = page.getByRole('region', { name: 'Waits for you' })
  await expect(list.getByRole('listitem').filter({ hasText: 'Nova wants' })).toHaveCount(2)
  await expect(list.getByRole('link', { name: 'Write to Bob' })).toHaveAttribute(
    'href',
    `/chat/${agentId}/${first.place.scopeId}`,
  )
  await expect.poll(() => axeViolations(page)).toEqual([])
  for (const width of [1_280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await stickingOut(page), String(width)).toEqual([])
    expect(await smallTargets(page), String(width)).toEqual([])
  }
  await page.setViewportSize({ width: 1_280, height: 860 })

  // By the keyboard alone.
  await list.getByRole('button', { name: 'Refuse' }).first().focus()
  await page.keyboard.press('Enter')
  const confirm = list.getByRole('button', { name: /refuse/i }).first()
  if (decisions.length === 0) {
    await confirm.focus()
    await page.keyboard.press('Enter')
  }
  await expect.poll(() => decisions.length).toBe(1)
  await expect(page).toHaveTitle('(1) Inbox · Bionic')
  await expect(list.getByRole('listitem').filter({ hasText: 'Refused' })).toHaveCount(1)
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Inbox, 1 request waits for you' }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Clear what ended while you were away' }).click()
  await expect(page.getByRole('heading', { name: 'While you were away' })).toBeHidden()
  await visit(page, '/archives')
  await expect(page).toHaveTitle(/^\(1\) /)
  await toInbox(page, 'Inbox, 1 request waits for you')
  await list.getByRole('button', { name: 'Refuse' }).click()
  await list.getByRole('button', { name: 'Refuse' }).click()
  await expect(list.getByRole('status').filter({ hasText: /^Nothing waits for you\.$/ })).toHaveCount(1)
})

test('as much as can wait asks for its number once, is drawn where it is read, and leaves the icon to be seen', async ({
  page,
  context,
  person,
}) => {
  expect(person.address).toBeTruthy()
  const waiting = Array.from({ length: toolLimits.waiting }, (_, n) => waitingItem(`Note ${n}`, n))
  await withWaiting(context, { waiting, ended: [] })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/inbox/count')) asked += 1
  })
  await toInbox(page, `Inbox, ${toolLimits.waiting} requests wait for you`)
  const refuse = page.getByRole('region', { name: 'Waits for you' }).getByRole('button', { name: 'Refuse' })
  await expect(refuse).toHaveCount(toolLimits.waiting)
  const drawn = await refuse.evaluateAll(
    (buttons) => buttons.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length,
  )
  expect(drawn).toBeLessThan(20)
  for (const width of [1_280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const mark = page.getByRole('banner').getByRole('link', { name: /^Inbox,/ })
    const [icon, number] = await Promise.all([
      mark.locator('svg').boundingBox(),
      mark.getByText('99+').boundingBox(),
    ])
    expect((number?.x ?? 0) - (icon?.x ?? 0), String(width)).toBeGreaterThanOrEqual(10)
    expect(await stickingOut(page), String(width)).toEqual([])
  }
  // Late ones would have come by now.
  expect(asked).toBe(1)
})

test('nothing waits for somebody new, who chooses quiet hours that last; a visitor is asked to sign in', async ({
  page,
  context,
  person,
}) => {
  expect(person.address).toBeTruthy()
  await visit(page, '/inbox')
  await expect(page.getByText('Nothing waits for you.').last()).toBeVisible()
  await expect(page).toHaveTitle('Inbox · Bionic')
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await page.getByLabel('From').fill('23:30')
  await page.getByLabel('Until').fill('23:30')
  await page.getByLabel('Until').blur()
  await expect(page.getByRole('alert').filter({ hasText: 'Quiet hours end at another time' })).toBeVisible()
  await page.getByLabel('Until').fill('06:15')
  const stored = page.waitForResponse('**/api/inbox/settings')
  await page.getByLabel('Until').blur()
  await stored
  await visit(page, '/inbox')
  await expect(page.getByLabel('From')).toHaveValue('23:30')
  await expect(page.getByLabel('Until')).toHaveValue('06:15')
  await context.clearCookies()
  await visit(page, '/inbox')
  await expect(page.getByRole('heading', { name: 'Your inbox opens with your wallet.' })).toBeVisible()
})

test('what was allowed stands in the settings, and is taken back after a question', async ({
  page,
  context,
  person,
}) => {
  expect(person.address).toBeTruthy()
  const grant: Grant = {
    ...{ id: randomUUID(), agentId, agentName: 'Nova', tool: 'mail__send', title: 'Send a message' },
    ...{ origin: 'mail.example', createdAt: new Date().toISOString(), lastUsedAt: null, changed: true },
  }
  let grants = [grant]
  await context.route('**/api/tool-grants', (route) => route.fulfill({ json: { grants } }))
  await context.route('**/api/tool-grants/*', (route) => {
    grants = []
    return route.fulfill({ status: 204 })
  })
  await visit(page, '/launch')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'What you allowed' })
  await expect(section.getByRole('listitem')).toContainText('Changed since: it asks again')
  await section.getByRole('button', { name: 'Take back Send a message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take back “Send a message”?' })
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(section.getByText('Nothing yet.')).toBeVisible()
})
