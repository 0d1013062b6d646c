import type { Page } from '@playwright/test'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { stickingOut } from './sticking-out.ts'

const main = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })

const rooms = [
  ['Create Room', 'Start a new agent room', '/create'],
  ['Join Room', 'Connect to existing room', '/join'],
  ['Control Room', 'Agent Control Center', '/control'],
  ['Social Room', 'Social Media Agent', '/social'],
  ['Chat Room', 'Chat Agent Interface', '/chat'],
  ['Swarm Room', 'Swarm Intelligence Hub', '/swarm'],
] as const

const screens = [
  ['Home', '/'],
  ['Isolated', '/isolated'],
  ['Vacant', '/vacant'],
  ['Cryptic', '/cryptic'],
  ['Realm', '/realm'],
] as const

// §1.10, §1.11, §1.12, §1.13, §1.17, §2.13, §2.16, §2.17, §2.19, §2.21, §2.22, §2.23, §2.24, §2.25, §2.26, §2.27, §3.32, §3.33, §9.19
test('the hero names eight providers in two tiers and opens the archives, six cards lead to their rooms, and the header to five screens and the settings', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('THE NEXT QUANTUM LLM')
  const providers = page.getByRole('region', { name: 'Model providers' })
  await expect(providers.getByRole('heading')).toHaveText(['Tier 1', 'Tier 2'])
  const [first, second] = [providers.getByRole('list').nth(0), providers.getByRole('list').nth(1)]
  // As it is rendered: a logo's own title is not text.
  const painted = { useInnerText: true }
  await expect(first.getByRole('listitem')).toHaveText(['OpenAI', 'Anthropic'], painted)
  await expect(second.getByRole('listitem')).toHaveText(
    ['Google Gemini', 'Meta Llama', 'Mistral', 'xAI', 'DeepSeek', 'Cohere'],
    painted,
  )
  await expect(providers.getByRole('listitem').locator('svg')).toHaveCount(8)

  const cards = page.getByRole('region', { name: 'Rooms' }).getByRole('link')
  await expect(cards).toHaveCount(rooms.length)
  const codes = new Set<string | null>()
  for (const [index, [title, subtitle, route]] of rooms.entries()) {
    const card = cards.nth(index)
    await expect(card.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(card.getByText(subtitle, { exact: true })).toBeVisible()
    await expect(card.getByText(/^ENTER [A-Z]+$/)).toBeVisible()
    await expect(card).toHaveAttribute('href', route)
    codes.add(await card.getByText(/^RM-\d\d$/).textContent())
  }
  expect(codes.size).toBe(rooms.length)

  await page.getByRole('main').getByRole('link', { name: 'LOST ARCHIVES', exact: true }).click()
  await expect(page).toHaveURL('/archives')
  await page.goBack()
  await cards.first().click()
  await expect(page).toHaveURL('/create')

  await page.goto('/nest')
  await expect(main(page).getByRole('link')).toHaveText(screens.map(([name]) => name))
  await expect(main(page).locator('[aria-current=page]')).toHaveCount(0)
  for (const [name, address] of screens) {
    await main(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(main(page).locator('[aria-current=page]')).toHaveText([name])
  }
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/management')
})

// §2.20
test('on a phone the header unfolds to the same links and to all rooms with a line each, and folds on the way', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await visit(page, '/')
  await expect(main(page)).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const folded = page.getByRole('navigation', { name: 'Main, folded' })
  await expect(folded.getByRole('link')).toHaveCount(13)
  await expect(folded.getByRole('link', { name: /Swarm Intelligence Hub/ })).toHaveAttribute('href', '/swarm')
  await folded.getByRole('link', { name: 'Home' }).focus()
  await page.keyboard.press('Escape')
  await expect(folded).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(folded.getByRole('link')).toHaveCount(13)
  await folded.getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expect(folded).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(folded.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await folded.getByRole('link', { name: 'Cryptic' }).click()
  await expect(page).toHaveURL('/cryptic')
  await expect(folded).toBeHidden()
  expect(await stickingOut(page)).toEqual([])
})

test('on a phone Escape gives the focus back to the menu’s button before the rooms have arrived, too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await visit(page, '/')
  // Whatever is loaded from now on does not arrive.
  await page.route('**/*.js', () => {})
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const folded = page.getByRole('navigation', { name: 'Main, folded' })
  await folded.getByRole('link', { name: 'Home' }).focus()
  await expect(folded.getByRole('link', { name: /Swarm Intelligence Hub/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(folded).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused()
})

/** Records what the next frame of the background draws: the number of dots, and the length of its longest line. */
function watchCanvas() {
  const seen = { frames: 0, dots: 0, drawn: 0, longest: 0 }
  Object.assign(window, { seen })
  const { clearRect, arc, moveTo, lineTo } = CanvasRenderingContext2D.prototype
  let from = [0, 0] as [number, number]
  Object.assign(CanvasRenderingContext2D.prototype, {
    clearRect(this: CanvasRenderingContext2D, ...box: Parameters<typeof clearRect>) {
      seen.frames += 1
      seen.dots = seen.drawn
      seen.drawn = 0
      clearRect.apply(this, box)
    },
    arc(this: CanvasRenderingContext2D, ...circle: Parameters<typeof arc>) {
      seen.drawn += 1
      arc.apply(this, circle)
    },
    moveTo(this: CanvasRenderingContext2D, x: number, y: number) {
      from = [x, y]
      moveTo.call(this, x, y)
    },
    lineTo(this: CanvasRenderingContext2D, x: number, y: number) {
      seen.longest = Math.max(seen.longest, Math.hypot(x - from[0], y - from[1]))
      lineTo.call(this, x, y)
    },
  })
}

// §1.14, §9.25, §9.26, §9.27
test('the background has one particle for 25,000 square pixels, at most 80, and joins those within 150 px', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(watchCanvas)
  await page.goto('/')
  const seen = () =>
    page.evaluate(() => (window as unknown as { seen: { dots: number; longest: number } }).seen)
  await expect.poll(async () => (await seen()).dots).toBe(Math.floor((1280 * 860) / 25_000))
  await page.setViewportSize({ width: 1920, height: 1200 })
  await expect.poll(async () => (await seen()).dots).toBe(80)
  await expect.poll(async () => (await seen()).longest).toBeGreaterThan(100)
  expect((await seen()).longest).toBeLessThan(150)
})

test('with reduced motion the network is drawn once, and nothing of it behind a text, at 360 and 1280 px', async ({
  page,
}) => {
  await page.addInitScript(watchCanvas)
  await page.goto('/')
  const frames = () => page.evaluate(() => (window as unknown as { seen: { frames: number } }).seen.frames)
  await expect.poll(frames).toBe(1)
  await page.evaluate(async () => {
    for (let painted = 0; painted < 12; painted++) await new Promise(requestAnimationFrame)
  })
  expect(await frames()).toBe(1)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 860 })
    for (const path of ['/', '/isolated', '/nest']) {
      await page.goto(path)
      const look = () =>
        page.evaluate(() => {
          const canvas = document.querySelector('canvas.network') as HTMLCanvasElement
          const scale = canvas.width / window.innerWidth
          const drawnIn = ({ x, y, width, height }: DOMRect) => {
            const context = canvas.getContext('2d') as CanvasRenderingContext2D
            const { data } = context.getImageData(x * scale, y * scale, width * scale, height * scale)
            return data.some((value, index) => index % 4 === 3 && value > 0)
          }
          // What only a screen reader sees has an element of one pixel.
          const isPainted = (text: Element) => text.getBoundingClientRect().width > 1
          const painted = [...document.querySelectorAll('main :is(h1, h2, p)')].filter(isPainted)
          const behind = painted.filter((text) =>
            [text, ...text.querySelectorAll('*')].filter(isPainted).some((element) => {
              const range = document.createRange()
              return [...element.childNodes].some((node) => {
                range.selectNodeContents(node)
                return (
                  node.nodeType === Node.TEXT_NODE &&
                  [...range.getClientRects()].some(
                    (box) => box.width > 1 && box.bottom > 0 && box.top < window.innerHeight && drawnIn(box),
                  )
                )
              })
            }),
          )
          return {
            drawn: canvas.width > 0 && drawnIn(new DOMRect(0, 0, window.innerWidth, window.innerHeight)),
            behind: behind.map((text) => text.textContent),
          }
        })
      await expect.poll(look).toEqual({ drawn: true, behind: [] })
    }
  }
})

test.describe('with effects', () => {
  test.use({ withEffects: true })

  // §1.15
  test('noise and grain lie over everything and are in nobody’s way', async ({ page }) => {
    await page.goto('/')
    for (const layer of ['.noise', '.grain']) {
      await expect(page.locator(layer)).toHaveCSS('position', 'fixed')
      await expect(page.locator(layer)).toHaveCSS('pointer-events', 'none')
      await expect(page.locator(layer)).toHaveCSS('background-image', /url/)
      await expect(page.locator(layer)).toHaveAttribute('aria-hidden', 'true')
      const box = await page.locator(layer).boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(1280)
      expect(box?.height).toBeGreaterThanOrEqual(860)
    }
  })
})
