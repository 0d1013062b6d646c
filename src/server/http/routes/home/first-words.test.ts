import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { renderDocument } from '../../pages/document.ts'

const { app } = testApp(await testDatabase(), {
  settings: { PUBLIC_URL: 'https://bionic.example' },
  web: {
    files: new Map(),
    document: (page) => renderDocument({ manifest: {}, css: '', cluster: 'devnet' }, page),
    render: async (url) => ({
      status: 200,
      head: { title: url.pathname },
      screenFile: '',
      html: '',
      state: '',
    }),
  },
})

const agent = '5db052f2-33ba-4124-abcb-af26f751efe3'
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request('https://bionic.example/chat', {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

test('the form of the home screen is answered with the page of the chat, which carries the words as they were typed', async () => {
  const words = 'What is <light>?\r\n</script><b>"A & B" 🧠'
  const answer = await form({ agent, words }, { origin: 'https://bionic.example' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
  const page = await answer.text()
  expect(page).toContain(`<title>/chat/${agent}</title>`)
  expect(page).toContain(`<meta property="og:url" content="https://bionic.example/chat/${agent}">`)
  const carried = /<script type="application\/json" id="first-words">(.*)<\/script>/.exec(page)?.[1]
  expect(carried).not.toContain('<')
  expect(JSON.parse(carried ?? '')).toEqual({
    path: `/chat/${agent}`,
    words: 'What is <light>?\n</script><b>"A & B" 🧠',
  })
})

test('a browser without scripts is told that nothing was sent, and has its words back', async () => {
  const page = await (await form({ agent, words: '\n</textarea><img src=x> & more' })).text()
  const note = /<noscript>(.*)<\/noscript>/s.exec(page)?.[1]
  expect(note).toContain('Nothing was sent.')
  // HTML ignores the first line feed in a textarea.
  expect(note).toContain('readonly>\n\n&lt;/textarea&gt;&lt;img src=x&gt; &amp; more</textarea>')
})

test('a suggested question is carried in place of what stands in the field', async () => {
  const page = await (await form({ agent, words: 'half a tho', question: 'What can you do for me?' })).text()
  expect(page).toContain('What can you do for me?')
  expect(page).not.toContain('half a tho')
})

test('words are carried by no page that was asked for without them', async () => {
  const page = await (await app.request(`https://bionic.example/chat/${agent}?words=hello`)).text()
  expect(page).not.toContain('first-words')
  expect(page).not.toContain('<noscript>')
})

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('a page of another site can have nobody ask anything: %j', async (headers) => {
  const answer = await form({ agent, words: 'Say something' }, headers)
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ code: 'cross_site_request' })
})

test('what no form of ours sends is refused with a reason', async () => {
  for (const fields of [{ words: 'Hello' }, { agent: '../../evil', words: 'Hello' }]) {
    const answer = await form(fields as Record<string, string>)
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'validation_failed', errors: { agent: 'Choose who is to answer.' } },
    ])
  }
  const typed = await form({ agent, words: 'Hello' }, { 'content-type': 'text/plain' })
  expect([typed.status, await typed.json()]).toMatchObject([415, { code: 'unsupported_media_type' }])
  const long = await form({ agent, words: 'x'.repeat(70_000) })
  expect([long.status, await long.json()]).toMatchObject([413, { code: 'body_too_large' }])
})

test('words of the most characters that a message may have arrive whole, whatever they are', async () => {
  const words = '漢'.repeat(4_000)
  const page = await (await form({ agent, words })).text()
  const carried = /id="first-words">(.*)<\/script>/.exec(page)?.[1]
  expect(JSON.parse(carried ?? '').words).toBe(words)
})
