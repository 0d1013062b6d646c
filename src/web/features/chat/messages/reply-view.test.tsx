import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToReadableStream } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { citedAs } from '../../../../../test/mixed-parts.ts'
import { toolPart } from '../../../../../test/tool-part.ts'
import { newReply, type Reply } from '../../../../shared/chat/messages.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { ApiProvider, createApi } from '../../../lib/http/api.ts'
import { ReplyView } from './reply-view.tsx'
import type { TurnActions } from './turn-actions.ts'

const at = '2026-11-21T14:02:00.000Z'
const question = { id: 'q', parentId: null, number: 1, createdAt: at, role: 'user' as const, content: 'Why?' }

const only = (id: string) => ({ index: 0, ids: [id] })

/** A reply as the first paint shows it. */
async function paint(
  content: string,
  cutShort: boolean,
  more: Partial<Reply> = {},
  actions: TurnActions = {},
  mayRetry = true,
): Promise<string> {
  const started = newReply({ id: 'r', parentId: 'q', number: 2, createdAt: at })
  const reply: Reply = { ...started, content, cutShort, state: 'finished', repliedAt: at, ...more }
  const stream = await renderToReadableStream(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createApi('http://localhost', fetch)}>
        <ReplyView
          turn={{ question, reply, questions: only('q'), replies: only('r'), failure: null }}
          agentName="Ada"
          actions={actions}
          mayRetry={mayRetry}
        />
      </ApiProvider>
    </QueryClientProvider>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  await stream.allReady
  return new Response(stream).text()
}

test.each(['word ', 'A paragraph.\n\n', '- item\n', '>', '*a_', '| a '])(
  'the longest reply there can be, of %j, is painted to its last words, and says that it was cut there',
  async (unit) => {
    const end = '\n\nthe end'
    const text = unit
      .repeat(limits.chatHistoryTurn / unit.length)
      .slice(0, limits.chatHistoryTurn - end.length)
    const html = await paint(text + end, true)
    expect(html).toContain('the end</p>')
    expect(html).toContain('Reached the length limit')
    expect(await paint('the end', false)).not.toContain('Reached')
  },
)

/** A whole reply beside another one, as the first paint shows them. */
async function paintBeside(other: Partial<Reply>): Promise<string> {
  const [one, another] = ['r', 'other'].map((id) =>
    newReply({ id, parentId: 'q', number: 2, createdAt: at }),
  ) as [Reply, Reply]
  const reply: Reply = { ...one, content: 'A wave.', state: 'finished', repliedAt: at }
  const replies = { index: 0, ids: ['r', 'other'] }
  const stream = await renderToReadableStream(
    <ReplyView
      turn={{ question, reply, questions: only('q'), replies, failure: null }}
      agentName="Ada"
      actions={{ replyOf: () => ({ ...another, ...other }), compare: () => {} }}
      mayRetry
      comparedWith="other"
    />,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  await stream.allReady
  return new Response(stream).text()
}

test('two replies beside each other say which was deleted, and which is only half of an answer', async () => {
  const deleted = await paintBeside({ erased: true, state: 'finished', repliedAt: at })
  expect(deleted).toContain('This message was deleted.')
  expect(deleted.match(/Copy the reply/g)).toHaveLength(1)
  expect(await paintBeside({ content: 'A wa', state: 'failed', repliedAt: at })).toContain('Broken off')
  const whole = await paintBeside({ content: 'Particles.', state: 'finished', repliedAt: at })
  expect(whole).not.toMatch(/deleted|Broken off/)
  expect(whole.match(/Copy the reply/g)).toHaveLength(2)
})

test('what the model thought is folded away above the answer, and says how long it took', async () => {
  const thought = { kind: 'reasoning', text: '<b>secret</b>' } as const
  const running = await paint('', false, { parts: [thought], state: 'running', repliedAt: null })
  expect(running).toMatch(/<summary.*Thinking …<\/summary>.*Processing neural response/s)
  const parts = [thought, { kind: 'text', text: 'A wave.' } as const]
  const later = '2026-11-21T14:03:05.000Z'
  const html = await paint('A wave.', false, { parts, repliedAt: later })
  expect(html).toMatch(/<summary.*Thought for 1 min 5 s<\/summary>.*A wave\./s)
  // A reply that was stopped during its reasoning still has the reasoning.
  expect(await paint('', false, { parts: [thought], state: 'stopped', repliedAt: null })).toContain(
    'Reasoning<',
  )
  // The text of the reasoning is rendered only once it is opened.
  for (const page of [running, html]) expect(page).not.toContain('secret')
  expect(await paint('A wave.', false)).not.toContain('<details')
})

test('what a reply is made of stands in the order in which it came, and what it cites is listed once, below it', async () => {
  const cited = [1, 2].map((n) => citedAs(n, { name: `Lamps ${n}.pdf` }))
  const parts: Reply['parts'] = [
    { kind: 'text', text: 'At nine [1].' },
    { kind: 'sources', id: 1, revision: 2, sources: cited.slice(0, 1) },
    { kind: 'text', text: '\n\nLet me look.' },
    { kind: 'reasoning', text: 'Hm' },
    { kind: 'sources', id: 2, revision: 3, sources: cited.slice(1) },
    { kind: 'text', text: 'At ten [2].' },
  ]
  const content = 'At nine [1].\n\nLet me look.At ten [2].'
  const html = await paint(content, false, { parts })
  expect(html).toMatch(/At nine.*Let me look\..*<summary.*Reasoning<.*At ten/s)
  expect(html.match(/aria-label="Sources"/g)).toHaveLength(1)
  expect(html.match(/<li/g)).toHaveLength(2)
  const running = await paint('At nine [1].', false, {
    parts: [...parts.slice(0, 2), { kind: 'reasoning', text: 'Hm' }],
    state: 'running',
  })
  expect(running).toMatch(/At nine.*Thinking …/s)
  expect(running).not.toContain('aria-label="Sources"')
})

test('a reply that broke off after it had called a tool can be asked for again, since the server may not let it go on', async () => {
  const parts = [toolPart({ state: 'done', result: '42', ms: 1 })]
  const broken = { parts, state: 'interrupted' } as const
  const inThePage = { askAgain: () => {}, select: async () => {} }
  const stored = { ...inThePage, goOn: () => {} }
  expect(await paint('', false, broken, stored)).toMatch(/Broken off.*>Go on from what it has<.*>Ask again</)
  expect(await paint('A wave.', false, broken, stored)).toMatch(
    /Broken off.*>Go on from what it has<.*aria-label="Ask again"/,
  )
  expect(await paint('', false, broken, inThePage)).toMatch(/Broken off.*>Retry</)
})

test('a reply that broke off can not be asked for again meanwhile, by a button that keeps the focus', async () => {
  const html = await paint('A wa', false, { state: 'interrupted' }, { askAgain: () => {} }, false)
  expect(html).toMatch(/<button[^>]* aria-disabled="true"[^>]*>Retry</)
  expect(html).not.toMatch(/<button[^>]* disabled=""/)
})
