import type { Page } from '@playwright/test'

/** One state of one screen: how a person gets there. */
export interface ScreenState {
  path: string
  /** Needs a signed-in wallet. */
  signedIn?: true
  act?: (page: Page) => Promise<unknown>
}

/** A reply with text, emphasis and code, as a model streams it. */
export const sampleReply = [
  'Draw a chessboard. Put a qubit on every line between two squares. Now let the black squares ask one question, ',
  '_“is the parity of my four lines even?”_, and the white squares ask the same in the other basis.\n\n',
  '```python\nfor square in board:\n    syndrome[square] = parity(edges(square))\n```\n\n',
  'An error flips two neighbouring answers. You never look at the qubits; you look at which squares changed their mind.',
]

const sample = '5db052f2-33ba-4124-abcb-af26f751efe3'

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
  create: { path: '/create', signedIn: true },
  'create-faults': {
    path: '/create',
    signedIn: true,
    act: (page) => page.getByRole('button', { name: 'Initialize agent' }).click(),
  },
  'management-visitor': { path: '/management' },
  'management-empty': { path: '/management', signedIn: true },
  chat: { path: `/chat/${sample}` },
  'chat-reply': { path: `/chat/${sample}`, act: talk },
  'chat-not-answered': { path: `/chat/${sample}`, act: fail },
  'chat-not-found': { path: '/chat/00000000-0000-4000-8000-000000000000' },
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
  await page.getByRole('textbox').fill('[scenario:error-400] What is the hour?')
  await page.keyboard.press('Enter')
  await page.getByText('Not answered').waitFor()
}

async function talk(page: Page) {
  await page.getByRole('textbox').fill('Explain the surface code as if I had a pencil and ten minutes.')
  await page.keyboard.press('Enter')
  await page.getByText('changed their mind').waitFor()
}
