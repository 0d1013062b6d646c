import type { Page } from '@playwright/test'
import { copyReply, meridian, say } from './chat-page.ts'
import { visit } from './fixtures.ts'
import { keepFact } from './keep-fact.ts'
import type { ScreenState } from './screen-states.ts'

const agent = meridian.replace('/chat/', '')

/** What agents remember of a person, where it is seen and changed, and where they were with one. */
export const statesOfMemory: Record<string, ScreenState> = {
  'memory-empty': {
    path: meridian,
    signedIn: 'session',
    act: async (page) => {
      await say(page, 'I am colour-blind, so tell me the colours of the lamps by their names.')
      await copyReply(page).waitFor()
      await openMemory(page)
      await page.getByText('Nothing is remembered yet').waitFor()
    },
  },
  'memory-panel': { signedIn: 'session', act: lookAtFacts },
  'memory-places': {
    after: 'memory-panel',
    act: async (page) => {
      await page.getByText('One version before').click()
      await page.getByRole('button', { name: 'Delete: Takes the ferry of 7:10' }).click()
      await page.getByRole('button', { name: 'Do not use: Prefers' }).click()
      await page.getByText('Where else it may be used').click()
      await page.getByRole('textbox', { name: 'Something to remember' }).fill('My password is lighthouse')
    },
  },
  'memory-remember': {
    after: 'memory-empty',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remember this' }).first().click()
      await page.getByRole('dialog', { name: 'May Meridian remember this?' }).waitFor()
    },
  },
  'settings-memory': {
    signedIn: 'session',
    act: async (page) => {
      await rememberSome(page)
      await visit(page, '/settings#memory')
    },
  },
  'chat-coming-back': { path: meridian, signedIn: 'session', act: comeBack },
  'agent-coming-back': {
    after: 'chat-coming-back',
    act: async (page) => {
      await rememberSome(page)
      await visit(page, `/vacant?agent=${agent}`)
      await page.getByText('It remembers').waitFor()
    },
  },
}

async function rememberSome(page: Page) {
  await keepFact(
    page,
    agent,
    'Takes the ferry of 7:10, and gets seasick when the wind is from the north-west',
  )
  await keepFact(page, agent, 'Is learning the names of the stars for a night watch in March')
  const { id } = await keepFact(page, agent, 'Lives on Skerry Sound')
  await page.request.patch(`/api/me/memory/${agent}/facts/${id}`, {
    data: { text: 'Lives on the mainland since October' },
  })
  await keepFact(page, agent, 'Prefers short answers without lists')
}

async function lookAtFacts(page: Page) {
  await rememberSome(page)
  await visit(page, meridian)
  const question = 'Which stone is the oldest of the four?'
  await say(page, question)
  await copyReply(page).waitFor()
  await openMemory(page)
  await page.getByText('4 things').waitFor()
}

async function openMemory(page: Page) {
  await page
    .getByRole('region', { name: /^Chat with/ })
    .getByRole('banner')
    .or(page.locator('header').last())
    .getByRole('button', { name: /^Options of/ })
    .click()
  await page.getByRole('menuitem', { name: 'What it remembers of you' }).click()
  await page.getByRole('dialog', { name: /remembers of you$/ }).waitFor()
}

async function comeBack(page: Page) {
  await say(page, 'How do I explain the surface code to somebody with a pencil and ten minutes?')
  await copyReply(page).waitFor()
  await visit(page, meridian)
  await page.getByRole('link', { name: /^Go on/ }).waitFor()
}
