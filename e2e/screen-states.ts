import type { Page } from '@playwright/test'
import { chooseFor, composer, copyReply, history, meridian, say } from './chat-page.ts'
import { installWallet } from './fakes/wallet.ts'
import { connectWallet, signInContext } from './fixtures.ts'

/** One state of one screen: how a person gets there. */
export interface ScreenState {
  path: string
  /** Who is there: somebody with a connected wallet, or with a session alone, as after a reload. Else a visitor. */
  signedIn?: 'wallet' | 'session'
  act?: (page: Page) => Promise<unknown>
}

/** Brings a page, whose context has the server's address as its base, into a state. */
export async function enterState(page: Page, address: string, state: ScreenState): Promise<void> {
  if (state.signedIn === 'wallet') await installWallet(page.context())
  if (state.signedIn === 'session') await signInContext(page.context(), address)
  await page.goto(state.path, { waitUntil: 'networkidle' })
  if (state.signedIn === 'wallet') await connectWallet(page)
  await state.act?.(page)
}

/** A reply with text, emphasis and code, as a model streams it. */
export const sampleReply = [
  'Draw a chessboard. Put a qubit on every line between two squares. Now let the black squares ask one question, ',
  '_“is the parity of my four lines even?”_, and the white squares ask the same in the other basis.\n\n',
  '```python\nfor square in board:\n    syndrome[square] = parity(edges(square))\n```\n\n',
  'An error flips two neighbouring answers. You never look at the qubits; you look at which squares changed their mind.',
]

const sample = meridian.replace('/chat/', '')
const nobody = '00000000-0000-4000-8000-000000000000'

/** Every screen, each in the states that can be reached by an address and a step. */
export const screenStates: Record<string, ScreenState> = {
  home: { path: '/' },
  'home-wallet-modal': {
    path: '/',
    act: (page) => page.getByRole('button', { name: 'Select Wallet' }).click(),
  },
  'home-menu': {
    path: '/',
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Open the menu' })
      if (await menu.isVisible()) await menu.click()
    },
  },
  matrix: { path: '/vacant', act: scrollThrough },
  'matrix-detail': { path: `/vacant?agent=${sample}` },
  'matrix-create': { path: '/vacant?create' },
  'matrix-nothing': { path: '/vacant?query=nothing%20of%20the%20kind' },
  'matrix-quick-chat': {
    path: '/vacant',
    act: (page) =>
      page
        .getByRole('button', { name: /quick chat/i })
        .first()
        .click(),
  },
  'create-locked': { path: '/create' },
  create: { path: '/create', signedIn: 'wallet' },
  'create-faults': {
    path: '/create',
    signedIn: 'wallet',
    act: (page) => page.getByRole('button', { name: 'Initialize agent' }).click(),
  },
  'management-visitor': { path: '/management' },
  'management-empty': { path: '/management', signedIn: 'wallet' },
  chat: { path: meridian },
  'chat-reply': { path: meridian, act: talk },
  'chat-not-answered': { path: meridian, act: fail },
  'chat-not-found': { path: `/chat/${nobody}` },
  'chat-hub': { path: '/chat' },
  'chat-private': { path: `${meridian}/${nobody}` },
  'stored-new': {
    path: meridian,
    signedIn: 'session',
    act: (page) => page.getByRole('switch', { name: 'Keep nothing' }).click(),
  },
  'stored-missing': { path: `${meridian}/${nobody}`, signedIn: 'session' },
  'stored-versions': { path: meridian, signedIn: 'session', act: editAnAnsweredQuestion },
  'stored-history': { path: meridian, signedIn: 'session', act: searchTheHistory },
  'stored-options': {
    path: meridian,
    signedIn: 'session',
    act: async (page) => {
      await talk(page)
      await page
        .getByRole('button', { name: /^Options of/ })
        .first()
        .click()
    },
  },
  'stored-hub-empty': { path: '/chat', signedIn: 'session' },
  'stored-hub': {
    path: meridian,
    signedIn: 'session',
    act: async (page) => {
      await fail(page)
      await page.goto('/chat', { waitUntil: 'networkidle' })
    },
  },
  'stored-rename': {
    path: meridian,
    signedIn: 'session',
    act: async (page) => {
      await say(page, 'Call me something')
      await copyReply(page).waitFor()
      await page.goto('/chat')
      await chooseFor(page, 'Call me something', 'Rename')
    },
  },
  'stored-delete-all': {
    path: meridian,
    signedIn: 'session',
    act: async (page) => {
      await say(page, 'Forget me')
      await copyReply(page).waitFor()
      await page.goto('/chat')
      await page.getByRole('button', { name: 'Delete all' }).click()
      await page.getByRole('dialog', { name: 'Delete your one conversation?' }).waitFor()
    },
  },
  isolated: { path: '/isolated' },
  launch: { path: '/launch' },
  nest: { path: '/nest' },
  archives: { path: '/archives' },
  glossary: { path: '/archives?tab=glossary' },
  realms: { path: '/realm' },
  'not-found': { path: '/nowhere' },
}

async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    window.scrollTo(0, 0)
  })
}

async function fail(page: Page) {
  await say(page, '[scenario:error-400] What is the hour?')
  await page.getByText('Not answered · ').waitFor()
}

async function talk(page: Page) {
  await say(page, 'Explain the surface code as if I had a pencil and ten minutes.')
  await page.getByText('changed their mind').waitFor()
  await copyReply(page).waitFor()
}

async function editAnAnsweredQuestion(page: Page) {
  await talk(page)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.getByRole('group', { name: 'Versions of this reply' }).waitFor()
  await say(page, 'And now in one sentence?')
  await copyReply(page).nth(1).waitFor()
  await composer(page).press('ArrowUp')
  await page.getByRole('textbox', { name: 'Edit your question' }).waitFor()
}

async function searchTheHistory(page: Page) {
  await talk(page)
  const open = page.getByRole('button', { name: 'History' })
  if (await open.isVisible()) await open.click()
  await page.getByRole('searchbox').last().fill('chessboard')
  await history(page).last().locator('mark').first().waitFor()
}
