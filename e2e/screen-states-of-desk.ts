import type { Page } from '@playwright/test'
import type { NewAction } from '../src/shared/trust/desk.ts'
import { type Account, signInWith } from '../test/sign-in.ts'
import { decide, fillDesk, makeAgentOf, operatorOf, reportAgent, sendTo } from './desk-page.ts'
import { installWallet } from './fakes/wallet.ts'
import { connectWallet, visit } from './fixtures.ts'
import { installOperator } from './operators.ts'
import type { ScreenState } from './screen-states.ts'

/** The states of the desk, and of what people read of its decisions. */
export const statesOfDesk: Record<string, ScreenState> = {
  'desk-nobody': { path: '/desk' },
  desk: {
    act: async (page) => {
      await fillDesk(addressOf(page), ['Cheap Watches', 'The Observatory of Everything That Is for Sale'])
      await enterDesk(page)
      await page.getByRole('list', { name: 'Cases' }).getByRole('link').first().waitFor()
    },
  },
  'desk-case': {
    after: 'desk',
    act: async (page) => {
      await page
        .getByRole('list', { name: 'Cases' })
        .getByRole('link', { name: /Cheap Watches/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Suspend' }).waitFor()
    },
  },
  'desk-deciding': {
    after: 'desk-case',
    act: async (page) => {
      await page.getByRole('button', { name: 'Suspend' }).click()
      await page.getByRole('textbox', { name: 'Your words' }).fill('It asks people for their seed phrases.')
    },
  },
  'desk-decided': {
    after: 'desk-deciding',
    act: async (page) => {
      await page.keyboard.press('Control+Enter')
      await page.getByText('Suspended.').waitFor()
    },
  },
  'desk-log': {
    after: 'desk-decided',
    act: async (page) => {
      await suspendAndLift(page)
      await visit(page, '/desk/log')
      await page.getByText(/^The hash(es)? of/).waitFor()
      await page
        .getByRole('link', { name: /^About row/ })
        .first()
        .waitFor()
    },
  },
  'desk-empty': {
    act: async (page) => {
      await enterDesk(page, '/desk?state=objected')
      await page.getByText('Nobody objects.').first().waitFor()
    },
  },
  'desk-failed': {
    act: async (page) => {
      await page.route('**/api/desk/cases**', (route) => route.fulfill({ status: 500 }))
      await enterDesk(page)
      await page.getByText('The cases could not be loaded').waitFor()
    },
  },
  'management-decision': {
    act: async (page) => {
      await decideAbout(page, takeDown)
      await visit(page, '/management')
      await page.getByText('Why, and what you can do').click()
      await page.getByRole('button', { name: 'Object' }).waitFor()
    },
  },
  'settings-decisions': {
    after: 'management-decision',
    act: async (page) => {
      await visit(page, '/settings')
      await page.getByRole('button', { name: 'Object' }).click()
      await page.getByRole('button', { name: 'Send objection' }).click()
      await page.getByText('Say why.').waitFor()
    },
  },
  'suspended-sign-in': {
    act: async (page) => {
      const account = await decideAbout(page, suspend)
      await page.context().clearCookies()
      await installWallet(page.context(), { seeds: [[...account.wallet.seed]] })
      await visit(page, '/launch')
      // The notice covers the header, which says that somebody is connected.
      await page.getByRole('button', { name: 'Select Wallet', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Detected/ })
        .click()
      await page.getByRole('dialog', { name: 'Your wallet is suspended' }).waitFor()
    },
  },
}

const addressOf = (page: Page) => new URL(page.url()).origin

/** As an operator whose wallet is connected. */
async function enterDesk(page: Page, path = '/desk'): Promise<void> {
  await installOperator(page.context(), 0)
  await visit(page, path)
  await connectWallet(page)
}

const said = { ground: 'spam', words: 'It asks people for their seed phrases.' } as const
const takeDown = (): NewAction => ({ action: 'take_down', ...said })
const suspend = (wallet: string): NewAction => ({
  ...{ action: 'suspend', wallet, scope: 'speaking', days: 7 },
  ...said,
})

/** Leaves a row of the log that is about an earlier one. */
async function suspendAndLift(page: Page): Promise<void> {
  const send = sendTo(addressOf(page))
  const operator = await operatorOf(send, 0)
  const [agent, other] = await fillDesk(addressOf(page), ['Cheap Clocks', 'Cheaper Clocks'])
  if (!agent || !other) throw new Error('the desk was not filled')
  await decide(send, operator, agent, suspend(agent.owner))
  await decide(send, operator, other, { action: 'lift', wallet: agent.owner, ...said })
}

/** Gives the page the session of somebody about whose agent an operator has decided. */
async function decideAbout(page: Page, action: (wallet: string) => NewAction): Promise<Account> {
  const address = addressOf(page)
  const send = sendTo(address)
  const maker = await signInWith(send)
  const agent = await makeAgentOf(send, maker, { name: 'Clockwork Parodist' })
  await reportAgent(send, agent, {}, await signInWith(send))
  await decide(send, await operatorOf(send, 0), agent, action(maker.address))
  const [name = '', ...value] = maker.cookie.split('=')
  await page.context().addCookies([{ name, value: value.join('='), url: address }])
  return maker
}
