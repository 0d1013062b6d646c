import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToReadableStream } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { toolPart, UNTIL, waitingFor } from '../../../../test/tool-part.ts'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import { ApiProvider, createApi } from '../../lib/http/api.ts'
import CallLine from './call-line.tsx'
import { PlainText } from './sent-view.tsx'
import ToolCard from './tool-card.tsx'
import { ToolDecisions } from './tool-decisions.ts'

const maker = { agentName: 'Nova', onDecided: () => {}, onStale: () => {} }

async function paint(element: React.ReactElement): Promise<string> {
  const stream = await renderToReadableStream(
    <ApiProvider value={createApi('http://place.example', fetch)}>
      <QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>
    </ApiProvider>,
  )
  await stream.allReady
  return new Response(stream).text()
}
const card = (status: ToolCallPart['status'], decides = true, given: Partial<ToolCallPart> = {}) =>
  paint(
    <ToolDecisions value={decides ? maker : null}>
      <ToolCard part={toolPart(status, given)} />
    </ToolDecisions>,
  )
const buttons = (html: string) =>
  Array.from(html.matchAll(/<(button|a) [^>]*>([^<]*)<\/\1>/g), ([, , words]) => words)

test('who is asked for consent sees the tool, its whole host, what is sent and why, and has three answers', async () => {
  const html = await card(waitingFor('acts', 'first'))
  for (const words of ['Nova wants to use', 'Send a message', 'mail.example.com', 'ada@example.com', 'Hello'])
    expect(html).toContain(words)
  expect(html).toContain(
    'As soon as you allow it, what you see above leaves this place or changes something.',
  )
  expect(buttons(html)).toEqual(['Allow once', 'Refuse', 'Always allow for this agent'])
})

test('where text of others and private text come together, each byte is shown and nothing is allowed for always', async () => {
  const html = await card(waitingFor('acts', 'untrusted', 'private'))
  expect(buttons(html)).toEqual(['Allow once', 'Refuse'])
  expect(html).toContain('39 bytes, exactly these:')
  expect(html).toContain('{&quot;to&quot;:&quot;ada@example.com&quot;,&quot;body&quot;:&quot;Hello&quot;}')
})

test('what is too long for a few screens says how much more is sent, and has it all', async () => {
  const given = { body: 'word '.repeat(1_000), cc: 'eve@example.com' }
  const html = await card(waitingFor('acts'), true, { arguments: JSON.stringify(given) })
  const [before = '', rest = ''] = html.split('Show all of it: ')
  expect(rest).toMatch(/^[\d,]+ more characters/)
  expect(before.split('word').length).toBeGreaterThan(400)
  expect(rest).toContain('body (goes on)')
  expect(rest).toContain('eve@example.com')
  expect(html).not.toMatch(/max-h-|overflow-y/)
})

test.each([
  ['text', { kind: 'text' as const, text: 'Which one?' }, '<textarea'],
  ['choice', { kind: 'choice' as const, text: 'Which one?', choices: ['One', 'Other'] }, 'type="radio"'],
  [
    'form',
    { kind: 'form' as const, text: 'Which one?', form: { properties: { n: { type: 'integer' } } } },
    'inputMode="decimal"',
  ],
])('a question for a %s has its field, and can be declined', async (_, question, field) => {
  const html = await card({ state: 'waiting', wait: { for: 'input', question }, until: UNTIL })
  expect(html).toContain(field)
  expect(buttons(html)).toEqual(['Answer', 'Do not answer'])
})

test('an address is opened by the person, who reads its whole host before', async () => {
  const question = { kind: 'address' as const, text: 'Confirm.', url: 'https://pay.example.com:8443/x?y=z' }
  const html = await card({ state: 'waiting', wait: { for: 'input', question }, until: UNTIL })
  expect(html).toContain('>pay.example.com:8443<')
  expect(html).toContain('rel="noopener noreferrer nofollow"')
  const hidden = { ...question, url: 'https://pay.example.com@evil.example/' }
  const refused = await card({ state: 'waiting', wait: { for: 'input', question: hidden }, until: UNTIL })
  expect(refused).not.toContain('href=')
  expect(buttons(refused)).toEqual(['Do not answer'])
})

test('a call that may have happened is settled by its person', async () => {
  const html = await card({ state: 'unknown', since: UNTIL })
  expect(buttons(html)).toEqual(['It happened', 'It didn’t', 'Ask anew'])
})

test.each([
  ['a call that is over', { state: 'refused' as const, words: 'No.' }, true],
  ['one that nobody can decide any more', { ...waitingFor('acts'), until: '2020-01-01T00:00:00.000Z' }, true],
  ['one that only others can decide', waitingFor('acts'), false],
])('%s has no button', async (_, status, decides) => {
  const html = await card(status, decides)
  expect(buttons(html)).toEqual([])
  expect(html).toContain('Send a message')
})

test('a result is text: no markup, no link and no picture of it is drawn', async () => {
  const text = '<b>x</b> [a](https://evil.example/?q) ![b](https://evil.example/p.png)\u200b'
  const html = await paint(<PlainText label="What came back" text={text} />)
  expect(html).not.toMatch(/<(a|img|b)[ >]/)
  expect(html).toContain('&lt;b&gt;x&lt;/b&gt; [a](https://evil.example/?q)')
  expect(html).toContain('⟨U+200B⟩')
})

test('of a call without details only the line is there', async () => {
  const html = await paint(<CallLine call={{ title: 'Time', origin: null, state: 'done', ms: 3 }} />)
  expect(html).not.toContain('<details')
  expect(html).toContain('Done in 3 ms')
})

const remembers = (status: ToolCallPart['status'], given: object = { fact: 'Lives at sea', replaces: 3 }) =>
  paint(
    <ToolDecisions value={{ ...maker, agentId: 'agent' }}>
      <ToolCard
        part={toolPart(status, {
          name: 'remember',
          title: 'Memory',
          origin: null,
          arguments: JSON.stringify(given),
        })}
      />
    </ToolDecisions>,
  )
const asked = (...reasons: ('remember' | 'unsaid')[]) =>
  ({ state: 'waiting', wait: { for: 'consent', reasons }, until: UNTIL }) as const

test('what an agent wants to remember stands in plain words with what it replaces, and is never allowed for always', async () => {
  const html = await remembers(asked('remember'))
  for (const words of [
    'May Nova remember this?',
    '>Lives at sea</blockquote>',
    'what it remembers as number 3',
  ])
    expect(html).toContain(words)
  expect(buttons(html)).toEqual(['Remember', 'Don’t remember', 'Never for this agent'])
  expect(html).not.toContain('did not say it in these words')
  expect(await remembers(asked('unsaid'))).toContain('did not say it in these words')
})

test('arguments that are no fact are shown as they are', async () => {
  expect(await remembers(asked('unsaid'), { fact: ['x'] })).toContain('fact › 1')
})

test('what is remembered is one line with an undo, for whoever it is about alone', async () => {
  const done = { state: 'done', result: 'Remembered as number 3.', ms: 4 } as const
  const html = await remembers(done)
  expect(html).toMatch(/Remembered:.*Lives at sea.*Undo/s)
  expect(html).not.toContain('<details')
  const given = JSON.stringify({ fact: 'Lives at sea' })
  const part = toolPart(done, { name: 'remember', origin: null, arguments: given })
  expect(await paint(<ToolCard part={part} />)).not.toContain('Undo')
})
