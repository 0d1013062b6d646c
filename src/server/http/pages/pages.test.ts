import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { AI_SOURCE } from '../../../shared/trust/disclosure.ts'
import type { AppEnv } from '../context.ts'
import { admitted, createAdmission } from '../edge/admission.ts'
import { createRateLimits } from '../edge/rate-limit.ts'
import { requestContext } from '../edge/request-context.ts'
import { answerProblem } from '../problem.ts'
import { renderDocument } from './document.ts'
import { pageAnswers, pages, type Web } from './pages.ts'

const READS = 6

/** An app behind one proxy whose pages each make two requests to it and record the responses. */
function paged(publicUrl?: string) {
  const lines: Record<string, unknown>[] = []
  const sessionsRead: string[] = []
  const { requests } = createRateLimits({
    perMinute: { chat: 9, write: 9, read: READS, realm: 9, webPicture: 9, socket: 9 },
  })
  const web: Web = {
    files: new Map(),
    document: (page) => renderDocument({ manifest: {}, css: '', cluster: 'devnet' }, page),
    async render(url, fetch) {
      const answers = await Promise.all(
        // A page cannot choose on whose behalf it makes requests.
        ['a', 'b'].map((name) =>
          fetch(`${url.origin}/api/${name}`, { headers: { 'x-forwarded-for': '203.0.113.99' } }),
        ),
      )
      const html = answers.map(({ status }) => status).join()
      return { status: 200, head: { title: html }, screenFile: '', html, state: '{}' }
    },
  }
  const app = new Hono<AppEnv>()
  app
    .onError(answerProblem)
    .use(
      requestContext({
        log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
        trustedProxies: 1,
        readSession: async (headers) => {
          sessionsRead.push(headers.get('cookie') ?? '')
          return null
        },
      }),
    )
    .use(admitted(createAdmission({ HOST: '127.0.0.1', PUBLIC_URL: publicUrl })))
    .use('/api/*', requests)
    .get('/api/a', (c) => c.json({ requestId: c.var.requestId, address: c.var.clientAddress }))
    .get('/api/b', (c) => c.text('b'))
    .get(
      '*',
      pages(
        web,
        pageAnswers(web, {
          ask: (request, bindings) => app.fetch(request, bindings),
          unfurls: { previewOf: async () => ({ image: '/unfurl/of-this.png', isListed: true }) },
          publicUrl,
        }),
      ),
    )
  const open = async (from: string, path = '/', origin = 'http://localhost:3000') => {
    const answer = await app.request(origin + path, { headers: { 'x-forwarded-for': from } })
    return { answer, text: await answer.text() }
  }
  return { open, lines, sessionsRead }
}

test('behind a proxy a visitor who asks too much empties nobody’s page but their own', async () => {
  const { open, lines } = paged()
  for (let count = 0; count < READS / 2; count++)
    expect((await open('203.0.113.7')).text).toContain('<title>200,200</title>')
  expect((await open('203.0.113.7')).text).toContain('<title>429,429</title>')
  expect((await open('203.0.113.8')).text).toContain('<title>200,200</title>')
  // Requests that a page makes itself are not attempts of its visitor.
  expect(lines).toEqual([])
})

test('a page and all that it asks read the session once', async () => {
  const { open, sessionsRead } = paged()
  await open('203.0.113.7')
  expect(sessionsRead).toHaveLength(1)
})

test.each(['/%zz', '/%e0%a4', '/%00', '/a%0d%0ab', '/%7f'])('%s is no page’s address', async (path) => {
  const { answer, text } = await paged().open('203.0.113.7', path)
  expect([answer.status, JSON.parse(text).code]).toEqual([400, 'bad_request'])
})

test.each(['//', '///', '//other.example/x', '/.//other.example'])('%s is nothing', async (path) => {
  expect((await paged().open('203.0.113.7', path)).answer.status).toBe(404)
})

test.each([
  '/%2f%2fother.example',
  '/%5cother.example',
  '/@other.example',
  '/:80',
  '/a//b',
  '/?a=//other.example',
])('the address of %s in its page is on this server', async (path) => {
  const [, own] = /og:url" content="([^"]+)"/.exec((await paged().open('203.0.113.7', path)).text) ?? []
  expect(own).toBe(`http://localhost:3000${path}`)
  const published = paged('https://bionic.example')
  const [, known] = /og:url" content="([^"]+)"/.exec((await published.open('203.0.113.7', path)).text) ?? []
  expect(known).toBe(`https://bionic.example${path}`)
})

test('the picture of a page has a whole address, on this server as people know it', async () => {
  const imageIn = async (publicUrl?: string) =>
    /og:image" content="([^"]+)"/.exec((await paged(publicUrl).open('203.0.113.7', '/a/b?c=d')).text)?.[1]
  expect(await imageIn()).toBe('http://localhost:3000/unfurl/of-this.png')
  expect(await imageIn('https://bionic.example/')).toBe('https://bionic.example/unfurl/of-this.png')
})

test('a page’s sheet is let in by a number that no two pages share', async () => {
  const { open } = paged()
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const { answer, text } = await open('203.0.113.7')
      const [, nonce = ''] = /<style nonce="([^"]{20,})">/.exec(text) ?? []
      expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
      expect(answer.headers.get('vary')).toContain('user-agent')
      return nonce
    }),
  )
  expect(nonces[0]).not.toBe(nonces[1])
})

test('the shell has nothing of anybody in it: no first paint, no answer, and no session was read for it', async () => {
  const { open, sessionsRead } = paged()
  const { answer, text } = await open('203.0.113.7', '/app-shell')
  expect(answer.status).toBe(200)
  expect(text).toContain('<div id="root"></div>')
  expect(text).toContain('<script type="application/json" id="state"></script>')
  const [, nonce = ''] = /<style nonce="([^"]{20,})">/.exec(text) ?? []
  expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(sessionsRead).toEqual([])
})

test('a page about an agent, and the first page, link the cards by which other agents talk with them', async () => {
  const linked = async (path: string, head: object) => {
    const web: Web = {
      files: new Map(),
      document: (page) => renderDocument({ manifest: {}, css: '', cluster: 'devnet' }, page),
      render: async () => ({
        status: 200,
        head: { title: 'x', ...head },
        screenFile: '',
        html: '',
        state: '{}',
      }),
    }
    const answer = pageAnswers(web, {
      ask: () => new Response(),
      unfurls: { previewOf: async () => ({ image: '/u.png', isListed: true }) },
    })
    const app = new Hono<AppEnv>()
      .use(
        requestContext({ log: pino({ level: 'silent' }), trustedProxies: 0, readSession: async () => null }),
      )
      .get('*', pages(web, answer))
    const text = await (await app.request(`http://localhost${path}`)).text()
    return /<link rel="service-desc" type="application\/json" href="([^"]*)">/.exec(text)?.[1]
  }
  const agent = { unfurl: { kind: 'agent', id: '7' } }
  expect(await linked('/chat/7', agent)).toBe('/a2a/7/.well-known/agent-card.json')
  expect(await linked('/', {})).toBe('/.well-known/agent-card.json')
  expect(await linked('/realm', { unfurl: { kind: 'realm', id: '7' } })).toBeUndefined()
})

test('a page with a model’s words says so to programs, and no title ends its mark', () => {
  const page = {
    ...{
      image: '/i.png',
      screenFile: '',
      html: '',
      state: '{}',
      address: 'http://localhost/shared/7',
      nonce: 'n',
    },
  }
  const drawn = (generated: boolean) =>
    renderDocument(
      { manifest: {}, css: '', cluster: 'devnet' },
      { ...page, head: { title: 'Light </script><b>', generated } },
    )
  const mark = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(drawn(true))?.[1]
  expect(JSON.parse(mark ?? '')).toMatchObject({ name: 'Light </script><b>', digitalSourceType: AI_SOURCE })
  expect(drawn(false)).not.toContain('ld+json')
})

test('the document of a page that is in no list says so to search engines', async () => {
  const documentOf = async (isListed: boolean) => {
    const web: Web = {
      files: new Map(),
      document: (page) => renderDocument({ manifest: {}, css: '', cluster: 'devnet' }, page),
      render: async () => ({ status: 200, head: { title: 'x' }, screenFile: '', html: '', state: '{}' }),
    }
    const answer = pageAnswers(web, {
      ask: () => new Response(),
      unfurls: { previewOf: async () => ({ image: '/u.png', isListed }) },
    })
    const app = new Hono<AppEnv>().get('*', (c) => answer(c, '/'))
    return (await app.request('http://localhost:3000/')).text()
  }
  expect(await documentOf(false)).toContain('<meta name="robots" content="noindex">')
  expect(await documentOf(true)).not.toContain('noindex')
})
