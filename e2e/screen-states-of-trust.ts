import type { Page } from '@playwright/test'
import { copyReply, meridian, say } from './chat-page.ts'
import { visit } from './fixtures.ts'
import type { ScreenState } from './screen-states.ts'

const agent = meridian.replace('/chat/', '')

/** How something is reported, and what people think of an agent. */
export const statesOfTrust: Record<string, ScreenState> = {
  'report-agent': { path: `/vacant?agent=${agent}`, signedIn: 'session', act: openReport },
  'report-refused': {
    after: 'report-agent',
    act: async (page) => {
      await page.getByRole('button', { name: 'Send report' }).click()
      await page.getByText('Choose a reason.').waitFor()
    },
  },
  'report-sent': {
    after: 'report-refused',
    act: async (page) => {
      await page.getByRole('radio', { name: 'Spam or a scam' }).click()
      await page.getByLabel('Anything to add').fill('Says that it sells maps, and there are none.')
      await page.getByRole('button', { name: 'Send report' }).click()
      await page.getByText('Your report has arrived').waitFor()
    },
  },
  'settings-reports': {
    after: 'report-sent',
    act: async (page) => {
      await page.getByRole('link', { name: 'See what you reported' }).click()
      await page.getByText('Nobody has decided yet.').waitFor()
      await page.locator('#reports').scrollIntoViewIfNeeded()
    },
  },
  'agent-rating': {
    path: meridian,
    signedIn: 'session',
    act: async (page) => {
      await talkThrice(page)
      await visit(page, `/vacant?agent=${agent}`)
      await page.getByRole('button', { name: 'Rate it' }).click()
      await page.getByRole('radio', { name: 'I like it' }).click()
      await page.getByRole('radio', { name: 'Helpful' }).click()
      await page.getByLabel('In your words').fill('Explains without hurry, and says what it does not know.')
      await page.getByLabel('In your words').scrollIntoViewIfNeeded()
    },
  },
  'agent-rated': {
    after: 'agent-rating',
    act: async (page) => {
      await page.getByRole('button', { name: 'Save rating' }).click()
      await page.getByRole('button', { name: 'Change your rating' }).waitFor()
      await page.getByRole('button', { name: 'Change your rating' }).scrollIntoViewIfNeeded()
    },
  },
}

async function openReport(page: Page) {
  await page.getByRole('button', { name: 'Report this agent' }).click()
  await page.getByRole('dialog', { name: 'Report this agent' }).waitFor()
}

async function talkThrice(page: Page) {
  for (const [count, question] of ['What is a parallel?', 'And a meridian?', 'Which is longer?'].entries()) {
    await say(page, question)
    await copyReply(page).nth(count).waitFor()
  }
  // What was talked counts a second later.
  const may = async () => {
    const answer = await page.request.get(`/api/agents/${agent}/ratings`)
    return ((await answer.json()) as { may: string }).may === 'yes'
  }
  while (!(await may())) await page.waitForTimeout(100)
}
