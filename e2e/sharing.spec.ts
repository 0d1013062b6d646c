import { expect, requestTest } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'

const meridian = '5db052f2-33ba-4124-abcb-af26f751efe3'

requestTest(
  'an agent’s address unfurls: title, description and picture are in the served page',
  async ({ request, product }) => {
    const html = await (await request.get(`/chat/${meridian}`)).text()
    const meta = (property: string) =>
      new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(html)?.[1]
    expect(html).toContain('<title>Meridian · Bionic</title>')
    expect(meta('og:title')).toBe('Meridian · Bionic')
    expect(meta('description')).toContain('Finds the pattern')
    expect(meta('og:url')).toBe(`${product.address}/chat/${meridian}`)
    expect(meta('og:image')).toMatch(`${product.address}/unfurl/agent/${meridian}/`)
    expect(meta('twitter:card')).toBe('summary_large_image')
    const image = await request.get(meta('og:image') ?? '')
    expect(image.headers()['content-type']).toBe('image/png')
  },
)

requestTest(
  'a page that is about nothing in particular has the picture of the product',
  async ({ request, product }) => {
    for (const path of ['/', '/isolated', '/launch']) {
      const html = await (await request.get(path)).text()
      const [, image = ''] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? []
      expect(image).toBe(`${product.address}/images/og.jpg`)
      expect((await request.get(image)).headers()['content-type']).toBe('image/jpeg')
    }
  },
)

test('what an agent says of itself can’t break out of the served page', async ({ page, person: _ }) => {
  const hostile = '</script><script>window.broken=1</script><img src=x onerror="window.broken=1">"'
  const { id } = await makeAgent(page, {
    name: hostile.slice(0, 80),
    description: hostile,
    personality: 'You are hostile input.',
    isPublic: false,
  })
  const html = await (await page.request.get(`/chat/${id}`)).text()
  expect(html).not.toContain('<script>window.broken')
  expect(html).not.toContain('<img src=x')
  await page.goto(`/chat/${id}`)
  await expect(page.getByRole('heading', { name: hostile.slice(0, 80) })).toBeVisible()
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
})

requestTest('the app can be installed: its manifest and icons are there', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const manifest = await request.get(/<link rel="manifest" href="([^"]*)"/.exec(html)?.[1] ?? '')
  const { icons, name, display } = (await manifest.json()) as {
    icons: { src: string; sizes: string }[]
    name: string
    display: string
  }
  expect({ name, display }).toEqual({ name: 'Bionic', display: 'standalone' })
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src } of icons) expect((await request.get(src)).status()).toBe(200)
})
